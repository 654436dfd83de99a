//! The shared log of judgements from outside (`docs/formats/annotations.md`): what `vedette serve
//! --annotations` answers, and what is left on the disk when it is killed.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Mutex;
use vedette_tests::{companion, scratch};

/// A server that ends with the test, and what it said when it started.
struct Server {
    process: Child,
    address: String,
    errors: PathBuf,
}

impl Server {
    fn start(folder: &Path, file: &str) -> Self {
        std::fs::write(folder.join("index.html"), "<p>app</p>").unwrap();
        let errors = folder.join("errors.txt");
        let mut process = companion()
            .args(["serve", "--quiet", "--port", "0", "--app"])
            .arg(folder)
            .arg("--annotations")
            .arg(folder.join(file))
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { process, address, errors }
    }

    /// Ends it as a fault of the machine does: without a word.
    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// The status and the answer; none if the connection broke off.
    fn ask(&self, method: &str, query: &str, headers: &[&str], body: &str) -> Option<(u16, Value)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let mut head = format!("{method} /api/annotations{query} HTTP/1.1\r\n");
        let (host, length) = (&self.address, body.len());
        write!(head, "Host: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n").unwrap();
        head.extend(headers.iter().flat_map(|header| [*header, "\r\n"]));
        head.push_str("\r\n");
        stream.write_all(head.as_bytes()).ok()?;
        // A body that is too long may be refused before it is read.
        let _ = stream.write_all(body.as_bytes());
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_str(body).ok()?))
    }

    fn get(&self, query: &str) -> Value {
        let (status, answer) = self.ask("GET", query, &[], "").unwrap();
        assert_eq!(status, 200, "{answer}");
        answer
    }

    fn put(&self, body: &Value) -> Option<(u16, Value)> {
        self.ask("POST", "", &[JSON], &body.to_string())
    }

    /// Every event, read page by page.
    fn all(&self) -> Vec<Value> {
        let (mut all, mut query) = (Vec::new(), String::new());
        loop {
            let page = self.get(&query);
            assert_eq!(page["from"], all.len(), "pages follow one another");
            all.extend(page["events"].as_array().unwrap().iter().cloned());
            if page["more"] != true {
                return all;
            }
            let (cursor, mark) = (&page["cursor"], page["mark"].as_str().unwrap());
            query = format!("?after={cursor}&mark={mark}");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

const JSON: &str = "Content-Type: application/json";

fn event(who: &str, number: usize) -> Value {
    json!({
        "schema": "vedette.annotation/1", "id": format!("{who}/s/{number}"), "time": 1,
        "role": "label", "item": "1", "what": { "kind": "flag", "on": true },
    })
}

#[test]
fn the_log_takes_and_gives_what_it_may_and_refuses_the_rest() {
    let server = Server::start(&scratch("annotations-contract"), "team.jsonl");
    let empty = server.get("");
    assert_eq!(
        (&empty["name"], &empty["log"], &empty["cursor"]),
        (&"team".into(), &"".into(), &0.into())
    );
    let (status, put) = server.put(&json!({ "log": "", "events": [event("a", 1), 7] })).unwrap();
    assert_eq!(
        (status, &put["accepted"], &put["refused"][0]["number"]),
        (200, &1.into(), &1.into())
    );
    // Sent again, as by a browser that got no answer: it is there once.
    let (_, again) = server.put(&json!({ "log": put["log"], "events": [event("a", 1)] })).unwrap();
    assert_eq!((&again["accepted"], &again["known"]), (&0.into(), &1.into()));
    // The mark of a cursor is that of the answer that gave it.
    let page = server.get("");
    assert_eq!((&page["log"], &page["mark"]), (&put["log"], &put["mark"]));
    let mark = page["mark"].as_str().unwrap();
    assert_eq!(server.get(&format!("?after=1&mark={mark}"))["from"], 1);
    assert_eq!(server.get("?after=1&mark=0123456789abcdef")["from"], 0);
    assert_eq!(server.get("?after=2")["from"], 0);
    assert_eq!(server.get("?after=0&most=0")["more"], true);

    let own = format!("Origin: http://{}", server.address);
    let good = json!({ "events": [event("b", 1)] }).to_string();
    let other = json!({ "log": "", "events": [event("b", 1)] }).to_string();
    let long = "x".repeat(9 << 20);
    let cases: [(u16, &str, &str, Vec<&str>, &str); 10] = [
        (400, "GET", "?after=x", vec![], ""),
        (403, "GET", "", vec!["Origin: http://evil.example"], ""),
        (405, "PUT", "", vec![JSON], &good),
        (415, "POST", "", vec![], &good),
        (403, "POST", "", vec![JSON, "Origin: null"], &good),
        (400, "POST", "", vec![JSON], "{"),
        (400, "POST", "", vec![JSON], "{\"events\": 3}"),
        (409, "POST", "", vec![JSON], &other),
        (413, "POST", "", vec![JSON], &long),
        (200, "POST", "", vec![JSON, &own], &good),
    ];
    for (expected, method, query, headers, body) in cases {
        let shown = &body[..body.len().min(80)];
        let Some((status, said)) = server.ask(method, query, &headers, body) else {
            // The rest of a long body is not waited for.
            assert_eq!(expected, 413, "{method} {query} {headers:?} {shown}");
            continue;
        };
        assert_eq!(status, expected, "{method} {query} {headers:?} {shown}: {said}");
    }
    assert_eq!(server.all().len(), 2);
}

#[test]
fn a_second_server_leaves_the_file_alone() {
    let folder = scratch("annotations-twice");
    let first = Server::start(&folder, "team.jsonl");
    first.put(&json!({ "events": [event("a", 1)] })).unwrap();
    let second = companion()
        .args(["serve", "--quiet", "--port", "0", "--app"])
        .arg(&folder)
        .arg("--annotations")
        .arg(folder.join("team.jsonl"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && said.contains("another `vedette serve`"), "{said}");
    assert_eq!(first.all().len(), 1);
}

/// Four browsers write as fast as they can; the server is killed in between, five times over.
#[cfg(unix)]
#[test]
fn what_was_acknowledged_outlives_a_kill() {
    let folder = scratch("annotations-killed");
    let path = folder.join("team.jsonl");
    let acknowledged = Mutex::new(Vec::new());
    for round in 0..5_usize {
        let mut server = Server::start(&folder, "team.jsonl");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let (server, acknowledged) = (&server, &acknowledged);
                scope.spawn(move || {
                    for number in 1..=400 {
                        let own = event(&format!("w{writer}r{round}"), number);
                        let sent = json!({ "events": [own, event("all", number)] });
                        let Some((200, _)) = server.put(&sent) else { return };
                        let mut done = acknowledged.lock().unwrap();
                        done.push(sent["events"][0]["id"].clone());
                        if done.len() >= 60 * (round + 1) && writer == 0 {
                            // As pulling the plug, while others are in the middle of a request.
                            let pid = server.process.id().to_string();
                            let killed =
                                std::process::Command::new("kill").args(["-9", &pid]).status();
                            assert!(killed.unwrap().success());
                            return;
                        }
                    }
                });
            }
        });
        server.kill();
        let text = std::fs::read_to_string(&path).unwrap();
        let whole = |line: &&str| serde_json::from_str::<Value>(line).is_ok();
        let damaged = text.lines().filter(|line| !whole(line)).count();
        assert!(damaged <= round + 1, "a kill costs at most the line that was being written");
        let lines: Vec<Value> =
            text.lines().filter(whole).map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut ids: Vec<String> = lines.iter().map(|line| line["id"].to_string()).collect();
        for id in acknowledged.lock().unwrap().iter() {
            assert!(ids.contains(&id.to_string()), "{id} was acknowledged and is not in the file");
        }
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count, "nothing is there twice");
    }
    let server = Server::start(&folder, "team.jsonl");
    let given = server.all().len();
    assert!(given >= 5 * 60, "{given}");
}

#[test]
fn a_line_that_was_cut_off_is_named_and_kept_aside() {
    let folder = scratch("annotations-cut");
    let path = folder.join("team.jsonl");
    let mut server = Server::start(&folder, "team.jsonl");
    server.put(&json!({ "events": [event("a", 1), event("a", 2), event("a", 3)] })).unwrap();
    let mark = server.get("")["mark"].as_str().unwrap().to_owned();
    server.kill();
    let whole = std::fs::read_to_string(&path).unwrap();
    let cut = whole.len() - 20;
    std::fs::write(&path, &whole[..cut]).unwrap();
    let mut server = Server::start(&folder, "team.jsonl");
    let said = std::fs::read_to_string(&server.errors).unwrap();
    assert!(said.contains("team.jsonl: line 3: "), "{said}");
    assert_eq!(server.all().len(), 2);
    // Whoever had read all three is given the log anew, and sends what is missing.
    assert_eq!(server.get(&format!("?after=3&mark={mark}"))["from"], 0);
    server.put(&json!({ "events": [event("a", 3)] })).unwrap();
    assert_eq!(server.get("")["mark"], mark.as_str(), "the same log as before");
    server.kill();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // The remainder stands where it stood, and the line is there again behind it.
    assert_eq!(lines.len(), 4);
    assert!(whole.starts_with(&text[..cut]) && text.is_char_boundary(cut));
    assert_eq!(format!("{}\n", lines[3]), whole.split_inclusive('\n').nth(2).unwrap());
    let server = Server::start(&folder, "team.jsonl");
    assert_eq!(server.all().len(), 3);
}
