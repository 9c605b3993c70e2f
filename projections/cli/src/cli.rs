//! The command line of a product, and the road of one invocation through it.

use std::ffi::OsString;
use std::process::ExitCode;

use onefold::{Call, Cancellation, Entry, Executor, Failure, Surface};

use crate::format::{Format, format_of};
use crate::host::HostCommand;
use crate::output;
use crate::request::{Request, Stop};
use crate::tree::{Leaf, Tree};

/// The command line of a product: the commands its registry declares, and those the product's host adds.
///
/// ```
/// use std::process::ExitCode;
///
/// use onefold::{Executor, Product, Registry};
/// use onefold_cli::{Cli, HostCommand};
///
/// let cli = Cli::new().command(
///     HostCommand::new(["serve"], "Serves HTTP").run(|_executor, _matches, _format| ExitCode::SUCCESS),
/// );
/// let executor = Executor::new(Registry::composed(Product::new("notes", "1.0.0"), [])?);
/// assert_eq!(cli.run(&executor, ["notes".into(), "serve".into()]), ExitCode::SUCCESS);
/// # Ok::<(), onefold::Refusals>(())
/// ```
#[derive(Debug, Default)]
pub struct Cli {
    pub(crate) host: Vec<HostCommand>,
    interruption: Option<fn() -> Cancellation>,
}

impl Cli {
    /// The commands of the registry alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a command of the host.
    pub fn command(mut self, command: HostCommand) -> Self {
        self.host.push(command);
        self
    }

    /// Asks for the cancellation of a call before it runs, where its capability can be cancelled: whoever runs the program
    /// cancels it when they interrupt. Everything else ends as any other program does when it is interrupted.
    pub fn interrupted_by(mut self, interruption: fn() -> Cancellation) -> Self {
        self.interruption = Some(interruption);
        self
    }

    /// Runs one invocation and returns its exit code. `args` begin with the program's name, as those of
    /// [`std::env::args_os`] do.
    ///
    /// The answer goes to stdout and everything else to stderr; with `--format json` or `yaml` a failure is an answer
    /// too, so that stdout holds one document either way.
    pub fn run(&self, executor: &Executor, args: impl IntoIterator<Item = OsString>) -> ExitCode {
        let args: Vec<OsString> = args.into_iter().collect();
        let tree = Tree::new(executor.registry(), &self.host);
        let walk = tree.walk(&args);
        // A field that clashes with a flag must be refused before clap sees both.
        if let Some(Leaf::Capability(entry)) = walk.leaf
            && let Err(refusals) = entry.verify(&[self])
        {
            return output::print_failure(&Failure::internal(refusals), format_of(&args));
        }
        match Request::read(&tree, &walk, &args) {
            Ok(Request::Host {
                command,
                matches,
                format,
            }) => command.start(executor, &matches, format),
            Ok(Request::Call { id, input, format }) => match input.value() {
                Ok(input) => self.call(executor, Call::new(id, input), id, format),
                Err(failure) => output::print_failure(&failure, format),
            },
            Err(stop) => stopped(&stop, executor, format_of(&args)),
        }
    }

    fn call(&self, executor: &Executor, call: Call<'_>, id: &str, format: Format) -> ExitCode {
        let cancellable = |entry: &Entry| entry.execution().cancellable;
        let interruption = self
            .interruption
            .filter(|_| executor.registry().get(id).is_some_and(cancellable))
            .map(|interruption| interruption());
        let mut call = call.from(Surface::Cli);
        if let Some(interruption) = &interruption {
            call = call.cancelled_by(interruption.clone());
        }
        match executor.call_blocking(call) {
            Ok(answer) => output::print_answer(answer.as_str(), format),
            Err(failure) => {
                let code = output::print_failure(&failure, format);
                match interruption {
                    Some(interruption) if interruption.is_cancelled() => {
                        ExitCode::from(INTERRUPTED)
                    }
                    _ => code,
                }
            }
        }
    }
}

/// The exit code of what was interrupted: 128 and the number of SIGINT, as a shell has it.
const INTERRUPTED: u8 = 130;

/// What is shown where there is nothing to run.
fn stopped(stop: &Stop, executor: &Executor, format: Format) -> ExitCode {
    match stop {
        Stop::Version => {
            let product = executor.registry().product();
            output::print_document(&format!("{} {}", product.id, product.version))
        }
        Stop::Help(help) => output::print_help(help, ExitCode::SUCCESS),
        Stop::Incomplete(help, failure) if format == Format::Table => {
            output::print_help(help, ExitCode::from(failure.code.exit_code()))
        }
        Stop::Incomplete(_, failure) | Stop::Failed(failure) => {
            output::print_failure(failure, format)
        }
    }
}
