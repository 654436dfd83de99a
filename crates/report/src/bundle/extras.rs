//! What is worth knowing about a verdict beside it, as it is written: see
//! [`vedette_worlds::rules::extras`] for what each of it means and how it is found.

use serde::{Deserialize, Serialize};
use vedette_worlds::rules::extras as found;
use vedette_worlds::rules::{Options, RuleSet};
use vedette_worlds::trajectory::Trajectory;
use vedette_worlds::vocabulary::Vocabulary;

/// How close the verdict of each rule on trajectories is, in order; none of a rule that is malformed. The
/// options are those of the check. It checks every rule anew for each threshold and part that may matter:
/// far more work than the check itself.
pub fn examined(
    rules: &RuleSet,
    trajectories: &[Trajectory],
    vocabulary: &Vocabulary,
    options: &Options<'_>,
) -> Vec<Option<Extras>> {
    let examiner = found::Examiner::new(rules, trajectories, vocabulary, options);
    (0..rules.rules.len()).map(|rule| examiner.of(rule).map(Extras::from)).collect()
}

/// How close a verdict is. What is empty or missing was looked at and is not there, unless `notes` says
/// otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Extras {
    /// Whether the premise of the rule was met; none if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engagement: Option<Engagement>,
    /// Every number that the rule compares a signal with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thresholds: Vec<Threshold>,
    /// Labels that toggle at every step or at half of them, the worst first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flickers: Vec<Flicker>,
    /// The parts of the rule that do not matter: whatever they were, every trajectory would be judged
    /// the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// The trajectories that make the difference where the rule is kept and its lifting to CTL is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifting: Option<Lifting>,
    /// What was not found out, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Trajectories each of which keeps the rule, and whose tree violates it if it is lifted to CTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lifting {
    /// The trajectories, counted from 0; none can be left out.
    pub trajectories: Vec<usize>,
    /// The last step that all of them have in common.
    pub shared: usize,
    /// What the variables of the rule name.
    pub binding: Vec<(String, String)>,
}

/// How often the premise of a rule was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Engagement {
    /// The steps of all trajectories at which it was met by some objects.
    pub steps: usize,
    /// The steps of all trajectories.
    pub of: usize,
    /// The trajectories in which it was met.
    pub trajectories: usize,
    /// Where it was met first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Spot>,
}

/// A place on a trajectory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    /// The trajectory, counted from 0.
    pub trajectory: usize,
    /// The step.
    pub step: usize,
    /// What the variables of the rule name there.
    pub binding: Vec<(String, String)>,
}

/// A number that the rule compares a signal with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threshold {
    /// The signal.
    pub signal: String,
    /// How it is compared, the signal standing on the left.
    pub relations: Vec<String>,
    /// The number.
    pub value: f64,
    /// The constant that has this value, if the rule names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constant: Option<String>,
    /// What the rule comes to: `holds`, `violated` or `open`.
    pub class: String,
    /// The end of the thresholds below that give the same; none if all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<End>,
    /// The end of the thresholds above that give the same; none if all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<End>,
    /// The nearest measured value at which it comes to something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Margin>,
    /// How long the signal was on the side that can only harm; none if neither is such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exposure: Option<Exposure>,
}

/// Where the thresholds that give the same verdict end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// A measured value.
    pub value: f64,
    /// Whether it still gives the same.
    pub included: bool,
    /// What the rule comes to beyond; none if it was not looked further.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<String>,
}

/// How far a threshold is from the nearest that gives another verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Margin {
    /// The distance, in the unit of the signal.
    pub distance: f64,
    /// The measured value.
    pub value: f64,
    /// What the rule would come to beyond it.
    pub flips_to: String,
    /// The signal with its objects.
    pub signal: String,
    /// Where it was measured.
    #[serde(flatten)]
    pub spot: Spot,
}

/// How long a signal was on the wrong side of its threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exposure {
    /// The steps of all trajectories at which it was.
    pub steps: usize,
    /// The steps of all trajectories.
    pub of: usize,
    /// From these steps to the next ones; none if some step has no time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The trajectories with such a step.
    pub trajectories: usize,
}

/// A label that toggles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flicker {
    /// The label.
    pub label: String,
    /// The trajectory, counted from 0.
    pub trajectory: usize,
    /// The last step before its first change.
    pub from: usize,
    /// The step of its last change.
    pub to: usize,
    /// How often it changed from `from` to `to`.
    pub changes: usize,
}

impl Extras {
    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl From<found::Extras> for Extras {
    fn from(found: found::Extras) -> Self {
        Self {
            engagement: found.engagement.map(|engagement| Engagement {
                steps: engagement.steps,
                of: engagement.of,
                trajectories: engagement.trajectories,
                first: engagement.first.map(|spot| Spot {
                    trajectory: spot.trajectory,
                    step: spot.step,
                    binding: spot.binding,
                }),
            }),
            thresholds: found.thresholds.into_iter().map(Threshold::from).collect(),
            flickers: found
                .flickers
                .into_iter()
                .map(|flicker| Flicker {
                    label: flicker.label,
                    trajectory: flicker.trajectory,
                    from: flicker.from,
                    to: flicker.to,
                    changes: flicker.changes,
                })
                .collect(),
            idle: found.idle.into_iter().map(|idle| idle.formula).collect(),
            lifting: found.lifting.map(|found| Lifting {
                trajectories: found.trajectories,
                shared: found.shared,
                binding: found.binding,
            }),
            notes: found.notes,
        }
    }
}

impl From<found::Threshold> for Threshold {
    fn from(found: found::Threshold) -> Self {
        let end = |end: found::End| End {
            value: end.value,
            included: end.included,
            beyond: end.beyond.map(|class| class.name().to_owned()),
        };
        Self {
            signal: found.signal,
            relations: found.relations.into_iter().map(str::to_owned).collect(),
            value: found.value,
            constant: found.constant,
            class: found.class.name().to_owned(),
            low: found.low.map(end),
            high: found.high.map(end),
            margin: found.margin.map(|margin| Margin {
                distance: margin.distance,
                value: margin.value,
                flips_to: margin.flips_to.name().to_owned(),
                signal: margin.signal,
                spot: Spot {
                    trajectory: margin.trajectory,
                    step: margin.step,
                    binding: margin.binding,
                },
            }),
            exposure: found.exposure.map(|exposure| Exposure {
                steps: exposure.steps,
                of: exposure.of,
                seconds: exposure.seconds,
                trajectories: exposure.trajectories,
            }),
        }
    }
}
