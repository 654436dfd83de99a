//! The addresses of the rooms whose state is an example by its name, or everything, packed.

/// What such a room shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// An example that is shipped; empty for none.
    pub example: String,
    /// A packed question; empty for none.
    pub packed: String,
}

impl Shown {
    /// An example.
    pub fn example(id: String) -> Self {
        Self { example: id, packed: String::new() }
    }

    /// A packed question.
    pub fn packed(packed: String) -> Self {
        Self { example: String::new(), packed }
    }

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
