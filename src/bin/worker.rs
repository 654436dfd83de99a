//! The worker that all pages may ask.

use vedette_report::service::answer;
use vedette_web::bridge::{Checking, listen};

fn main() {
    listen::<Checking>(answer);
}
