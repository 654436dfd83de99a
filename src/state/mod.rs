//! What the page remembers: where it is, what it shows, how it is set up.

pub mod annotate;
pub mod answers;
pub mod command;
pub mod dom;
pub mod examples;
pub mod files;
pub mod greeting;
pub mod keys;
pub mod navigation;
pub mod own_address;
pub mod plans;
pub mod playground;
pub mod recognise;
pub mod results;
pub mod settings;
pub mod source;
pub mod texts;
pub mod watched;
pub mod worlds;
