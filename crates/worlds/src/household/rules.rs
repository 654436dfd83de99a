//! Which semantics: ours, or the reference executor's with all its quirks.
//!
//! ```
//! use vedette_worlds::household::{Mode, Rules, WalkRule};
//!
//! assert_eq!(Rules::default().mode, Mode::Strict);
//! assert_eq!(Rules::recorded().walk, WalkRule::Older);
//! ```
//!
//! # Why two modes
//!
//! Agreement with recorded runs can only be tested against an executor that makes the same slips:
//! carried things that are one room behind, a seat that stays taken when its sitter has left. A safety
//! claim must not rest on them. The list of differences is in `docs/worlds.md`.

/// Which semantics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// No quirks: the default, for safety claims.
    #[default]
    Strict,
    /// As the executor of the Embodied Agent Interface, with objects taken in ascending order.
    Compat,
}

impl Mode {
    /// As reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Compat => "compat",
        }
    }
}

/// Which rule for walking in compatible mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WalkRule {
    /// That of the executor as published.
    #[default]
    Current,
    /// That of the executor by which the data set's final graphs were recorded.
    Older,
}

/// The semantics of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Strict or compatible.
    pub mode: Mode,
    /// How walking works in compatible mode.
    pub walk: WalkRule,
}

impl Rules {
    /// Ours.
    pub fn strict() -> Self {
        Self::default()
    }

    /// The reference executor's.
    pub fn compat() -> Self {
        Self { mode: Mode::Compat, walk: WalkRule::Current }
    }

    /// Those by which the data set's final graphs were recorded.
    pub fn recorded() -> Self {
        Self { mode: Mode::Compat, walk: WalkRule::Older }
    }

    pub(super) fn is_strict(self) -> bool {
        self.mode == Mode::Strict
    }
}
