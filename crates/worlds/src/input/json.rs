//! JSON text to a typed value, with errors that name the path.
//!
//! The text is read once, fast; only if that fails it is looked at again: for nesting, because the
//! reader's own message ("recursion limit exceeded") says neither what nor what to do, and then with
//! the path tracked. A good file pays nothing for the error messages of a bad one.

use super::{At, InputError, Limits};
use serde::Deserialize;

/// The value that `text` spells. `first_line` is the number of its first line within `source`.
pub(crate) fn read<'a, T: Deserialize<'a>>(
    text: &'a str,
    source: &str,
    first_line: usize,
    expected: &str,
    limits: &Limits,
) -> Result<T, InputError> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    if let Some(byte) = too_deep(text, limits.nesting) {
        return Err(InputError::new(
            source,
            At::Line(first_line + text[..byte].matches('\n').count(), column(text, byte)),
            format!("found brackets nested more than {} deep", limits.nesting),
            expected,
        ));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let result: Result<T, _> = serde_path_to_error::deserialize(&mut reader);
    let error = match result {
        Ok(value) => match reader.end() {
            Ok(()) => return Ok(value),
            Err(error) => return Err(describe(text, &error, None, source, first_line, expected)),
        },
        Err(error) => error,
    };
    let path = error.path().to_string();
    let path = (path != "." && path != "?").then_some(path);
    Err(describe(text, error.inner(), path, source, first_line, expected))
}

fn describe(
    whole: &str,
    error: &serde_json::Error,
    path: Option<String>,
    source: &str,
    first_line: usize,
    expected: &str,
) -> InputError {
    let (line, column) = ((first_line + error.line()).saturating_sub(1), error.column());
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let at = match path {
        Some(path) => At::Path(line, column, path),
        None => At::Line(line, column),
    };
    if let Some(what) = no_number(whole, error, text) {
        return InputError::new(source, at, what, expected);
    }
    let kind = match error.classify() {
        serde_json::error::Category::Eof => "found text that is cut off",
        serde_json::error::Category::Syntax => "found text that is not JSON",
        _ => "found JSON of another shape",
    };
    InputError::new(source, at, format!("{kind} ({text})"), expected)
}

/// What is found where there is a number that JSON cannot have: other writers spell `NaN` and
/// `Infinity`, and the reader's own message would call that no value.
fn no_number(whole: &str, error: &serde_json::Error, text: &str) -> Option<String> {
    if text.starts_with("number out of range") {
        return Some("found a number that is out of range".to_owned());
    }
    let line = whole.split('\n').nth(error.line().checked_sub(1)?)?;
    // The reader stops at the first letter, or behind a sign and before it.
    let from = error.column().saturating_sub(2);
    let rest = line.get(from..).or_else(|| line.get(from + 1..))?;
    let rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let names = ["NaN", "Infinity", "nan", "inf"];
    let name = names.into_iter().find(|name| rest.starts_with(name))?;
    Some(format!("found `{name}`, which is no finite number"))
}

/// The byte at which brackets are nested deeper than `limit`.
fn too_deep(text: &str, limit: usize) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => {
                depth += 1;
                if depth > limit {
                    return Some(at);
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn column(text: &str, byte: usize) -> usize {
    byte - text[..byte].rfind('\n').map_or(0, |newline| newline + 1) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its errors are looked at")]
    struct Shape {
        steps: Vec<u32>,
    }

    #[test]
    fn errors_name_line_column_and_path() {
        let message = |text: &str| {
            read::<Shape>(text, "t.json", 7, "numbers", &Limits::default()).unwrap_err().to_string()
        };
        let cases = [
            (
                r#"{"steps": [1, "x"]}"#,
                "t.json, line 7, column 17, at steps[1]: found JSON of another shape",
            ),
            ("{\"steps\": [1,\n 2", "t.json, line 8, column 2"),
            (r#"{"steps": []} x"#, "found text that is not JSON (trailing characters)"),
            (r#"{"step": []}"#, "missing field `steps`"),
            (
                r#"{"steps": [1, NaN]}"#,
                "t.json, line 7, column 15, at steps[1]: found `NaN`, which is no finite number",
            ),
            (
                r#"{"steps": [-Infinity]}"#,
                "at steps[0]: found `Infinity`, which is no finite number",
            ),
            (r#"{"steps": [1e999]}"#, "at steps[0]: found a number that is out of range"),
        ];
        for (text, expected) in cases {
            let message = message(text);
            assert!(message.contains(expected), "{text}: {message}");
            assert!(message.ends_with("expected numbers"), "{message}");
        }
    }

    #[test]
    fn deep_nesting_is_named_and_brackets_in_strings_do_not_count() {
        let deep = "[".repeat(100_000);
        let error = read::<Value>(&deep, "t", 1, "JSON", &Limits::default()).unwrap_err();
        assert_eq!(error.at, At::Line(1, 101));
        let text = format!("[\"{}\\\"\"]", "[".repeat(1000));
        assert!(read::<Value>(&text, "t", 1, "JSON", &Limits::default()).is_ok());
    }
}
