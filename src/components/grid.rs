//! The table of the playground: propositions and sub-formulas over time. Its first rows are edited.
//!
//! It is one real table, a `grid` in ARIA's terms: the arrow keys move over the cells, one cell is
//! reached by Tab. Cells read their values from signals, so that a click changes one cell and keeps the
//! focus; the table is built anew only when rows or columns come or go.

use crate::state::playground::Playground;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};

/// What a row of the table is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    /// Where the cycle starts.
    Cycle,
    /// A proposition, by its row in the trace.
    Proposition(usize),
    /// A sub-formula: of which formula, its row there, whether it is the whole.
    Part(usize, usize, bool),
}

/// Rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    lines: Vec<(Line, String)>,
    columns: usize,
}

/// The table's state.
#[derive(Clone, Copy)]
struct Grid {
    play: Playground,
    shape: Memo<Shape>,
    /// The row of the cell that Tab reaches; its column is the time that is looked at.
    row: RwSignal<usize>,
    dragging: RwSignal<bool>,
}

/// The table.
#[component]
pub fn PlayTable(
    /// What is shown.
    play: Playground,
) -> impl IntoView {
    let shape = Memo::new(move |_| shape(play));
    let grid = Grid { play, shape, row: RwSignal::new(0), dragging: RwSignal::new(false) };
    let field = NodeRef::<leptos::html::Div>::new();
    // A row or column that goes takes the focus with it: give it to the cell that takes its place.
    let had_focus = StoredValue::new(false);
    Effect::new(move |_| {
        shape.track();
        if had_focus.get_value() {
            grid.focus_soon();
        }
    });
    let on_key = move |event: KeyboardEvent| {
        if grid.key(&event) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    view! {
        <div class="scroll" id="play-scroll" node_ref=field>
            <table
                class="truth play"
                id="play-table"
                role="grid"
                aria-label="propositions and sub-formulas over time"
                on:keydown=on_key
                on:focusin=move |_| had_focus.set_value(true)
                on:focusout=move |_| had_focus.set_value(false)
                on:pointerup=move |_| grid.dragging.set(false)
                on:pointerleave=move |_| grid.dragging.set(false)
            >
                {move || shape.with(|shape| grid.body(shape))}
            </table>
        </div>
    }
}

fn shape(play: Playground) -> Shape {
    let mut lines: Vec<(Line, String)> = Vec::new();
    if play.is_lasso() {
        lines.push((Line::Cycle, "goes back to".into()));
    }
    let columns = play.trace.with(|trace| {
        for (at, row) in trace.rows.iter().enumerate() {
            lines.push((Line::Proposition(at), row.atom.clone()));
        }
        trace.length
    });
    play.report.with(|report| {
        let formulas = report.iter().flat_map(|report| report.formulas.iter().enumerate());
        for (number, formula) in formulas {
            let last = formula.rows.len().saturating_sub(1);
            for (at, row) in formula.rows.iter().enumerate() {
                lines.push((Line::Part(number, at, at == last), row.formula.clone()));
            }
        }
    });
    Shape { lines, columns }
}

impl Grid {
    fn body(self, shape: &Shape) -> impl IntoView + use<> {
        let heads: Vec<_> = (0..shape.columns).map(|at| self.head(at)).collect();
        let mut groups: Vec<(Option<usize>, Vec<AnyView>)> = Vec::new();
        for (at, (line, label)) in shape.lines.iter().enumerate() {
            let group = match line {
                Line::Part(formula, ..) => Some(*formula),
                _ => None,
            };
            let row = self.row_view(at, line, label, shape.columns).into_any();
            match groups.last_mut() {
                Some((known, rows)) if *known == group => rows.push(row),
                _ => groups.push((group, vec![row])),
            }
        }
        let bodies: Vec<_> =
            groups.into_iter().map(|(_, rows)| view! { <tbody>{rows}</tbody> }).collect();
        view! {
            <thead>
                <tr>
                    <th scope="col">"time"</th>
                    {heads}
                </tr>
            </thead>
            {bodies}
        }
    }

    fn head(self, at: usize) -> impl IntoView + use<> {
        view! {
            <th
                scope="col"
                class:cycle=move || self.in_cycle(at)
                class:now=move || self.play.time.get() == at
                on:click=move |_| self.play.time.set(at)
            >
                {at}
            </th>
        }
    }

    fn row_view(
        self,
        number: usize,
        line: &Line,
        label: &str,
        columns: usize,
    ) -> impl IntoView + use<> {
        let cells: Vec<_> =
            (0..columns).map(|at| self.cell(number, line.clone(), at).into_any()).collect();
        let whole = matches!(line, Line::Part(_, _, true));
        let part = matches!(line, Line::Part(..));
        let badge = match line {
            Line::Part(formula, _, true) if self.play.count.get_untracked() > 1 => {
                Some(view! { <span class="badge">{formula + 1}</span> })
            }
            _ => None,
        };
        let take_out = match line {
            Line::Proposition(at) => Some(self.take_out(*at, label.to_owned())),
            _ => None,
        };
        view! {
            <tr class:whole=whole class:part=part class:loop-row=*line == Line::Cycle>
                <th scope="row" title=label.to_owned()>
                    {badge}
                    <span class="name">{label.to_owned()}</span>
                    {take_out}
                </th>
                {cells}
            </tr>
        }
    }

    /// The button that takes out a proposition that no formula has.
    fn take_out(self, at: usize, name: String) -> impl IntoView + use<> {
        let unused = move || {
            self.play.report.with(|report| {
                let named = report.as_ref().and_then(|report| report.rows.get(at));
                named.is_some_and(|named| !named.used)
            })
        };
        let spoken = format!("take out {name}");
        view! {
            <Show when=unused>
                <button
                    type="button"
                    class="plain tiny"
                    aria-label=spoken.clone()
                    title="no formula has this proposition: take it out"
                    on:click={
                        let name = name.clone();
                        move |_| {
                            self.play.unpin(&name);
                            self.focus_soon();
                        }
                    }
                >
                    "×"
                </button>
            </Show>
        }
    }

    fn cell(self, number: usize, line: Line, at: usize) -> impl IntoView + use<> {
        let play = self.play;
        let state = {
            let line = line.clone();
            Memo::new(move |_| self.value(&line, at))
        };
        let marked = {
            let line = line.clone();
            Memo::new(move |_| self.is_marked(&line, at))
        };
        let edited = !matches!(line, Line::Part(..));
        let cycle = line == Line::Cycle;
        let here = move || self.row.get() == number && play.time.get() == at;
        let shown = move || {
            let (glyph, spoken) = match (cycle, state.get()) {
                (true, Some(true)) => ("↺", "the cycle starts here"),
                (true, Some(false)) => ("─", "in the cycle"),
                (true, None) => ("", "before the cycle"),
                (false, Some(true)) => ("✓", "true"),
                (false, Some(false)) if edited => ("·", "false"),
                (false, Some(false)) => ("✗", "false"),
                (false, None) => ("…", "not known yet"),
            };
            view! {
                <span aria-hidden="true">{glyph}</span>
                <span class="seen-not">
                    {spoken} {move || marked.get().then_some(", part of the reason")}
                </span>
            }
        };
        let act = {
            let line = line.clone();
            move || self.act(&line, at)
        };
        let down = {
            let line = line.clone();
            move |event: PointerEvent| {
                if line == Line::Cycle && event.button() == 0 {
                    // A finger holds on to where it came down; the arrow is to follow it.
                    if let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok())
                    {
                        target.release_pointer_capture(event.pointer_id()).unwrap_or_default();
                    }
                    self.dragging.set(true);
                }
            }
        };
        let enter = {
            let line = line.clone();
            move |_| {
                if line == Line::Cycle && self.dragging.get_untracked() {
                    self.start_cycle(at);
                }
            }
        };
        view! {
            <td
                class:yes=move || !cycle && state.get() == Some(true)
                class:no=move || !cycle && state.get() == Some(false) && !edited
                class:off=move || !cycle && state.get() == Some(false) && edited
                class:edited=edited
                class:loop-start=move || cycle && state.get() == Some(true)
                class:cycle=move || self.in_cycle(at)
                class:now=move || play.time.get() == at
                class:mark=move || marked.get()
                tabindex=move || if here() { "0" } else { "-1" }
                data-cell=format!("{number},{at}")
                aria-readonly=(!edited).then_some("true")
                on:click=move |_| {
                    self.go(number, at);
                    act();
                }
                on:focus=move |_| self.go(number, at)
                on:pointerdown=down
                on:pointerenter=enter
            >
                {shown}
            </td>
        }
    }

    fn in_cycle(self, at: usize) -> bool {
        self.play.is_lasso() && self.play.trace.with(|trace| at >= trace.cycle_start())
    }

    /// The value of a cell; of the row of the cycle: whether it starts here.
    fn value(self, line: &Line, at: usize) -> Option<bool> {
        match line {
            Line::Cycle => self.play.trace.with(|trace| {
                let start = trace.cycle_start();
                (at >= start).then_some(at == start)
            }),
            Line::Proposition(row) => {
                self.play.trace.with(|trace| trace.rows.get(*row)?.values.get(at).copied())
            }
            Line::Part(formula, row, _) => self.play.report.with(|report| {
                let formula = report.as_ref()?.formulas.get(*formula)?;
                formula.rows.get(*row)?.values.get(at).copied()
            }),
        }
    }

    /// Whether the value of a cell is part of the reason of the formula that is explained.
    fn is_marked(self, line: &Line, at: usize) -> bool {
        let explained = self.play.explained.get();
        self.play.report.with(|report| {
            let Some(formula) = report.as_ref().and_then(|r| r.formulas.get(explained)) else {
                return false;
            };
            match line {
                Line::Cycle => false,
                Line::Proposition(row) => self.play.trace.with(|trace| {
                    let row = trace.rows.get(*row);
                    formula.rests_on.iter().any(|ground| {
                        row.is_some_and(|row| row.atom == ground.atom) && ground.steps.contains(&at)
                    })
                }),
                Line::Part(of, row, _) => {
                    *of == explained
                        && formula.rows.get(*row).is_some_and(|row| row.marks.contains(&at))
                }
            }
        })
    }

    fn act(self, line: &Line, at: usize) {
        match line {
            Line::Cycle => self.start_cycle(at),
            Line::Proposition(row) => self.play.trace.update(|trace| trace.toggle(*row, at)),
            Line::Part(formula, ..) => self.play.explained.set(*formula),
        }
    }

    fn start_cycle(self, at: usize) {
        if self.play.is_lasso() {
            self.play.trace.update(|trace| trace.loop_start = Some(at));
        }
    }

    /// Makes a cell the one that Tab reaches.
    fn go(self, row: usize, at: usize) {
        if self.row.get_untracked() != row {
            self.row.set(row);
        }
        if self.play.time.get_untracked() != at {
            self.play.time.set(at);
        }
        let line =
            self.shape.with_untracked(|shape| shape.lines.get(row).map(|line| line.0.clone()));
        if let Some(Line::Part(formula, ..)) = line
            && self.play.explained.get_untracked() != formula
        {
            self.play.explained.set(formula);
        }
    }

    /// Gives the focus to the cell that Tab reaches.
    fn focus(self) {
        let cell = format!(
            "[data-cell='{},{}']",
            self.row.get_untracked(),
            self.play.time.get_untracked()
        );
        let found = document().query_selector(&cell).ok().flatten();
        if let Some(cell) = found.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
            cell.focus().unwrap_or_default();
        }
    }

    /// The same as soon as the table is built anew: a cell that goes takes the focus with it.
    fn focus_soon(self) {
        Timeout::new(0, move || {
            let last = self.shape.try_with_untracked(|shape| shape.lines.len().saturating_sub(1));
            if let Some(last) = last {
                if self.row.get_untracked() > last {
                    self.row.set(last);
                }
                self.focus();
            }
        })
        .forget();
    }

    /// Does what a key asks for; whether it knew the key.
    fn key(self, event: &KeyboardEvent) -> bool {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return false;
        }
        // Buttons in the table have their own keys.
        let on_cell = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if on_cell.is_none_or(|target| !target.has_attribute("data-cell")) {
            return false;
        }
        let (row, at) = (self.row.get_untracked(), self.play.time.get_untracked());
        let (rows, columns) = self.shape.with_untracked(|shape| (shape.lines.len(), shape.columns));
        let (row, at) = match event.key().as_str() {
            "ArrowLeft" => (row, at.saturating_sub(1)),
            "ArrowRight" => (row, (at + 1).min(columns - 1)),
            "ArrowUp" => (row.saturating_sub(1), at),
            "ArrowDown" => ((row + 1).min(rows - 1), at),
            "Home" => (row, 0),
            "End" => (row, columns - 1),
            " " | "Enter" => {
                let line = self.shape.with_untracked(|shape| shape.lines.get(row).cloned());
                if let Some((line, _)) = line {
                    self.act(&line, at);
                }
                return true;
            }
            "+" => {
                self.play.add_step();
                self.focus_soon();
                return true;
            }
            "-" => {
                self.play.remove_step();
                self.focus_soon();
                return true;
            }
            "l" => {
                self.start_cycle(at);
                return true;
            }
            _ => return false,
        };
        self.go(row, at);
        self.focus();
        true
    }
}
