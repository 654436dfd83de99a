//! The worker that verifies agent programs. The parser of Python is here, and nowhere else.

use vedette_report::plan::{Budget, answer};
use vedette_web::bridge::{Planning, listen, planning};

fn main() {
    listen::<Planning>(|asked, _| {
        let engines = |question: &_| answer(question, &Budget::default());
        (planning::answer(asked, engines), Vec::new())
    });
}
