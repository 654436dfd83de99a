//! Where a value comes from, and what that makes of everything computed from it (`CaMeLoT`, section
//! 3.2).
//!
//! ```
//! use vedette_plans::provenance::Label;
//!
//! let mail_body = Label::Untrusted;
//! let subject = Label::User.join(mail_body);
//! assert_eq!(subject, Label::Untrusted, "wrapping does not launder");
//! assert!(!subject.is_trusted() && subject.is_tainted());
//! ```

/// The provenance of a value, from most to least trusted. The order is the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// Written by the planner or a tool's own default.
    Trusted,
    /// Given by the user.
    User,
    /// Read from the outside: a mail, a web page, a file that others write.
    Untrusted,
    /// Said by a quarantined model that has read untrusted text.
    Qllm,
}

impl Label {
    /// The label of a value made of both: the less trusted one.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        self.max(other)
    }

    /// Whether a policy may call it trusted: at most the user's.
    pub fn is_trusted(self) -> bool {
        self <= Self::User
    }

    /// Whether a policy may call it tainted: at least untrusted.
    pub fn is_tainted(self) -> bool {
        self >= Self::Untrusted
    }
}

#[cfg(test)]
mod tests {
    use super::Label::{self, Qllm, Trusted, Untrusted, User};

    const ALL: [Label; 4] = [Trusted, User, Untrusted, Qllm];

    #[test]
    fn joining_is_the_least_upper_bound() {
        for a in ALL {
            for b in ALL {
                let join = a.join(b);
                assert!(join >= a && join >= b && (join == a || join == b));
                assert_eq!(join, b.join(a));
                for c in ALL {
                    assert_eq!(join.join(c), a.join(b.join(c)));
                }
            }
        }
    }

    #[test]
    fn every_label_is_either_trusted_or_tainted() {
        for label in ALL {
            assert_ne!(label.is_trusted(), label.is_tainted());
        }
    }
}
