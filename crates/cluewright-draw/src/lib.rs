//! Pictures of puzzles as SVG: turns a [`Scene`] into a [`Picture`] with layers. The same scene always gives the same bytes.
//!
//! This crate is an internal part of Cluewright without a stability promise; use the crate `cluewright` instead.
//!
//! The appearance of a clue is defined in its rule's `draw` lines ([`cluewright_rules::look`]), which [`clues`] converts to
//! [`cluewright_core::Drawing`]s. Puzzles from other programs contain drawings of this type, too, and formats without rules are
//! written from these drawings. Letters are outlines from a font in this crate, so a picture looks the same everywhere.
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
