//! The names of readings, as they stand on wires and command lines.

use vedette_checker::words::Reading;

/// Every reading with its name.
const NAMES: [(&str, Reading); 3] = [
    ("infinite", Reading::Infinite),
    ("finite", Reading::Finite),
    ("stuttering", Reading::Stuttering),
];

/// The reading of this name.
pub fn parse(name: &str) -> Result<Reading, String> {
    let found = NAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, reading)| *reading).ok_or_else(|| {
        format!("there is no reading {name:?}; expected infinite, finite or stuttering")
    })
}

/// The name of a reading.
pub fn name(reading: Reading) -> &'static str {
    NAMES.iter().find(|(_, known)| *known == reading).map_or("infinite", |(name, _)| name)
}
