//! JSON schemas of the formats, for `docs/formats/`.

use schemars::{JsonSchema, schema_for};

/// The schema of `T`, as pretty JSON with a line break at the end.
pub fn schema_of<T: JsonSchema>() -> String {
    format!("{:#}\n", schema_for!(T).to_value())
}
