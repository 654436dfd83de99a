//! The room's side: it mounts in its element, and has what every page needs.

use super::Room;
use crate::components::toast::ToastLine;
use crate::panic;
use crate::routes::Route;
use crate::state::dom::Toast;
use crate::state::keys::Keys;
use crate::state::navigation::Navigation;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Starts a room: `pages` shows what the address asks for, which is never another room's.
pub fn enter<V: IntoView + 'static>(
    room: Room,
    pages: impl FnOnce(Memo<Option<Route>>) -> V + 'static,
) {
    panic::install();
    let host = document().get_element_by_id(&room.id());
    let Some(host) = host.and_then(|host| host.dyn_into::<HtmlElement>().ok()) else { return };
    // What stood there said that the room is being opened.
    host.set_text_content(None);
    mount_to(host, move || {
        let navigation = Navigation::follow();
        provide_context(navigation);
        provide_context(Keys::listen(|| {}));
        let toast = Toast::default();
        provide_context(toast);
        let route = Memo::new(move |_| {
            navigation.route.with(|route| (Room::of(route) == Some(room)).then(|| route.clone()))
        });
        view! {
            {pages(route)}
            <ToastLine toast=toast />
        }
    })
    // A room stays as long as the page.
    .forget();
}
