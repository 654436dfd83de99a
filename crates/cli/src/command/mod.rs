//! One command a file.

pub(crate) mod bundle;
pub(crate) mod bundle_merge;
pub(crate) mod bundle_sample;
pub(crate) mod bundle_single;
pub(crate) mod bundle_site;
pub(crate) mod ctl;
pub(crate) mod equiv;
pub(crate) mod formula;
pub(crate) mod serve;
pub(crate) mod tree;
