//! Fields that can't stand together.

use super::check_kind;

#[test]
fn contradictions() {
    check_kind(
        "Command",
        r#"handler: f, expose: Exposure::new().http(Http::get("/api/v1/a"))"#,
        &[(
            "get",
            "a command changes something, and `GET` must not; bind it with `Http::post`, or make it a query",
        )],
    );
    check_kind(
        "Command",
        r#"handler: f, expose: Exposure::new().resource("notes://a", "a")"#,
        &[(
            "resource",
            "a command changes something, and reading a resource must not; expose it as a tool, or make it a query",
        )],
    );
    check_kind(
        "Command",
        "handler: f, cache: CachePolicy::process(1)",
        &[("cache", "a command is never cached; leave `cache` out")],
    );
    check_kind(
        "Command",
        "",
        &[(
            "Command",
            "a command needs a `handler`, or the stability `Planned` or `Unsupported`",
        )],
    );
    check_kind(
        "Query",
        "",
        &[(
            "Query",
            "a query needs a `handler`, or the stability `Planned` or `Unsupported`",
        )],
    );
    check_kind(
        "Query",
        r#"content: Content::text("a/b", "c")"#,
        &[(
            "content",
            "only a resource has `content`; a query or command has a `handler`",
        )],
    );
    check_kind(
        "Resource",
        "",
        &[(
            "Resource",
            "a resource needs `content`, which is what is read",
        )],
    );
    check_kind(
        "Resource",
        "handler: f",
        &[(
            "handler",
            "a resource is read and never run; give it `content` and no `handler`, or make it a query",
        )],
    );
    check_kind(
        "Resource",
        r#"content: c, cache: x, benchmark: y, skill: z, expose: Exposure::new().cli(["a"]).http(h).tool("a")"#,
        &[
            ("cache", "a resource is never cached; leave `cache` out"),
            (
                "benchmark",
                "a resource is never timed; leave `benchmark` out",
            ),
            ("skill", "a resource can't be a skill, which runs something"),
            (
                "cli",
                "a resource is exposed as an MCP resource only; for a tool, a route or a command make it a query",
            ),
            (
                "http",
                "a resource is exposed as an MCP resource only; for a tool, a route or a command make it a query",
            ),
            (
                "tool",
                "a resource is exposed as an MCP resource only; for a tool, a route or a command make it a query",
            ),
        ],
    );
    check_kind(
        "Query",
        "handler: f, stability: Stability::Planned",
        &[(
            "handler",
            "what is planned or unsupported has no handler; change the stability",
        )],
    );
    check_kind("Query", "stability: Stability::Planned", &[]);
    // Whether it works is not to be seen.
    check_kind("Query", "stability: STABILITY", &[]);
}

#[test]
fn one_slip_is_told_once() {
    check_kind(
        "Query",
        "handlr: f",
        &[(
            "handlr",
            "a capability has no field `handlr`; did you mean `handler`?",
        )],
    );
    check_kind(
        "Query",
        "handler: f(,)",
        &[(",", "in the value of `handler`: expected an expression")],
    );
    check_kind(
        "Resource",
        "contents: c",
        &[(
            "contents",
            "a capability has no field `contents`; did you mean `content`?",
        )],
    );
}
