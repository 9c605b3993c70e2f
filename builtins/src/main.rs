//! The product `onefold`.

fn main() -> std::process::ExitCode {
    onefold_builtins::run(onefold_builtins::product())
}
