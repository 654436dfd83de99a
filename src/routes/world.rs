//! The addresses of the room of worlds.

/// Which scene, program and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct World {
    /// An example or a task that is shipped; empty for none.
    pub example: String,
    /// A packed question; empty for none.
    pub packed: String,
}

impl World {
    /// From the fields of an address.
    pub(super) fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let field = |key| get(key).unwrap_or_default();
        Self { example: field("example"), packed: field("z") }
    }

    /// The fields of its address.
    pub(super) fn fields(&self) -> [(&'static str, &str); 2] {
        [("example", &self.example), ("z", &self.packed)]
    }
}
