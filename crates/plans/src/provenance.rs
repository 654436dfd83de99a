//! Where a value comes from, and what that makes of everything computed from it (`CaMeLoT`, section
//! 3.2).
//!
//! ```
//! use vedette_plans::provenance::Lattice;
//!
//! let lattice = Lattice::default();
//! let (user, mail_body) = (lattice.user(), lattice.level("untrusted").unwrap());
//! let subject = user.max(mail_body);
//! assert_eq!(subject, mail_body, "wrapping does not launder");
//! assert!(!lattice.is_trusted(subject) && lattice.is_tainted(subject));
//! ```
//!
//! # Why a chain
//!
//! The paper orders its four labels strictly; the join of two is then their maximum, and a label fits
//! a byte. Which labels there are, and from which on a value counts as tainted, is configuration.
//!
//! Who may read a value is a second, independent chain ([`Readers`]): of many of `CaMeL`'s policies
//! only that part is left to run time, and a static label decides some of it.

use std::fmt;

/// A label of a [`Lattice`]; the join of two is the larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(pub u8);

/// The labels, from most to least trusted, and what they mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    names: Vec<Box<str>>,
    user: Level,
    trusted: Level,
    tainted: Level,
    model: Level,
}

impl Default for Lattice {
    /// `trusted < user < untrusted < qllm`; trusted up to `user`, tainted from `untrusted`.
    fn default() -> Self {
        Self {
            names: ["trusted", "user", "untrusted", "qllm"].map(Into::into).into(),
            user: Level(1),
            trusted: Level(1),
            tainted: Level(2),
            model: Level(3),
        }
    }
}

/// Why labels form no lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatticeError(String);

impl fmt::Display for LatticeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LatticeError {}

impl Lattice {
    /// The labels `names` in ascending order. `user` labels what the user gives, `model` what a
    /// quarantined model says; a value is trusted up to `trusted` and tainted from `tainted` on.
    pub fn new(
        names: &[&str],
        user: &str,
        model: &str,
        trusted: &str,
        tainted: &str,
    ) -> Result<Self, LatticeError> {
        let at = |name: &str| {
            let found = names.iter().position(|&other| other == name);
            found.map(|index| Level(index as u8)).ok_or_else(|| {
                LatticeError(format!("found label `{name}`, expected one of {}", names.join(", ")))
            })
        };
        if names.len() > 200 {
            return Err(LatticeError(format!(
                "found {} labels, expected at most 200",
                names.len()
            )));
        }
        if let Some((index, name)) =
            names.iter().enumerate().find(|(index, name)| names[..*index].contains(name))
        {
            return Err(LatticeError(format!("label {index} repeats `{name}`")));
        }
        let (trusted, tainted) = (at(trusted)?, at(tainted)?);
        if trusted >= tainted {
            return Err(LatticeError(
                "a label cannot be trusted and tainted: expected the last trusted one below the \
                 first tainted one"
                    .into(),
            ));
        }
        let names = names.iter().map(|&name| name.into()).collect::<Vec<_>>();
        Ok(Self { user: at(user)?, model: at(model)?, trusted, tainted, names: names.clone() })
    }

    /// The label called `name`.
    pub fn level(&self, name: &str) -> Option<Level> {
        self.names.iter().position(|other| **other == *name).map(|index| Level(index as u8))
    }

    /// What a label is called.
    pub fn name(&self, level: Level) -> &str {
        self.names.get(usize::from(level.0)).map_or("?", |name| name)
    }

    /// All labels, ascending.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref)
    }

    /// The label of what the user gives.
    pub fn user(&self) -> Level {
        self.user
    }

    /// The label of what a quarantined model says.
    pub fn model(&self) -> Level {
        self.model
    }

    /// The least tainted label: of what is not known better.
    pub fn untrusted(&self) -> Level {
        self.tainted
    }

    /// Whether a policy may call it trusted.
    pub fn is_trusted(&self, level: Level) -> bool {
        level <= self.trusted
    }

    /// Whether a policy may call it tainted.
    pub fn is_tainted(&self, level: Level) -> bool {
        level >= self.tainted
    }
}

/// Who may read a value, as far as that is known before running. The order is a lattice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Readers {
    /// Everybody.
    #[default]
    Public,
    /// It depends on live data.
    Depends,
    /// Not everybody, whatever the data.
    Private,
}

impl Readers {
    /// The word in tool tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Depends => "depends",
            Self::Private => "private",
        }
    }

    /// What a word in a tool table means.
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Public, Self::Depends, Self::Private].into_iter().find(|r| r.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_of_the_paper_is_either_trusted_or_tainted() {
        let lattice = Lattice::default();
        for name in ["trusted", "user", "untrusted", "qllm"] {
            let level = lattice.level(name).unwrap();
            assert_ne!(lattice.is_trusted(level), lattice.is_tainted(level), "{name}");
            assert_eq!(lattice.name(level), name);
        }
    }

    #[test]
    fn a_lattice_may_have_labels_that_are_neither() {
        let names = ["mine", "checked", "foreign"];
        let lattice = Lattice::new(&names, "mine", "foreign", "mine", "foreign").unwrap();
        let checked = lattice.level("checked").unwrap();
        assert!(!lattice.is_trusted(checked) && !lattice.is_tainted(checked));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let new = |names: &[&str], trusted, tainted| {
            Lattice::new(names, "a", "b", trusted, tainted).unwrap_err().to_string()
        };
        assert!(new(&["a", "b"], "b", "a").contains("trusted and tainted"));
        assert!(new(&["a", "b", "a"], "a", "b").contains("repeats"));
        assert!(new(&["a", "b"], "a", "c").contains("expected one of a, b"));
    }
}
