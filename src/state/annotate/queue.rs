//! Which item comes next.
//!
//! An item is to do for an annotator who has not judged it in the present role; for a judge, if those
//! who judged it differ and nobody has settled it. What was skipped comes after all others.

use vedette_annotate::{Decision, ItemState, Opinion, Role, State};

/// Which items are walked through and listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// All.
    #[default]
    All,
    /// Those that wait for me.
    ToDo,
    /// Those that I judged.
    Done,
    /// Those that I skipped.
    Skipped,
    /// Those that somebody flagged.
    Flagged,
    /// Those on which annotators differ.
    Differ,
}

impl Shown {
    /// Every choice: itself, its name, its words.
    pub const ALL: [(Self, &str, &str); 6] = [
        (Self::All, "all", "all items"),
        (Self::ToDo, "todo", "to do"),
        (Self::Done, "done", "judged by me"),
        (Self::Skipped, "skipped", "skipped by me"),
        (Self::Flagged, "flagged", "flagged"),
        (Self::Differ, "differ", "annotators differ"),
    ];

    /// By its name.
    pub fn named(name: &str) -> Self {
        Self::ALL
            .iter()
            .find(|(_, known, _)| *known == name)
            .map_or(Self::All, |(shown, ..)| *shown)
    }

    /// Whether an item is among them.
    pub fn has(self, item: &ItemState, me: &str, role: Role) -> bool {
        match self {
            Self::All => true,
            Self::ToDo => is_to_do(item, me, role),
            Self::Done => item.opinion(me, role).is_some_and(|o| o.decided().is_some()),
            Self::Skipped => is_skipped(item, me, role),
            Self::Flagged => is_flagged(item, me, role),
            Self::Differ => !is_led(item, me, role) && differ(item),
        }
    }
}

/// Whether an item waits for somebody in a role.
pub fn is_to_do(item: &ItemState, me: &str, role: Role) -> bool {
    let mine = item.opinion(me, role).is_some_and(|opinion| opinion.decided().is_some());
    match role {
        Role::Judge => differ(item) && item.settled().is_none(),
        Role::Label | Role::Check => !mine,
    }
}

/// Whether what others think of it would lead me: I label, and have not judged it.
pub fn is_led(item: &ItemState, me: &str, role: Role) -> bool {
    role == Role::Label && is_to_do(item, me, role)
}

/// Whether it is flagged, by me or by somebody who does not lead me.
pub fn is_flagged(item: &ItemState, me: &str, role: Role) -> bool {
    let led = is_led(item, me, role);
    item.opinions.iter().any(|opinion| opinion.flagged && (!led || opinion.annotator == me))
}

fn is_skipped(item: &ItemState, me: &str, role: Role) -> bool {
    let held = item.opinion(me, role).and_then(|opinion| opinion.current.as_ref());
    held.is_some_and(|held| held.decision == Decision::Skip)
}

/// Whether those who judged an item judged differently. Two repairs differ by their texts.
pub fn differ(item: &ItemState) -> bool {
    let judged = item.opinions.iter().filter(|opinion| opinion.role != Role::Judge);
    let mut decisions = judged.filter_map(Opinion::decided).map(|held| &held.decision);
    let first = decisions.next();
    decisions.any(|decision| Some(decision) != first)
}

/// The next item after `here` that waits, round the end; then those that were skipped.
pub fn next_to_do(state: &State, here: Option<&str>, me: &str, role: Role) -> Option<String> {
    let count = state.items.len();
    let start = here.and_then(|here| state.items.get_index_of(here)).map_or(0, |at| at + 1);
    let round = || (0..count).map(move |step| (start + step) % count.max(1));
    let waits = |at: &usize, skipped: bool| {
        let (id, item) = state.items.get_index(*at)?;
        let right = is_to_do(item, me, role) && is_skipped(item, me, role) == skipped;
        (right && Some(id.as_str()) != here).then(|| id.clone())
    };
    let find = |skipped| round().find_map(|at| waits(&at, skipped));
    find(false).or_else(|| find(true))
}

/// The item so many places further among those that are shown; it stays within them.
pub fn step(
    state: &State,
    here: Option<&str>,
    shown: Shown,
    me: &str,
    role: Role,
    forward: bool,
) -> Option<String> {
    let at = here.and_then(|here| state.items.get_index_of(here));
    let fits = |index: &usize| {
        let (id, item) = state.items.get_index(*index)?;
        shown.has(item, me, role).then(|| id.clone())
    };
    if forward {
        (at.map_or(0, |at| at + 1)..state.items.len()).find_map(|at| fits(&at))
    } else {
        (0..at.unwrap_or(0)).rev().find_map(|at| fits(&at))
    }
}

/// The items after `here` that the worker prepares ahead, nearest first: those to do, and neighbours.
pub fn upcoming(
    state: &State,
    here: Option<&str>,
    me: &str,
    role: Role,
    most: usize,
) -> Vec<String> {
    let count = state.items.len();
    let start = here.and_then(|here| state.items.get_index_of(here)).unwrap_or(0);
    let mut found: Vec<String> = here.into_iter().map(str::to_owned).collect();
    let mut push = |at: usize| {
        if let Some((id, _)) = state.items.get_index(at)
            && !found.contains(id)
            && found.len() < most
        {
            found.push(id.clone());
        }
    };
    push(start + 1);
    let waits = |at: &usize| {
        state
            .items
            .get_index(*at)
            .is_some_and(|(_, item)| is_to_do(item, me, role) && !is_skipped(item, me, role))
    };
    let round = (1..count).map(|step| (start + step) % count);
    for at in round.filter(waits).take(most) {
        push(at);
    }
    if start > 0 {
        push(start - 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Shown, differ, next_to_do, step, upcoming};
    use vedette_annotate::{Decision, Item, Log, Role, State, Writer, fold};

    /// Items 1 to 5; `me` has judged 2 and skipped 3, `you` has judged 2 otherwise.
    fn state() -> State {
        let mut log = Log::default();
        let item = |id: u32| Item {
            id: id.to_string(),
            rule: "never p".into(),
            formula: "G !p".into(),
            ..Item::default()
        };
        let mut me = Writer::new("me", "s", &log).unwrap();
        for event in me.items(1, (1..=5).map(item)) {
            log.insert(event);
        }
        let mut you = Writer::new("you", "s", &log).unwrap();
        let decide = |decision| fold(&Log::default()).decide("me", Role::Label, "2", decision);
        log.insert(me.event(2, Role::Label, Some("2"), decide(Decision::Accept)));
        log.insert(me.event(3, Role::Label, Some("3"), decide(Decision::Skip)));
        log.insert(you.event(4, Role::Label, Some("2"), decide(Decision::Reject)));
        fold(&log)
    }

    #[test]
    fn what_was_skipped_comes_last() {
        let state = state();
        let next = |here| next_to_do(&state, here, "me", Role::Label);
        let cases = [(None, "1"), (Some("1"), "4"), (Some("4"), "5"), (Some("5"), "1")];
        for (here, expected) in cases {
            assert_eq!(next(here).as_deref(), Some(expected), "{here:?}");
        }
        let judged = next_to_do(&state, Some("1"), "you", Role::Label);
        assert_eq!(judged.as_deref(), Some("3"));
    }

    #[test]
    fn a_judge_has_to_do_what_others_differ_on() {
        let state = state();
        assert!(differ(&state.items["2"]) && !differ(&state.items["1"]));
        assert_eq!(next_to_do(&state, None, "me", Role::Judge).as_deref(), Some("2"));
        assert_eq!(next_to_do(&state, Some("2"), "me", Role::Judge), None);
    }

    #[test]
    fn who_labels_is_not_led_by_filters() {
        let mut log = Log::default();
        let mut you = Writer::new("you", "s", &log).unwrap();
        log.insert(you.event(1, Role::Label, Some("2"), vedette_annotate::What::Flag { on: true }));
        let (flags, judged) = (fold(&log), state());
        let (flagged, item) = (&flags.items["2"], &judged.items["2"]);
        // I have judged item 2; a newcomer has not.
        for (me, role, expected) in
            [("me", Role::Label, true), ("new", Role::Label, false), ("new", Role::Check, true)]
        {
            assert_eq!(Shown::Differ.has(item, me, role), expected, "{me} {role:?}");
        }
        for (me, role, expected) in
            [("you", Role::Label, true), ("new", Role::Label, false), ("new", Role::Judge, true)]
        {
            assert_eq!(Shown::Flagged.has(flagged, me, role), expected, "{me} {role:?}");
        }
    }

    #[test]
    fn steps_stay_within_what_is_shown() {
        let state = state();
        let cases = [
            (Shown::All, Some("1"), true, Some("2")),
            (Shown::All, Some("5"), true, None),
            (Shown::All, Some("1"), false, None),
            (Shown::ToDo, Some("1"), true, Some("3")),
            (Shown::Skipped, None, true, Some("3")),
            (Shown::Done, Some("5"), false, Some("2")),
            (Shown::Flagged, None, true, None),
        ];
        for (shown, here, forward, expected) in cases {
            let found = step(&state, here, shown, "me", Role::Label, forward);
            assert_eq!(found.as_deref(), expected, "{shown:?} from {here:?}");
        }
    }

    #[test]
    fn the_nearest_are_prepared_first() {
        assert_eq!(upcoming(&state(), Some("1"), "me", Role::Label, 4), ["1", "2", "4", "5"]);
    }
}
