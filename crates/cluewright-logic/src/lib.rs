//! Human logic: named steps over groups, links and constraints, each proved from its reasons alone.
//!
//! This crate is part of Cluewright and makes no promise of stability: use the `cluewright` crate instead.
//!
//! A [`Technique`] reads a [`View`] and finds [`Step`]s; [`solve_logically`] repeatedly applies the first step found; [`proof::verify`]
//! independently derives a step's conclusions from the step's [`Reason`]s alone; [`text::describe`] explains a step in words. No
//! technique refers to a rule by name: every technique works for any rule that posts groups, links and constraints to the model.

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
