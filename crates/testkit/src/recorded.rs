//! Where the recorded data lies that tests are held against: `shared/data`, in a folder that holds the
//! project. It is not the project's own and may be missing; then a test says so and ends.

use std::path::{Path, PathBuf};

/// A file or folder of the recorded data, if it is there; if not, a word that the test is skipped.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub fn recorded(path: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut places = here.ancestors().map(|up| up.join("shared/data").join(path));
    let found = places.find(|place| place.exists());
    if found.is_none() {
        eprintln!("SKIPPED: the recorded data {path} is not beside the project");
    }
    found
}
