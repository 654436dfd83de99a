//! A browser, a driver and a served site for one test.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;
use vedette_tests::{companion, root};

/// How long a page may take to show what it should. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a test needs; everything ends with it.
pub(crate) struct Browser {
    /// The page. It is dropped before the processes: dropping it ends the browser through the
    /// driver, and a driver that is killed first leaves its browser behind.
    pub(crate) page: WebDriver,
    /// Where the site is served, with a slash at the end.
    pub(crate) site: String,
    _processes: Processes,
}

/// Programs that end with the test, also when it fails.
struct Processes(Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Starts a browser on the site, optionally with a bundle beside the page.
pub(crate) async fn open(bundle: Option<&str>) -> Browser {
    let (server, site) = serve(free_port(), bundle);
    browse(&site, Some(server)).await
}

/// Starts a browser on a site that the companion has made, served as it lies there.
pub(crate) async fn open_site(folder: &Path) -> Browser {
    let (server, site) = serve(free_port(), [OsStr::new("--app"), folder.as_os_str()]);
    browse(&site, Some(server)).await
}

/// Serves the site with these arguments; gives the process and the address, with a slash at the end.
fn serve<A: AsRef<OsStr>>(port: u16, arguments: impl IntoIterator<Item = A>) -> (Child, String) {
    let mut server = companion()
        .args(["serve", "--quiet", "--port", &port.to_string()])
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the companion starts");
    let out = server.stdout.take().expect("its output is a pipe");
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).expect("its output is text");
    if !line.starts_with("http://") {
        let _ = server.kill();
        panic!(
            "the companion prints no address: `VEDETTE` must name one with the app inside, as \
             `cargo xtask build` makes it"
        );
    }
    (server, line.trim().to_owned())
}

/// A site of its own, apart from any browser: it can be stopped, and served again at its address.
pub(crate) struct Served {
    /// Where it is served, with a slash at the end.
    pub(crate) site: String,
    port: u16,
    process: Option<Processes>,
}

impl Served {
    /// Serves with a shared log.
    pub(crate) fn with_log(log: &Path) -> Self {
        let port = free_port();
        let mut served = Self { site: String::new(), port, process: None };
        served.again(log);
        served
    }

    /// Kills it, as a fault of the machine does.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    /// Serves again at the same address, perhaps with another log.
    pub(crate) fn again(&mut self, log: &Path) {
        self.kill();
        let (server, site) = serve(self.port, [OsStr::new("--annotations"), log.as_os_str()]);
        self.process = Some(Processes(vec![server]));
        self.site = site;
    }

    /// A browser of somebody's own, on this site.
    pub(crate) async fn browser(&self) -> Browser {
        browse(&self.site, None).await
    }
}

/// Starts a browser for a site, which ends with it if it is given.
async fn browse(site: &str, server: Option<Child>) -> Browser {
    let mut processes = Processes(server.into_iter().collect());
    let port = free_port();
    let driver = Command::new("chromedriver")
        .arg(format!("--port={port}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts; `cargo xtask test browser` installs it");
    processes.0.push(driver);
    let page = connect(port).await;
    Browser { page, site: site.to_owned(), _processes: processes }
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
            if start.elapsed() > PATIENCE {
                self.fail(&format!("`{css}` does not appear")).await;
            }
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
            if start.elapsed() > PATIENCE {
                self.fail(&format!("`{css}` says {last:?}; expected {part:?}")).await;
            }
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

    /// Drops a file or folder of this machine in the middle of the page, as a mouse does.
    pub(crate) async fn drop_on_page(&self, path: &Path) {
        let tools = self.page.cdp();
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = serde_json::json!({
                "type": kind,
                "x": 400,
                "y": 300,
                "data": { "items": [], "files": [path], "dragOperationsMask": 1 },
            });
            tools
                .send_raw("Input.dispatchDragEvent", event)
                .await
                .expect("the browser takes what is dropped");
        }
    }

    /// Keeps a picture of the page.
    pub(crate) async fn picture(&self, name: &str) {
        let folder: PathBuf = root().join("test-output/browser");
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let path = folder.join(format!("{name}.png"));
        self.page.screenshot(&path).await.expect("a screenshot");
    }

    /// Ends the test with what the page shows.
    async fn fail(&self, why: &str) -> ! {
        let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
        self.picture(&format!("failed-{name}")).await;
        let shown = self.run("return document.body.innerText;").await;
        panic!("{why}; the page shows {shown}");
    }

    /// Runs a script in the page.
    pub(crate) async fn run(&self, script: &str) -> serde_json::Value {
        let result = self.page.execute(script, vec![]).await.expect("the script runs");
        result.json().clone()
    }

    /// Ends the browser.
    pub(crate) async fn close(self) {
        let _ = self.page.clone().quit().await;
    }
}
