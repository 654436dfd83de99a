//! The companion's command line that reproduces what is on the screen.
//!
//! ```
//! use vedette_web::state::command::{equiv, quote};
//!
//! assert_eq!(quote("G (p -> F q)"), "'G (p -> F q)'");
//! assert_eq!(quote("it's"), r"'it'\''s'");
//! assert_eq!(
//!     equiv("G p", "F p", "finite", "spot"),
//!     "vedette equiv 'G p' 'F p' --finite --dialect spot"
//! );
//! ```

/// A text as one word of a POSIX shell: within single quotes nothing has a meaning but the quote.
pub fn quote(text: &str) -> String {
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"-_./:=,@%+".contains(&c);
    if !text.is_empty() && text.bytes().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The comparison of two formulas. A formula that begins with a dash is kept from being an option.
pub fn equiv(candidate: &str, truth: &str, reading: &str, dialect: &str) -> String {
    let dashed = candidate.starts_with('-') || truth.starts_with('-');
    let reading = match reading {
        "finite" => " --finite",
        "stuttering" => " --stuttering",
        _ => "",
    };
    let dialect = match dialect {
        "" | "auto" => String::new(),
        named => format!(" --dialect {}", quote(named)),
    };
    let (a, b) = (quote(candidate), quote(truth));
    if dashed {
        format!("vedette equiv{reading}{dialect} -- {a} {b}")
    } else {
        format!("vedette equiv {a} {b}{reading}{dialect}")
    }
}

/// Formulas evaluated on a trace.
///
/// ```
/// use vedette_web::state::command::play;
///
/// assert_eq!(
///     play(&["G p".into(), "-q".into()], "p & !q; q", "finite", "auto"),
///     "vedette play --on 'p & !q; q' --finite -- 'G p' -q"
/// );
/// ```
pub fn play(formulas: &[String], trace: &str, reading: &str, dialect: &str) -> String {
    let reading = match reading {
        "finite" => " --finite",
        "stuttering" => " --stuttering",
        _ => "",
    };
    let dialect = match dialect {
        "" | "auto" => String::new(),
        named => format!(" --dialect {}", quote(named)),
    };
    let formulas: Vec<String> = formulas.iter().map(|text| quote(text)).collect();
    let end = if formulas.iter().any(|text| text.starts_with('-')) { " --" } else { "" };
    format!("vedette play --on {}{reading}{dialect}{end} {}", quote(trace), formulas.join(" "))
}

/// The automaton of a formula.
///
/// ```
/// use vedette_web::state::command::automaton;
///
/// assert_eq!(
///     automaton("G p", "infinite", "states", "auto"),
///     "vedette automaton 'G p' --state-based --to hoa"
/// );
/// ```
pub fn automaton(formula: &str, reading: &str, kind: &str, dialect: &str) -> String {
    let kind = match (reading, kind) {
        ("finite", _) => " --finite",
        (_, "monitor") => " --monitor",
        (_, "states") => " --state-based",
        _ => "",
    };
    let dialect = match dialect {
        "" | "auto" => String::new(),
        named => format!(" --dialect {}", quote(named)),
    };
    // A formula that begins with a dash is kept from being an option.
    if formula.starts_with('-') {
        return format!("vedette automaton{kind} --to hoa{dialect} -- {}", quote(formula));
    }
    format!("vedette automaton {}{kind} --to hoa{dialect}", quote(formula))
}

#[cfg(test)]
mod tests {
    use super::{equiv, quote};
    use proptest::prelude::*;
    use std::process::Command;

    #[test]
    fn a_dash_is_no_option() {
        assert_eq!(equiv("-p", "q", "", "auto"), "vedette equiv -- -p q");
        assert_eq!(quote(""), "''");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// A shell gives every text back unchanged.
        #[test]
        fn a_shell_reads_the_text_unchanged(text in "[^\0]{0,40}") {
            let output = Command::new("sh")
                .args(["-c", &format!("printf %s {}", quote(&text))])
                .output()
                .unwrap();
            prop_assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
        }
    }
}
