//! The web app that this companion carries, or that was built beside it.

use crate::exit::Failure;
#[cfg(feature = "embed-app")]
use rust_embed::RustEmbed;
use std::path::{Path, PathBuf};

/// Where the files of the web app come from.
#[derive(Debug)]
pub(crate) enum App {
    /// A folder.
    Folder(PathBuf),
    /// This program itself.
    #[cfg(feature = "embed-app")]
    Embedded,
}

/// Files of the folder that belong to the build, not to the app.
fn is_part(path: &str) -> bool {
    !path.split('/').any(|part| part.starts_with('.'))
}

#[cfg(feature = "embed-app")]
#[derive(RustEmbed)]
#[folder = "../../dist"]
struct Embedded;

impl App {
    /// The app in `folder` if one is named, else the one that this program carries.
    pub(crate) fn find(folder: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = folder {
            if !folder.join("index.html").is_file() {
                return Err(Failure::failed(format!(
                    "{} holds no web app: expected an index.html there (`cargo xtask build` makes \
                     dist/)",
                    folder.display()
                )));
            }
            return Ok(Self::Folder(folder.to_path_buf()));
        }
        #[cfg(feature = "embed-app")]
        return Ok(Self::Embedded);
        #[cfg(not(feature = "embed-app"))]
        Err(Failure::failed(
            "this build of vedette carries no web app: build with `cargo xtask build`, or name a \
             folder with --app",
        ))
    }

    /// The file at `path`, which has forward slashes.
    pub(crate) fn file(&self, path: &str) -> Option<Vec<u8>> {
        if !is_part(path) {
            return None;
        }
        match self {
            Self::Folder(folder) => std::fs::read(folder.join(path)).ok(),
            #[cfg(feature = "embed-app")]
            Self::Embedded => Embedded::get(path).map(|file| file.data.into_owned()),
        }
    }

    /// The paths of all files.
    pub(crate) fn paths(&self) -> Result<Vec<String>, Failure> {
        let mut paths: Vec<String> = match self {
            Self::Folder(folder) => crate::read::folder(folder)?,
            #[cfg(feature = "embed-app")]
            Self::Embedded => Embedded::iter().map(std::borrow::Cow::into_owned).collect(),
        };
        paths.retain(|path| is_part(path));
        paths.sort();
        Ok(paths)
    }
}
