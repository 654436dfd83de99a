//! Where things stand in a picture. Pure geometry: the page draws what these functions give.

pub mod chart;
pub mod folded;
pub mod layered;
pub mod tidy;
pub mod word;
