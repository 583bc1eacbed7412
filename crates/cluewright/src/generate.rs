//! Making puzzles: new givens for a grid with its rules and clues ([`Generator`]), or new clues of any rules as well
//! ([`Setter`]); by what is wished for, [`Maker`] finds out which.

mod aim;
mod attempt;
mod choose;
mod climb;
mod cover;
mod draft;
mod geometry;
mod givens;
mod goal;
mod ground;
mod level;
mod like;
mod made;
mod maker;
mod needs;
mod places;
mod propose;
mod quick;
mod regions;
mod run;
mod setter;
mod singles;
mod wish;
mod words;

pub use crate::hopeless::Hopeless;
pub use crate::symmetry::Symmetry;
pub use aim::Aim;
pub use givens::{Generator, Wanted};
pub use goal::easier;
pub use level::OnScale;
pub use like::kinds_like;
pub use made::Generated;
pub use maker::Maker;
pub use run::{HowFar, Made, Quota};
pub use setter::Setter;
pub use wish::{Generate, HowHard, Kind, Kinds, Prefer, Range, Regions, Wish};
