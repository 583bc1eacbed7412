//! The techniques, one per file. Techniques work with groups and links and do not refer to any rule by name.

use crate::step::technique::Technique;
use crate::structure::chain::Reach;
use finned::Shape;

mod als;
mod chain;
mod clue;
mod color;
mod core;
mod deadly_sets;
mod facts;
mod finned;
mod fish;
mod forcing;
mod guardians;
mod implied;
pub(crate) mod joint;
mod locked;
mod multisector;
mod remote_pair;
mod ring;
mod single;
mod subset;
mod sue_de_coq;
mod template;
mod tied;
mod trial;
mod tridagon;
mod turbot;
mod unique;
mod unsat_core;
mod w_wing;
mod wing;

/// The techniques in the order in which a person tries them. To add a technique, add a file and an entry here.
pub static TECHNIQUES: &[&dyn Technique] = &[
    &single::FullHouse,
    &single::HiddenSingle,
    &single::NakedSingle,
    &clue::Clue { level: 0 },
    &tied::Tied,
    &locked::Locked,
    &clue::Clue { level: 1 },
    &subset::Subset { size: 2 },
    &fish::Fish { size: 2 },
    &clue::Sums,
    &implied::Implied,
    &subset::Subset { size: 3 },
    &clue::Clue { level: 2 },
    &clue::Counts,
    &joint::Tables { clues: 1 },
    &core::Core { clues: 1, searched: false },
    &fish::Fish { size: 3 },
    &turbot::Turbot,
    &wing::Wing { size: 3 },
    &w_wing::WWing,
    &unique::Rectangle,
    &unique::Avoidable,
    &finned::Finned { size: 2, shape: Shape::Lines },
    &color::SimpleColors,
    &finned::Finned { size: 3, shape: Shape::Lines },
    &subset::Subset { size: 4 },
    &fish::Fish { size: 4 },
    &remote_pair::RemotePair,
    &finned::Finned { size: 4, shape: Shape::Lines },
    &unique::Loop,
    &wing::Wing { size: 4 },
    &deadly_sets::Block,
    &unique::Bug,
    &deadly_sets::BugLite,
    &deadly_sets::ReverseBug,
    &color::MultiColors,
    &finned::Finned { size: 2, shape: Shape::Franken },
    &sue_de_coq::SueDeCoq,
    &finned::Finned { size: 3, shape: Shape::Franken },
    &ring::Ring,
    &chain::Chain { reach: Reach::Digit, longest: 24 },
    &chain::Chain { reach: Reach::Bivalue, longest: 40 },
    &chain::Chain { reach: Reach::Plain, longest: 24 },
    &joint::Tables { clues: 2 },
    &core::Core { clues: 2, searched: false },
    &wing::Wing { size: 5 },
    &chain::Chain { reach: Reach::Grouped, longest: 24 },
    &als::AlsChain { from: 2, to: 2 },
    &chain::Chain { reach: Reach::Als, longest: 24 },
    &als::AlsChain { from: 3, to: 3 },
    &als::DeathBlossom,
    &finned::Finned { size: 4, shape: Shape::Franken },
    &finned::Finned { size: 3, shape: Shape::Mutant },
    &finned::Finned { size: 4, shape: Shape::Mutant },
    &tridagon::Tridagon,
    &finned::Kraken { size: 2 },
    &finned::Kraken { size: 3 },
    &guardians::Chained { reach: Reach::Grouped },
    &multisector::MultiSector,
    &core::Short,
    &core::Core { clues: 1, searched: true },
    &core::Core { clues: 2, searched: true },
    &core::Core { clues: 3, searched: true },
    &template::Template,
    &forcing::Forcing { reach: Reach::Grouped },
    &forcing::Forcing { reach: Reach::Als },
    &trial::Trial,
];

/// Techniques that are expensive and find little that [`TECHNIQUES`] do not find. These techniques are used only if
/// requested by name.
pub static RARE: &[&dyn Technique] = &[
    &wing::Wing { size: 6 },
    &wing::Wing { size: 7 },
    &wing::Wing { size: 8 },
    &wing::Wing { size: 9 },
    &als::AlsChain { from: 4, to: 6 },
    &finned::Kraken { size: 4 },
    &finned::Finned { size: 2, shape: Shape::Mutant },
    &finned::Finned { size: 5, shape: Shape::Mutant },
    &finned::Finned { size: 6, shape: Shape::Mutant },
];
