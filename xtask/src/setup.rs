//! Installs what building and testing need, says what and why, and does nothing twice.
//!
//! Programs built by cargo go into a folder of the user's cache, one folder a version, so that they
//! neither replace another version that the user has nor have to be built again for another
//! checkout. A program of the right version on the PATH is used as it is.

use crate::shell::{cargo, output, run, say, which};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Newer versions of Trunk need a newer compiler than `rust-toolchain.toml` names.
const TRUNK: &str = "0.21.14";
/// Must equal the version of the library in `Cargo.toml`, or the wasm cannot be bound.
const WASM_BINDGEN: &str = "0.2.128";
/// The npm package that carries `wasm-opt`.
const BINARYEN: &str = "132.0.0";

/// Where the tools are that the web build needs.
pub(crate) struct WebTools {
    /// Trunk.
    pub(crate) trunk: PathBuf,
    /// The folder of the matching `wasm-bindgen`.
    pub(crate) wasm_bindgen: PathBuf,
    /// `wasm-opt`, if Node is there.
    pub(crate) wasm_opt: Option<PathBuf>,
}

/// Sets up the web build.
pub(crate) fn web() -> Result<WebTools, String> {
    wasm_target()?;
    let trunk = cargo_tool("trunk", "trunk", TRUNK, "to build the web app")?;
    let bindgen = cargo_tool(
        "wasm-bindgen-cli",
        "wasm-bindgen",
        WASM_BINDGEN,
        "to join the wasm to the page; its version must match the library's",
    )?;
    let folder = bindgen.parent().unwrap_or(Path::new(".")).to_path_buf();
    Ok(WebTools { trunk, wasm_bindgen: folder, wasm_opt: wasm_opt() })
}

/// The compiler's own tools for the `wasm32-unknown-unknown` target.
pub(crate) fn wasm_target() -> Result<(), String> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let library =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    if which("rustup").is_none() {
        return Err(format!(
            "the compiler has no {TARGET} target, and rustup is not there to add it: install rustup, \
             or add the target with the tool that installed the compiler"
        ));
    }
    run(
        &format!("adding the {TARGET} target, for the web app"),
        Command::new("rustup").args(["target", "add", TARGET]),
    )
}

/// A program that cargo installs: the one on the PATH if its version is right, else our own.
fn cargo_tool(package: &str, program: &str, version: &str, why: &str) -> Result<PathBuf, String> {
    let right = |file: &Path| {
        output(Command::new(file).arg("--version"))
            .is_some_and(|text| text.split_whitespace().any(|word| word == version))
    };
    if let Some(file) = which(program).filter(|file| right(file)) {
        return Ok(file);
    }
    let folder = cache()?.join(format!("{package}-{version}"));
    let file = folder.join("bin").join(program);
    if right(&file) {
        return Ok(file);
    }
    run(
        &format!("installing {package} {version}, {why} (once; takes minutes)"),
        cargo()
            .args(["install", "--locked", "--force", package, "--version", version, "--root"])
            .arg(&folder)
            // Options meant for the project's own build would only slow this one down.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_TARGET_DIR")
            // They run for seconds: what their own profiles spend on speed takes minutes.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
    )?;
    Ok(file)
}

/// `wasm-opt`, which makes the wasm a fifth smaller. The build goes on without it.
fn wasm_opt() -> Option<PathBuf> {
    if let Some(file) = which("wasm-opt") {
        return Some(file);
    }
    if which("node").is_none() || which("npm").is_none() {
        say("wasm-opt left out: Node and npm are not there (the page is larger without it)");
        return None;
    }
    let folder = cache().ok()?.join(format!("binaryen-{BINARYEN}"));
    let file = folder.join("node_modules/.bin/wasm-opt");
    if !file.exists() {
        let installed = run(
            &format!("installing binaryen {BINARYEN}, whose wasm-opt makes the page smaller"),
            Command::new("npm")
                .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
                .arg(&folder)
                .arg(format!("binaryen@{BINARYEN}")),
        );
        if let Err(message) = installed {
            say(&format!("wasm-opt left out: {message}"));
            return None;
        }
    }
    Some(file)
}

/// Chromium and its driver, for the browser tests.
pub(crate) fn browser() -> Result<(), String> {
    let there = |names: &[&str]| names.iter().any(|name| which(name).is_some());
    if there(&["chromium", "chromium-browser", "google-chrome"]) && there(&["chromedriver"]) {
        return Ok(());
    }
    let by_hand = "install Chromium and its driver (on Debian and Ubuntu: `apt-get install chromium \
                   chromium-driver`), then run this again; or leave the browser tests out with \
                   `cargo xtask test lint unit web`";
    if which("apt-get").is_none() {
        return Err(format!("the browser tests need Chromium and ChromeDriver: {by_hand}"));
    }
    let root = output(Command::new("id").arg("-u")).as_deref() == Some("0");
    let apt = |arguments: &[&str]| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.args(["-n", "apt-get"]);
        }
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run("updating the list of packages, to find Chromium", &mut apt(&["update", "-qq"]))
        .and_then(|()| {
            run(
                "installing chromium and chromium-driver, for the browser tests",
                &mut apt(&["install", "-y", "-qq", "chromium", "chromium-driver"]),
            )
        })
        .map_err(|message| format!("{message}; {by_hand}"))
}

/// The folder for tools in the user's cache.
fn cache() -> Result<PathBuf, String> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .ok_or("neither HOME nor XDG_CACHE_HOME is set; expected a place for tools")?;
    Ok(base.join("vedette-tools"))
}
