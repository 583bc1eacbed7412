//! Makes puzzles: new givens for a grid with its rules and clues ([`Generator`]), or new clues of any rules as well ([`Setter`]).
//! [`Maker`] chooses between the two, depending on the request.

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
mod options;
mod places;
mod propose;
mod quick;
mod regions;
mod run;
mod setter;
mod singles;
mod words;

pub use crate::generate_error::GenerateError;
pub use crate::symmetry::Symmetry;
pub use aim::Aim;
pub use givens::{Generator, GivensOptions};
pub use goal::easier;
pub use level::OnScale;
pub use like::kinds_like;
pub use made::Generated;
pub use maker::Maker;
pub use options::{Generate, GenerateOptions, HowHard, Kind, Kinds, Prefer, Range, Regions};
pub use run::{GenerateEvent, HowFar, Quota};
pub use setter::Setter;
