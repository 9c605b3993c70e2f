//! A handler whose schemas are values: what a program adds once it runs, from a file or from another process.

use std::future::Future;
use std::sync::Arc;

use serde_json::Value;

use super::{BoxFuture, ErasedHandler, Mode, Running, StateNeed};
use crate::context::Context;
use crate::failure::Failure;
use crate::model::CanonicalSchema;
use crate::schema;

/// The schemas of a capability that is made at run time: JSON Schema 2020-12, whole in themselves.
///
/// They are held to what the schemas of types are held to. The input is an object and closed: where an object names its
/// properties and does not say what else it accepts, it accepts nothing else, and one that says it accepts anything is
/// refused. A `$ref` that leads out of the schema is refused and never followed. What the closure answers is checked
/// against the output's schema; an answer that does not fit is an internal failure, and is not sent.
///
/// ```standalone_crate
/// use onefold::{Context, Declaration, Exposure, Kind, ModuleDeclaration, Product, Registry, Schemas};
/// use serde_json::{Value, json};
///
/// let number = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
/// let double = Schemas::new(number.clone(), number)
///     .handler(|_: &Context, input: Value| Ok(json!({"n": input["n"].as_i64().unwrap_or(0) * 2})));
///
/// let mut declaration = Declaration::new("numbers.double", Kind::Query);
/// declaration.title = "Double".into();
/// declaration.description = "Twice the number.".into();
/// declaration.exposure = Exposure::new().tool("numbers_double");
/// declaration.handler = Some(double);
///
/// let mut module = ModuleDeclaration::new("numbers", "1.0.0");
/// module.title = "Numbers".into();
/// module.description = "Numbers.".into();
/// module.capabilities = vec![declaration];
///
/// // A product that is made of what is linked takes it along.
/// let product = Product::new("calculator", "1.0.0").runtime_module(module);
/// let registry = Registry::linked(product)?;
/// assert!(registry.tool("numbers_double").is_some());
/// # Ok::<(), onefold::Refusals>(())
/// ```
#[derive(Debug, Clone)]
pub struct Schemas {
    input: CanonicalSchema,
    output: CanonicalSchema,
}

impl Schemas {
    /// Of what is taken and what is answered.
    pub fn new(input: Value, output: Value) -> Self {
        Self {
            input: schema::written_input(input),
            output: schema::written(output),
        }
    }

    /// A handler that may block, as a `fn` may.
    pub fn handler<F>(self, run: F) -> Arc<dyn ErasedHandler>
    where
        F: Fn(&Context, Value) -> Result<Value, Failure> + Send + Sync + 'static,
    {
        let run = move |context: &Context, input| Running::Ready(run(context, input).map(encode));
        Arc::new(Dynamic {
            schemas: self,
            mode: Mode::Blocking,
            run,
        })
    }

    /// A handler that must not block, as an `async fn` must not.
    pub fn async_handler<F, Fut>(self, run: F) -> Arc<dyn ErasedHandler>
    where
        F: Fn(Context, Value) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Value, Failure>> + Send + 'static,
    {
        let run = move |context: &Context, input| {
            let answer = run(context.clone(), input);
            let encoded: BoxFuture<_> = Box::pin(async move { answer.await.map(encode) });
            Running::Pending(encoded)
        };
        Arc::new(Dynamic {
            schemas: self,
            mode: Mode::Async,
            run,
        })
    }
}

fn encode(answer: Value) -> String {
    answer.to_string()
}

struct Dynamic<F> {
    schemas: Schemas,
    mode: Mode,
    run: F,
}

impl<F> ErasedHandler for Dynamic<F>
where
    F: Fn(&Context, Value) -> Running + Send + Sync,
{
    fn mode(&self) -> Mode {
        self.mode
    }

    /// A closure holds its state itself.
    fn needs(&self) -> Vec<StateNeed> {
        Vec::new()
    }

    fn input_schema(&self) -> CanonicalSchema {
        self.schemas.input.clone()
    }

    fn output_schema(&self) -> CanonicalSchema {
        self.schemas.output.clone()
    }

    fn run(&self, context: &Context, input: &Value) -> Running {
        (self.run)(context, input.clone())
    }
}

#[cfg(test)]
mod tests;
