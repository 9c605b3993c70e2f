//! A product with capabilities that no macro declared: their schemas are values and their handlers closures.

use std::process::ExitCode;

use onefold::{Context, Declaration, Exposure, Http, Kind, ModuleDeclaration, Product, Schemas};
use serde_json::{Value, json};

fn main() -> ExitCode {
    onefold_builtins::run(Product::new("runtime", "1.0.0").runtime_module(module()))
}

fn module() -> ModuleDeclaration {
    let mut module = ModuleDeclaration::new("numbers", "1.0.0");
    module.title = "Numbers".into();
    module.description = "Numbers, as a file might declare them.".into();
    module.capabilities = vec![
        capability(
            "numbers.double",
            Exposure::new()
                .cli(["numbers", "double"])
                .http(Http::get("/api/v1/numbers/double"))
                .tool("numbers_double"),
        ),
        capability("numbers.hidden", Exposure::new()),
        capability("numbers.wrong", Exposure::new().tool("numbers_wrong")),
    ];
    module
}

fn capability(id: &'static str, exposure: Exposure) -> Declaration {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer", "description": "A number."}},
        "required": ["n"],
    });
    let mut declaration = Declaration::new(id, Kind::Query);
    declaration.title = "Double".into();
    declaration.description = "Twice the number.".into();
    declaration.exposure = exposure;
    declaration.handler = Some(Schemas::new(schema.clone(), schema).handler(
        move |_: &Context, input: Value| {
            let n = input["n"].as_i64().unwrap_or_default();
            // One of them does not keep its word.
            let doubled = if id == "numbers.wrong" {
                json!("not a number")
            } else {
                json!(n * 2)
            };
            Ok(json!({"n": doubled}))
        },
    ));
    declaration
}
