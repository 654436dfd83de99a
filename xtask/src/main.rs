//! The project's own tool. `cargo xtask help` lists what it does.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool prints")]

mod inputs;
mod seal;
mod setup;
mod shell;
mod test;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  serve [--port N]   set everything up, build the web app and the companion, and serve them with the
                     sample bundle at a printed address
  build              the same without serving: the web app is in dist/, the companion in
                     target/release/vedette
  test [NAME…]       set up what the tests need, then run all of them; NAME is one or more of
                     lint, unit, web, browser
  schema             write the JSON schemas of docs/formats/ anew from the code
  size               what the first page weighs after compression
  seal               (for Trunk's hook) move inline scripts into files, so that the page's
                     Content-Security-Policy needs no `unsafe-inline`
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    // Whoever asks for help, of whatever command, waits for no build.
    let help = args.iter().any(|arg| matches!(arg.as_str(), "--help" | "-h"));
    let done = match args.first().map(String::as_str).filter(|_| !help) {
        Some("serve") => web::serve(&rest),
        Some("build") => web::build().map(|_| ()),
        Some("test") => test::test(&rest),
        Some("schema") => test::schema(),
        Some("size") => web::size(),
        Some("seal") => seal_staging(),
        Some("help") | None => {
            print!("{HELP}");
            Ok(())
        }
        Some(other) => Err(format!("there is no command `{other}`; `cargo xtask help` lists them")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn seal_staging() -> Result<(), String> {
    let staging = std::env::var("TRUNK_STAGING_DIR")
        .map_err(|_| "seal runs from Trunk's post-build hook, which sets TRUNK_STAGING_DIR")?;
    seal::seal(Path::new(&staging))
}

/// The top folder of the project.
fn root() -> PathBuf {
    // Cargo says where it found the manifest now; what the compiler saw may be of another checkout
    // that shared the target folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map_or_else(|| here.clone(), Path::to_path_buf)
}
