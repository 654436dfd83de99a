//! The household vocabulary: one table of predicates, one of object types, one of actions.
//!
//! The thresholds are those of the trajectory pipeline of the SENTINEL code base, so that verdicts
//! compare; where that code leaves a number undefined, the default is ours and says so.

use super::Meaning as M;
use super::{Constant, Predicate, Sort, Threshold, Vocabulary};

/// A row: name, arguments (`o` object, `t` thing, `a` agent), aliases, meaning, words. A `~` before
/// an alias makes it a name of the negation; `=` after the arguments makes the predicate symmetric.
type Row = (&'static str, &'static str, &'static str, M, &'static str);

#[rustfmt::skip]
const PREDICATES: &[Row] = &[
    ("on", "o", "ISON TOGGLED_ON POWERED_ON IS_TOGGLED ~OFF ~ISOFF ~POWERED_OFF", M::On, "is switched on"),
    ("open", "o", "ISOPEN OPENED ~CLOSED ~ISCLOSED", M::Open, "is open"),
    ("hot", "o", "ISHOT", M::Hot, "is hot"),
    ("cold", "o", "ISCOLD IS_COOL", M::Cold, "is cold"),
    ("broken", "o", "ISBROKEN", M::Broken, "is broken"),
    ("cooked", "o", "ISCOOKED ~RAW", M::Cooked, "is cooked"),
    ("filled", "o", "ISFILLEDWITHLIQUID ISFILLED", M::Filled, "is filled with liquid"),
    ("dirty", "o", "ISDIRTY ~CLEAN ~ISCLEAN", M::Dirty, "is dirty"),
    ("sliced", "o", "ISSLICED", M::Sliced, "is sliced"),
    ("visible", "o", "ISVISIBLE", M::Visible, "is in view"),
    ("held", "o", "HOLDING ISHELD", M::Held, "is held by the agent"),
    ("held_by", "ao", "OtherAgents_HELD OtherAgent_HELD", M::HeldBy, "holds"),
    ("near", "tt=", "CLOSE NEXT_TO", M::Near, "is near"),
    ("inside", "to", "IN IS_IN", M::Inside, "is inside or on, as a receptacle"),
    ("ontop", "to", "ON_TOP_OF", M::OnTop, "lies on top of"),
    ("above", "to", "", M::Above, "is above"),
    ("below", "to", "UNDER", M::Below, "is below"),
    ("overloaded", "o", "OVERLOAD ISOVERLOADED", M::Overloaded, "holds too much"),
    ("not_microwave_safe", "o", "ISNOTMICROWAVEMATERIAL", M::NotMicrowaveSafe, "must not be heated in a microwave"),
    ("collision", "tt=", "COLLIDES", M::Collision, "collides with"),
    ("error.navigation", "", "", M::NavigationError, "a movement was blocked"),
    ("error.open", "", "", M::OpenError, "opening or closing failed"),
    ("error.pickup", "", "", M::PickupError, "what was picked up would collide"),
    ("dist", "tt=", "DISTANCE", M::Distance, "distance in metres"),
];

const SENTINEL: &str = "SENTINEL code base, trajectory labels";

/// Distance of two boxes up to which two things are near.
pub(crate) const NEAR: f64 = 0.5;
/// How far something inside may stick out.
pub(crate) const INSIDE: f64 = 0.02;
/// How far the bottom of what lies on top may be from the top of what bears it.
pub(crate) const ON_TOP: f64 = 0.08;
/// How far above the top something must be to be above, not on top.
pub(crate) const ABOVE: f64 = 0.1;

/// The thresholds that the predicates show: the numbers that the geometry decides with.
const THRESHOLDS: &[(&str, f64, &str)] =
    &[("near", NEAR, "m"), ("inside", INSIDE, "m"), ("ontop", ON_TOP, "m"), ("above", ABOVE, "m")];

/// How many things a receptacle bears. Reference: the trajectory labels of SENTINEL.
pub(crate) const CAPACITY: &[(&str, u32)] =
    &[("Shelf", 15), ("Drawer", 10), ("Cabinet", 20), ("Cart", 12), ("SideTable", 8)];

/// Types that are metal, electronic, sealed or flammable, and so must not be heated in a microwave.
/// Ours: the list of the code base is not published with the paper.
pub(crate) const NOT_MICROWAVE_SAFE: &[&str] = &[
    "AluminumFoil",
    "ButterKnife",
    "CellPhone",
    "Fork",
    "Kettle",
    "Knife",
    "Ladle",
    "Laptop",
    "Pan",
    "Pot",
    "RemoteControl",
    "Spatula",
    "Spoon",
    "SprayBottle",
    "Watch",
    "WineBottle",
    "WateringCan",
];

const TYPES: &str = "AlarmClock AluminumFoil Apple AppleSliced ArmChair BaseballBat BasketBall \
    Bathtub BathtubBasin Bed Blinds Book Boots Bottle Bowl Box Bread BreadSliced ButterKnife \
    Cabinet Candle Cart CD CellPhone Chair Cloth CoffeeMachine CoffeeTable CounterTop CreditCard \
    Cup Curtains Desk DeskLamp Desktop DiningTable DishSponge DogBed Drawer Dresser Dumbbell Egg \
    EggCracked Faucet FloorLamp Footstool Fork Fridge GarbageBag GarbageCan HandTowel \
    HandTowelHolder HousePlant Kettle KeyChain Knife Ladle Laptop LaundryHamper Lettuce \
    LettuceSliced LightSwitch Microwave Mirror Mug Newspaper Ottoman Painting Pan PaperTowel \
    PaperTowelRoll Pen Pencil PepperShaker Pillow Plate Plunger Poster Pot Potato PotatoSliced \
    RemoteControl RoomDecor Safe SaltShaker ScrubBrush Shelf ShelvingUnit ShowerCurtain ShowerDoor \
    ShowerGlass ShowerHead SideTable Sink SinkBasin SoapBar SoapBottle Sofa Spatula Spoon \
    SprayBottle Statue Stool StoveBurner StoveKnob TableTopDecor TargetCircle TeddyBear Television \
    TennisRacket TissueBox Toaster Toilet ToiletPaper ToiletPaperHanger Tomato TomatoSliced Towel \
    TowelHolder TVStand VacuumCleaner Vase Watch WateringCan Window WineBottle";

const ACTIONS: &str = "pickup put move open close toggle_on toggle_off slice break fill empty drop \
    throw push pull clean cook heat cool use done pass move_ahead move_back move_left move_right \
    rotate_left rotate_right look_up look_down empty_liquid_from goto_location teleport crouch stand";

/// The vocabulary made of the tables.
pub(super) fn vocabulary() -> Vocabulary {
    let mut words = Vocabulary { name: "AI2-THOR".to_owned(), ..Vocabulary::default() };
    for &(name, args, aliases, meaning, text) in PREDICATES {
        let (negated, aliases): (Vec<&str>, Vec<&str>) =
            aliases.split_whitespace().partition(|alias| alias.starts_with('~'));
        words.declare(Predicate {
            name: name.into(),
            args: args.chars().filter_map(sort).collect(),
            symmetric: args.ends_with('='),
            numeric: meaning == M::Distance,
            aliases: aliases.into_iter().map(str::to_owned).collect(),
            negated: negated.into_iter().map(|alias| alias[1..].to_owned()).collect(),
            meaning,
            threshold: THRESHOLDS.iter().find(|row| row.0 == name).map(|&(_, value, unit)| {
                Threshold { value, unit: unit.to_owned(), source: SENTINEL.to_owned() }
            }),
            words: text.to_owned(),
        });
    }
    for name in TYPES.split_whitespace().chain(["Object", "OtherAgent"]) {
        words.declare_type(name);
    }
    for name in ACTIONS.split_whitespace() {
        words.declare_action(name);
    }
    for (name, value, unit) in [("T_MAX", 10.0, "steps"), ("SAFE_DISTANCE", 0.5, "m")] {
        let source = "our default: the source names it and leaves it undefined".to_owned();
        words.declare_constant(name, Constant { value, unit: unit.to_owned(), source });
    }
    words
}

fn sort(letter: char) -> Option<Sort> {
    match letter {
        'o' => Some(Sort::Object),
        't' => Some(Sort::Thing),
        'a' => Some(Sort::Agent),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::fold;

    #[test]
    fn no_name_means_two_things() {
        let words = vocabulary();
        let mut names = Vec::new();
        for predicate in words.predicates() {
            names.push(fold(&predicate.name));
            names.extend(predicate.aliases.iter().chain(&predicate.negated).map(|n| fold(n)));
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn every_type_of_the_lists_is_declared_and_thresholds_have_a_source() {
        let words = vocabulary();
        let capacities = CAPACITY.iter().map(|row| row.0);
        for name in capacities.chain(NOT_MICROWAVE_SAFE.iter().copied()) {
            assert!(words.has_type(name), "{name}");
        }
        for &(name, value, _) in THRESHOLDS {
            let threshold = words.predicate(name).unwrap().0.threshold.clone().unwrap();
            assert!(threshold.value.to_bits() == value.to_bits() && !threshold.source.is_empty());
        }
    }

    #[test]
    fn actions_are_found_under_the_simulators_names() {
        let words = vocabulary();
        for name in ["PutObject", "PICKUP", "ToggleObjectOn", "MoveAhead", "EmptyLiquidFromObject"]
        {
            assert!(words.has_action(name), "{name}");
        }
        assert!(!words.has_action("PutMicrowave"));
    }
}
