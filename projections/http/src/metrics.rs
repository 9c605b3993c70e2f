//! What the executor counts, as text in the format that Prometheus reads.

use std::fmt;

use axum::body::{Body, Bytes};
use axum::http::Response;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use onefold::{Counts, Durations, Executor, FailureCode};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

/// `/metrics`
pub(crate) fn answer(executor: &Executor) -> Response<Body> {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Executing(executor.clone())));
    let mut text = String::new();
    // A string takes whatever is written to it.
    let _ = encode(&mut text, &registry);
    let mut response = Response::new(Body::from(Bytes::from(text)));
    let openmetrics =
        HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, openmetrics);
    response
}

#[derive(Debug)]
struct Executing(Executor);

impl Collector for Executing {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let all: Vec<(&str, Counts)> = self
            .0
            .registry()
            .iter()
            .filter_map(|entry| {
                let id = entry.id().as_str();
                // A resource is never called.
                entry.handler().and(Some((id, self.0.counts(id)?)))
            })
            .collect();
        calls(&mut encoder, &all)?;
        let counter = MetricType::Counter;
        let help = "Runs of handlers, by capability";
        let mut runs = encoder.encode_descriptor("onefold_runs", help, None, counter)?;
        for (id, counts) in &all {
            ConstCounter::new(counts.runs).encode(runs.encode_family(&[("capability", *id)])?)?;
        }
        let help = "Calls that another call's run answered, by capability";
        let mut shared = encoder.encode_descriptor("onefold_shared", help, None, counter)?;
        for (id, counts) in &all {
            ConstCounter::new(counts.shared)
                .encode(shared.encode_family(&[("capability", *id)])?)?;
        }
        let gauge = MetricType::Gauge;
        let help = "Calls that wait for their turn, by capability";
        let mut waiting = encoder.encode_descriptor("onefold_waiting", help, None, gauge)?;
        for (id, counts) in &all {
            ConstGauge::new(i64::try_from(counts.waiting).unwrap_or(i64::MAX))
                .encode(waiting.encode_family(&[("capability", *id)])?)?;
        }
        let help = "Handlers that run, also those whose caller has left";
        let running = encoder.encode_descriptor("onefold_running", help, None, gauge)?;
        ConstGauge::new(i64::try_from(self.0.running()).unwrap_or(i64::MAX)).encode(running)?;
        durations(&mut encoder, &all)
    }
}

fn calls(encoder: &mut DescriptorEncoder<'_>, all: &[(&str, Counts)]) -> fmt::Result {
    let help = "Calls, by capability and how they ended";
    let mut calls = encoder.encode_descriptor("onefold_calls", help, None, MetricType::Counter)?;
    for (id, counts) in all {
        let failed = FailureCode::ALL.map(FailureCode::as_str).into_iter();
        let outcomes = [
            ("succeeded", counts.succeeded),
            ("abandoned", counts.abandoned),
        ];
        for (outcome, count) in outcomes.into_iter().chain(failed.zip(counts.failed)) {
            // Most capabilities fail in few ways.
            if count > 0 || outcome == "succeeded" {
                let labels = [("capability", *id), ("outcome", outcome)];
                ConstCounter::new(count).encode(calls.encode_family(&labels)?)?;
            }
        }
    }
    Ok(())
}

fn durations(encoder: &mut DescriptorEncoder<'_>, all: &[(&str, Counts)]) -> fmt::Result {
    let bounds = Durations::BOUNDS.into_iter().chain([f64::INFINITY]);
    let help = "How long calls took, waiting for their turn included, by capability";
    let mut durations = encoder.encode_descriptor(
        "onefold_call_duration_seconds",
        help,
        None,
        MetricType::Histogram,
    )?;
    for (id, counts) in all {
        let Durations { within, sum } = counts.durations;
        let count = within.iter().sum();
        if count > 0 {
            let buckets: Vec<(f64, u64)> = bounds.clone().zip(within).collect();
            durations
                .encode_family(&[("capability", *id)])?
                .encode_histogram::<NoLabelSet>(sum, count, &buckets, None)?;
        }
    }
    Ok(())
}
