//! Starts the web app.

fn main() {
    vedette_web::panic::install();
    leptos::mount::mount_to_body(vedette_web::app::App);
}
