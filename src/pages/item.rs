//! One result: the rule, its verdict, the tree, and the counterexample step by step.

use crate::components::closeness::Closeness;
use crate::components::copy::Copy;
use crate::components::levels::ThreeLevels;
use crate::components::pager::Pager;
use crate::components::replay::{Replay, RunRules, replayed};
use crate::components::steps::{StepPanel, StepTable};
use crate::components::tree::Tree;
use crate::components::verdict::{Chip, Look, look};
use crate::routes::{ItemRoute, Route};
use crate::state::command;
use crate::state::keys::Keys;
use crate::state::navigation::{Navigation, link};
use crate::state::results::{LINES, Progress, Results};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use vedette_report::bundle::{Item, Run, Verdict};
use vedette_report::listing::Place;
use vedette_report::tree_view::TreeView;

/// Trajectories that are listed one by one.
const TRAJECTORIES: usize = 300;

/// The page of the result in the address.
#[component]
pub fn ItemPage() -> impl IntoView {
    let results = expect_context::<Results>();
    let navigation = expect_context::<Navigation>();
    results.open_beside();
    let key = Memo::new(move |_| match navigation.route.get() {
        Route::Item(item) => (item.run, item.rule),
        _ => <(String, String)>::default(),
    });
    let found = Memo::new(move |_| {
        let (run, rule) = key.get();
        results.find(&ItemRoute { run, rule, ..ItemRoute::default() })
    });
    let loaded: RwSignal<Option<Result<(Run, Item), String>>> = RwSignal::new(None);
    Effect::new(move |_| {
        let Some(place) = found.get() else { return };
        loaded.set(None);
        spawn_local(async move {
            let answer = results.load(place).await;
            // The page may have gone meanwhile, or show another result.
            if found.try_get_untracked().flatten() == Some(place) {
                drop(loaded.try_set(Some(answer)));
            }
        });
    });
    let back = move || Route::Results(results.filter.get()).to_string();
    view! {
        <nav class="crumbs" aria-label="where you are">
            <ol>
                <li>
                    <a href=back id="back">"Results"</a>
                </li>
                <li>{move || key.get().0}</li>
                <li>{move || key.get().1}</li>
            </ol>
        </nav>
        {move || match (found.get(), loaded.get()) {
            (Some(place), Some(Ok((run, item)))) => {
                view! { <Shown place=place run=run item=item /> }.into_any()
            }
            (Some(_), Some(Err(problem))) => unreadable(problem).into_any(),
            (Some(_), None) => view! { <p class="quiet" role="status">"Reading the result…"</p> }
            .into_any(),
            (None, _) => missing(results, key.get()).into_any(),
        }}
    }
}

/// What to say while, or because, the result is not there.
fn missing(results: Results, (run, rule): (String, String)) -> impl IntoView {
    let problems = results.problems.get();
    let message = match results.progress.get() {
        Progress::Idle | Progress::Reading(..) => "Reading the bundle…".to_owned(),
        _ => format!(
            "The open bundle has no result for rule {rule:?} on run {run:?}. The link may belong to \
             another bundle: open that one first."
        ),
    };
    let problems: Vec<_> = problems.into_iter().map(|p| view! { <li>{p}</li> }).collect();
    view! {
        <h1>"Result"</h1>
        <div class="notice" id="drop-message" role="status">
            <p>{message}</p>
            <ul>{problems}</ul>
        </div>
    }
}

/// What to say when a file that the result needs is missing or damaged.
fn unreadable(problem: String) -> impl IntoView {
    view! {
        <h1>"Result"</h1>
        <div class="notice bad" id="problems" role="alert">
            <strong>"This result cannot be shown"</strong>
            <p>{problem}</p>
            <p>"The other results of the bundle can still be looked at."</p>
        </div>
    }
}

#[component]
fn Shown(place: Place, run: Run, item: Item) -> impl IntoView {
    let results = expect_context::<Results>();
    let rule = run.rules.iter().find(|rule| rule.id == item.rule).cloned();
    let (words, formula) = rule.map_or_else(Default::default, |rule| (rule.words, rule.formula));
    let heading = if words.is_empty() { item.rule.clone() } else { words };
    let task = if run.title.is_empty() { run.task.clone() } else { run.title.clone() };
    let tree: RwSignal<Option<Result<Arc<TreeView>, String>>> = RwSignal::new(None);
    {
        let (run, item) = (run.clone(), item.clone());
        spawn_local(async move {
            let answer = results.tree(run, item).await;
            // The page may have gone meanwhile.
            drop(tree.try_set(Some(answer.map(Arc::new))));
        });
    }
    let levels =
        run.levels.clone().map(|levels| view! { <ThreeLevels run=run.id.clone() levels=levels /> });
    let (shown, ran) = (item.clone(), run.clone());
    let body = move || {
        tree.with(|tree| match tree {
            None => view! { <p class="quiet" role="status">"Building the tree…"</p> }.into_any(),
            Some(Err(problem)) => view! {
                <div class="notice bad" id="problems" role="alert">
                    <strong>"The trajectories cannot be shown"</strong>
                    <p>{problem.clone()}</p>
                </div>
            }
            .into_any(),
            Some(Ok(tree)) => {
                let (run, item) = (ran.clone(), shown.clone());
                view! { <Evidence tree=Arc::clone(tree) run=run item=item place=place /> }
                    .into_any()
            }
        })
    };
    view! {
        <h1>{heading}</h1>
        <p class="quiet">{format!("{} · {task}", run.model)}</p>
        <pre class="scroll card" tabindex="0">
            <code id="formula">{formula}</code>
        </pre>
        {verdict(&item)}
        {item.extras.clone().map(|extras| view! { <Closeness extras=extras /> })}
        {body}
        {levels}
    }
}

fn verdict(item: &Item) -> impl IntoView + use<> {
    let Look { class, glyph, word } = look(item.verdict);
    let evidence = item.counterexample.as_ref();
    let when = evidence.map(|e| {
        let begins = if e.step == e.certain_at {
            format!("It happens at step {}.", e.step)
        } else {
            format!("It begins at step {} and is certain at step {}.", e.step, e.certain_at)
        };
        let many = e.trajectories.len();
        let who = if many == 1 { "trajectory takes" } else { "trajectories take" };
        format!("{begins} It is {}. {many} {who} this path.", e.origin)
    });
    let binding = evidence.filter(|e| !e.binding.is_empty()).map(|e| {
        let pairs: Vec<_> = e.binding.iter().map(|(x, o)| format!("{x} = {o}")).collect();
        view! { <p>"For " <code>{pairs.join(", ")}</code></p> }
    });
    let lifted = item.lifted_verdict.filter(|lifted| *lifted != item.verdict).map(|lifted| {
        view! {
            <p>
                "Lifted to CTL, as the papers do, it would be " <Chip verdict=lifted />
                ": putting “on all paths” before every operator asks for more than the rule does."
            </p>
        }
    });
    view! {
        <div id="verdict" class=format!("verdict {class}") data-verdict=word role="status">
            <span class="word">
                <span class="glyph" aria-hidden="true">{glyph} " "</span>
                {word}
            </span>
            {item.reason.clone().map(|reason| view! { <p>{reason}</p> })}
            {when.map(|when| view! { <p>{when}</p> })}
            {binding}
            {lifted}
        </div>
    }
}

#[component]
fn Evidence(tree: Arc<TreeView>, run: Run, item: Item, place: Place) -> impl IntoView {
    let navigation = expect_context::<Navigation>();
    let results = expect_context::<Results>();
    let has_evidence = tree.evidence.is_some();
    let first = tree.evidence.as_ref().map_or((0, 0), |e| (e.trajectory, e.certain_at));
    let at = move |route: &Route| match route {
        Route::Item(item) => {
            let trajectory = item.trajectory.unwrap_or(first.0);
            let start = if trajectory == first.0 { first.1 } else { 0 };
            (trajectory, item.step.unwrap_or(start))
        }
        _ => first,
    };
    let last_of = {
        let lengths: Arc<[usize]> = tree.trajectories.iter().map(Vec::len).collect();
        move |trajectory: usize| lengths.get(trajectory).map_or(0, |n| n.saturating_sub(1))
    };
    let most = tree.trajectories.len().saturating_sub(1);
    let trajectory = Memo::new(move |_| navigation.route.with(|r| at(r).0).min(most));
    let bound = last_of.clone();
    let step = Memo::new(move |_| navigation.route.with(|r| at(r).1).min(bound(trajectory.get())));
    let show = {
        let (run, rule) = (item.run.clone(), item.rule.clone());
        move |trajectory: usize, step: usize| {
            navigation.replace(Route::Item(ItemRoute {
                run: run.clone(),
                rule: rule.clone(),
                trajectory: Some(trajectory),
                step: Some(step),
            }));
        }
    };
    let go = {
        let show = show.clone();
        Callback::new(move |step: usize| {
            let t = trajectory.get_untracked();
            show(t, step.min(last_of(t)));
        })
    };
    let here = {
        let tree = Arc::clone(&tree);
        Signal::derive(move || tree.trajectories.get(trajectory.get())?.get(step.get()).copied())
    };
    let choose = {
        let (tree, show) = (Arc::clone(&tree), show.clone());
        Callback::new(move |node: u32| {
            let Some(at) = tree.nodes.get(node as usize).map(|node| node.step as usize) else {
                return;
            };
            let through = |t: &usize| tree.trajectories[*t].get(at) == Some(&node);
            let now = trajectory.get_untracked();
            let others = 0..tree.trajectories.len();
            if let Some(t) = [now].into_iter().chain(others).find(through) {
                show(t, at);
            }
        })
    };
    let next_violating = {
        let (tree, show) = (Arc::clone(&tree), show.clone());
        Callback::new(move |forward: bool| {
            let now = trajectory.get_untracked();
            let is = |t: &usize| tree.verdicts.get(*t) == Some(&Verdict::Violated);
            let all = 0..tree.trajectories.len();
            let found = if forward { (now + 1..all.end).find(is) } else { (0..now).rev().find(is) };
            if let Some(t) = found {
                show(t, if t == first.0 { first.1 } else { 0 });
            }
        })
    };
    keys(place, results, navigation, go, step, next_violating);
    let scene = replayed(&run, &item, &tree, trajectory);
    let rule = item.rule.clone();
    let at_now = Signal::derive(move || (trajectory.get(), step.get()));
    let share = Signal::derive(move || link(&navigation.route.get()));
    let command = Signal::derive(move || {
        // The companion shows the trajectory of the counterexample by itself.
        let chosen = trajectory.get();
        let other = (!has_evidence || chosen != first.0).then_some(chosen);
        command::show(&results.called.get(), &item.run, &item.rule, other)
    });
    view! {
        {rechecked(&tree)}
        {trajectories(&tree, trajectory.into(), show, next_violating)}
        <div class="replayed" class:beside=move || scene.with(Option::is_some)>
            <div>
                <h2>"Tree of all trajectories"</h2>
                <Tree tree=Arc::clone(&tree) here=here choose=choose />
                <h2>"Step by step"</h2>
                <StepPanel tree=Arc::clone(&tree) trajectory=trajectory step=step go=go />
            </div>
            <Replay report=scene rule=rule step=step />
        </div>
        <RunRules run=run place=place at=at_now />
        <StepTable tree=Arc::clone(&tree) trajectory=trajectory step=step go=go />
        <div class="row">
            <Copy id="share" label="Copy link" text=share />
            <Copy id="copy-command" label="Copy as command line" text=command />
        </div>
    }
}

/// Whether the evidence was re-checked here.
fn rechecked(tree: &TreeView) -> impl IntoView + use<> {
    tree.rechecked.clone().map(|checked| match checked {
        Ok(()) => view! {
            <p class="notice" id="rechecked" data-ok="true">
                "✓ The counterexample was re-checked in this browser, on its own trace."
            </p>
        }
        .into_any(),
        Err(why) => view! {
            <p class="notice bad" id="rechecked" data-ok="false" role="alert">
                "! The counterexample did not stand up to being checked again here: " {why}
            </p>
        }
        .into_any(),
    })
}

fn trajectories<F: Fn(usize, usize) + Clone + Send + Sync + 'static>(
    tree: &Arc<TreeView>,
    chosen: Signal<usize>,
    show: F,
    next: Callback<bool>,
) -> impl IntoView + use<F> {
    let evidence = tree.evidence.as_ref().map(|e| (e.trajectory, e.certain_at));
    let total = tree.samples.len();
    let violating = tree.verdicts.iter().filter(|v| **v == Verdict::Violated).count();
    let decided =
        |v: &&Verdict| matches!(v, Verdict::Violated | Verdict::Satisfied | Verdict::Vacuous);
    let open = match total.saturating_sub(tree.verdicts.iter().filter(decided).count()) {
        0 => String::new(),
        open => format!("; {open} undecided"),
    };
    let page = RwSignal::new(chosen.get_untracked() / TRAJECTORIES);
    Effect::new(move |_| page.set(chosen.get() / TRAJECTORIES));
    let source = Arc::clone(tree);
    let buttons = move || {
        let from = page.get() * TRAJECTORIES;
        let shown = source.samples.iter().zip(&source.verdicts).enumerate();
        shown
            .skip(from)
            .take(TRAJECTORIES)
            .map(|(at, (sample, &verdict))| {
                let Look { class, glyph, word } = look(verdict);
                let start = evidence.filter(|(t, _)| *t == at).map_or(0, |(_, step)| step);
                let show = show.clone();
                view! {
                    <button
                        type="button"
                        class=class
                        data-trajectory=at
                        title=word
                        aria-pressed=move || (chosen.get() == at).to_string()
                        on:click=move |_| show(at, start)
                    >
                        <span aria-hidden="true">{glyph}</span>
                        {sample.clone()}
                        <span class="seen-not">{format!(": {word}")}</span>
                    </button>
                }
            })
            .collect_view()
    };
    let leaf = (violating > 1).then(|| {
        view! {
            <div class="row print-not">
                <button type="button" id="violating-previous" on:click=move |_| next.run(false)>
                    "Previous violating " <kbd>"p"</kbd>
                </button>
                <button type="button" id="violating-next" on:click=move |_| next.run(true)>
                    "Next violating " <kbd>"n"</kbd>
                </button>
            </div>
        }
    });
    view! {
        <div class="row spread">
            <h2>"Trajectories"</h2>
            {leaf}
        </div>
        <p class="small quiet">{format!("{violating} of {total} violate the rule{open}.")}</p>
        <div class="trajectories" id="trajectories">
            {buttons}
        </div>
        <Pager
            total=Signal::stored(total)
            page=page
            lines=TRAJECTORIES
            turn=Callback::new(move |to| page.set(to))
        />
    }
}

fn keys(
    here: Place,
    results: Results,
    navigation: Navigation,
    go: Callback<usize>,
    step: Memo<usize>,
    next_violating: Callback<bool>,
) {
    let leave = move |forward: bool| {
        let Some(at) = results.next_line(results.line_of(here), forward, true) else { return };
        results.cursor.set(at);
        // Back leads to the page of the list that shows this line.
        results.filter.update(|filter| filter.page = at / LINES);
        let place = results.places.with_untracked(|places| places.get(at).copied());
        if let Some(route) = place.and_then(|place| results.route_of(place)) {
            navigation.go(&route);
        }
    };
    expect_context::<Keys>().hold(move |key| {
        let now = step.get_untracked();
        match key {
            "ArrowLeft" => go.run(now.saturating_sub(1)),
            "ArrowRight" => go.run(now + 1),
            "Home" => go.run(0),
            "End" => go.run(usize::MAX),
            "n" => next_violating.run(true),
            "p" => next_violating.run(false),
            "[" => leave(false),
            "]" => leave(true),
            _ => return false,
        }
        true
    });
}
