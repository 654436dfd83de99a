//! What the shared log is known to have, and what is to be told it.
//!
//! What is sent is always *the log of this page without what is known to be there*: nothing depends on
//! whether a deed was heard, so that whatever came into the page's log in any way is sent in the end.
//! Deeds that are heard are only a short way to the same set; where the numbers do not fit, the whole
//! log is looked through.

use vedette_annotate::{Event, Inserted, Log};

/// What one shared log is known to have.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// How many of its events were read.
    pub(super) cursor: usize,
    /// The mark there.
    pub(super) mark: String,
    /// Events that it has.
    there: Log,
    there_count: usize,
    /// Events that it does not take.
    refused: Log,
    refused_count: usize,
    /// Deeds that were heard, oldest first.
    heard: Vec<Event>,
}

impl Told {
    /// Events that were read from it.
    pub(super) fn read(&mut self, events: Vec<Event>, cursor: usize, mark: String) {
        self.cursor = cursor;
        self.mark = mark;
        for event in events {
            self.has(event);
        }
        self.forget();
    }

    /// It is another log, or an earlier one, than the one that was read so far.
    pub(super) fn begin_anew(&mut self) {
        let heard = std::mem::take(&mut self.heard);
        *self = Self { heard, ..Self::default() };
    }

    /// Deeds of this page.
    pub(super) fn hear(&mut self, events: &[Event]) {
        self.heard.extend_from_slice(events);
    }

    /// How many events of the page's log, which has so many, it does not have.
    pub(super) fn waiting(&self, here: usize) -> usize {
        here.saturating_sub(self.there_count + self.refused_count)
    }

    /// The events that it does not have.
    pub(super) fn unsent(&self, here: &Log, count: usize) -> Vec<Event> {
        let waiting = self.waiting(count);
        if waiting == 0 || waiting == self.heard.len() {
            return self.heard.clone();
        }
        let missing = here.beyond(&self.there).into_iter();
        missing.filter(|event| !self.refused.contains(event)).cloned().collect()
    }

    /// It took these, or refuses some of them.
    pub(super) fn sent(&mut self, events: &[Event], refused: impl Fn(usize) -> bool) {
        for (at, event) in events.iter().enumerate() {
            if refused(at) {
                let new = self.refused.insert(event.clone()) != Inserted::Same;
                self.refused_count += usize::from(new);
            } else {
                self.has(event.clone());
            }
        }
        self.forget();
    }

    fn has(&mut self, event: Event) {
        self.there_count += usize::from(self.there.insert(event) != Inserted::Same);
    }

    /// Forgets deeds that need not be sent any more.
    fn forget(&mut self) {
        let (there, refused) = (&self.there, &self.refused);
        self.heard.retain(|event| !there.contains(event) && !refused.contains(event));
    }
}

#[cfg(test)]
mod tests {
    use super::Told;
    use vedette_annotate::{Event, Log, Role, What, Writer};

    fn deeds(count: usize) -> Vec<Event> {
        let mut ann = Writer::new("ann", "s", &Log::default()).unwrap();
        let flag = |_| ann.event(1, Role::Label, Some("1"), What::Flag { on: true });
        (0..count).map(flag).collect()
    }

    fn log(events: &[Event]) -> Log {
        let mut log = Log::default();
        for event in events {
            log.insert(event.clone());
        }
        log
    }

    #[test]
    fn what_nobody_heard_of_is_sent_too() {
        let all = deeds(5);
        let here = log(&all);
        let mut told = Told::default();
        told.read(vec![all[0].clone()], 1, "m".into());
        // Two came from the disk, two were heard.
        told.hear(&all[3..]);
        assert_eq!(told.waiting(here.len()), 4);
        assert_eq!(told.unsent(&here, here.len()), all[1..]);
    }

    #[test]
    fn what_was_heard_is_sent_once_and_what_is_refused_is_not_sent_again() {
        let all = deeds(4);
        let mut told = Told::default();
        told.hear(&all[..3]);
        let here = log(&all[..3]);
        assert_eq!(told.unsent(&here, 3), all[..3]);
        // The answer was lost, and the first is read back; the others are sent again.
        told.read(vec![all[0].clone()], 1, "m".into());
        assert_eq!(told.unsent(&here, 3), all[1..3]);
        told.sent(&all[1..3], |at| at == 1);
        assert_eq!((told.waiting(3), told.unsent(&here, 3)), (0, vec![]));
        told.hear(&all[3..]);
        assert_eq!(told.unsent(&log(&all), 4), all[3..]);
    }
}
