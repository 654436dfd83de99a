//! What the suites share: where the recorded data lies, and the companion under test.

pub mod bundles;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
pub use vedette_testkit::recorded;

/// The top folder of the project.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The companion: the one that `VEDETTE` names, else one that cargo builds now.
///
/// # Panics
/// If it cannot be built.
pub fn companion() -> Command {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| {
        if let Some(path) = std::env::var_os("VEDETTE") {
            return path.into();
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--package", "vedette-cli"])
            .current_dir(root())
            .status();
        assert!(built.is_ok_and(|status| status.success()), "the companion cannot be built");
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
        target.join("debug/vedette")
    });
    Command::new(path)
}

/// An empty folder of this name for a test's files.
///
/// # Panics
/// If the folder cannot be made.
pub fn scratch(name: &str) -> PathBuf {
    let folder = root().join("test-output").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the test's folder can be made");
    folder
}
