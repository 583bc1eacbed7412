//! Human logic: named steps over groups, links and constraints, each proved from its reasons alone.
//!
//! A part of Cluewright, about which no promise of stability is made: the crate `cluewright` is what to use.
//!
//! A [`Technique`] looks at a [`View`] and finds [`Step`]s; [`walk`] makes the easiest one again and again;
//! [`proof::verify`] derives a step's conclusions again from its [`Reason`]s and nothing else; [`text::describe`] puts
//! it into words. None of them knows a rule by name: whatever posts groups, links and constraints into the model gets
//! every technique.

#![allow(
    clippy::cast_possible_truncation,
    reason = "cells, values and facts of a model have numbers that fit: `ModelBuilder::check_size`"
)]

mod ahead;
mod bits;
mod closure;
mod consequences;
mod counts;
mod deadly;
mod facts;
mod fillings;
mod frame;
mod live;
mod oracle;
pub mod proof;
mod reasons;
mod space;
mod step;
mod technique;
pub mod text;
mod told;
mod view;
mod walk;

pub use bits::Bits;
pub use facts::Balance;
pub use frame::{Frame, Lie};
pub use oracle::{Exhausted, Oracle, Refuter};
pub use proof::machine::unrolled;
pub use space::Space;
pub use step::{Assumption, Consequence, Pattern, Reason, Step, TechniqueInfo};
pub use technique::{Found, RARE, TECHNIQUES, Technique};
pub use view::{State, View};
pub use walk::{Config, Outcome, Path, Profile, steps, steps_or_some, walk, walk_telling};
