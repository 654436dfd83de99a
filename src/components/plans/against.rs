//! What a plan is held against: tools, packs, own policies, obligations, and how it is read.

use super::fold::table_fold;
use super::obligations::Obligations;
use super::ticked;
use crate::components::choice::choice;
use crate::state::dom::change;
use crate::state::plans::Plans;
use leptos::prelude::*;
use vedette_report::plan::{NamedText, PlanOptions, ToolView, Variable};

/// The most that is listed of tools.
const LISTED: usize = 300;

const MODES: [(&str, &str); 2] =
    [("normal", "normal: labels follow data"), ("strict", "strict: labels follow tests, too")];

/// The tools and the mode, and what is wrong with any of what the plan is held against.
#[component]
pub fn Setting(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    let mode = RwSignal::new(String::from("normal"));
    Effect::new(move |_| {
        let word = if plans.strict.get() { "strict" } else { "normal" };
        change(mode, word.into());
    });
    Effect::new(move |_| change(plans.strict, mode.with(|mode| mode == "strict")));
    view! { {tables(plans)} {choice("mode", "Mode", mode, &MODES)} }
}

/// The panel.
#[component]
pub fn Against(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    view! {
        <section id="against">
            <h2>"Held against"</h2>
            {packs(plans)}
            {own_tools(plans)}
            {tools(plans)}
            {own_policies(plans)}
            <Obligations plans=plans />
            {options(plans)}
        </section>
    }
}

/// What is wrong with tools, policies, obligations.
#[component]
pub fn Faults(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    move || {
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let faults = report.faults.iter().map(|fault| {
                view! { <li><strong>{fault.part.clone()}</strong> ": " {ticked(&fault.message)}</li> }
            });
            let faults: Vec<_> = faults.collect();
            let lint = report.lint.iter().map(|finding| {
                view! { <li><code>{finding.policy.clone()}</code> ": " {ticked(&finding.message)}</li> }
            });
            let lint: Vec<_> = lint.take(20).collect();
            let faults = (!faults.is_empty()).then(|| {
                view! { <div class="notice bad" id="faults" role="alert"><ul>{faults}</ul></div> }
            });
            let lint = (!lint.is_empty()).then(|| {
                view! { <div class="notice" id="lint"><p>"About the policies themselves:"</p><ul>{lint}</ul></div> }
            });
            Some(view! { {faults} {lint} })
        })
    }
}

/// The choice of one's own table of tools.
const OWN: &str = "own";

fn tables(plans: Plans) -> impl IntoView {
    let options = move || {
        plans.library.with(|library| {
            let tables = library.as_ref().map(|library| &library.tables[..]).unwrap_or_default();
            let option = |table: &NamedText| {
                let (name, words) =
                    (table.name.clone(), format!("{}: {} tools", table.name, table.parts.len()));
                let selected = move || plans.tools.with(|tools| *tools == name);
                view! { <option value=table.name.clone() selected=selected>{words}</option> }
            };
            let shipped = tables.iter().map(option).collect_view();
            view! {
                {shipped}
                <option value=OWN selected=move || plans.has_own_tools()>"my own, as JSON"</option>
            }
        })
    };
    let choose = move |event: leptos::ev::Targeted<web_sys::Event, web_sys::HtmlSelectElement>| {
        let name = event.target().value();
        let Some(library) = plans.library.get_untracked() else { return };
        if name == OWN {
            // A table to begin with: the one that was chosen.
            let old = plans.tools.get_untracked();
            let text = library.tables.iter().find(|table| table.name == old);
            plans.tools.set(text.map_or_else(|| "{}".into(), |table| table.text.clone()));
            return;
        }
        // The pack of the same name is about these tools.
        if library.packs.iter().any(|pack| pack.name == name) {
            plans.packs.set(vec![name.clone()]);
        }
        plans.tools.set(name);
    };
    view! {
        <label class="field">
            "Tools" <select id="tools" on:change:target=choose>{options}</select>
        </label>
    }
}

fn own_tools(plans: Plans) -> impl IntoView {
    view! {
        <Show when=move || plans.has_own_tools()>
            <label class="field tall">
                "Tools as JSON (type, paste, or drop a file here)"
                <textarea
                    id="own-tools"
                    rows="8"
                    spellcheck="false"
                    data-takes-files=""
                    prop:value=move || plans.tools.get()
                    on:input:target=move |event| plans.tools.set(event.target().value())
                ></textarea>
            </label>
        </Show>
    }
}

/// The table of the tools.
fn tools(plans: Plans) -> impl IntoView {
    let rows = move || {
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let row = |tool: &ToolView| {
                let label = report.labels.get(tool.label).map(|label| label.name.clone());
                view! {
                    <tr>
                        <th scope="row"><code>{format!("{}({})", tool.name, tool.params.join(", "))}</code></th>
                        <td>{(tool.calls > 0).then_some(tool.calls)}</td>
                        <td><span class=super::marks::taint_class(tool.label)>{label}</span></td>
                        <td>{tool.readers.clone()}</td>
                        <td>{tool.side_effect.then_some("yes")}</td>
                    </tr>
                }
            };
            Some(report.tools.iter().take(LISTED).map(row).collect_view())
        })
    };
    let head = ["tool", "calls", "its result is", "readers", "changes something"];
    table_fold("tool-table", "The tools", "table of tools", head, rows)
}

fn packs(plans: Plans) -> impl IntoView {
    let boxes = move || {
        plans.library.with(|library| {
            let packs = library.as_ref().map(|library| &library.packs[..]).unwrap_or_default();
            packs.iter().map(|pack| one_pack(plans, pack)).collect_view()
        })
    };
    view! {
        <fieldset id="packs">
            <legend>"Packs of policies"</legend>
            {boxes}
        </fieldset>
    }
}

fn one_pack(plans: Plans, pack: &NamedText) -> impl IntoView + use<> {
    let name = pack.name.clone();
    let is_on = {
        let name = name.clone();
        move || plans.packs.with(|packs| packs.contains(&name))
    };
    let turn = move |event: leptos::ev::Targeted<web_sys::Event, web_sys::HtmlInputElement>| {
        let on = event.target().checked();
        plans.packs.update(|packs| {
            packs.retain(|other| *other != name);
            if on {
                packs.push(name.clone());
            }
        });
    };
    let parts: Vec<_> = pack.parts.iter().map(|part| view! { <li>{part.clone()}</li> }).collect();
    view! {
        <div class="pack">
            <label class="field">
                <input type="checkbox" data-pack=pack.name.clone() prop:checked=is_on on:change:target=turn />
                {pack.name.clone()}
            </label>
            <details>
                <summary class="small">{format!("{} policies", parts.len())}</summary>
                <ul class="small">{parts}</ul>
            </details>
        </div>
    }
}

fn own_policies(plans: Plans) -> impl IntoView {
    view! {
        <details id="policies-panel" open=move || plans.policies.with(|text| !text.is_empty())>
            <summary>"My own policies"</summary>
            <label class="field tall">
                "YAML, one policy a document (type, paste, or drop a file here)"
                <textarea
                    id="own-policies"
                    rows="6"
                    spellcheck="false"
                    data-takes-files=""
                    placeholder="id: mine\ntitle: ask before paying\nformula: AG(call_pay -> ask_called)"
                    prop:value=move || plans.policies.get()
                    on:input:target=move |event| plans.policies.set(event.target().value())
                ></textarea>
            </label>
        </details>
    }
}

/// How the plan is read.
fn options(plans: Plans) -> impl IntoView {
    let switch = |id: &'static str, words: &'static str, at: fn(&mut PlanOptions) -> &mut bool| {
        let is_on = move || plans.options.with(|options| *at(&mut options.clone()));
        let turn = move |event: leptos::ev::Targeted<web_sys::Event, web_sys::HtmlInputElement>| {
            let on = event.target().checked();
            plans.options.update(|options| *at(options) = on);
        };
        view! {
            <label class="field">
                <input type="checkbox" id=id prop:checked=is_on on:change:target=turn />
                {words}
            </label>
        }
    };
    let variables = move || plans.options.with(|options| written(&options.variables));
    let called = move || plans.options.with(|options| options.called.join(", "));
    view! {
        <details id="options">
            <summary>"How the plan is read"</summary>
            <div class="options">
                {switch("may-fail", "any tool may fail and so end the plan", |o| &mut o.tools_may_fail)}
                {switch("aborts-count", "a plan that ends in an exception still owes what was to come", |o| &mut o.aborts_count)}
                {switch("all-policies", "check policies that are not about this plan, too", |o| &mut o.all)}
                {switch("suggest", "look for a change that mends a violation", |o| &mut o.suggest)}
                <label class="field">
                    "Variables that the plan may read"
                    <input
                        type="text"
                        id="variables"
                        class="mono"
                        placeholder="task: user, memo: untrusted private"
                        prop:value=variables
                        on:change:target=move |event| {
                            let read = read_variables(&event.target().value());
                            plans.options.update(|options| options.variables = read);
                        }
                    />
                </label>
                <label class="field">
                    "Tools that earlier plans called"
                    <input
                        type="text"
                        id="called"
                        class="mono"
                        prop:value=called
                        on:change:target=move |event| {
                            let names = event.target().value();
                            let names = names.split([',', ' ']).filter(|name| !name.is_empty());
                            let names = names.map(str::to_owned).collect();
                            plans.options.update(|options| options.called = names);
                        }
                    />
                </label>
            </div>
        </details>
    }
}

fn written(variables: &[Variable]) -> String {
    let one = |v: &Variable| match v.readers.as_str() {
        "depends" => format!("{}: {}", v.name, v.label),
        readers => format!("{}: {} {readers}", v.name, v.label),
    };
    variables.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// `name: label` or `name: label readers`, with commas; what is left out is trusted, and depends.
fn read_variables(text: &str) -> Vec<Variable> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, rest) = part.split_once(':').unwrap_or((part, ""));
            let mut words = rest.split_whitespace();
            Variable {
                name: name.trim().into(),
                label: words.next().unwrap_or("user").into(),
                readers: words.next().unwrap_or("depends").into(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{read_variables, written};

    #[test]
    fn variables_are_written_as_they_are_read() {
        let text = "task: user, memo: untrusted private";
        assert_eq!(written(&read_variables(text)), text);
        assert_eq!(written(&read_variables(" x ,, ")), "x: user");
    }
}
