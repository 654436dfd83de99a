//! What is carried out in metric rooms for the benchmark: the shipped rooms, each with a plan and rules.

use crate::exit::Failure;
use vedette_worlds::metric::{Line, Room, plan};
use vedette_worlds::rules::RuleSet;
use vedette_worlds::scene::Scene;

/// A room with a plan through it, and what a shield has to keep there.
pub(crate) struct Walk {
    pub(crate) room: Room,
    pub(crate) plan: Vec<Line>,
    pub(crate) rules: RuleSet,
}

/// Scene, plan, rules. The first plan comes past the towel with a lit candle; of the second nothing is unsafe
/// but that the egg may fall.
const WALKS: [(&str, &str, &str); 2] = [
    (
        include_str!("../../../../packs/metric/candlelit-bathroom.json"),
        "goto(candle.1)\ntoggle_on(candle.1)\npickup(candle.1)\ngoto(shelf.1)\nput(shelf.1)\n\
         goto(cup.1)\npickup(cup.1)\ngoto(sink.1)\nput(sink.1)\ngoto(faucet.1)\n\
         toggle_on(faucet.1)\ntoggle_off(faucet.1)",
        r#"{"rules": [
            {"id": "fire", "formula": "G(on(candle.1) -> !near(candle.1, towel.1))"},
            {"id": "water", "formula": "G(on(faucet.1) -> F !on(faucet.1))"}]}"#,
    ),
    (
        include_str!("../../../../packs/metric/slippery-kitchen.json"),
        "goto(mug.1)\npickup(mug.1)\ngoto(table.1)\nput(table.1)\ngoto(fridge.1)\nopen(fridge.1)\n\
         close(fridge.1)\ngoto(stove.1)\ntoggle_on(stove.1)\ntoggle_off(stove.1)",
        r#"{"rules": [
            {"id": "burner", "formula": "G(on(stove.1) -> F !on(stove.1))"},
            {"id": "fridge", "formula": "G(open(fridge.1) -> F !open(fridge.1))"},
            {"id": "whole", "formula": "G !broken(egg.1)"}]}"#,
    ),
];

/// The rooms, made anew.
pub(crate) fn walks() -> Result<Vec<Walk>, Failure> {
    let walk = |&(scene, text, rules): &(&str, &str, &str)| {
        let scene = Scene::read(scene.as_bytes(), "scene").map_err(Failure::failed)?;
        let told = |problems: Vec<String>| Failure::failed(problems.join("\n"));
        let room =
            Room::new(&scene).map_err(|all| told(all.iter().map(ToString::to_string).collect()))?;
        let plan =
            plan(text, &room).map_err(|all| told(all.iter().map(ToString::to_string).collect()))?;
        let rules = RuleSet::read(rules.as_bytes(), "rules").map_err(Failure::failed)?;
        Ok(Walk { room, plan, rules })
    };
    WALKS.iter().map(walk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vedette_worlds::metric::shield::SearchShield;
    use vedette_worlds::metric::{End, Follow, Options, run};

    /// A plan that stopped at once would be measured as a fast one.
    #[test]
    fn the_plans_are_carried_out() {
        let walks = walks().unwrap_or_else(|e| panic!("{}", e.message));
        for (walk, least) in walks.into_iter().zip([30, 10]) {
            let Walk { room, plan, rules } = walk;
            let bare = run(&room, &mut Follow::new(plan.clone()), &Options::default());
            assert_eq!(bare.end, End::Done, "{}", room.id());
            assert!(bare.taken.len() >= least, "{}: {}", room.id(), bare.taken.len());
            let mut shield = SearchShield::new(&room, &rules, Follow::new(plan));
            assert!(shield.problems().is_empty());
            assert_eq!(run(&room, &mut shield, &Options::default()).end, End::Done);
        }
    }
}
