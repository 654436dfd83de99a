//! The companion.
fn main() {}
