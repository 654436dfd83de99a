//! Which format a text is in: looks at the keys of its first object, and no further than needed.

/// A format of trajectories.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// A recorded trace with simulator metadata: `{"trajectory": […]}`.
    Metadata,
    /// AI2-THOR events, one a line: `{"action": {…}, "metadata": {…}}`.
    Events,
    /// Expert demonstrations of ALFRED.
    Alfred,
    /// Our JSON lines: `{"steps": […]}`, one or more objects.
    Lines,
    /// Neither.
    Unknown {
        /// Where the first object starts, or the text.
        line: usize,
        /// The column there.
        column: usize,
        /// The keys of the first object.
        keys: Vec<String>,
    },
}

/// The format of `text`.
pub(super) fn format(text: &str) -> Format {
    let start = text.len() - text.trim_start().len();
    let mut keys = Vec::new();
    if text[start..].starts_with('{') {
        let (mut depth, mut string, mut escaped, mut key) = (0_usize, None, false, "");
        for (at, byte) in text.bytes().enumerate().skip(start) {
            if let Some(begin) = string {
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' => escaped = true,
                    b'"' => {
                        string = None;
                        key = &text[begin..at];
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => string = Some(at + 1),
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth <= 1 => break,
                b'}' | b']' => depth -= 1,
                b':' if depth == 1 => match key {
                    "trajectory" => return Format::Metadata,
                    "steps" => return Format::Lines,
                    "metadata" => return Format::Events,
                    "pddl_params" => return Format::Alfred,
                    _ => keys.push(format!("`{key}`")),
                },
                _ => {}
            }
        }
    }
    let before = &text[..start];
    let line = before.matches('\n').count() + 1;
    let column = start - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
    Format::Unknown { line, column, keys }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_the_first_object_decide() {
        assert_eq!(format(r#" {"success": true, "trajectory": []}"#), Format::Metadata);
        assert_eq!(format(r#"{"task": {"steps": 1}, "trajectory": []}"#), Format::Metadata);
        assert_eq!(format("{\"a\": \"}\\\"{\", \"steps\": []}\n{"), Format::Lines);
        assert_eq!(format(r#"{"t": 0, "action": {"steps": 1}, "metadata": {}}"#), Format::Events);
        assert_eq!(format(r#"{"plan": {}, "pddl_params": {}}"#), Format::Alfred);
        for text in ["[]", "", "{}", "{\"a\": [{\"steps\": 1}]}", "steps: 1", "\u{0}"] {
            assert!(matches!(format(text), Format::Unknown { .. }), "{text}");
        }
    }
}
