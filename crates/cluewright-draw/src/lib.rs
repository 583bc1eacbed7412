//! Pictures of puzzles as SVG: a [`Scene`] in, a [`Picture`] in layers out, the same bytes for the same scene.
//!
//! A part of Cluewright without a promise of stability: use the crate `cluewright`.
//!
//! What a clue looks like stands in its rule's `draw` line ([`cluewright_rules::look`]); [`clues`] turns it into
//! [`cluewright_core::Drawing`]s, which is also what puzzles of other programs bring along, and what formats that hold
//! drawings only are written from. Letters are outlines out of a font that comes with the crate, so a picture looks the
//! same wherever it is shown.
//!
//! ```
//! use cluewright_core::{Puzzle, Shape};
//! use cluewright_draw::{Scene, draw};
//! use cluewright_rules::Ruleset;
//! let puzzle = Puzzle::new(Shape::square(4)?, 4);
//! let svg = draw(&Scene::new(&puzzle, &Ruleset::library())).to_svg();
//! assert!(svg.starts_with("<svg") && svg.contains("id=\"grid\""));
//! # Ok::<(), cluewright_core::BadInput>(())
//! ```

mod cages;
mod clues;
mod drawings;
mod extra;
mod fog;
mod font;
mod grid;
mod highlights;
mod marks;
mod pdf;
mod picture;
mod scene;
mod sheet;
mod svg;
mod theme;
mod words;

pub use clues::{Drawn, clues, drawings_of, place_beside};
pub use fog::is_legible;
pub use font::width_of;
pub use picture::{Layer, Picture, draw};
pub use scene::{Highlight, Marks, Numbers, Scene};
pub use sheet::{Entry, Pages, Part};
pub use svg::escaped;
pub use theme::{Role, Theme, color_parts};
