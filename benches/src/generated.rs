//! Products of any size, as alike to declared ones as a loop can make them.

use onefold::{
    Declaration, Exposure, Failure, Http, Kind, Location, ModuleDeclaration, Product, handler,
};

/// How many capabilities a module lists.
const PER_MODULE: usize = 20;

/// A product to assemble them for.
pub fn product() -> Product {
    Product::new("generated", "1.0.0")
}

/// Modules that list so many capabilities in all, each with an id, a tool, a route and a command of its own.
pub fn modules(capabilities: usize) -> Vec<ModuleDeclaration> {
    (0..capabilities.div_ceil(PER_MODULE))
        .map(|module| {
            let left = capabilities - module * PER_MODULE;
            let id = format!("m{module:04}");
            ModuleDeclaration {
                capabilities: (0..left.min(PER_MODULE))
                    .map(|at| capability(&id, at))
                    .collect(),
                id: id.into(),
                version: "1.0.0".into(),
                title: "Generated".into(),
                description: "Capabilities that a loop declared.".into(),
                location: Location::caller(),
            }
        })
        .collect()
}

/// Every fourth is a command.
fn capability(module: &str, at: usize) -> Declaration {
    let name = format!("c{at:02}");
    let path = format!("{}{module}/{name}", Http::PREFIX);
    let (kind, route) = if at.is_multiple_of(4) {
        (Kind::Command, Http::post(path))
    } else {
        (Kind::Query, Http::get(path))
    };
    let mut declaration = Declaration::new(format!("{module}.{name}"), kind);
    declaration.title = format!("Capability {name}").into();
    declaration.description = format!("Does what {name} of {module} does.").into();
    declaration.exposure = Exposure::new()
        .tool(format!("{module}_{name}"))
        .http(route)
        .cli([module, &name]);
    declaration.handler = Some(handler(nothing));
    declaration
}

fn nothing() -> Result<(), Failure> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use onefold::Registry;

    #[test]
    fn any_number_assembles() {
        for count in [1, 19, 20, 21, 1000] {
            assert_eq!(
                Registry::composed(product(), modules(count)).unwrap().len(),
                count
            );
        }
    }
}
