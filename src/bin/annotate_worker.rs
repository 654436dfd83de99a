//! The worker of annotation.

use vedette_annotate::protocol::answer;
use vedette_web::bridge::{Annotating, listen};

fn main() {
    listen::<Annotating>(|question, blobs| answer(question, &blobs));
}
