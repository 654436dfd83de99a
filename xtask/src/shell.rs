//! Running other programs, with a line that says what and why.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Says what happens next.
pub(crate) fn say(message: &str) {
    eprintln!("── {message}");
}

/// Runs `command` in the top folder; its output goes to the terminal.
pub(crate) fn run(why: &str, command: &mut Command) -> Result<(), String> {
    say(why);
    let start = Instant::now();
    let status = command.current_dir(crate::root()).status();
    let shown = format!("{command:?}").replace('"', "");
    match status {
        Ok(status) if status.success() => {
            eprintln!("   done in {:.1} s", start.elapsed().as_secs_f64());
            Ok(())
        }
        Ok(status) => Err(format!("`{shown}` failed ({status}); its messages stand above")),
        Err(error) => Err(format!("`{shown}` could not be started: {error}")),
    }
}

/// What `command` prints, if it runs and succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Where `program` is on the PATH.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Cargo, the one that runs us.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Puts `folders` in front of the command's PATH.
pub(crate) fn with_path<'a>(command: &'a mut Command, folders: &[&Path]) -> &'a mut Command {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().map(|f| f.to_path_buf()).chain(std::env::split_paths(&old));
    if let Ok(path) = std::env::join_paths(all) {
        command.env("PATH", path);
    }
    command
}
