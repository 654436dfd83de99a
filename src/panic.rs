//! A panic is shown, not swallowed: a page that silently stopped would look like a verdict.

/// Shows panics on the console and on the page.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show(&info.to_string());
    }));
}

fn show(message: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let Some(screen) = document.get_element_by_id("panic") else { return };
    if let Ok(Some(text)) = screen.query_selector("pre") {
        text.set_text_content(Some(message));
    }
    // Nothing can be done about a failure to show a failure; the console has it.
    let _ = screen.remove_attribute("hidden");
}
