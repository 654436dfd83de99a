//! The front: the bar, the page that the address asks for or the room that shows it, and what works
//! everywhere.

use crate::components::drop::take_drops;
use crate::components::help_keys::KeySheet;
use crate::components::toast::ToastLine;
use crate::pages::answers::AnswersPage;
use crate::pages::compare::ComparePage;
use crate::pages::help::Help;
use crate::pages::start::Start;
use crate::rooms::{Hosts, Room};
use crate::routes::{Annotate, Compare, Route, Shown};
use crate::state::answers::Answers;
use crate::state::dom::Toast;
use crate::state::keys::Keys;
use crate::state::navigation::Navigation;
use crate::state::settings::Settings;
use leptos::prelude::*;
use vedette_report::listing::Filter;
use vedette_report::playground::link::State;

/// Which page is shown, whatever it shows: typing must not build the page anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Start,
    Compare,
    Answers,
    Help,
    Unknown,
    Room(Room),
}

impl From<&Route> for Page {
    fn from(route: &Route) -> Self {
        match route {
            Route::Start => Self::Start,
            Route::Compare(_) => Self::Compare,
            Route::Answers(_) => Self::Answers,
            Route::Help => Self::Help,
            _ => Room::of(route).map_or(Self::Unknown, Self::Room),
        }
    }
}

/// The app.
#[component]
pub fn App() -> impl IntoView {
    if let Some(loading) = document().get_element_by_id("loading") {
        loading.remove();
    }
    let settings = Settings::load();
    let navigation = Navigation::lead();
    let answers = Answers::new();
    let toast = Toast::default();
    let sheet = NodeRef::<leptos::html::Dialog>::new();
    let open_sheet = move || {
        if let Some(sheet) = sheet.get_untracked().filter(|sheet| !sheet.open()) {
            // It is in the page and closed: nothing can fail.
            sheet.show_modal().unwrap_or_default();
        }
    };
    let keys = Keys::listen(open_sheet);
    provide_context(settings);
    provide_context(navigation);
    provide_context(answers);
    provide_context(toast);
    provide_context(keys);
    take_drops(answers, navigation);
    let page = Memo::new(move |_| navigation.route.with(|route| Page::from(route)));
    let room = Signal::derive(move || match page.get() {
        Page::Room(room) => Some(room),
        _ => None,
    });
    view! {
        <header class="bar">
            <a class="skip" href="#main" on:click=focus_main>
                "Skip to the content"
            </a>
            {links(page, navigation)} {theme(settings)}
            <button type="button" class="plain" id="keys" on:click=move |_| open_sheet()>
                "Keys " <kbd>"?"</kbd>
            </button>
        </header>
        <main id="main" tabindex="-1">
            {move || match page.get() {
                Page::Start => view! { <Start /> }.into_any(),
                Page::Compare => view! { <ComparePage /> }.into_any(),
                Page::Answers => view! { <AnswersPage /> }.into_any(),
                Page::Help => view! { <Help /> }.into_any(),
                Page::Unknown => view! {
                    <h1>"There is no such page"</h1>
                    <p>"The address may be damaged. " <a href="#/">"Start here"</a> "."</p>
                }
                .into_any(),
                Page::Room(_) => ().into_any(),
            }}
            <Hosts current=room />
        </main>
        <footer>
            <p>"Vedette runs in your browser. Nothing you type or open leaves it."</p>
        </footer>
        <KeySheet sheet=sheet />
        <ToastLine toast=toast />
    }
}

/// The address is the page's: a link to `#main` would change it.
fn focus_main(event: web_sys::MouseEvent) {
    event.prevent_default();
    if let Some(main) = document().query_selector("main").ok().flatten() {
        use wasm_bindgen::JsCast;
        main.unchecked_into::<web_sys::HtmlElement>().focus().unwrap_or_default();
    }
}

fn links(page: Memo<Page>, navigation: Navigation) -> impl IntoView {
    let link = move |label: &'static str,
                     class: &'static str,
                     pages: &'static [Page],
                     href: Signal<String>| {
        let current = move || pages.contains(&page.get()).then_some("page");
        view! { <a href=move || href.get() class=class aria-current=current>{label}</a> }
    };
    let fixed = |route: Route| Signal::stored(route.to_string());
    // The list as it was left.
    let list = Memo::new(move |old: Option<&String>| {
        navigation.route.with(|route| match (route, old) {
            (Route::Results(_), _) => route.to_string(),
            (_, Some(old)) => old.clone(),
            (_, None) => Route::Results(Filter::default()).to_string(),
        })
    });
    let room = move |label: &'static str, room: &'static Page, href: Signal<String>| {
        let here = matches!(room, Page::Room(room) if room.is_here());
        here.then(|| link(label, "", std::slice::from_ref(room), href))
    };
    view! {
        <nav aria-label="pages">
            {link("Vedette", "brand", &[Page::Start], fixed(Route::Start))}
            {link("Compare", "", &[Page::Compare, Page::Answers], fixed(Route::Compare(Compare::default())))}
            {room("Playground", &Page::Room(Room::Playground), fixed(Route::Play(State::default())))}
            {room("Annotate", &Page::Room(Room::Annotate), fixed(Route::Annotate(Annotate::default())))}
            {room("Plans", &Page::Room(Room::Plans), fixed(Route::Plan(Shown::default())))}
            {room("Worlds", &Page::Room(Room::Worlds), fixed(Route::World(Shown::default())))}
            {room("Results", &Page::Room(Room::Results), list.into())}
            {link("Help", "", &[Page::Help], fixed(Route::Help))}
        </nav>
    }
}

fn theme(settings: Settings) -> impl IntoView {
    let options = [("auto", "as the system"), ("light", "light"), ("dark", "dark")];
    view! {
        <label class="field small">
            "Colours"
            <select
                id="theme"
                on:change:target=move |event| settings.theme.set(event.target().value())
            >
                {options
                    .map(|(name, words)| {
                        view! {
                            <option value=name selected=move || settings.theme.get() == name>
                                {words}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}
