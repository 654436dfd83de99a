//! The built site in real headless Chromium, as a person uses it.
//!
//! `VEDETTE` names the companion that serves it. Screenshots go to `test-output/browser/`.

mod annotate;
mod annotate_shared;
mod annotate_speed;
mod answers;
mod compare;
mod driver;
mod hostile;
mod measure;
mod plans;
mod playground;
mod replay;
mod results;
mod speed;
mod worlds;
mod worlds_beside;
