//! From linear-time formulas to automata.
//!
//! * [`kernel`]: formulas over seven shapes with complement edges, simplified as they are built;
//! * [`build`]: from a pool of formulas to the kernel;
//! * [`laws`]: the laws that do so;
//! * [`bits`]: fixed-width bit sets, the alphabet of the next one;
//! * [`tableau`]: the automaton of a formula, state by state;
//! * [`omega`]: a lasso that the automaton accepts, or none;
//! * [`finite`]: a shortest finite (or stuttering) word, or none.

pub mod bits;
pub mod build;
pub mod finite;
pub mod kernel;
pub mod laws;
pub mod omega;
pub mod tableau;
