//! What somebody who knows axum writes for these handlers, without a schema, a registry or a word on errors.

use axum::extract::Query;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use onefold::Failure;
use onefold_bench::notes::{self, Find, Found};

type Answer = Result<Json<Found>, StatusCode>;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/api/v1/notes/find", get(find))
        .route("/api/v1/notes/find-posted", post(find_posted))
        .route("/api/v1/notes/find-blocking", get(find_blocking))
        .route("/inline", get(find_inline))
}

async fn find(Query(input): Query<Find>) -> Answer {
    answer(notes::find(input).await)
}

async fn find_posted(Json(input): Json<Find>) -> Answer {
    answer(notes::find(input).await)
}

async fn find_blocking(Query(input): Query<Find>) -> Answer {
    let found = tokio::task::spawn_blocking(|| notes::find_blocking(input)).await;
    answer(found.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?)
}

/// Right only for as long as the function does not block, which nothing here knows.
async fn find_inline(Query(input): Query<Find>) -> Answer {
    answer(notes::find_blocking(input))
}

fn answer(found: Result<Found, Failure>) -> Answer {
    found
        .map(Json)
        .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
}
