//! Help: notation, readings, verdicts, keys, formats, privacy, limits.

use crate::bridge::Engine;
use crate::components::help_keys::KeyList;
use crate::components::verdict::Chip;
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_report::leaderboard::VERDICTS;
use vedette_report::service::{Request, Response, Sentence};

const SYNTAX: [(&str, &str); 10] = [
    ("!p  NOT p  ¬p", "not"),
    ("p & q   p | q   p ^ q", "and, or, exclusive or"),
    ("p -> q   p <-> q", "if … then, if and only if"),
    ("X p   X[w] p", "in the next state (there is one); in the next state, if there is one"),
    ("F p   G p", "at some time; at all times"),
    ("p U q   p W q", "p until q; the same, but q need not come"),
    ("p R q   p M q", "q up to and including p; the same, and p must come"),
    ("F[a,b] p   G[<=n] p", "within so many steps"),
    ("A … E …   AG p   E[p U q]", "on all paths, on some path"),
    ("forall x: Stove. φ", "for every object of a kind"),
];

/// Every sentence that is understood. The table lives with the engines; it is asked for when somebody
/// wants to see it.
fn sentences() -> impl IntoView {
    let table = RwSignal::new(Vec::<Sentence>::new());
    let trouble = RwSignal::new(false);
    let engine = Engine::new();
    let ask = move |_| {
        if !table.with_untracked(Vec::is_empty) {
            return;
        }
        spawn_local(async move {
            match engine.ask(&Request::Sentences, Vec::new()).await {
                Ok((Response::Sentences { sentences }, _)) => table.set(sentences),
                _ => trouble.set(true),
            }
        });
    };
    on_cleanup(move || engine.cancel());
    let rows = move || {
        table
            .get()
            .into_iter()
            .map(|s| {
                view! {
                    <tr>
                        <td>{s.sentence}</td>
                        <td>
                            <code>{s.formula}</code>
                        </td>
                        <td>
                            <q>{s.example}</q>
                        </td>
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <details id="sentences" on:toggle=ask>
            <summary>"All sentences that are understood"</summary>
            <Show when=move || trouble.get()>
                <p>"The engine did not answer; load the page again."</p>
            </Show>
            <div class="scroll" tabindex="0" role="group" aria-label="sentences that are understood">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">"sentence"</th>
                            <th scope="col">"means"</th>
                            <th scope="col">"example"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
}

/// What the page of plans says.
fn plans() -> impl IntoView {
    view! {
        <h2 id="plans">"Plans"</h2>
        <p>
            "A plan is a program in a part of Python that an agent's planner writes: calls of tools, assignments, "
            <code>"if"</code> " and " <code>"for"</code>
            ". It is held against policies in CTL before anything runs: "
            <code>"call_T"</code> " is true at a call of the tool T, " <code>"T_called"</code>
            " from then on, and " <code>"ARG_trusted"</code> ", " <code>"ARG_tainted"</code>
            " say where the argument's value comes from. A loop may run any number of times, but ends. A step is a call, or the end."
        </p>
        <p>
            "The marks in the text are a value's label: its underline, dots, stripes or grid, explained below the text. "
            <strong>"Strict"</strong> " also counts what is assigned under a test as coming from the test. \
            A policy that holds holds in every run; a violated one has a run that is walked in text and drawing \
            together, the step to blame marked. A suggested change was verified before it is shown. What only \
            live data tell is left to run time, and says so."
        </p>
    }
}

/// What the page of worlds says.
fn worlds() -> impl IntoView {
    view! {
        <h2 id="worlds">"Worlds"</h2>
        <p>
            "A plan is a list of actions, " <code>"[WALK] <stove> (4)"</code>
            ", executed in a household of objects, states and relations. The plan, the picture, what changed and the rules \
            all show the same step: "
            <kbd>"←"</kbd> " and " <kbd>"→"</kbd>
            " move it. An action that cannot be done changes nothing and ends the run; the reason says what is missing. \
            Rules are checked on the whole run, and a rule that is violated says whether the agent did it or the scene was so \
            from the start. There is no heat, no distance and no time in a household: a rule about them is refused."
        </p>
        <p>
            "The safety templates of a scene are rules about its own objects; each opens beside its sentence, or on this very run in the \
            playground. Drop a scene, a graph of VirtualHome, a file of tasks, rules or a plan on the page: nothing leaves this computer."
        </p>
    }
}

/// How the page Annotate works.
fn annotate() -> impl IntoView {
    view! {
        <h2 id="annotate-help">"Annotate"</h2>
        <p>
            "For each rule you first say of a few traces whether the rule should allow them; the formula is hidden \
            till then. The traces are those that tell it from what it might be mistaken for. Then you accept, \
            repair or reject it, or call the rule unclear: one key decides, saves and goes on, and every step \
            can be undone. Everything is an event in this browser; save it as a file, and put files of others \
            together in any order: nothing is there twice, and nothing is written over. A file "
            <code>"items.jsonl"</code> " beside this page is opened by "
            <code>"#/annotate?set=items.jsonl"</code> "."
        </p>
    }
}

/// What stays here, and what cannot be decided.
fn promises() -> impl IntoView {
    view! {
        <h2>"Privacy"</h2>
        <p>
            "What you type or drop stays in this browser. The page's own policy lets it ask only its own site \
            and this computer, and only for files. A link carries your formulas after the "
            <code>"#"</code>
            ", which browsers never send to a server."
        </p>
        <h2>"Limits"</h2>
        <p>
            "Deciding whether two formulas are equivalent can take exponential time; after a limit the \
            verdict is unknown, and says which limit. Pictures show at most some 280 boxes of a tree; the tables are whole."
        </p>
    }
}

/// The page.
#[component]
pub fn Help() -> impl IntoView {
    let syntax = SYNTAX.map(|(written, means)| {
        view! {
            <tr>
                <td>
                    <code>{written}</code>
                </td>
                <td>{means}</td>
            </tr>
        }
    });
    let meanings = [
        "the rule is broken, and the evidence was re-checked",
        "decided, and the rule was put to the test at least once",
        "true, but only because what it is about never happened",
        "a deadline lies beyond the end of the trace",
        "the data cannot decide it",
        "a limit of time or states was reached; it is named",
        "the rule or the input is malformed",
    ];
    let verdicts = VERDICTS.into_iter().zip(meanings).map(|(verdict, means)| {
        view! {
            <tr>
                <td>
                    <Chip verdict=verdict />
                </td>
                <td>{means}</td>
            </tr>
        }
    });
    view! {
        <h1>"Help"</h1>
        <h2>"Notation"</h2>
        <div class="scroll">
            <table>{syntax.collect_view()}</table>
        </div>
        <p>
            "Tightest first: the operators of one formula, then U R W M, then and, exclusive or, or, \
            then the arrows, which group to the right. Spot's, NuSMV's and the papers' notations are \
            read too; choose one where they differ."
        </p>
        <h2 id="in-words">"Rules in words"</h2>
        <p>
            "Where a formula is expected, a rule in words is read too. Its gaps hold facts such as "
            <code>"on(stove)"</code> ", " <q>"the stove is not on"</q> " or " <q>"agent is near stove"</q>
            ", joined all by and, or all by or. It may begin with " <q>"for every stove s:"</q>
            ". What was understood is shown below the field; any other sentence is refused."
        </p>
        {sentences()}
        <h2>"Readings"</h2>
        <p>
            <strong>"infinite"</strong>
            ": a trace never ends, as usual for requirements. "
            <strong>"finite"</strong>
            ": a trace ends, as plans and runs do; "
            <code>"X p"</code>
            " is false at its end. "
            <strong>"last state repeats"</strong>
            ": a finite trace whose last state goes on for ever. Where the readings differ, so may the verdict."
        </p>
        <h2>"Verdicts"</h2>
        <div class="scroll">
            <table>{verdicts.collect_view()}</table>
        </div>
        <p>
            "Of two formulas, the candidate is " <strong>"stronger"</strong>
            " if it forbids more than the truth, " <strong>"weaker"</strong>
            " if it allows more. Rates come with their counts and a 95 % Wilson interval; only what is satisfied counts as kept."
        </p>
        {plans()}
        {worlds()}
        {annotate()}
        <h2>"Keys"</h2>
        <KeyList />
        <h2>"Files"</h2>
        <p>
            "A result bundle is a folder with a " <code>"manifest.json"</code>
            " and the files that it lists, or a .zip of that folder. The companion writes one from \
            trajectories and rules, and "
            <code>"vedette bundle site"</code>
            " puts it beside a copy of this page. Every file is checked against the manifest's hash before it is believed."
        </p>
        {promises()}
    }
}
