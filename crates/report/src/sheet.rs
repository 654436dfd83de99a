//! Tables that are downloaded: CSV for spreadsheets, JSON for scripts.
//!
//! ```
//! use vedette_report::sheet::{Cell, Sheet};
//!
//! let sheet = Sheet {
//!     columns: vec!["rule".into(), "violated".into(), "rate".into()],
//!     rows: vec![vec![Cell::text("say \"no\", twice"), Cell::Count(2), Cell::number(Some(0.5))]],
//! };
//! assert_eq!(sheet.csv(), "rule,violated,rate\r\n\"say \"\"no\"\", twice\",2,0.5\r\n");
//! assert_eq!(sheet.json(), "[\n{\"rule\":\"say \\\"no\\\", twice\",\"violated\":2,\"rate\":0.5}\n]\n");
//! ```
//!
//! # Reference
//! RFC 4180 for CSV. A text that a spreadsheet would take for a formula of its own (it begins with
//! `=`, `+`, `-` or `@`) is kept as it is, for scripts compare ids; open such a file as text.

use serde_json::Value;

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, a cell a column.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
}

impl Cell {
    /// A text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// A number, if there is one.
    pub fn number(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

impl Sheet {
    /// As CSV.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let names = self.columns.iter().map(|name| Cell::text(name)).collect();
        for row in [names].iter().chain(&self.rows) {
            for (at, cell) in row.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                match cell {
                    Cell::Empty => {}
                    Cell::Text(word) => quoted(word, &mut text),
                    Cell::Count(count) => text.push_str(&count.to_string()),
                    Cell::Number(number) => text.push_str(&number.to_string()),
                }
            }
            text.push_str("\r\n");
        }
        text
    }

    /// As a JSON array with an object a row.
    pub fn json(&self) -> String {
        let mut text = String::from("[");
        for (at, row) in self.rows.iter().enumerate() {
            text.push_str(if at == 0 { "\n{" } else { ",\n{" });
            for (place, (name, cell)) in self.columns.iter().zip(row).enumerate() {
                let value = match cell {
                    Cell::Empty => Value::Null,
                    Cell::Text(word) => Value::from(word.as_str()),
                    Cell::Count(count) => Value::from(*count),
                    Cell::Number(number) => Value::from(*number),
                };
                text.push_str(if place == 0 { "" } else { "," });
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                text.push_str(&value.to_string());
            }
            text.push('}');
        }
        text.push_str("\n]\n");
        text
    }
}

fn quoted(word: &str, text: &mut String) {
    if !word.contains([',', '"', '\r', '\n']) {
        text.push_str(word);
        return;
    }
    text.push('"');
    text.push_str(&word.replace('"', "\"\""));
    text.push('"');
}
