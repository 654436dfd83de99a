//! A browser, a driver and a served site for one test.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;
use vedette_tests::{companion, root};

/// How long a page may take to show what it should. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a test needs; everything ends with it.
pub(crate) struct Browser {
    /// The page.
    pub(crate) page: WebDriver,
    /// Where the site is served, with a slash at the end.
    pub(crate) site: String,
    processes: Vec<Child>,
}

impl Drop for Browser {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Starts a browser on the site, optionally with a bundle beside the page.
pub(crate) async fn open(bundle: Option<&str>) -> Browser {
    let mut server = companion()
        .args(["serve", "--quiet", "--port", &free_port().to_string()])
        .args(bundle)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the companion serves");
    let mut line = String::new();
    let out = server.stdout.take().expect("its output is a pipe");
    BufReader::new(out).read_line(&mut line).expect("it prints an address");
    let port = free_port();
    let driver = Command::new("chromedriver")
        .arg(format!("--port={port}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts; `cargo xtask test browser` installs it");
    let page = connect(port).await;
    Browser { page, site: line.trim().to_owned(), processes: vec![server, driver] }
}

async fn connect(port: u16) -> WebDriver {
    let mut options = DesiredCapabilities::chrome();
    for flag in [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900",
    ] {
        options.add_arg(flag).expect("a flag");
    }
    for name in ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"] {
        if std::path::Path::new(name).exists() {
            options.set_binary(name).expect("a path");
            break;
        }
    }
    let start = Instant::now();
    loop {
        match WebDriver::new(format!("http://127.0.0.1:{port}"), options.clone()).await {
            Ok(page) => return page,
            Err(error) => assert!(start.elapsed() < PATIENCE, "no browser: {error}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

impl Browser {
    /// Goes to a route, such as `#/compare`.
    pub(crate) async fn go(&self, route: &str) {
        self.page.goto(format!("{}{route}", self.site)).await.expect("the page loads");
    }

    /// The element that `css` finds, as soon as it is there and seen.
    pub(crate) async fn find(&self, css: &str) -> WebElement {
        let start = Instant::now();
        loop {
            if let Ok(element) = self.page.find(By::Css(css)).await
                && element.is_displayed().await.unwrap_or(false)
            {
                return element;
            }
            assert!(start.elapsed() < PATIENCE, "`{css}` does not appear");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until the text of `css` contains `part`.
    pub(crate) async fn text(&self, css: &str, part: &str) -> String {
        let start = Instant::now();
        let mut last = String::new();
        loop {
            if let Ok(element) = self.page.find(By::Css(css)).await {
                last = element.text().await.unwrap_or_default();
                if last.contains(part) {
                    return last;
                }
            }
            assert!(start.elapsed() < PATIENCE, "`{css}` says {last:?}; expected {part:?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Replaces what an input holds, as a person types.
    pub(crate) async fn fill(&self, css: &str, text: &str) {
        let element = self.find(css).await;
        element.click().await.expect("it takes the focus");
        element.send_keys(Key::Control + "a").await.expect("keys");
        element.send_keys(text).await.expect("keys");
    }

    /// Presses keys where the focus is.
    pub(crate) async fn press(&self, keys: impl Into<TypingData>) {
        let focus = self.page.active_element().await.expect("something has the focus");
        focus.send_keys(keys).await.expect("keys");
    }

    /// Keeps a picture of the page.
    pub(crate) async fn picture(&self, name: &str) {
        let folder: PathBuf = root().join("test-output/browser");
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let path = folder.join(format!("{name}.png"));
        self.page.screenshot(&path).await.expect("a screenshot");
    }

    /// What the page has reported as errors to the console.
    pub(crate) async fn run(&self, script: &str) -> serde_json::Value {
        let result = self.page.execute(script, vec![]).await.expect("the script runs");
        result.json().clone()
    }

    /// Ends the browser.
    pub(crate) async fn close(self) {
        let _ = self.page.clone().quit().await;
    }
}
