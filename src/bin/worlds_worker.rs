//! The worker that runs programs in scenes. The household, the templates and the tasks are here.

use vedette_report::world::view::{answer, open};
use vedette_web::bridge::{Worldly, listen, worlds};

fn main() {
    listen::<Worldly>(|asked, blobs| (worlds::answer(asked, &blobs, answer, open), Vec::new()));
}
