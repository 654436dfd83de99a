//! All tests: lints, unit and data-driven suites, the wasm builds, and the browser.

use crate::shell::{cargo, run, say, which};
use crate::{setup, web};

/// A part: its name, and what it runs.
type Part = (&'static str, fn() -> Result<(), String>);

/// The parts, in the order of what fails fastest.
const PARTS: [Part; 4] = [("lint", lint), ("unit", unit), ("web", wasm), ("browser", browser)];

/// The crates that must compile for the browser by themselves.
const PURE: [&str; 5] =
    ["vedette-checker", "vedette-worlds", "vedette-plans", "vedette-annotate", "vedette-report"];

/// Runs the named parts, or all of them.
pub(crate) fn test(names: &[&str]) -> Result<(), String> {
    if let Some(unknown) = names.iter().find(|name| !PARTS.iter().any(|(part, _)| part == *name)) {
        return Err(format!("there is no part `{unknown}`; expected lint, unit, web or browser"));
    }
    for (name, part) in PARTS {
        if names.is_empty() || names.contains(&name) {
            say(&format!("part `{name}`"));
            part()?;
        }
    }
    say("all tests passed");
    Ok(())
}

/// Formatting, lints and the licences of dependencies.
fn lint() -> Result<(), String> {
    run("checking the format", cargo().args(["fmt", "--all", "--check"]))?;
    run(
        "checking lints",
        cargo()
            .args(["clippy", "--locked", "--quiet", "--workspace", "--all-targets"])
            .args(["--", "--deny", "warnings"]),
    )?;
    if which("cargo-deny").is_some() {
        run(
            "checking licences and sources of dependencies",
            cargo().args(["deny", "check", "licenses", "bans", "sources"]),
        )?;
    } else {
        say("licences not checked: cargo-deny is not there (`cargo install cargo-deny`)");
    }
    Ok(())
}

/// Unit tests, suites and documentation examples.
fn unit() -> Result<(), String> {
    run("running the tests", cargo().args(["test", "--locked", "--workspace"]))
}

/// The pure crates compile for the browser by themselves.
fn wasm() -> Result<(), String> {
    setup::wasm_target()?;
    for package in PURE {
        run(
            &format!("checking {package} for the browser"),
            cargo()
                .args(["check", "--locked", "--quiet", "--target", "wasm32-unknown-unknown"])
                .args(["--package", package]),
        )?;
    }
    Ok(())
}

/// The built site in a real browser.
fn browser() -> Result<(), String> {
    setup::browser()?;
    let companion = web::build()?;
    run(
        "running the browser tests",
        cargo()
            .args(["test", "--locked", "--package", "vedette-tests", "--features", "browser"])
            .args(["--test", "browser", "--", "--test-threads", "1"])
            .env("VEDETTE", companion),
    )
}

/// Writes the JSON schemas of the formats anew.
pub(crate) fn schema() -> Result<(), String> {
    run(
        "writing the schemas of docs/formats/",
        cargo()
            .args(["test", "--locked", "--quiet", "--package", "vedette-tests", "--test", "schema"])
            .env("VEDETTE_BLESS", "1"),
    )
}
