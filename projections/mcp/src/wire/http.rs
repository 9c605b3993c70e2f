//! Streamable HTTP: every request stands alone, in the revisions that know sessions as in those that don't.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use onefold::Executor;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use tower::Service;

use super::server::Server;
use crate::malformed::{MAX_MESSAGE, Malformed};

/// The MCP server of a registry as a service to mount, such as with `Router::nest_service("/mcp", …)`.
///
/// It answers `POST` with JSON and keeps no sessions: nothing it offers ever changes, so there is nothing to send unasked.
/// It serves loopback hosts and their pages only, whatever stands before it. A client that closes its connection cancels
/// its call. Who calls is told by a [`onefold::admission::Visitor`] among the extensions of a request; without one, the
/// caller may only read.
pub fn http_service(
    executor: Executor,
) -> impl Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send + 'static>
+ Clone
+ Send
+ Sync
+ 'static {
    http_service_for(executor, [])
}

/// [`http_service`], for further hosts and their pages too: names or addresses, without ports.
pub fn http_service_for(
    executor: Executor,
    hosts: impl IntoIterator<Item = String>,
) -> impl Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send + 'static>
+ Clone
+ Send
+ Sync
+ 'static {
    let server = Server::new(executor);
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config(hosts),
    );
    tower::service_fn(move |request| {
        let service = service.clone();
        async move { Ok(answer(service, request).await) }
    })
}

type Mcp = StreamableHttpService<Server, NeverSessionManager>;

fn config(further: impl IntoIterator<Item = String>) -> StreamableHttpServerConfig {
    let further = further.into_iter().map(|host| {
        let is_v6 = host.contains(':') && !host.starts_with('[');
        if is_v6 { format!("[{host}]") } else { host }
    });
    let hosts: Vec<String> = ["localhost", "127.0.0.1", "[::1]"]
        .map(str::to_owned)
        .into_iter()
        .chain(further)
        .collect();
    let origins: Vec<String> = ["http", "https"]
        .iter()
        .flat_map(|scheme| hosts.iter().map(move |host| format!("{scheme}://{host}:*")))
        .collect();
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_MESSAGE)
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .enforce_origin_validation()
}

/// Hands a request on with its body read, and sees to it that text that is no message gets the error of JSON-RPC that it
/// has on every transport: `rmcp` calls it an unsupported media type.
async fn answer(mut service: Mcp, request: Request<Body>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let says_json = says_json(&parts.headers);
    let body = match Limited::new(body, MAX_MESSAGE).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => {
            return refused(StatusCode::PAYLOAD_TOO_LARGE, &Malformed::TooLong);
        }
        Err(error) => {
            tracing::debug!(%error, "the body ended early");
            return refused(StatusCode::BAD_REQUEST, &Malformed::diagnose(b""));
        }
    };
    let request = Request::from_parts(parts, Full::new(body.clone()));
    let response = match service.call(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    if says_json && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return refused(StatusCode::BAD_REQUEST, &Malformed::diagnose(&body));
    }
    response.map(Body::new)
}

fn says_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE);
    let essence = value
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

fn refused(status: StatusCode, what: &Malformed) -> Response<Body> {
    // Over HTTP a notification has a response too; it is refused without words.
    let body = what.reply().as_ref().map(Value::to_string);
    let mut response = Response::new(body.map_or_else(Body::empty, Body::from));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
