//! The sources of crates that do the same in different ways.

use std::fmt::Write as _;

/// A way to offer functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As capabilities.
    Onefold,
    /// Not at all: the types with their derives, and the functions.
    Derives,
    /// As functions from JSON to JSON with schemas, written by hand.
    ByHand,
    /// As MCP tools, with the macros of rmcp.
    Rmcp,
}

/// The types and the function that each offers; `@` stands for its number.
const COMMON: &str = r"
/// What to look for.
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Input@ {
    /// A text.
    pub text: String,
    /// At most so many.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// The order.
    pub order: Order,
}

/// What there is.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Output@ {
    /// How many there are.
    pub total: usize,
    /// Some of them.
    pub found: Vec<String>,
}

fn work@(input: Input@) -> Output@ {
    let mut found = vec![input.text; input.limit.map_or(1, |limit| limit as usize)];
    if input.order == Order::Falling {
        found.reverse();
    }
    Output@ { total: found.len(), found }
}
";

const HEAD: &str = r"//! Generated.
/// In which order.
#[derive(Clone, Copy, PartialEq, serde::Deserialize, schemars::JsonSchema)]
pub enum Order {
    /// The least first.
    Rising,
    /// The greatest first.
    Falling,
}
";

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Onefold, Self::Derives, Self::ByHand, Self::Rmcp];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Onefold => "onefold",
            Self::Derives => "derives",
            Self::ByHand => "by-hand",
            Self::Rmcp => "rmcp",
        }
    }

    /// What the crate depends on, beside serde and schemars.
    pub(crate) fn dependencies(self, registry: &str) -> String {
        match self {
            Self::Onefold => format!("onefold = {{ path = {registry:?} }}"),
            Self::Derives | Self::ByHand => String::new(),
            Self::Rmcp => r#"rmcp = { version = "=3.11.0", default-features = false, features = ["macros", "server"] }"#.to_owned(),
        }
    }

    /// The source of the library, with so many of them.
    pub(crate) fn source(self, count: usize) -> String {
        let mut source = HEAD.to_owned();
        for at in 0..count {
            source += &numbered(COMMON, at);
            source += &numbered(self.each(), at);
        }
        source + &self.all(count)
    }

    /// What makes one of them callable.
    fn each(self) -> &'static str {
        match self {
            Self::Onefold => {
                r#"
fn handle@(input: Input@) -> Result<Output@, onefold::Failure> {
    Ok(work@(input))
}

onefold::capability!(Capability@ {
    id: "generated.c@",
    kind: onefold::Kind::Query,
    title: "Number @",
    description: "Finds what number @ finds.",
    handler: handle@,
    expose: onefold::Exposure::new()
        .cli(["generated", "c@"])
        .http(onefold::Http::get("/api/v1/generated/c@"))
        .tool("generated_c@"),
});
"#
            }
            Self::Derives => {
                r"
pub fn run@(input: Input@) -> Output@ {
    work@(input)
}
"
            }
            Self::ByHand => {
                r"
fn call@(input: &serde_json::Value) -> Result<String, serde_json::Error> {
    serde_json::to_string(&work@(serde::Deserialize::deserialize(input)?))
}

fn schemas@() -> [schemars::Schema; 2] {
    [schemars::schema_for!(Input@), schemars::schema_for!(Output@)]
}
"
            }
            Self::Rmcp => "",
        }
    }

    /// What lists all of them, and a function that keeps them.
    fn all(self, count: usize) -> String {
        let list = |each: &str| -> String { (0..count).map(|at| numbered(each, at)).collect() };
        match self {
            Self::Onefold => format!(
                r#"
onefold::module!(Generated {{
    id: "generated",
    version: "1.0.0",
    title: "Generated",
    description: "Capabilities that were generated.",
    capabilities: [{}],
}});

pub fn count() -> usize {{
    let product = onefold::Product::new("generated", "1.0.0").module("generated");
    onefold::Registry::linked(product).map_or(0, |registry| registry.len())
}}
"#,
                list("Capability@, ")
            ),
            Self::Derives => format!(
                "\npub fn count() -> usize {{\n    [{}].len()\n}}\n",
                list("run@ as fn(Input@) -> Output@ as *const (), ")
            ),
            Self::ByHand => format!(
                r"
type Call = fn(&serde_json::Value) -> Result<String, serde_json::Error>;
pub static ALL: &[(Call, fn() -> [schemars::Schema; 2])] = &[{}];

pub fn count() -> usize {{
    ALL.len()
}}
",
                list("(call@, schemas@), ")
            ),
            Self::Rmcp => format!(
                r"
#[derive(Clone)]
pub struct Server;

#[rmcp::tool_router]
impl Server {{{}
}}

pub fn count() -> usize {{
    Server::tool_router().list_all().len()
}}
",
                list(
                    r#"
    /// Finds what number @ finds.
    #[rmcp::tool(name = "generated_c@", title = "Number @")]
    async fn tool@(
        &self,
        rmcp::handler::server::wrapper::Parameters(input): rmcp::handler::server::wrapper::Parameters<Input@>,
    ) -> rmcp::Json<Output@> {
        rmcp::Json(work@(input))
    }
"#
                )
            ),
        }
    }
}

fn numbered(text: &str, at: usize) -> String {
    let mut number = String::new();
    // Writing to a string can't fail.
    let _ = write!(number, "{at}");
    text.replace('@', &number)
}
