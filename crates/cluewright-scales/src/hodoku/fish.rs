//! Fish of one digit: base units whose places, except for fins, all lie in equally many cover units.
//!
//! Basic fish have rows as bases and columns as covers, or vice versa; Franken fish may also have boxes on either side. Places in
//! two base units count as fins (at most two such places, and at most five fins in all); places in two cover units may be
//! eliminated. Bases and then covers are tried in lexicographic order; the first fish that eliminates something is the step.

use super::geometry::{Cells, UNIT, common_peers};
use super::grid::Position;
use super::step::Step;
use super::technique::Technique;

/// The kind of fish to search for.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) size: usize,
    pub(super) fins: bool,
    pub(super) franken: bool,
}

/// The maximum number of fins, including fins in two base units.
const FINS: u32 = 5;
/// The maximum number of fins in two base units.
const DOUBLE_FINS: u32 = 2;

struct Hunt<'a> {
    kind: Kind,
    digit: usize,
    places: Cells,
    bases: Vec<(usize, Cells)>,
    covers: Vec<(usize, Cells)>,
    /// A callback for every fish; if it returns a step, the search ends.
    found: &'a mut dyn FnMut(Step) -> Option<Step>,
}

/// The chosen base units: the set of their places, the set of places in two of the units, and the indices of the units.
struct Base<'a> {
    set: Cells,
    double: Cells,
    chosen: &'a [usize],
}

/// The cover units that intersect a base.
struct Covers {
    all: [(usize, Cells); 18],
    count: usize,
    /// For each index and each `k`: the maximum number of base places that `k` covers, taken from this index onwards, can contain
    /// in total.
    reach: [[u32; 5]; 19],
    /// For each index: all places of the covers from this index onwards.
    union: [Cells; 19],
}

/// The step for the first fish of a kind for which `keep` returns a step; `keep` is called for one fish after another. `barren`
/// contains, for each digit, a set of places among which an earlier search found nothing.
fn fish(
    position: &Position,
    kind: Kind,
    barren: &mut [Cells; 9],
    keep: &mut dyn FnMut(Step) -> Option<Step>,
) -> Option<Step> {
    for (digit, barren) in barren.iter_mut().enumerate() {
        let places = position.cells[digit];
        if places == *barren {
            continue;
        }
        for rows in [true, false] {
            let units = |from: usize| (from..from + 9).chain(18..if kind.franken { 27 } else { 18 });
            let with = |from: usize| units(from).map(|u| (u, UNIT[u] & places)).filter(|&(_, set)| set != 0);
            let (base, cover) = if rows { (0, 9) } else { (9, 0) };
            let fits = |&(_, set): &(usize, Cells)| kind.fins || set.count_ones() as usize <= kind.size;
            let mut hunt = Hunt {
                kind,
                digit,
                places,
                bases: with(base).filter(fits).collect(),
                covers: with(cover).collect(),
                found: keep,
            };
            let step = hunt.base(0, 0, 0, &mut Vec::new());
            if step.is_some() {
                return step;
            }
        }
        *barren = places;
    }
    None
}

impl Hunt<'_> {
    /// Adds base units from index `from` onwards. `set` contains the places of the units chosen so far, `double` the places in two
    /// of these units.
    fn base(&mut self, from: usize, set: Cells, double: Cells, chosen: &mut Vec<usize>) -> Option<Step> {
        for i in from..self.bases.len() {
            let (_, places) = self.bases[i];
            let twice = set & places;
            if twice != 0 {
                let allowed = self.kind.fins && self.kind.franken;
                if !allowed || double.count_ones() + twice.count_ones() > DOUBLE_FINS {
                    continue;
                }
            }
            chosen.push(i);
            let (set, double) = (set | places, double | twice);
            let step = if chosen.len() == self.kind.size {
                self.cover_all(set, double, chosen)
            } else {
                self.base(i + 1, set, double, chosen)
            };
            chosen.pop();
            if step.is_some() {
                return step;
            }
        }
        None
    }

    fn cover_all(&mut self, set: Cells, double: Cells, chosen: &[usize]) -> Option<Step> {
        let used = |unit: usize| chosen.iter().any(|&i| self.bases[i].0 == unit);
        let mut covers = Covers { all: [(0, 0); 18], count: 0, reach: [[0; 5]; 19], union: [0; 19] };
        for &(unit, places) in self.covers.iter().filter(|&&(unit, places)| !used(unit) && places & set != 0) {
            covers.all[covers.count] = (unit, places);
            covers.count += 1;
        }
        let size = self.kind.size;
        for i in (0..covers.count).rev() {
            let width = (covers.all[i].1 & set).count_ones();
            let later = covers.reach[i + 1];
            covers.reach[i] = later;
            for k in 1..=size {
                covers.reach[i][k] = later[k].max(later[k - 1] + width);
            }
            covers.union[i] = covers.union[i + 1] | covers.all[i].1;
        }
        let base = Base { set, double, chosen };
        self.cover(&covers, &base, 0, [0, 0], &mut [0; 4], 0)
    }

    /// Whether adding covers from index `from` onwards to `set` may leave few enough fins, all seen by a common cell.
    fn hope(&self, covers: &Covers, base: &Base, from: usize, left: usize, set: Cells) -> bool {
        let open = base.set & !set;
        let most = if self.kind.fins { FINS } else { 0 };
        if open.count_ones() > most + covers.reach[from][left] {
            return false;
        }
        let sure = open & !covers.union[from] | base.double;
        sure == 0 || sure.count_ones() <= most && common_peers(sure) & self.places != 0
    }

    /// Adds cover units; `sets` contains the set of places of the covers chosen so far and the set of places in two of these
    /// covers.
    fn cover(
        &mut self,
        covers: &Covers,
        base: &Base,
        from: usize,
        sets: [Cells; 2],
        picked: &mut [usize; 4],
        level: usize,
    ) -> Option<Step> {
        let size = self.kind.size;
        let left = size - level;
        for i in from..(covers.count + 1).saturating_sub(left) {
            // Covers from later indices cannot contain more places than covers from this index.
            if !self.hope(covers, base, i, left, sets[0]) {
                return None;
            }
            let (unit, places) = covers.all[i];
            let next = [sets[0] | places, sets[1] | sets[0] & places];
            picked[level] = unit;
            let step = if left == 1 {
                self.check(next, base, &picked[..size])
            } else {
                self.cover(covers, base, i + 1, next, picked, level + 1)
            };
            if step.is_some() {
                return step;
            }
        }
        None
    }

    fn check(&mut self, [cover, cover_double]: [Cells; 2], base: &Base, covers: &[usize]) -> Option<Step> {
        let fins = base.set & !cover | base.double;
        if self.kind.fins != (fins != 0) || fins.count_ones() > FINS {
            return None;
        }
        let seen = if fins == 0 { Cells::MAX } else { common_peers(fins) };
        let gone = [cover & !base.set & seen, cover_double & seen];
        if gone == [0; 2] {
            return None;
        }
        let bases: Vec<usize> = base.chosen.iter().map(|&i| self.bases[i].0).collect();
        let sashimi = base.chosen.iter().any(|&i| (self.bases[i].1 & !fins).count_ones() <= 1);
        let technique = name(self.kind.size, shape(&bases), shape(covers), fins != 0, sashimi);
        (self.found)(Step::from_sets(technique, &gone, self.digit))
    }
}

/// The kinds of units that occur in a list: bit 0 for rows, bit 1 for columns, bit 2 for boxes.
fn shape(units: &[usize]) -> u8 {
    units.iter().fold(0, |shape, &u| shape | 1 << (u / 9))
}

/// The name of a fish, given its size, its units and its fins.
fn name(size: usize, base: u8, cover: u8, fins: bool, sashimi: bool) -> Technique {
    use Technique as T;
    let of = |small: T, middle: T, large: T| [small, middle, large][size - 2];
    if matches!((base, cover), (1, 2) | (2, 1)) {
        return match (sashimi, fins) {
            (true, _) => of(T::SashimiXWing, T::SashimiSwordfish, T::SashimiJellyfish),
            (_, true) => of(T::FinnedXWing, T::FinnedSwordfish, T::FinnedJellyfish),
            _ => of(T::XWing, T::Swordfish, T::Jellyfish),
        };
    }
    // Franken and mutant fish are only searched for up to size 3.
    if matches!((base, cover), (1 | 5, 2 | 6) | (2 | 6, 1 | 5)) {
        if fins {
            return of(T::FinnedFrankenXWing, T::FinnedFrankenSwordfish, T::FinnedFrankenSwordfish);
        }
        return of(T::FrankenXWing, T::FrankenSwordfish, T::FrankenSwordfish);
    }
    if fins {
        return of(T::FinnedMutantXWing, T::FinnedMutantSwordfish, T::FinnedMutantSwordfish);
    }
    of(T::MutantXWing, T::MutantSwordfish, T::MutantSwordfish)
}

/// The first basic fish with fins: a sashimi fish if `sashimi` is set, otherwise one that is not sashimi.
pub(super) fn finned(position: &Position, size: usize, sashimi: bool, barren: &mut [Cells; 9]) -> Option<Step> {
    let wanted = name(size, 1, 2, true, sashimi);
    let kind = Kind { size, fins: true, franken: false };
    fish(position, kind, barren, &mut |step| (step.technique == wanted).then_some(step))
}

/// The first fish of a kind, regardless of its name.
pub(super) fn any(position: &Position, kind: Kind, barren: &mut [Cells; 9]) -> Option<Step> {
    fish(position, kind, barren, &mut Some)
}
