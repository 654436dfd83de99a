//! Small dealings with the browser: copy, download, say, keep the focus.

use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A short message at the edge of the screen, read aloud too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Toast(pub RwSignal<String>);

impl Toast {
    /// Says something for a while.
    pub fn say(self, message: &str) {
        self.0.set(message.to_owned());
        let said = message.to_owned();
        Timeout::new(2500, move || {
            if self.0.get_untracked() == said {
                self.0.set(String::new());
            }
        })
        .forget();
    }

    /// Copies a text, and says so.
    pub fn copy(self, text: String) {
        spawn_local(async move {
            let copied = match clipboard() {
                Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
                None => false,
            };
            self.say(if copied {
                "Copied"
            } else {
                "The browser does not let this page copy: select the text and copy it by hand"
            });
        });
    }
}

/// Sets a signal only if that changes it.
pub fn change<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}

/// Gives the focus to the content if it was lost: what had it went with the page that was left. Who
/// reads with a keyboard or a screen reader goes on at the top of what is new.
pub fn mend_focus() {
    Timeout::new(0, || {
        let (Some(body), Some(main)) = (document().body(), document().get_element_by_id("main"))
        else {
            return;
        };
        let lost = document().active_element().is_none_or(|active| active == *body);
        if let Some(main) = main.dyn_ref::<web_sys::HtmlElement>().filter(|_| lost) {
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            main.focus_with_options(&options).unwrap_or_default();
        }
    })
    .forget();
}

/// The clipboard, which a browser offers only to pages that came over a secure connection.
fn clipboard() -> Option<web_sys::Clipboard> {
    let navigator = window().navigator();
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into()).ok()?;
    there.is_object().then(|| navigator.clipboard())
}

/// What a picture needs to look the same without this page's style sheets.
const PICTURE_STYLE: &str = "svg{background:#fff;font:13px monospace}text{fill:#16202c}\
.box{fill:#f5f7fa;stroke:#c3cad3;stroke-width:1.5}.number,.false{fill:#4d5866}.number{font-size:11px}\
.true{font-weight:700}.edge{fill:none;stroke:#4d5866;stroke-width:1.5}\
.back{stroke:#0b4ea2;stroke-width:2}.tip{fill:#4d5866}.back-tip,.back-word{fill:#0b4ea2}\
.cycle{fill:#eff6ff;stroke:#0b4ea2}.path{stroke:#a23b00;stroke-width:2.5;stroke-dasharray:6 3}\
.t-violated{fill:#fff3e8;stroke:#a23b00;stroke-dasharray:6 3;stroke-width:2}\
.t-holds{fill:#eff6ff;stroke:#0b4ea2}.t-open{fill:#f7f2fb;stroke:#6f4a8e;stroke-dasharray:2 3}\
.t-fault{fill:#f2f3f5;stroke:#5f6670}.here{fill:none;stroke:#16202c;stroke-width:3}\
.guard{font-size:12px;paint-order:stroke;stroke:#fff;stroke-width:4px}.state{font-weight:700;font-size:12px}\
.ring{fill:none;stroke:#4d5866;stroke-width:1.5}.box.at{fill:#16202c;stroke:#16202c}.state.at{fill:#fff}\
.world{fill:#f5f7fa;stroke:#c3cad3}.language{stroke-width:2.5;fill-opacity:.55}\
.language.candidate{fill:#f7f2fb;stroke:#6f4a8e;stroke-dasharray:7 4}\
.language.truth{fill:#eff6ff;stroke:#0b4ea2}.name{font-weight:600}\
.box.at+.ring{stroke:#fff}.edge.taken{stroke:#0b4ea2;stroke-width:3}.tip.taken{fill:#0b4ea2}";

/// Downloads the picture with this id as an SVG file.
pub fn download_picture(id: &str, name: &str) -> Result<(), JsValue> {
    let picture = document().get_element_by_id(id).ok_or("there is no picture")?;
    let text = web_sys::XmlSerializer::new()?.serialize_to_string(&picture)?;
    let (head, rest) = text.split_once('>').ok_or("the picture is empty")?;
    download(name, "image/svg+xml", &format!("{head}><style>{PICTURE_STYLE}</style>{rest}"))
}

/// Downloads a text as a file; nothing leaves the computer.
pub fn download(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    download_bytes(name, kind, text.as_bytes())
}

/// Downloads bytes as a file.
pub fn download_bytes(name: &str, kind: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let anchor: web_sys::HtmlAnchorElement = document().create_element("a")?.dyn_into()?;
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Timeout::new(1000, move || {
        // A failure to release it costs some memory.
        let _ = web_sys::Url::revoke_object_url(&url);
    })
    .forget();
    Ok(())
}
