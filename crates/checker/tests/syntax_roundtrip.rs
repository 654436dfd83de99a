//! Printing then parsing gives the same formula, in every style that can express it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use vedette_checker::classify::Logic;
use vedette_checker::english;
use vedette_checker::syntax::{Style, expressible, parse, print};
use vedette_checker::words::Reading;
use vedette_testkit::formulas::{Shape, formulas};

const CASES: usize = 3000;

fn reading(style: Style) -> Reading {
    if style == Style::Spot { Reading::Infinite } else { Reading::Finite }
}

/// Every style over one shape; how often each style could express the formula.
fn round_trips(shape: Shape) -> [usize; 7] {
    let mut expressed = [0; 7];
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]),
    );
    let strategy = formulas(shape);
    for _ in 0..CASES {
        let formula = strategy.new_tree(&mut runner).unwrap().current();
        for (index, style) in Style::ALL.into_iter().enumerate() {
            if style == Style::Latex || expressible(&formula.pool, formula.root, style).is_err() {
                continue;
            }
            expressed[index] += 1;
            let text = print(&formula.pool, formula.root, style);
            let parsed = parse(&text, style.dialect(), reading(style));
            assert!(parsed.errors.is_empty(), "{style}: {text:?}: {:?}", parsed.errors);
            let back = print(&parsed.formula.pool, parsed.formula.root, style);
            assert!(parsed.formula.same_as(&formula), "{style}: {text:?} came back as {back:?}");
            assert_eq!(back, text, "{style}: printing is stable");
            if style == Style::Vedette {
                let traps = parsed.warnings.iter().find(|w| w.message.starts_with("read as"));
                assert_eq!(traps, None, "{text:?}");
            }
            if style == Style::Sentinel {
                let mended: Vec<_> =
                    parsed.repairs.iter().filter(|r| r.what.contains("moved")).collect();
                assert!(mended.is_empty(), "{text:?}: {mended:?}");
            }
        }
        assert!(!english::read(&formula.pool, formula.root).is_empty());
    }
    expressed
}

fn index(style: Style) -> usize {
    Style::ALL.iter().position(|&other| other == style).unwrap()
}

#[test]
fn plain_ltl_round_trips_everywhere() {
    let shape = Shape { weak_next: false, all_binary: false, ..Shape::new(Logic::Ltl) };
    let expressed = round_trips(shape);
    assert_eq!(expressed, [CASES; 7], "plain LTL can be written in every style");
}

#[test]
fn ltl_with_everything_round_trips() {
    let expressed = round_trips(Shape::everything(Logic::Ltl));
    assert_eq!(expressed[index(Style::Vedette)], CASES);
    assert!(expressed[index(Style::Spot)] > CASES / 20, "{expressed:?}");
    assert!(expressed[index(Style::SpotFinite)] > CASES / 20, "{expressed:?}");
    assert!(expressed[index(Style::NuSmv)] > CASES / 50, "{expressed:?}");
}

#[test]
fn ctl_round_trips() {
    let expressed = round_trips(Shape::new(Logic::Ctl));
    assert_eq!(expressed[index(Style::Vedette)], CASES);
    assert!(expressed[index(Style::NuSmv)] > CASES / 20, "{expressed:?}");
    assert_eq!(round_trips(Shape::everything(Logic::Ctl))[index(Style::Paper)], CASES);
}

#[test]
fn ctl_star_with_everything_round_trips() {
    let expressed = round_trips(Shape::everything(Logic::CtlStar));
    assert_eq!(expressed[index(Style::Unicode)], CASES);
    assert_eq!(expressed[index(Style::Sentinel)], CASES);
}
