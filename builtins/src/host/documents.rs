//! `openapi` and `descriptor generate`: documents about the product, for other programs.

use std::process::ExitCode;

use onefold::Failure;
use onefold_cli::{Format, HostCommand};

pub(super) fn openapi() -> HostCommand {
    HostCommand::new(
        ["openapi"],
        "Prints the OpenAPI 3.1 document of the HTTP server",
    )
    .run(|executor, _, _| {
        onefold_cli::print_document(&onefold_http::openapi_json(executor.registry()))
    })
}

pub(super) fn descriptor() -> HostCommand {
    HostCommand::new(
        ["descriptor", "generate"],
        "Prints the product capability descriptor",
    )
    .run(|executor, _, format| {
        match onefold_product_descriptor::descriptor(executor.registry()) {
            Ok(descriptor) => onefold_cli::print_document(&descriptor.to_json()),
            Err(faults) => refused(&faults, format),
        }
    })
}

/// The protocol would refuse the document, so there is none.
fn refused(faults: &[onefold_product_descriptor::Fault], format: Format) -> ExitCode {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let failure = Failure::refused(format!(
        "the product makes no valid descriptor: {}",
        faults.join("; ")
    ));
    onefold_cli::print_failure(&failure, format)
}
