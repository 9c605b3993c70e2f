//! The least that a command line with a few commands costs: clap and nothing else.

use clap::{Arg, Command};

fn main() {
    let input = || Arg::new("input").long("input").help("The input, as JSON");
    let matches = Command::new("bare-clap")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A few commands that do nothing")
        .subcommand_required(true)
        .subcommand(Command::new("list").about("Lists").arg(input()))
        .subcommand(
            Command::new("describe")
                .about("Describes")
                .arg(Arg::new("id").required(true))
                .arg(input()),
        )
        .subcommand(
            Command::new("serve")
                .about("Serves")
                .arg(Arg::new("addr").long("addr")),
        )
        .get_matches();
    // Every command ends here; an exit code keeps the parsing from being optimised away.
    std::process::exit(i32::from(matches.subcommand_name().is_none()));
}
