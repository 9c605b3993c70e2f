//! The form of a call: its name, its fields, their values.

use super::{check, check_query};
use crate::fields::{CAPABILITY, MODULE};

#[test]
fn the_form_of_a_call() {
    let write = "write `capability!(Name { field: value, … });`";
    check(&CAPABILITY, "", &[("", write)]);
    check(&CAPABILITY, "Search", &[("Search", write)]);
    check(
        &CAPABILITY,
        r#"id: "notes.search""#,
        &[(r#"id: "notes.search""#, write)],
    );
    check(
        &CAPABILITY,
        r#"Search(id: "a.b")"#,
        &[(r#"Search(id: "a.b")"#, write)],
    );
    check(
        &CAPABILITY,
        r#"{ id: "a.b" }"#,
        &[(r#"{ id: "a.b" }"#, write)],
    );
    check(&CAPABILITY, r#""Search" {}"#, &[(r#""Search" {}"#, write)]);
    check(
        &MODULE,
        "notes::Notes {}",
        &[(
            "notes::Notes {}",
            "write `module!(Name { field: value, … });`",
        )],
    );
}

#[test]
fn around_the_name() {
    let needs = (
        "Search",
        "this capability needs `id`, `kind`, `title`, `description`",
    );
    check(
        &CAPABILITY,
        "pub(crate) Search {}",
        &[
            (
                "pub(crate)",
                "leave the visibility out: the type is `pub`, and seen as far as the module it is in",
            ),
            needs,
        ],
    );
    check(
        &CAPABILITY,
        "struct Search {}",
        &[
            (
                "struct",
                "write the name alone: `capability!(Name { field: value, … });`",
            ),
            needs,
        ],
    );
    check(
        &CAPABILITY,
        "Search<T: Clone> {}",
        &[
            ("<T: Clone>", "a capability has no generic parameters"),
            needs,
        ],
    );
    check(
        &CAPABILITY,
        "Search {}; Other {}",
        &[
            (
                "; Other {}",
                "one call of `capability!` declares one capability",
            ),
            needs,
        ],
    );
}

#[test]
fn docs_and_attributes() {
    let docs = "write documentation as `title` and `description`, or as a `//` comment: \
                rustfmt leaves a call that holds `///` unformatted";
    let attributes = "attributes can't stand here; put them on a `mod` around the call";
    check_query(
        "/// One.\n/// Two.\n tags: []",
        &[("/// One.\n/// Two.", docs)],
    );
    check_query("#[cfg(test)] tags: []", &[("#[cfg(test)]", attributes)]);
    check_query("tags: [], #![x]", &[("#![x]", attributes)]);
    check_query("tags: [], /// End.\n", &[("/// End.", docs)]);
}

#[test]
fn fields() {
    check_query(
        r#"titel: "x""#,
        &[(
            "titel",
            "a capability has no field `titel`; did you mean `title`?",
        )],
    );
    check(
        &MODULE,
        r#"Notes { id: "notes", version: "1.0.0", titel: "Notes", description: "x", capabilities: [A] }"#,
        &[(
            "titel",
            "a module has no field `titel`; did you mean `title`?",
        )],
    );
    check(
        &MODULE,
        r#"Notes { id: "notes", version: "1.0.0", title: "x", description: "x", capabilities: [A], color: RED }"#,
        &[(
            "color",
            "a module has no field `color`; there are `id`, `version`, `title`, `description`, `capabilities`",
        )],
    );
    check_query("tags: [], tags: []", &[("tags", "`tags` is given twice")]);
    check(
        &MODULE,
        r#"Notes { id: "notes", title: "Notes" }"#,
        &[(
            "Notes",
            "this module needs `version`, `description`, `capabilities`",
        )],
    );
}

#[test]
fn values() {
    check_query("tags", &[("tags", "`tags` has no value; write `tags: …`")]);
    check_query("tags,", &[("tags", "`tags` has no value; write `tags: …`")]);
    check_query("tags:", &[("tags", "`tags` has no value; write `tags: …`")]);
    check_query(
        "tags cache: CachePolicy::Disabled",
        &[("tags", "`tags` has no value; write `tags: …`")],
    );
    check_query(
        "cach",
        &[(
            "cach",
            "a capability has no field `cach`; did you mean `cache`?",
        )],
    );
    check_query(
        "tags [\"a\", \"b\"]",
        &[("[\"a\", \"b\"]", "expected `:` after `tags`")],
    );
    check_query(
        "tags = [], cache = x, expose = y",
        &[
            ("=", "expected `:` after `tags`"),
            ("=", "expected `:` after `cache`"),
            ("=", "expected `:` after `expose`"),
        ],
    );
    check_query(
        "tags: [] cache: CachePolicy::Disabled",
        &[("cache", "expected `,` before `cache`")],
    );
    check_query(
        "expose: GET \"/x\", tags: 1 2 3",
        &[
            ("\"/x\"", "expected `,` after the value of `expose`"),
            ("2", "expected `,` after the value of `tags`"),
        ],
    );
    check_query(
        "stability: Stability::, cache: CachePolicy::process(, )",
        &[
            (",", "in the value of `stability`: expected identifier"),
            (",", "in the value of `cache`: expected an expression"),
        ],
    );
    check_query(
        "tags: [\"a\", +]",
        &[("+", "in the value of `tags`: expected an expression")],
    );
    check_query(
        "cache: 1 +, tags: => a, b, stability: -",
        &[
            (",", "in the value of `cache`: expected an expression"),
            ("=", "in the value of `tags`: expected an expression"),
            (
                "-",
                "in the value of `stability`: unexpected end of input, expected an expression",
            ),
        ],
    );
    check_query(", tags: []", &[(",", "expected a field: `name: value`")]);
    check_query(
        "1: 2, tags: []",
        &[("1", "expected a field: `name: value`")],
    );
}
