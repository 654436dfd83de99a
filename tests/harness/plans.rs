//! Plans from outside: the service of `vedette serve`, the guide's Python program, and the comparison
//! with an installed model checker.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use vedette_tests::{companion, root, scratch};

/// Status, method, headers, body.
type Case<'a> = (u16, &'a str, Vec<(&'a str, &'a str)>, &'a str);

/// A server that ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(name: &str) -> Self {
        let app = scratch(name);
        std::fs::write(app.join("index.html"), "<p>app</p>").unwrap();
        let mut process = companion()
            .args(["serve", "--quiet", "--port", "0", "--app"])
            .arg(&app)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { process, address }
    }

    /// A request with these headers beside `Host`; the status and the body.
    fn ask(&self, method: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut head = format!("{method} /api/plan/verify HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.extend(["Host: ", self.address.as_str(), "\r\n"]);
        }
        for (name, value) in headers {
            head.extend([*name, ": ", *value, "\r\n"]);
        }
        head.extend(["Content-Length: ", &body.len().to_string(), "\r\n\r\n"]);
        stream.write_all(head.as_bytes()).unwrap();
        // A body that is too long may be refused before it is read.
        let _ = stream.write_all(body.as_bytes());
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        (status, body.to_owned())
    }

    fn question(&self, body: &str) -> (u16, Value) {
        let (status, body) = self.ask("POST", &[JSON], body);
        (status, serde_json::from_str(&body).unwrap_or_else(|e| panic!("{e}: {body}")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const JSON: (&str, &str) = ("Content-Type", "application/json");
const GOOD: &str =
    r#"{"plan": "stove_on('low')\nstove_off()\n", "tools": "home", "packs": ["home"]}"#;
const BAD: &str = r#"{"plan": "stove_on('low')\n", "tools": "home", "packs": ["home"]}"#;

#[test]
fn the_service_answers_what_it_may_and_refuses_the_rest() {
    let server = Server::start("plans-service");
    let (status, report) = server.question(GOOD);
    assert_eq!((status, &report["status"]), (200, &"accepted".into()));
    let (status, report) = server.question(BAD);
    assert_eq!((status, &report["status"]), (200, &"violated".into()));
    assert_eq!(report["schema"], "vedette.plan/1");

    let own = format!("http://{}", server.address);
    let refused: [Case<'_>; 9] = [
        (405, "GET", vec![JSON], ""),
        (415, "POST", vec![], GOOD),
        (415, "POST", vec![("Content-Type", "text/plain")], GOOD),
        (403, "POST", vec![JSON, ("Host", "evil.example")], GOOD),
        (403, "POST", vec![JSON, ("Origin", "http://evil.example")], GOOD),
        (403, "POST", vec![JSON, ("Origin", "null")], GOOD),
        (400, "POST", vec![JSON], "{"),
        (400, "POST", vec![JSON], r#"{"plan": "", "tool": "home"}"#),
        (200, "POST", vec![JSON, ("Origin", &own)], GOOD),
    ];
    for (expected, method, headers, body) in refused {
        let (status, said) = server.ask(method, &headers, body);
        assert_eq!(status, expected, "{method} {headers:?} {body}: {said}");
    }
    // Names of files are not names of tables or packs.
    for part in ["/etc/hostname", "../home", "home.json"] {
        let body = format!(r#"{{"plan": "", "tools": "home", "packs": ["{part}"]}}"#);
        let (_, report) = server.question(&body);
        assert_eq!(
            (&report["status"], &report["faults"][0]["part"]),
            (&"rejected".into(), &"packs".into())
        );
        let body = format!(r#"{{"plan": "", "tools": "{part}"}}"#);
        assert_eq!(server.question(&body).1["faults"][0]["part"], "tools");
    }
    let long = format!(r#"{{"plan": "{}", "tools": "home"}}"#, "#".repeat(2 << 20));
    let (status, _) = server.ask("POST", &[JSON], &long);
    assert_eq!(status, 413);
}

/// Those that never say their question to its end take all places; when they go, there is room again.
#[test]
fn a_full_service_turns_away_and_recovers() {
    let server = Server::start("plans-full");
    // More than there are places: a question that is asked meanwhile takes the place of one of these.
    let begun: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            let head = format!(
                "POST /api/plan/verify HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
                 Content-Length: 100\r\n\r\n{{",
                server.address
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    // The places are taken one by one: until then a question may still be answered. A refusal that
    // comes before the body was read may close the connection (0).
    let until = |wanted: u16| {
        let answers = (0..2_000).map(|_| server.ask("POST", &[JSON], GOOD));
        let mut answers = answers.inspect(|(status, _)| assert!([0, 200, 503].contains(status)));
        answers.find(|(status, _)| *status == wanted).unwrap_or_default()
    };
    assert!(until(503).1.contains("too many questions at once"));
    drop(begun);
    assert!(until(200).1.contains("accepted"));
}

#[test]
fn many_may_ask_at_once() {
    let server = Server::start("plans-concurrent");
    std::thread::scope(|scope| {
        let ask = |index: usize| {
            let server = &server;
            move || {
                let (body, expected) =
                    if index.is_multiple_of(2) { (GOOD, "accepted") } else { (BAD, "violated") };
                for _ in 0..5 {
                    let (status, report) = server.question(body);
                    assert_eq!((status, &report["status"]), (200, &expected.into()));
                }
            }
        };
        let threads: Vec<_> = (0..16).map(|index| scope.spawn(ask(index))).collect();
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

/// The program of `docs/guides/agent.md`, as it stands there.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn the_guide_runs() {
    let guide = std::fs::read_to_string(root().join("docs/guides/agent.md")).unwrap();
    let code = guide.split_once("```python\n").unwrap().1.split_once("```").unwrap().0;
    let server = Server::start("plans-guide");
    let code = code.replace("127.0.0.1:8080", &server.address);
    let Ok(run) = Command::new("python3").args(["-c", &code]).output() else {
        eprintln!("SKIPPED: no python3");
        return;
    };
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(said.contains("ran: ") && said.contains("stove_off()"), "{run:?}");
}

/// A stand-in for `NuSMV` that says what it is told.
#[cfg(unix)]
#[test]
fn verdicts_of_another_model_checker_are_compared() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch("plans-crosscheck");
    std::fs::write(folder.join("p.py"), "stove_on('low')\n").unwrap();
    let checker = folder.join("NuSMV");
    let policy = "title: T\nid: stove\nformula: AG(call_stove_on -> AF call_stove_off)\n";
    std::fs::write(folder.join("p.yaml"), policy).unwrap();
    for (said, status, word) in [
        ("-- specification AG x  is false", 0, "\"agree\":true"),
        ("-- specification AG x  is true", 3, "\"agree\":false"),
        ("-- specification AG x  is false\\n-- specification AG y  is true", 1, "decided 2"),
        ("", 1, "decided 0 specifications of 1"),
    ] {
        let script = format!("#!/bin/sh\ntest -f \"$1\" && printf '%b\\n' '{said}'\n");
        std::fs::write(&checker, script).unwrap();
        std::fs::set_permissions(&checker, std::fs::Permissions::from_mode(0o755)).unwrap();
        let run = companion()
            .current_dir(&folder)
            .args(["plan", "machine", "p.py", "--tools", "home", "--policies", "p.yaml"])
            .args(["--format", "jsonl", "--crosscheck"])
            .arg(&checker)
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(status), "{said}: {run:?}");
        let text = [run.stdout, run.stderr].map(|out| String::from_utf8(out).unwrap()).concat();
        assert!(text.contains(word), "{said}: {text}");
    }
}
