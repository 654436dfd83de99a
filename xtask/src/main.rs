//! The project tool.

mod seal;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let staging = std::env::var("TRUNK_STAGING_DIR").unwrap_or_else(|_| "dist".into());
    match std::env::args().nth(1).as_deref() {
        Some("seal") => match seal::seal(Path::new(&staging)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => fail(&problem),
        },
        _ => fail("expected `seal`"),
    }
}

#[expect(clippy::print_stderr, reason = "a command-line tool says what went wrong")]
fn fail(problem: &str) -> ExitCode {
    eprintln!("error: {problem}");
    ExitCode::FAILURE
}
