//! The worker that verifies agent programs. The parser of Python is here, and nowhere else.

use vedette_report::plan::answer;
use vedette_web::bridge::{Planning, listen, planning};

fn main() {
    listen::<Planning>(|asked, _| {
        let engines = |question: &_| answer(question, &Default::default());
        (planning::answer(asked, engines), Vec::new())
    });
}
