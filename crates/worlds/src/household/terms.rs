//! The fixed words of the household domain: relations, states and properties of objects.
//!
//! ```
//! use vedette_worlds::household::{ObjectState, Property, Relation, Set};
//!
//! assert_eq!(Relation::named("holds_rh"), Some(Relation::HoldsRh));
//! let states: Set<ObjectState> = [ObjectState::On, ObjectState::Clean].into_iter().collect();
//! assert!(states.has(ObjectState::On) && !states.has(ObjectState::Off));
//! assert_eq!(states.names().collect::<Vec<_>>(), ["CLEAN", "ON"], "in the order of the alphabet");
//! assert_eq!(Property::named("FLYING"), None);
//! ```
//!
//! # Why closed lists
//!
//! A scene that says `INSID` means something that nobody would look at: every check would silently
//! find nothing. With closed lists the reader can name the word. They are sorted by the alphabet, so
//! that sorting by number is the canonical order of a state difference; a set of them is a few bits.
//!
//! Reference: the evolving graph of VirtualHome (Puig et al., CVPR 2018) as extended by the Embodied
//! Agent Interface (Li et al., NeurIPS 2024), described in our words in `docs/worlds.md`.

use std::marker::PhantomData;

/// A word of a closed list.
pub trait Term: Copy + Eq + 'static {
    /// All words, sorted by their spelling.
    const ALL: &'static [Self];
    /// How scenes spell it.
    fn name(self) -> &'static str;
    /// Its position among all.
    fn number(self) -> u32;
    /// The word that is spelled so, whatever the case.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|term| term.name().eq_ignore_ascii_case(name))
    }
}

macro_rules! terms {
    ($(#[$about:meta])* $kind:ident { $($variant:ident $name:literal $words:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind { $(#[doc = $words] $variant,)* }

        impl $kind {
            /// The word that is spelled so, whatever the case.
            pub fn named(name: &str) -> Option<Self> {
                <Self as Term>::named(name)
            }
            /// How scenes spell it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        impl Term for $kind {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            fn name(self) -> &'static str {
                Self::name(self)
            }
            fn number(self) -> u32 {
                self as u32
            }
        }
    };
}

terms! {
    /// How two objects stand to one another.
    Relation {
        Between "BETWEEN" "A door joins a room.",
        Close "CLOSE" "Within arm's reach.",
        Facing "FACING" "Turned to.",
        HoldsLh "HOLDS_LH" "Held in the left hand.",
        HoldsRh "HOLDS_RH" "Held in the right hand.",
        Inside "INSIDE" "In a room or a container.",
        On "ON" "Supported by, or worn by.",
        Sitting "SITTING" "Known to the format, used by nothing.",
    }
}

terms! {
    /// What an object is like at a time. Opposites are two words; an object may have neither.
    ObjectState {
        Clean "CLEAN" "Not dirty.",
        Closed "CLOSED" "Not open.",
        Dirty "DIRTY" "Not clean.",
        Lying "LYING" "A character that lies.",
        Off "OFF" "Switched off.",
        On "ON" "Switched on.",
        Open "OPEN" "Not closed.",
        PluggedIn "PLUGGED_IN" "Has power.",
        PluggedOut "PLUGGED_OUT" "Has no power.",
        Sitting "SITTING" "A character that sits.",
    }
}

terms! {
    /// What an object is good for; never changes.
    Property {
        BodyPart "BODY_PART" "A part of the character.",
        CanOpen "CAN_OPEN" "Can be opened and closed.",
        Clothes "CLOTHES" "Can be worn.",
        Containers "CONTAINERS" "Has an inside.",
        CoverObject "COVER_OBJECT" "Can cover others.",
        Cream "CREAM" "A cream.",
        Cuttable "CUTTABLE" "Can be cut.",
        Drinkable "DRINKABLE" "Can be drunk.",
        Eatable "EATABLE" "Can be eaten.",
        Grabbable "GRABBABLE" "Can be taken in a hand.",
        Hangable "HANGABLE" "Can be hung.",
        HasPaper "HAS_PAPER" "Has paper.",
        HasPlug "HAS_PLUG" "Has a plug.",
        HasSwitch "HAS_SWITCH" "Has a switch.",
        Lieable "LIEABLE" "One can lie on it.",
        Lookable "LOOKABLE" "Can be watched.",
        Movable "MOVABLE" "Can be pushed.",
        Person "PERSON" "A person.",
        Pourable "POURABLE" "Can be poured.",
        Readable "READABLE" "Can be read.",
        Recipient "RECIPIENT" "Liquids can be poured into it.",
        Sittable "SITTABLE" "One can sit on it.",
        Surfaces "SURFACES" "Things can be set on it.",
    }
}

impl Relation {
    /// Those of the hands, the right one first.
    pub const HANDS: [Self; 2] = [Self::HoldsRh, Self::HoldsLh];

    /// How facts spell it: what is on an object is `ONTOP`, for `ON` is said of what is switched on.
    pub fn fact(self) -> &'static str {
        if self == Self::On { "ONTOP" } else { self.name() }
    }
}

/// A set of words of one list.
#[derive(Debug)]
pub struct Set<T>(u32, PhantomData<T>);

// Derived, these would ask the same of `T`.
impl<T> Clone for Set<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Set<T> {}
impl<T> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Set<T> {}
impl<T> std::hash::Hash for Set<T> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}
impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<T: Term> Set<T> {
    /// Whether it has a word.
    pub fn has(self, term: T) -> bool {
        self.0 & (1 << term.number()) != 0
    }

    /// Whether it has one of some words.
    pub fn has_any(self, terms: &[T]) -> bool {
        terms.iter().any(|&term| self.has(term))
    }

    /// This set and a word.
    #[must_use]
    pub fn with(self, term: T) -> Self {
        Self(self.0 | 1 << term.number(), PhantomData)
    }

    /// This set without a word.
    #[must_use]
    pub fn without(self, term: T) -> Self {
        Self(self.0 & !(1 << term.number()), PhantomData)
    }

    /// What is in this set and not in another.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0, PhantomData)
    }

    /// The words, by the alphabet.
    pub fn iter(self) -> impl Iterator<Item = T> {
        T::ALL.iter().copied().filter(move |&term| self.has(term))
    }

    /// Their spellings, by the alphabet.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(Term::name)
    }
}

impl<T: Term> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(terms: I) -> Self {
        terms.into_iter().fold(Self::default(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted<T: Term>() {
        let names: Vec<_> = T::ALL.iter().map(|&term| Term::name(term)).collect();
        assert!(names.is_sorted(), "{names:?}");
        assert!(names.len() <= 32, "a set is 32 bits");
        for (number, &term) in T::ALL.iter().enumerate() {
            assert_eq!(term.number() as usize, number);
        }
    }

    #[test]
    fn sorting_by_number_is_sorting_by_spelling() {
        sorted::<Relation>();
        sorted::<ObjectState>();
        sorted::<Property>();
    }
}
