//! How close a verdict is, in sentences: the same ones on the command line and on the page.
//!
//! ```
//! use vedette_report::bundle::{Engagement, Extras};
//! use vedette_report::closeness::sentences;
//!
//! let engagement = Engagement { steps: 0, of: 60, trajectories: 0, first: None };
//! let extras = Extras { engagement: Some(engagement), ..Extras::default() };
//! assert_eq!(sentences(&extras), ["The premise was never met, at none of 60 steps."]);
//! ```

use crate::bundle::{Engagement, Exposure, Extras, Flicker, Lifting, Spot, Threshold};
use std::fmt::Write;

/// What is worth saying, a sentence or two for each.
pub fn sentences(extras: &Extras) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(extras.engagement.as_ref().map(engagement));
    for threshold in &extras.thresholds {
        said.push(margin(threshold));
        said.extend(threshold.exposure.as_ref().map(|e| exposure(threshold, e)));
    }
    said.extend(extras.flickers.iter().map(flicker));
    said.extend(
        extras.idle.iter().map(|part| {
            format!("{part} does not matter: any other value gives the same verdicts.")
        }),
    );
    said.extend(extras.lifting.as_ref().map(lifting));
    said.extend(extras.notes.iter().map(|note| format!("Not found out: {note}.")));
    said
}

/// `0.30000000000000004` is not what anyone measured.
fn number(value: f64) -> String {
    let short = format!("{value:.6}");
    short.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn place(spot: &Spot) -> String {
    let mut text = format!("trajectory {}, step {}", spot.trajectory, spot.step);
    if !spot.binding.is_empty() {
        let names: Vec<String> = spot.binding.iter().map(|(x, o)| format!("{x} = {o}")).collect();
        let _ = write!(text, ", {}", names.join(", "));
    }
    text
}

fn engagement(engagement: &Engagement) -> String {
    let Engagement { steps, of, trajectories, first } = engagement;
    match first {
        None => format!("The premise was never met, at none of {of} steps."),
        Some(first) => format!(
            "The premise was met at {steps} of {of} steps, in {trajectories} {}; first in {}.",
            plural(*trajectories, "trajectory", "trajectories"),
            place(first)
        ),
    }
}

fn plural(count: usize, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// The comparison as the rule makes it.
fn comparison(threshold: &Threshold) -> String {
    let name = threshold.constant.as_ref().map_or(String::new(), |name| format!(" ({name})"));
    format!(
        "{} {} {}{name}",
        threshold.signal,
        threshold.relations.join(" and "),
        number(threshold.value)
    )
}

fn margin(threshold: &Threshold) -> String {
    let mut text = match &threshold.margin {
        Some(margin) => format!(
            "{}: {} away from {}; {} was {} in {}.",
            comparison(threshold),
            number(margin.distance),
            match margin.flips_to.as_str() {
                "violated" => "being violated",
                "holds" => "being kept",
                _ => "being undecided",
            },
            margin.signal,
            number(margin.value),
            place(&margin.spot)
        ),
        None => format!("{}: no other threshold gives another verdict.", comparison(threshold)),
    };
    let unseen =
        |end: &Option<crate::bundle::End>| end.as_ref().is_some_and(|e| e.beyond.is_none());
    if unseen(&threshold.low) || unseen(&threshold.high) {
        text = match &threshold.margin {
            Some(_) => text,
            None => {
                format!("{}: no threshold near it gives another verdict.", comparison(threshold))
            }
        };
    }
    let interval = match (&threshold.low, &threshold.high) {
        (None, None) => return text,
        (None, Some(high)) => format!("{} {}", up_to(high.included), number(high.value)),
        (Some(low), None) => format!("{} {}", from(low.included), number(low.value)),
        (Some(low), Some(high)) => format!(
            "{} {} {} {}",
            from(low.included),
            number(low.value),
            up_to(high.included),
            number(high.value)
        ),
    };
    let _ = write!(text, " The verdict is the same for thresholds {interval}.");
    text
}

fn up_to(included: bool) -> &'static str {
    if included { "up to" } else { "below" }
}

fn from(included: bool) -> &'static str {
    if included { "from" } else { "above" }
}

fn exposure(threshold: &Threshold, exposure: &Exposure) -> String {
    let Exposure { steps, of, seconds, trajectories } = exposure;
    let mut text = format!("{}: on the wrong side at {steps} of {of} steps", comparison(threshold));
    if let Some(seconds) = seconds {
        let _ = write!(text, ", {} s", number(*seconds));
    }
    if *steps > 0 {
        let many = plural(*trajectories, "trajectory", "trajectories");
        let _ = write!(text, ", in {trajectories} {many}");
    }
    text.push('.');
    text
}

fn lifting(lifting: &Lifting) -> String {
    let names: Vec<String> = lifting.trajectories.iter().map(ToString::to_string).collect();
    let list = match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    let binding: Vec<String> = lifting.binding.iter().map(|(x, o)| format!("{x} = {o}")).collect();
    let about =
        if binding.is_empty() { String::new() } else { format!(" (for {})", binding.join(", ")) };
    format!(
        "Lifted to CTL it would be violated{about}, though every trajectory keeps it: trajectories {list} go \
         the same way up to step {} and then part, and lifted, what the rule asks for must be settled for \
         all of them while they are one.",
        lifting.shared
    )
}

fn flicker(flicker: &Flicker) -> String {
    let Flicker { label, trajectory, from, to, changes } = flicker;
    format!(
        "{label} flickers: it changes {changes} times from step {from} to step {to} of trajectory \
         {trajectory}. Its value may be noise."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::{End, Margin};

    #[test]
    fn a_threshold_in_words() {
        let spot = Spot { trajectory: 2, step: 7, binding: vec![("c".into(), "Candle.1".into())] };
        let end = |value, included| End { value, included, beyond: Some("violated".into()) };
        let mut threshold = Threshold {
            signal: "gap".into(),
            relations: vec![">".into()],
            value: 0.5,
            constant: Some("SAFE".into()),
            class: "holds".into(),
            low: None,
            high: Some(end(0.6, false)),
            margin: Some(Margin {
                distance: 0.6 - 0.5,
                value: 0.6,
                flips_to: "violated".into(),
                signal: "gap(Candle.1)".into(),
                spot,
            }),
            exposure: None,
        };
        assert_eq!(
            margin(&threshold),
            "gap > 0.5 (SAFE): 0.1 away from being violated; gap(Candle.1) was 0.6 in trajectory 2, \
             step 7, c = Candle.1. The verdict is the same for thresholds below 0.6."
        );
        threshold.low = Some(end(0.25, true));
        assert!(margin(&threshold).ends_with("thresholds from 0.25 below 0.6."));
        (threshold.low, threshold.high, threshold.margin) = (None, None, None);
        assert_eq!(
            margin(&threshold),
            "gap > 0.5 (SAFE): no other threshold gives another verdict."
        );
        let exposed = Exposure { steps: 1, of: 9, seconds: Some(1.5), trajectories: 1 };
        assert_eq!(
            exposure(&threshold, &exposed),
            "gap > 0.5 (SAFE): on the wrong side at 1 of 9 steps, 1.5 s, in 1 trajectory."
        );
    }
}
