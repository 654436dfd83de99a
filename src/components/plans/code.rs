//! An editor for programs: a plain text area with line numbers, and marks beneath the text.
//!
//! The text area is transparent and lies on a copy of the lines that are seen, so that undo, input
//! methods and screen readers work as in any field, and a plan of ten thousand lines costs what fits on
//! the screen. What is wrong stands behind its line in words; the list below the editor says the same.

use super::edit::{INDENT, byte, indented, next_line, place, replace};
use super::marks::{LineMarks, Marks};
use leptos::html::Textarea;
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::{HtmlTextAreaElement, KeyboardEvent};

/// The height of a line in pixels; the style sheet says the same.
const LINE: i32 = 21;
/// Lines that are drawn: what fits, and some before and after.
const DRAWN: usize = 56;
/// Lines drawn before the first that is seen.
const BEFORE: usize = 10;
/// The most characters of a line that are drawn with marks.
const WIDE: usize = 2_000;
/// The fewest and the most lines that are seen without scrolling.
const ROWS: (usize, usize) = (8, 30);

/// What the marks of a step are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// The lines that the run has passed, ascending.
    pub passed: Vec<u32>,
    /// The line of the step that is looked at.
    pub now: Option<u32>,
    /// The line to blame.
    pub blame: Option<u32>,
}

/// The editor.
#[component]
pub fn Code(
    /// The text area's id.
    id: &'static str,
    /// What the field is for.
    label: &'static str,
    /// The text.
    text: RwSignal<String>,
    /// What is marked.
    marks: Memo<Arc<Marks>>,
    /// The step that is looked at.
    walked: Memo<Walked>,
    /// Whether the marks are about this very text.
    #[prop(into)]
    fresh: Signal<bool>,
    /// The text area, for whoever changes it.
    area: NodeRef<Textarea>,
    /// Where the text cursor is: line and column, from 1.
    caret: RwSignal<Option<(u32, u32)>>,
) -> impl IntoView {
    let starts = Memo::new(move |_| text.with(|text| line_starts(text)));
    let top = RwSignal::new(0_i32);
    let left = RwSignal::new(0_i32);
    let first = Memo::new(move |_| {
        let line = usize::try_from(top.get() / LINE).unwrap_or(0);
        line.saturating_sub(BEFORE).min(starts.with(Vec::len).saturating_sub(1))
    });
    let shift = move || i32::try_from(first.get()).unwrap_or(0) * LINE - top.get();
    let lines = move || {
        let first = first.get();
        text.with(|text| {
            starts.with(|starts| {
                marks.with(|marks| {
                    let shown = (first..starts.len()).take(DRAWN);
                    shown
                        .map(|at| {
                            let number = at as u32 + 1;
                            line(line_text(text, starts, at), number, marks.get(&number), walked)
                        })
                        .collect_view()
                })
            })
        })
    };
    let numbers = move || {
        let first = first.get();
        let count = starts.with(Vec::len);
        marks.with(|marks| {
            (first..count).take(DRAWN).map(|at| margin(at as u32 + 1, marks, walked)).collect_view()
        })
    };
    let rows = move || starts.with(Vec::len).saturating_add(1).clamp(ROWS.0, ROWS.1).to_string();
    let tell = move || {
        let Some(area) = area.get_untracked() else { return };
        let at = area.selection_start().ok().flatten().unwrap_or(0);
        caret.set(Some(text.with_untracked(|text| place(text, at))));
    };
    let keys = move |event: KeyboardEvent| {
        if let Some(area) = area.get_untracked() {
            on_key(&event, &area);
        }
    };
    // The step that is looked at comes into sight.
    Effect::new(move |_| {
        let Some(now) = walked.with(|walked| walked.now) else { return };
        if let Some(area) = area.get() {
            bring(&area, now);
        }
    });
    let digits = move || format!("{}ch", starts.with(Vec::len).to_string().len() + 3);
    view! {
        <div>
            <label for=id>
                <strong>{label}</strong>
            </label>
            <div class="code" class:stale=move || !fresh.get()>
                <div class="numbers" aria-hidden="true" style:width=digits>
                    <div style:transform=move || format!("translateY({}px)", shift())>{numbers}</div>
                </div>
                <div class="pane">
                    <div class="under" aria-hidden="true">
                        <div style:transform=move || {
                            format!("translate({}px, {}px)", -left.get(), shift())
                        }>{lines}</div>
                    </div>
                    <textarea
                        id=id
                        node_ref=area
                        spellcheck="false"
                        autocapitalize="off"
                        autocomplete="off"
                        wrap="off"
                        data-takes-files=""
                        rows=rows
                        aria-describedby="code-keys problems"
                        aria-invalid=move || marks.with(|marks| {
                            marks.values().any(|line| line.glyph == "✗")
                        }).to_string()
                        prop:value=move || text.get()
                        on:input:target=move |event| text.set(event.target().value())
                        on:scroll:target=move |event| {
                            top.set(event.target().scroll_top());
                            left.set(event.target().scroll_left());
                        }
                        on:keydown=keys
                        on:keyup=move |_| tell()
                        on:click=move |_| tell()
                        on:blur=move |_| caret.set(None)
                    ></textarea>
                </div>
            </div>
            <p class="small quiet" id="code-keys">
                <kbd>"Tab"</kbd> " indents, " <kbd>"Esc"</kbd>
                " leaves the editor. A file may be dropped into it."
            </p>
        </div>
    }
}

/// Where the lines begin.
fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

fn line_text<'a>(text: &'a str, starts: &[usize], at: usize) -> &'a str {
    // The text may be newer than its lines for a moment.
    let start = starts[at].min(text.len());
    let end = starts.get(at + 1).map_or(text.len(), |&next| next.saturating_sub(1));
    text.get(start..end.max(start)).unwrap_or_default().trim_end_matches('\r')
}

/// A line's copy, with its marks; the words stand behind it.
fn line(
    text: &str,
    number: u32,
    marks: Option<&LineMarks>,
    walked: Memo<Walked>,
) -> impl IntoView + use<> {
    let parts = marks.map_or_else(Vec::new, |marks| cut(text, &marks.spans));
    let parts: Vec<_> =
        parts.into_iter().map(|(part, class)| view! { <span class=class>{part}</span> }).collect();
    let whole = parts.is_empty().then(|| text.chars().take(WIDE).collect::<String>());
    let words = marks.and_then(|marks| marks.words.clone());
    let words =
        words.map(|(class, words)| view! { <span class=format!("said {class}")>{words}</span> });
    let is = move |test: fn(&Walked, u32) -> bool| walked.with(|walked| test(walked, number));
    view! {
        <div
            class="line"
            data-line=number
            class:passed=move || is(|walked, at| walked.passed.binary_search(&at).is_ok())
            class:now=move || is(|walked, at| walked.now == Some(at))
            class:blame=move || is(|walked, at| walked.blame == Some(at))
        >
            {parts}
            {whole}
            {words}
            "\u{200b}"
        </div>
    }
}

fn margin(number: u32, marks: &Marks, walked: Memo<Walked>) -> impl IntoView + use<> {
    let own = marks.get(&number).map(|line| line.glyph).filter(|glyph| !glyph.is_empty());
    let glyph = move || {
        walked.with(|walked| {
            if walked.now == Some(number) {
                "▶"
            } else if walked.blame == Some(number) {
                "✗"
            } else {
                own.unwrap_or(" ")
            }
        })
    };
    let class = match own {
        None => "number",
        Some("✗") => "number wrong",
        Some("✓") => "number right",
        Some(_) => "number odd",
    };
    view! {
        <div class=class class:now=move || walked.with(|walked| walked.now == Some(number))>
            <span class="glyph">{glyph}</span>
            {number}
        </div>
    }
}

/// A line cut into parts, each with its class. Spans are columns in characters from 1; where two
/// overlap, the first counts.
fn cut(text: &str, spans: &[(u32, u32, String)]) -> Vec<(String, String)> {
    let chars: Vec<char> = text.chars().take(WIDE).collect();
    let mut parts = Vec::new();
    let mut at = 0;
    let mut take = |from: usize, to: usize, class: &str| {
        if from < to {
            parts.push((chars[from..to].iter().collect(), class.to_owned()));
        }
    };
    for (from, to, class) in spans {
        let from = (*from as usize).saturating_sub(1).clamp(at, chars.len());
        // What is wrong may be a place between two characters, or the end of the line.
        let to = (*to as usize).saturating_sub(1).clamp(from, chars.len());
        take(at, from, "");
        take(from, to, class);
        at = to;
    }
    take(at, chars.len(), "");
    parts
}

/// What the keys do that a plain field does not know.
fn on_key(event: &KeyboardEvent, area: &HtmlTextAreaElement) {
    if event.is_composing() || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let value = area.value();
    let selection = |end: Result<Option<u32>, _>| end.ok().flatten().unwrap_or(0);
    let (from, to) = (selection(area.selection_start()), selection(area.selection_end()));
    let before = &value[..byte(&value, from)];
    match event.key().as_str() {
        "Escape" => area.blur().unwrap_or_default(),
        "Enter" if !event.shift_key() => replace(area, from, to, &next_line(before)),
        "Tab" if from == to && !event.shift_key() => replace(area, from, to, INDENT),
        "Tab" => {
            // Whole lines move.
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let begin = before[start..].chars().map(|c| c.len_utf16() as u32).sum::<u32>();
            let lines = &value[start..byte(&value, to)];
            let moved = indented(lines, !event.shift_key());
            if moved != lines {
                let begin = from - begin;
                replace(area, begin, to, &moved);
                let end = begin + moved.chars().map(|c| c.len_utf16() as u32).sum::<u32>();
                let begin = if from == to { end } else { begin };
                area.set_selection_range(begin, end).unwrap_or_default();
            }
        }
        _ => return,
    }
    event.prevent_default();
}

/// Scrolls the editor so that a line is seen.
pub fn bring(area: &HtmlTextAreaElement, line: u32) {
    let y = i32::try_from(line.saturating_sub(1)).unwrap_or(i32::MAX / LINE).saturating_mul(LINE);
    let (top, height) = (area.scroll_top(), area.client_height());
    if y < top + LINE || y > top + height - 3 * LINE {
        area.set_scroll_top((y - height / 3).max(0));
    }
}

#[cfg(test)]
mod tests {
    use super::{cut, line_starts, line_text};

    #[test]
    fn lines_are_those_of_the_text() {
        let text = "a\r\n\nbc";
        let starts = line_starts(text);
        let lines: Vec<&str> = (0..3).map(|at| line_text(text, &starts, at)).collect();
        assert_eq!(lines, ["a", "", "bc"]);
        assert_eq!(line_text("a", &starts, 2), "", "lines of an older text do no harm");
    }

    #[test]
    fn overlapping_spans_are_cut_in_order() {
        let spans = [(2, 4, "x".to_owned()), (3, 6, "y".to_owned()), (9, 12, "z".to_owned())];
        let parts: Vec<String> =
            cut("abcdéf", &spans).iter().map(|(text, class)| format!("{text}:{class}")).collect();
        assert_eq!(parts, ["a:", "bc:x", "dé:y", "f:"]);
    }
}
