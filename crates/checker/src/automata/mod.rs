//! From linear-time formulas to automata.
//!
//! * [`kernel`]: formulas over seven shapes with complement edges, simplified as they are built;
//! * [`build`]: from a pool of formulas to the kernel;
//! * [`laws`]: the laws that do so;
//! * [`bits`]: fixed-width bit sets, the alphabet of the next one;
//! * [`layout`]: which bit of them stands for what;
//! * [`tableau`]: the automaton of a formula, state by state;
//! * [`omega`]: a lasso that the automaton accepts, or none;
//! * [`finite`]: a shortest finite (or stuttering) word, or none.
//!
//! Those decide. For people and for other tools there are automata made explicit:
//!
//! * [`guard`]: sets of letters;
//! * [`translate`]: from a formula to an explicit automaton, state by state;
//! * [`explicit`]: generalized Büchi automata, on transitions or on states;
//! * [`simulation`], [`compact`], [`degeneralize`], [`weak`]: making them small;
//! * [`deterministic`], [`monitor`], [`parity`]: DFAs over finite words, three-valued monitors,
//!   deterministic parity automata;
//! * [`hoa`], [`hoa_read`], [`dot`]: exchange and pictures;
//! * [`hierarchy`]: safety, guarantee, obligation, recurrence, persistence, reactivity;
//! * [`readings`]: whether a formula means something else over finite words.

pub mod bits;
pub mod build;
pub mod cases;
pub mod circuit;
pub mod compact;
pub mod degeneralize;
pub mod deterministic;
pub mod dot;
pub mod explicit;
pub mod fairness;
pub mod finite;
pub mod guard;
pub mod hierarchy;
pub mod hoa;
pub mod hoa_read;
pub mod kernel;
pub mod laws;
pub mod layout;
pub mod monitor;
pub mod omega;
pub mod parity;
pub mod readings;
pub mod simulation;
pub mod tableau;
pub mod translate;
pub mod weak;

mod hoa_lexer;
mod table;
