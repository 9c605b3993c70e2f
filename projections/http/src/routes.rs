//! From a registry to an axum router: a route for each capability that is exposed over HTTP.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};
use onefold::admission::{Admission, Visitor};
use onefold::classify;
use onefold::model::HttpMethod;
use onefold::schema::{self, Field};
use onefold::{Answer, Call, Entry, Executor, Failure, FailureCode, Registry, Surface, suggest};

use crate::health::{self, Readiness};
use crate::metrics;
use crate::openapi::openapi_json;
use crate::problem::{Challenge, Code, Problem};
use crate::{body, query};

/// What a server is told beside its capabilities.
#[derive(Debug, Clone)]
pub struct Options {
    /// What `/readyz` answers.
    pub readiness: Readiness,
    /// The bytes that a body may have at most.
    pub body_limit: usize,
    /// Whether `/metrics` tells what the executor counts; then calls are timed too.
    pub metrics: bool,
}

impl Default for Options {
    /// Ready, 1 MiB, and no `/metrics`.
    fn default() -> Self {
        Self {
            readiness: Readiness::new(),
            body_limit: 1 << 20,
            metrics: false,
        }
    }
}

/// The routes of all capabilities, and `/openapi.json`, `/healthz` and `/readyz`, with the usual options.
///
/// Nothing is guarded yet, and nobody knows who calls, so that callers may only read: put [`crate::guarded`] around the
/// whole, once everything is mounted.
pub fn router(executor: Executor) -> Router {
    router_with(executor, Options::default())
}

/// [`router`], with options.
pub fn router_with(executor: Executor, options: Options) -> Router {
    let Options {
        readiness,
        body_limit,
        metrics,
    } = options;
    let registry = Arc::clone(executor.registry());
    let shared = Arc::new(Shared {
        executor,
        body_limit,
    });
    let mut paths = own_paths(Arc::clone(&registry), readiness);
    if metrics {
        let executor = shared.executor.clone();
        executor.time_calls();
        let tell = get(async move || metrics::answer(&executor));
        paths.insert("/metrics".to_owned(), Methods::of(tell));
    }
    for entry in &*registry {
        if let Some(exposed) = &entry.exposure().http {
            let methods = paths.entry(exposed.path.clone()).or_default();
            methods.add(exposed.method, Route::new(entry, Arc::clone(&shared)));
        }
    }
    let known: Arc<[String]> = paths.keys().cloned().collect();
    let mut router = Router::new();
    for (path, methods) in paths {
        router = router.route(&path, methods.finish());
    }
    router.fallback(async move |request: Request| unknown_path(request.uri().path(), &known))
}

/// The paths that a server has whatever its capabilities are. They can't collide with a capability's, which begins
/// with `/api/v1/`.
fn own_paths(registry: Arc<Registry>, readiness: Readiness) -> BTreeMap<String, Methods> {
    // Made when it is first asked for, since it needs every schema.
    let document: Arc<OnceLock<Bytes>> = Arc::default();
    let openapi = get(async move || {
        let text = document.get_or_init(|| openapi_json(&registry).into());
        json(text.clone())
    });
    [
        ("/openapi.json", openapi),
        ("/healthz", get(health::live)),
        ("/readyz", get(health::ready).with_state(readiness)),
    ]
    .into_iter()
    .map(|(path, router)| (path.to_owned(), Methods::of(router)))
    .collect()
}

/// The methods of one path.
#[derive(Default)]
struct Methods {
    router: MethodRouter,
    allow: Vec<&'static str>,
}

impl Methods {
    /// What answers GET, and so HEAD.
    fn of(router: MethodRouter) -> Self {
        let allow = vec!["GET", "HEAD"];
        Self { router, allow }
    }

    fn add(&mut self, method: HttpMethod, route: Route) {
        let route = Arc::new(route);
        let router = std::mem::take(&mut self.router);
        self.router = match method {
            HttpMethod::Get => {
                // Whatever has a GET has a HEAD (RFC 9110 §9.1); axum answers it.
                self.allow.extend(["GET", "HEAD"]);
                router.get(move |request: Request| Arc::clone(&route).get(request))
            }
            HttpMethod::Post => {
                self.allow.push("POST");
                router.post(move |request: Request| Arc::clone(&route).post(request))
            }
        };
    }

    /// With the methods that every path has: `OPTIONS` says what there is, and the rest is refused.
    fn finish(mut self) -> MethodRouter {
        self.allow.push("OPTIONS");
        let listed = self.allow.join(", ");
        let allow = HeaderValue::from_str(&listed).unwrap_or(HeaderValue::from_static("OPTIONS"));
        let refused_allow = allow.clone();
        self.router
            .options(async move || (StatusCode::NO_CONTENT, [(ALLOW, allow)]))
            .fallback(async move |request: Request| {
                let detail = format!(
                    "`{}` does not take {}",
                    request.uri().path(),
                    request.method()
                );
                let problem =
                    Problem::new(Code::MethodNotAllowed, detail).next(format!("it takes {listed}"));
                ([(ALLOW, refused_allow)], problem)
            })
    }
}

/// What all routes share.
struct Shared {
    executor: Executor,
    body_limit: usize,
}

/// The route of one capability.
struct Route {
    shared: Arc<Shared>,
    id: String,
    /// Read from the schema by the first request.
    fields: OnceLock<Vec<Field>>,
}

impl Route {
    fn new(entry: &Entry, shared: Arc<Shared>) -> Self {
        Self {
            shared,
            id: entry.id().as_str().to_owned(),
            fields: OnceLock::new(),
        }
    }

    /// What waits for the answer holds no more than it must: it is moved around with every request.
    fn get(self: Arc<Self>, request: Request) -> impl Future<Output = Response<Body>> + Send {
        let sender = Sender::of(&request);
        // What a GET carries beside its address means nothing (RFC 9110 §9.3.1), and arguments are never dropped.
        let input = if request.body().is_end_stream() {
            query::bind(request.uri().query().unwrap_or_default(), self.fields())
                .map_err(|failure| Problem::from(failure).into_response())
        } else {
            Err(misplaced("a body", "the query string"))
        };
        drop(request);
        async move {
            match input {
                Ok(input) => self.call(input, sender).await,
                Err(refused) => refused,
            }
        }
    }

    async fn post(self: Arc<Self>, request: Request) -> Response<Body> {
        if request.uri().query().is_some_and(|query| !query.is_empty()) {
            return misplaced("a query string", "a JSON body");
        }
        let sender = Sender::of(&request);
        match body::read(request, self.shared.body_limit).await {
            Ok(input) => self.call(input, sender).await,
            Err(problem) => problem.into_response(),
        }
    }

    async fn call(&self, input: serde_json::Value, sender: Sender) -> Response<Body> {
        let Sender { visitor, signature } = sender;
        let executor = &self.shared.executor;
        let product = &executor.registry().product().id;
        let signature = signature.as_ref().map(HeaderValue::as_bytes);
        let caller = match visitor.calls(product, &self.id, &input, signature) {
            Ok(caller) => caller,
            Err(failure) if failure.code == FailureCode::Forbidden => {
                let problem = Problem::from(failure).challenged(Challenge::Signature);
                return problem.into_response();
            }
            Err(failure) => return Problem::from(failure).into_response(),
        };
        let call = Call::new(&self.id, input).from(Surface::Http);
        // A known caller is not asked again who it is.
        let unknown = caller.identity().is_none().then(|| caller.clone());
        match executor.call(call.by(caller)).await {
            Ok(answer) => json(Bytes::from_owner(Encoded(answer))),
            Err(failure) => {
                let forbidden = failure.code == FailureCode::Forbidden;
                let problem = Problem::from(failure);
                let entry = executor.registry().get(&self.id);
                match (unknown, entry) {
                    // A handler's own no is not helped by a credential.
                    (Some(caller), Some(entry))
                        if forbidden
                            && !classify::admits(caller.standing(entry), entry.execution()) =>
                    {
                        challenges(visitor.admission(), entry)
                            .fold(problem, Problem::challenged)
                            .into_response()
                    }
                    _ => problem.into_response(),
                }
            }
        }
    }

    fn fields(&self) -> &[Field] {
        self.fields.get_or_init(|| {
            let entry = self.shared.executor.registry().get(&self.id);
            entry.map_or_else(Vec::new, |entry| schema::fields(&entry.input().schema))
        })
    }
}

/// Who sent a request, and the signature of its input.
struct Sender {
    visitor: Visitor,
    signature: Option<HeaderValue>,
}

impl Sender {
    fn of(request: &Request) -> Self {
        let mut given = request.headers().get_all("onefold-signature").iter();
        let signature = match (given.next(), given.next()) {
            (only, None) => only.cloned(),
            // Two are none that holds.
            (_, Some(_)) => Some(HeaderValue::from_static("")),
        };
        let visitor = request.extensions().get::<Visitor>();
        Self {
            visitor: visitor.cloned().unwrap_or_else(Visitor::unknown),
            signature,
        }
    }
}

/// The credentials that a server takes for a capability.
fn challenges(admission: &Admission, entry: &Entry) -> impl Iterator<Item = Challenge> {
    let signed = admission.trust.is_some() && entry.execution().signed_input;
    let token = admission.tokens.is_some().then_some(Challenge::Bearer);
    token
        .into_iter()
        .chain(signed.then_some(Challenge::Signature))
}

/// An answer as the bytes it was encoded to; a kept answer is sent without a copy.
struct Encoded(Answer);

impl AsRef<[u8]> for Encoded {
    fn as_ref(&self) -> &[u8] {
        self.0.as_str().as_bytes()
    }
}

/// A success that holds this JSON text.
pub(crate) fn json(text: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

fn misplaced(what: &str, place: &str) -> Response<Body> {
    let failure = Failure::invalid_input(format!("this route takes no input from {what}"))
        .next(format!("put the input into {place}"));
    Problem::from(failure).into_response()
}

fn unknown_path(path: &str, known: &[String]) -> Problem {
    let nearest = suggest::nearest(path, known.iter().map(String::as_str));
    let failure = Failure::not_found(format!("nothing is at `{path}`"));
    Problem::from(if nearest.is_empty() {
        failure.next("`/openapi.json` describes every route")
    } else {
        failure.did_you_mean(&nearest)
    })
}
