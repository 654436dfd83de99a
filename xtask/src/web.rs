//! Building the web app and the companion, and serving both.

use crate::setup::{self, WebTools};
use crate::shell::{cargo, run, say, with_path};
use crate::{inputs, root};
use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Where the built app remembers what it was built from.
const STAMP: &str = ".built-from";

/// Builds everything; gives the companion.
pub(crate) fn build() -> Result<PathBuf, String> {
    let dist = root().join("dist");
    let stamp = dist.join(STAMP);
    let now = inputs::fingerprint(&root())?.to_string();
    if fs::read_to_string(&stamp).is_ok_and(|then| then == now) {
        say("the web app in dist/ is up to date");
    } else {
        let tools = setup::web()?;
        app(&tools)?;
        if let Some(wasm_opt) = &tools.wasm_opt {
            shrink(&tools, wasm_opt, &dist)?;
        }
        fs::write(&stamp, now)
            .map_err(|e| format!("{} cannot be written: {e}", stamp.display()))?;
    }
    companion()
}

/// The app itself, into `dist/`.
fn app(tools: &WebTools) -> Result<(), String> {
    let mut trunk = Command::new(&tools.trunk);
    trunk.args(["build", "--release", "--offline", "--locked", "--color", "never"]);
    // Trunk reads NO_COLOR as a flag with a value, and stops at any other than true or false.
    trunk.env_remove("NO_COLOR");
    run(
        "building the web app (the first time takes minutes)",
        with_path(&mut trunk, &[&tools.wasm_bindgen]),
    )
}

/// What the compiler uses of WebAssembly. Not `--all-features`: that writes what no browser reads.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Makes the wasm files smaller, as many at once as there are cores: `wasm-opt` uses one of them.
fn shrink(tools: &WebTools, wasm_opt: &Path, dist: &Path) -> Result<(), String> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let waiting = Mutex::new(files(dist, "wasm")?.into_iter());
    let work = || {
        // The lock is let go before the work: a `while let` would keep it.
        loop {
            let next = waiting.lock().map_err(|_| "another file failed")?.next();
            let Some(file) = next else { return Ok(()) };
            shrink_one(tools, wasm_opt, &file)?;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().map_err(|_| "a thread that ran wasm-opt panicked".to_owned())?
        })
    })
}

/// Makes one wasm file smaller.
fn shrink_one(tools: &WebTools, wasm_opt: &Path, file: &Path) -> Result<(), String> {
    let small = file.with_extension("small");
    let mut command = Command::new(wasm_opt);
    // Workers compute, and load beside the page that is already there.
    let name = file.file_name().unwrap_or_default().display().to_string();
    command
        .arg(if name.contains("worker-") { "-O3" } else { "-Oz" })
        .args(FEATURES)
        .arg(file)
        .arg("-o")
        .arg(&small);
    run(&format!("making {name} smaller"), with_path(&mut command, &[&tools.wasm_bindgen]))?;
    fs::rename(&small, file).map_err(|e| format!("{} cannot be replaced: {e}", file.display()))
}

/// The companion, optimised, with the web app inside: `dist/` must be there.
fn companion() -> Result<PathBuf, String> {
    run(
        "building the companion",
        cargo()
            .args(["build", "--release", "--locked", "--quiet", "--package", "vedette-cli"])
            .args(["--features", "embed-app"]),
    )?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    Ok(target.join("release/vedette"))
}

/// Builds, then serves until the user stops it.
pub(crate) fn serve(args: &[&str]) -> Result<(), String> {
    let companion = build()?;
    let mut command = Command::new(companion);
    command.arg("serve").args(args);
    run("serving the app with the sample bundle; stop it with Ctrl+C", &mut command)
}

/// What the first page weighs after gzip: what `index.html` names, without the worker and the rooms.
pub(crate) fn size() -> Result<(), String> {
    let dist = root().join("dist");
    let page = fs::read_to_string(dist.join("index.html")).map_err(|e| {
        format!("dist/index.html cannot be read ({e}): run `cargo xtask build` first")
    })?;
    let mut first = 0;
    for extension in ["html", "css", "js", "wasm"] {
        for file in files(&dist, extension)? {
            let name = file.file_name().unwrap_or_default().display().to_string();
            let bytes = fs::read(&file).map_err(|e| format!("{name} cannot be read: {e}"))?;
            let small = gzip(&bytes)?;
            // What is loaded later is named without a path, in a meta element.
            let is_first = page.contains(&format!("/{name}")) || extension == "html";
            if is_first && matches!(extension, "js" | "wasm") {
                first += small;
            }
            let raw = bytes.len();
            println!(
                "{raw:>9} raw {small:>9} gzip  {name}{}",
                if is_first { "" } else { "  (later)" }
            );
        }
    }
    println!("{first:>23} gzip  wasm and JavaScript that the first page names");
    Ok(())
}

/// The number of bytes after `gzip -9`.
fn gzip(bytes: &[u8]) -> Result<usize, String> {
    let failed = |e: std::io::Error| format!("gzip could not be run: {e}");
    let mut child = Command::new("gzip")
        .args(["-9", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut input = child.stdin.take().ok_or("gzip takes no input")?;
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().map_err(failed)?;
    writer.join().map_err(|_| "gzip took no input")?.map_err(failed)?;
    Ok(output.stdout.len())
}

/// The files of a folder with an extension, sorted.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let error = |e: std::io::Error| format!("{} cannot be read: {e}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
