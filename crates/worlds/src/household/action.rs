//! The actions that a program may name, and how many objects each takes.
//!
//! ```
//! use vedette_worlds::household::Action;
//!
//! assert_eq!(Action::named("putback"), Some(Action::PutBack));
//! assert_eq!((Action::PutBack.name(), Action::PutBack.arity()), ("PUTBACK", 2));
//! assert_eq!(Action::named("FLY"), None);
//! ```
//!
//! The table is that of the Embodied Agent Interface's executor; `docs/worlds.md` says what each needs
//! and does.

macro_rules! actions {
    ($($variant:ident $name:literal $arity:literal,)*) => {
        /// An action of the household.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "docs/worlds.md says what each one does")]
        pub enum Action { $($variant,)* }

        impl Action {
            /// All actions, by the alphabet.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// How programs spell it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
            /// How many objects it takes.
            pub fn arity(self) -> usize {
                match self { $(Self::$variant => $arity,)* }
            }
        }
    };
}

actions! {
    Close "CLOSE" 1,
    Cut "CUT" 1,
    Drink "DRINK" 1,
    Drop "DROP" 1,
    Eat "EAT" 1,
    Find "FIND" 1,
    Grab "GRAB" 1,
    Greet "GREET" 1,
    Lie "LIE" 1,
    LookAt "LOOKAT" 1,
    LookAtLong "LOOKAT_LONG" 1,
    LookAtMedium "LOOKAT_MEDIUM" 1,
    LookAtShort "LOOKAT_SHORT" 1,
    Move "MOVE" 1,
    Open "OPEN" 1,
    PlugIn "PLUGIN" 1,
    PlugOut "PLUGOUT" 1,
    PointAt "POINTAT" 1,
    Pour "POUR" 2,
    Pull "PULL" 1,
    Push "PUSH" 1,
    PutBack "PUTBACK" 2,
    PutIn "PUTIN" 2,
    PutObjBack "PUTOBJBACK" 1,
    PutOff "PUTOFF" 1,
    PutOn "PUTON" 1,
    Read "READ" 1,
    Release "RELEASE" 1,
    Rinse "RINSE" 1,
    Run "RUN" 1,
    Scrub "SCRUB" 1,
    Sit "SIT" 1,
    Sleep "SLEEP" 0,
    Squeeze "SQUEEZE" 1,
    StandUp "STANDUP" 0,
    SwitchOff "SWITCHOFF" 1,
    SwitchOn "SWITCHON" 1,
    Touch "TOUCH" 1,
    TurnTo "TURNTO" 1,
    Type "TYPE" 1,
    WakeUp "WAKEUP" 0,
    Walk "WALK" 1,
    Wash "WASH" 1,
    Watch "WATCH" 1,
    Wipe "WIPE" 1,
}

impl Action {
    /// The action that is spelled so, whatever the case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.name().eq_ignore_ascii_case(name))
    }
}
