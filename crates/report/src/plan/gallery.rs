//! Plans to begin with, safe and broken, each with what it shows.
//!
//! ```
//! use vedette_report::plan::gallery::examples;
//!
//! let examples = examples();
//! assert_eq!(examples[0].title, "A stove that stays on");
//! assert!(examples.len() >= 10);
//! ```
//!
//! The stated verdicts are held by a test, so that no example shows what the engine does not say.

use super::question::{Mode, PlanQuestion};
use super::wire::Status;
use serde::{Deserialize, Serialize};

/// A plan of the gallery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Its name in links.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// What to look at, in a sentence or two.
    pub look: String,
    /// What is asked about it.
    pub question: PlanQuestion,
    /// The whole in a word.
    pub status: Status,
    /// The policies that are violated, in order.
    pub violated: Vec<String>,
}

struct Row {
    id: &'static str,
    title: &'static str,
    look: &'static str,
    plan: &'static str,
    domain: &'static str,
    strict: bool,
    status: Status,
    violated: &'static [&'static str],
}

macro_rules! row {
    ($id:literal, $title:literal, $look:literal, $domain:literal, $strict:literal, $status:ident, $violated:expr) => {
        Row {
            id: $id,
            title: $title,
            look: $look,
            plan: include_str!(concat!("gallery/", $id, ".py")),
            domain: $domain,
            strict: $strict,
            status: Status::$status,
            violated: $violated,
        }
    };
}

/// The gallery; the first example greets.
static ROWS: [Row; 15] = [
    row!(
        "forgotten_stove",
        "A stove that stays on",
        "One branch switches the stove off, the other drives away. The path shows the branch; the \
         suggested edit closes it.",
        "home",
        false,
        Violated,
        &["home.stove"]
    ),
    row!(
        "supper",
        "A stove that is off again",
        "The same tools, and every run ends with the stove off. What a model says decides only whether a \
         second pot is fetched.",
        "home",
        false,
        Accepted,
        &[]
    ),
    row!(
        "door_note",
        "Opened first, asked later",
        "A resident is asked, but only after the door is open. Moving the line is not enough: look at \
         where the name comes from.",
        "home",
        false,
        Violated,
        &["home.door.ask", "home.alternative"]
    ),
    row!(
        "agree",
        "Two tests that agree",
        "Unlocked under `if yes`, locked under the `else` of `if not yes`. A checker that treats every \
         test as a coin finds a door left open; there is no such run.",
        "home",
        false,
        Accepted,
        &[]
    ),
    row!(
        "medicine",
        "What a model makes of a good answer",
        "The answer is a resident's, but a model takes it apart, and a model may say anything.",
        "home",
        false,
        Violated,
        &["home.medicine"]
    ),
    row!(
        "groceries",
        "A tainted value that does no harm",
        "What is ordered comes from a note, and may. Where it is brought to is left out, and so is the \
         house.",
        "home",
        false,
        Accepted,
        &[]
    ),
    row!(
        "whisper",
        "Said at the front door",
        "The calendar is private, and its text is said aloud. That the two sentences under the test tell \
         something about it too shows in strict mode only.",
        "home",
        true,
        Violated,
        &["home.whisper"]
    ),
    row!(
        "bill",
        "A bill with its own account number",
        "The classic injection: whoever writes the bill writes where the money goes.",
        "banking",
        false,
        Violated,
        &["banking.send_money", "banking.send_money.strict"]
    ),
    row!(
        "rent",
        "The account from the user, the sum from a letter",
        "Inside a loop and under a test. The recipient is the user's; the stronger variant of the policy \
         also asks about the sum.",
        "banking",
        false,
        Violated,
        &["banking.update_scheduled_transaction.strict"]
    ),
    row!(
        "wrapped",
        "Wrapping does not launder",
        "Into a list, into a dict, out again, joined and stripped: the address is still what a stranger \
         wrote.",
        "workspace",
        false,
        Violated,
        &["workspace.send_email"]
    ),
    row!(
        "meeting",
        "Guests from the user",
        "The description is a stranger's, the guests are not. Whether the guests may read it is left to \
         run time, and said so.",
        "workspace",
        false,
        Accepted,
        &[]
    ),
    row!(
        "incident",
        "An incident by the book",
        "Ticket, confirmation, approval, isolation, and an end on every way.",
        "soc",
        false,
        Accepted,
        &[]
    ),
    row!(
        "hasty",
        "The same incident, in a hurry",
        "Six of seven rules, each with a path of its own.",
        "soc",
        false,
        Violated,
        &["S1", "S2", "S4", "S5", "S6", "S7"]
    ),
    row!(
        "announce",
        "A private page, made public",
        "Who may read a page is known before it is fetched: private stays private, whatever a model makes \
         of it. And how many messages are sent tells how many channels there are.",
        "slack",
        false,
        Violated,
        &["slack.post_webpage", "slack.control_flow_public"]
    ),
    row!(
        "no_python",
        "Not a plan",
        "Everything that the language leaves out, at once, with places and what to write instead.",
        "home",
        false,
        Rejected,
        &[]
    ),
];

/// The gallery.
pub fn examples() -> Vec<Example> {
    let example = |row: &Row| Example {
        id: row.id.into(),
        title: row.title.into(),
        look: row.look.into(),
        question: PlanQuestion {
            plan: row.plan.into(),
            tools: row.domain.into(),
            packs: vec![row.domain.into()],
            mode: if row.strict { Mode::Strict } else { Mode::Normal },
            ..PlanQuestion::default()
        },
        status: row.status,
        violated: row.violated.iter().map(|&id| id.into()).collect(),
    };
    ROWS.iter().map(example).collect()
}
