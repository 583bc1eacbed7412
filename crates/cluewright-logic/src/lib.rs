//! Human logic: named steps over groups, links and constraints, each proved from its reasons alone.
//!
//! A part of Cluewright, about which no promise of stability is made: the crate `cluewright` is what to use.
//!
//! A [`Technique`] looks at a [`View`] and finds [`Step`]s; [`solve_logically`] makes the easiest one again and again;
//! [`proof::verify`] derives a step's conclusions again from its [`Reason`]s and nothing else; [`text::describe`] puts
//! it into words. None of them knows a rule by name: whatever posts groups, links and constraints into the model gets
//! every technique.

#![allow(
    clippy::cast_possible_truncation,
    reason = "cells, values and facts of a model have numbers that fit: `ModelBuilder::check_size`"
)]

mod board;
mod follow;
pub mod proof;
pub mod rating;
mod step;
mod structure;
mod technique;
pub mod text;
mod walk;

pub use board::balance::{Balance, Share};
pub use board::bits::Bits;
pub use board::equations::Source;
pub use board::frame::{Alignment, Frame};
pub use board::oracle::{Alone, Assumption, Exhausted, Few, Oracle, Probe, Refuter};
pub use board::space::Space;
pub use board::state::State;
pub use board::view::View;
pub use proof::machine::unrolled;
pub use step::blockers::{Blocker, By};
pub use step::found::Found;
pub use step::premise::{Clause, Own, Premise};
pub use step::size::Size;
pub use step::sums::Left;
pub use step::technique::Technique;
pub use step::{Pattern, Reason, Step, TechniqueInfo};
pub use structure::fillings::is_firm;
pub use technique::{RARE, TECHNIQUES};
pub use walk::{Config, Outcome, Path, Profile, solve_logically, solve_logically_with, steps, steps_or_some};
