//! The possible places of a rule's clues, derived from the shapes that the rule declares for their cells. The place of a shape
//! without a fixed size grows cell by cell.

use super::geometry::{Slot, beside, corners, edges, go_on, grow, line_slots, sights};
use super::options::Kind;
use crate::symmetry::Symmetry;
use cluewright_core::{Arg, Cell, Clue, Random, Shape as Grid, Sort};
use cluewright_rules::look::{At, Form, look};
use cluewright_rules::proposal::proposal;
use cluewright_rules::syntax::ast::{Param, ParamKind, Rule, Shape};

/// The cells of a clue, list by list; the lists of each parameter follow those of the previous parameter, in the order of the
/// [`Layout`].
pub(super) type Place = Vec<Vec<Cell>>;

/// How the cells of a parameter are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// A place of a fixed shape; all such places can be listed.
    Fixed(Shape),
    /// A line that continues from its end.
    Line,
    /// Cells side by side.
    Cage,
    /// One cell, from which the lines of the next parameter start.
    Bulb,
    /// Lines that start beside a cell of the previous parameter; or, if there is no previous parameter, lines with a common first
    /// cell.
    Arms,
    /// Two equal shapes.
    Twins,
}

/// A cell parameter of a rule.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The index of the parameter among those of the rule.
    param: usize,
    part: Part,
    /// The minimum and maximum number of cells in each list of the parameter.
    cells: (usize, usize),
    /// The minimum and maximum number of lists; only the last parameter may have several lists.
    lists: (usize, usize),
}

impl Piece {
    fn grows(&self) -> bool {
        !matches!(self.part, Part::Fixed(_) | Part::Bulb)
    }
}

/// The cell parameters of a rule.
#[derive(Debug)]
pub(super) struct Layout<'r> {
    rule: &'r Rule,
    pieces: Vec<Piece>,
    /// Whether lines of sight run diagonally.
    diagonal: bool,
    /// The index of the kind, if its clues must not share cells.
    apart: Option<usize>,
}

/// The default minimum and maximum number of cells in a list.
fn usual(part: Part) -> (u32, u32) {
    match part {
        Part::Line => (3, 6),
        Part::Arms | Part::Twins => (2, 4),
        Part::Cage => (2, 5),
        Part::Fixed(_) | Part::Bulb => (1, 1),
    }
}

impl<'r> Layout<'r> {
    /// The layout of a rule's clues, for the kind with this index. `None` if such clues cannot be generated: they have a text, no
    /// cells, or cells that are not placed at random (a map of all regions).
    pub(super) fn of(rule: &'r Rule, kind: &Kind, number: usize) -> Option<Self> {
        let has = |p: &Param| p.value.is_some() || p.optional || kind.args.iter().any(|a| a.0 == p.name);
        if rule.params.iter().any(|p| p.kind == ParamKind::Text && !has(p)) {
            return None;
        }
        let marks = look(rule).unwrap_or_default();
        let hints = proposal(rule).unwrap_or_default();
        let shapes: Vec<(usize, Shape)> =
            rule.params.iter().enumerate().filter_map(|(i, p)| shape(i, p.kind)).collect();
        let drawn = |param: usize, form: &Form| {
            let name = &rule.params[param].name;
            marks.iter().any(|m| m.form == *form && m.of.as_ref().map_or(param == shapes[0].0, |of| of == name))
        };
        let mut pieces = Vec::new();
        for (at, &(param, shape)) in shapes.iter().enumerate() {
            let arms = shapes.get(at + 1).is_some_and(|next| next.1 == Shape::Lines);
            let part = match shape {
                Shape::Map | Shape::Grid => return None,
                Shape::Cell | Shape::Edge | Shape::Corner | Shape::Outside => Part::Fixed(shape),
                Shape::Line => Part::Line,
                Shape::Cells if arms => Part::Bulb,
                Shape::Cells if drawn(param, &Form::Line) || drawn(param, &Form::Arrow) => Part::Line,
                Shape::Cells | Shape::Cage => Part::Cage,
                Shape::Lines | Shape::Bulb => Part::Arms,
                Shape::Lists => Part::Twins,
            };
            let hint = hints.part(&rule.params[param].name);
            let mut cells = hint.map_or(usual(part), |hint| hint.range);
            if let Some(asked) = kind.cells.filter(|_| !matches!(part, Part::Fixed(_) | Part::Bulb)) {
                cells = asked;
            }
            let last = at + 1 == shapes.len();
            let lists = match part {
                Part::Twins if last => (2, 2),
                // If twins are not the last parameter, their lists could not be distinguished from those of the next one.
                Part::Twins => return None,
                Part::Arms if last => hint.and_then(|hint| hint.lists).unwrap_or((1, 1)),
                _ => (1, 1),
            };
            let size = |range: (u32, u32)| (range.0.max(1) as usize, range.1.max(1) as usize);
            pieces.push(Piece { param, part, cells: size(cells), lists: size(lists) });
        }
        if pieces.is_empty() {
            return None;
        }
        let diagonal = marks.iter().any(|m| m.form == Form::Arrow && m.at == At::Outside);
        Some(Self { rule, pieces, diagonal, apart: hints.apart.then_some(number) })
    }

    /// The piece that a list of a place belongs to; additional lists belong to the last piece.
    fn piece(&self, list: usize) -> &Piece {
        &self.pieces[list.min(self.pieces.len() - 1)]
    }

    /// The minimum and maximum number of cells in a clue; `None` unless a clue is a single cage and nothing else.
    pub(super) fn cage(&self) -> Option<(usize, usize)> {
        if let [Piece { part: Part::Cage, cells, .. }] = self.pieces[..] { Some(cells) } else { None }
    }

    /// All places of clues; `None` unless the clues have a fixed shape, so that their places can be listed.
    pub(super) fn all(&self, grid: &Grid) -> Option<Vec<Place>> {
        let [Piece { part: Part::Fixed(shape), .. }] = self.pieces[..] else { return None };
        Some(self.listed(grid, shape).into_iter().map(|cells| vec![cells]).collect())
    }

    /// Whether the cells of a clue are exactly those seen along a row or column from outside the grid.
    pub(super) fn is_straight_sight(&self) -> bool {
        matches!(self.pieces[..], [Piece { part: Part::Fixed(Shape::Outside), .. }]) && !self.diagonal
    }

    fn listed(&self, grid: &Grid, shape: Shape) -> Vec<Vec<Cell>> {
        match shape {
            Shape::Edge => edges(grid),
            Shape::Corner => corners(grid),
            Shape::Outside => sights(grid, self.diagonal),
            _ => grid.cells().map(|c| vec![c]).collect(),
        }
    }

    /// A random place of the minimum size, from which a larger place can grow; `None` if there is no room for it.
    pub(super) fn begin(&self, random: &mut Random, grid: &Grid) -> Option<Place> {
        let mut place = Place::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            let taken: Vec<Cell> = place.iter().flatten().copied().collect();
            let anywhere = Cell::at(random.below(grid.len()));
            let near = at.checked_sub(1).and_then(|i| place[i].first().copied());
            match piece.part {
                Part::Fixed(Shape::Cell) => place.push(vec![anywhere]),
                Part::Fixed(shape) => {
                    let all = self.listed(grid, shape);
                    place.push(all.get(random.below(all.len().max(1)))?.clone());
                }
                Part::Bulb | Part::Line | Part::Cage => {
                    let start = match near {
                        None => anywhere,
                        // Stay close to the cells of the previous pieces.
                        Some(near) => {
                            let steps = 1 + random.below(3);
                            (0..steps).try_fold(near, |from, _| beside(random, grid, from, &taken))?
                        }
                    };
                    place.push(if piece.part == Part::Bulb {
                        pill(random, grid, start, piece.cells)?
                    } else {
                        vec![start]
                    });
                }
                Part::Arms if near.is_some() => place.push(arm(random, grid, &place[at - 1], &taken)?),
                Part::Arms => place.push(vec![anywhere, beside(random, grid, anywhere, &[anywhere])?]),
                Part::Twins => {
                    let (down, right) = (random.below(7) - 3, random.below(7) - 3);
                    let other = grid.step(anywhere, down, right).filter(|c| *c != anywhere)?;
                    place.push(vec![anywhere]);
                    place.push(vec![other]);
                }
            }
        }
        Some(place)
    }

    /// The place with one more cell, chosen at random; `None` if the place cannot grow.
    pub(super) fn grown(&self, random: &mut Random, grid: &Grid, place: &Place) -> Option<Place> {
        let mut next = place.clone();
        let mut open: Vec<usize> = Vec::new();
        for (at, list) in place.iter().enumerate() {
            let piece = self.piece(at);
            // Of two twins, only the first is extended here; the second grows with it.
            let leads = piece.part != Part::Twins || at + 1 == self.pieces.len();
            if piece.grows() && leads && list.len() < piece.cells.1 {
                open.push(at);
            }
        }
        // A further arm may be added.
        let last = self.pieces[self.pieces.len() - 1];
        if last.part == Part::Arms && place.len() + 1 - self.pieces.len() < last.lists.1 && self.is_long(place) {
            open.push(place.len());
        }
        let at = *open.get(random.below(open.len().max(1)))?;
        let taken: Vec<Cell> =
            place.iter().enumerate().filter(|(i, _)| *i != at).flat_map(|(_, l)| l).copied().collect();
        let before = self.pieces.len().checked_sub(2);
        match self.piece(at).part {
            Part::Line => next[at].push(go_on(random, grid, &place[at], &taken)?),
            Part::Arms if at == place.len() => next.push(if let Some(bulb) = before {
                arm(random, grid, &place[bulb], &taken)?
            } else {
                let bulb = place[0][0];
                vec![bulb, beside(random, grid, bulb, &taken)?]
            }),
            Part::Arms => {
                let path = self.path(grid, place, at);
                next[at].push(go_on(random, grid, &path, &taken)?);
            }
            Part::Twins => {
                let cell = grow(random, grid, &place[at], &[])?;
                let (a, b) = (grid.place(place[at][0]), grid.place(place[at + 1][0]));
                let (down, right) = (i32::from(b.row) - i32::from(a.row), i32::from(b.col) - i32::from(a.col));
                let other = grid.step(cell, down, right)?;
                next[at].push(cell);
                next[at + 1].push(other);
                // If the twins touched, people could not see which cells belong to which twin.
                let own: Vec<Slot> = gaps(grid, &next[at]).collect();
                if gaps(grid, &next[at + 1]).any(|gap| own.contains(&gap)) {
                    return None;
                }
            }
            _ => {
                next[at].push(grow(random, grid, &place[at], &taken)?);
                next[at].order();
            }
        }
        (!self.crosses_itself(grid, &next)).then_some(next)
    }

    /// An arm as it is drawn: with the cell of the bulb in which the arm starts.
    fn path(&self, grid: &Grid, place: &Place, at: usize) -> Vec<Cell> {
        let first = place[at][0];
        let bulb = self.pieces.len().checked_sub(2).map_or(&[][..], |i| &place[i][..]);
        let far = |c: &&Cell| {
            let (a, b) = (grid.place(**c), grid.place(first));
            (u32::from(a.row.abs_diff(b.row)) + u32::from(a.col.abs_diff(b.col)), **c)
        };
        bulb.iter().min_by_key(far).into_iter().chain(&place[at]).copied().collect()
    }

    /// Whether two arms cross the same corner.
    fn crosses_itself(&self, grid: &Grid, place: &Place) -> bool {
        if place.len() == self.pieces.len() {
            return false;
        }
        let mut across = self.slots(grid, place);
        across.retain(|slot| matches!(slot, Slot::Across(..)));
        across.order();
        across.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether every list that can grow has its minimum length.
    fn is_long(&self, place: &Place) -> bool {
        place.iter().enumerate().all(|(at, list)| {
            let piece = self.piece(at);
            !piece.grows() || list.len() >= piece.cells.0
        })
    }

    /// Whether the place is complete: every list has its minimum length, and there are enough lists.
    pub(super) fn is_whole(&self, place: &Place) -> bool {
        let last = self.pieces[self.pieces.len() - 1];
        self.is_long(place) && place.len() + 1 - self.pieces.len() >= last.lists.0
    }

    /// The maximum number of times that a place can grow.
    pub(super) fn growths(&self) -> usize {
        let each = |p: &Piece| match p.part {
            Part::Twins => p.cells.1 - 1,
            _ => p.lists.1 * p.cells.1 - 1,
        };
        self.pieces.iter().filter(|p| p.grows()).map(each).sum()
    }

    /// The place with its cells in reverse order, if the place is a single line.
    fn reversed(&self, place: &Place) -> Option<Place> {
        let [Piece { part: Part::Line, .. }] = self.pieces[..] else { return None };
        let mut other = place.clone();
        other[0].reverse();
        Some(other)
    }

    /// The images of a place under the symmetry, the place itself first; if the place is a line, each image in both directions.
    /// `None` if an image of a cell is outside the grid, or if two images would hide each other.
    pub(super) fn pictures(&self, grid: &Grid, place: &Place, symmetry: Symmetry) -> Option<Vec<Vec<Place>>> {
        let flat: Vec<Cell> = place.iter().flatten().copied().collect();
        let mut all: Vec<Vec<Place>> = Vec::new();
        let mut seen: Vec<Vec<Cell>> = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        for image in symmetry.images(grid, &flat) {
            let image = image?;
            let mut sorted = image.clone();
            sorted.order();
            if seen.contains(&sorted) {
                continue;
            }
            seen.push(sorted);
            let mut rest = &image[..];
            let mut picture = Place::new();
            for (at, list) in place.iter().enumerate() {
                let (own, more) = rest.split_at(list.len());
                let mut own = own.to_vec();
                if matches!(self.piece(at).part, Part::Cage | Part::Bulb | Part::Fixed(Shape::Corner)) {
                    own.order();
                }
                picture.push(own);
                rest = more;
            }
            let own = self.slots(grid, &picture);
            if own.iter().any(|s| slots.contains(s)) {
                return None;
            }
            slots.extend(own);
            let reversed = self.reversed(&picture);
            all.push(std::iter::once(picture).chain(reversed).collect());
        }
        Some(all)
    }

    /// A clue at a place, with the arguments common to all clues of the kind.
    pub(super) fn clue(&self, place: &Place, kind: &Kind) -> Clue {
        let mut clue = Clue::new(self.rule.name.clone(), Vec::new());
        for (at, (piece, cells)) in self.pieces.iter().zip(place).enumerate() {
            let param = &self.rule.params[piece.param];
            let lists = matches!(param.kind, ParamKind::Shape(s) if s.is_lists());
            let arg = match piece.part {
                Part::Fixed(Shape::Cell) => Arg::Cell(cells[0]),
                _ if lists && at + 1 == self.pieces.len() => Arg::Lists(place[at..].to_vec()),
                _ if lists => Arg::Lists(vec![cells.clone()]),
                _ => Arg::Cells(cells.clone()),
            };
            clue.args.push((param.name.clone(), arg));
        }
        clue.args
            .extend(kind.args.iter().filter(|a| !clue.args.iter().any(|b| b.0 == a.0)).cloned().collect::<Vec<_>>());
        clue
    }

    /// The slots of the picture that a clue at a place occupies.
    pub(super) fn slots(&self, grid: &Grid, place: &Place) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (at, cells) in place.iter().enumerate() {
            match self.piece(at).part {
                Part::Fixed(Shape::Edge) => slots.push(Slot::Edge(cells[0].min(cells[1]), cells[0].max(cells[1]))),
                Part::Fixed(Shape::Corner) => slots.push(Slot::Corner(cells[0])),
                Part::Fixed(Shape::Outside) => slots.push(Slot::Outside(cells[0], cells[1])),
                Part::Fixed(_) => slots.push(Slot::Cell(cells[0])),
                Part::Cage => slots.extend(cells.iter().map(|c| Slot::Cage(*c))),
                Part::Twins => {
                    slots.extend(cells.iter().map(|c| Slot::Cage(*c)));
                    slots.extend(gaps(grid, cells));
                }
                Part::Line => line_slots(grid, cells, &mut slots),
                // The cells of a bulb must not be part of any other line.
                Part::Bulb => slots.extend(cells.iter().map(|c| Slot::Line(*c))),
                Part::Arms => line_slots(grid, &self.path(grid, place, at), &mut slots),
            }
        }
        if let Some(kind) = self.apart {
            slots.extend(place.iter().flatten().map(|c| Slot::Apart(kind, *c)));
        }
        slots
    }
}

fn shape(at: usize, kind: ParamKind) -> Option<(usize, Shape)> {
    if let ParamKind::Shape(shape) = kind { Some((at, shape)) } else { None }
}

/// The edges of some cells, each identified by the cells on its two sides; touching cells share an edge.
fn gaps(grid: &Grid, cells: &[Cell]) -> impl Iterator<Item = Slot> {
    let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let around = |cell: &Cell| sides.map(|(down, right)| (*cell, grid.step(*cell, down, right)));
    let all: Vec<(Cell, Option<Cell>)> = cells.iter().flat_map(around).collect();
    all.into_iter().filter_map(|(a, b)| b.map(|b| Slot::Gap(a.min(b), a.max(b))))
}

/// A pill-shaped bulb that extends from `start` to the right or down, usually with the minimum number of cells.
fn pill(random: &mut Random, grid: &Grid, start: Cell, cells: (usize, usize)) -> Option<Vec<Cell>> {
    let more = if random.below(4) == 0 { random.below(cells.1 - cells.0 + 1) } else { 0 };
    let (down, right) = if random.below(2) == 0 { (0, 1) } else { (1, 0) };
    let mut pill = vec![start];
    while pill.len() < cells.0 + more {
        pill.push(grid.step(pill[pill.len() - 1], down, right)?);
    }
    Some(pill)
}

/// The first cell of an arm, which touches the bulb.
fn arm(random: &mut Random, grid: &Grid, bulb: &[Cell], taken: &[Cell]) -> Option<Vec<Cell>> {
    let from = *bulb.get(random.below(bulb.len().max(1)))?;
    Some(vec![beside(random, grid, from, taken)?])
}
