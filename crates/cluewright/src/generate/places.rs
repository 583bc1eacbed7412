//! Where a clue of a rule could lie, from what the rule says of itself: the shapes of its cells. A place grows cell by cell
//! where its shape has no fixed size.

use super::geometry::{Slot, beside, corners, edges, go_on, grow, line_slots, sights};
use super::wish::Kind;
use crate::random::Random;
use crate::symmetry::Symmetry;
use cluewright_core::{Arg, Cell, Clue, Shape as Grid};
use cluewright_rules::look::{At, Form, look};
use cluewright_rules::syntax::ast::{ParamKind, Rule, Shape};

/// The cells of a clue, list by list: those of one parameter after those of another, as [`Layout`] says.
pub(super) type Place = Vec<Vec<Cell>>;

/// How the cells of a parameter lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// One of a few places that can be listed.
    Fixed(Shape),
    /// A line that goes on at its end.
    Line,
    /// Cells side by side.
    Cage,
    /// One cell, from which the lines of the next parameter start.
    Bulb,
    /// Lines from the first cell of the parameter before, without that cell; or from a common first cell.
    Arms,
    /// Two equal shapes.
    Twins,
}

/// The parameters of a rule that have cells.
#[derive(Debug)]
pub(super) struct Layout<'r> {
    rule: &'r Rule,
    /// Each with its number among the rule's parameters.
    parts: Vec<(usize, Part)>,
    /// Do lines of sight run diagonally?
    diagonal: bool,
    /// Fewest and most cells of a list that grows.
    pub(super) cells: (usize, usize),
}

impl<'r> Layout<'r> {
    /// That of a rule's clues; `None` when it has no cells, or such as nobody places at random (a map of all regions).
    pub(super) fn of(rule: &'r Rule, kind: &Kind) -> Option<Self> {
        let marks = look(rule).unwrap_or_default();
        let shapes: Vec<(usize, Shape)> =
            rule.params.iter().enumerate().filter_map(|(i, p)| shape(i, p.kind)).collect();
        let drawn = |param: usize, form: &Form| {
            let name = &rule.params[param].name;
            marks.iter().any(|m| m.form == *form && m.of.as_ref().map_or(param == shapes[0].0, |of| of == name))
        };
        let mut parts = Vec::new();
        for (at, &(param, shape)) in shapes.iter().enumerate() {
            let arms = shapes.get(at + 1).is_some_and(|next| next.1 == Shape::Lines);
            parts.push((
                param,
                match shape {
                    Shape::Map => return None,
                    Shape::Cell | Shape::Edge | Shape::Corner | Shape::Outside => Part::Fixed(shape),
                    Shape::Line => Part::Line,
                    Shape::Cells if arms => Part::Bulb,
                    Shape::Cells if drawn(param, &Form::Line) || drawn(param, &Form::Arrow) => Part::Line,
                    Shape::Cells | Shape::Cage => Part::Cage,
                    Shape::Lines | Shape::Bulb => Part::Arms,
                    Shape::Lists => Part::Twins,
                },
            ));
        }
        if parts.is_empty() {
            return None;
        }
        let usual = match parts.iter().map(|p| p.1).find(|p| !matches!(p, Part::Fixed(_) | Part::Bulb)) {
            Some(Part::Line) => (3, 6),
            Some(Part::Arms | Part::Twins) => (2, 4),
            _ => (2, 5),
        };
        let cells = kind.cells.map_or(usual, |(low, high)| (low.max(1) as usize, high as usize));
        let diagonal = marks.iter().any(|m| m.form == Form::Arrow && m.at == At::Outside);
        Some(Self { rule, parts, diagonal, cells })
    }

    /// Every place, where there are a few that can be listed.
    pub(super) fn all(&self, grid: &Grid) -> Option<Vec<Place>> {
        let [(_, Part::Fixed(shape))] = self.parts[..] else { return None };
        Some(self.listed(grid, shape).into_iter().map(|cells| vec![cells]).collect())
    }

    fn listed(&self, grid: &Grid, shape: Shape) -> Vec<Vec<Cell>> {
        match shape {
            Shape::Edge => edges(grid),
            Shape::Corner => corners(grid),
            Shape::Outside => sights(grid, self.diagonal),
            _ => grid.cells().map(|c| vec![c]).collect(),
        }
    }

    /// A place to begin with.
    pub(super) fn begin(&self, random: &mut Random, grid: &Grid) -> Option<Place> {
        let mut place = Place::new();
        for (at, part) in self.parts.iter().enumerate() {
            let taken: Vec<Cell> = place.iter().flatten().copied().collect();
            let anywhere = Cell::at(random.index(grid.len()));
            let last = at.checked_sub(1).and_then(|i| place[i].first().copied());
            match part.1 {
                Part::Fixed(Shape::Cell) => place.push(vec![anywhere]),
                Part::Fixed(shape) => {
                    let all = self.listed(grid, shape);
                    place.push(all.get(random.index(all.len().max(1)))?.clone());
                }
                Part::Bulb | Part::Line | Part::Cage => {
                    let start = match last {
                        None => anywhere,
                        // Not far from the cells before.
                        Some(near) => {
                            let steps = 1 + random.index(3);
                            (0..steps).try_fold(near, |from, _| beside(random, grid, from, &taken))?
                        }
                    };
                    place.push(vec![start]);
                }
                Part::Arms => match last {
                    Some(bulb) => place.push(vec![beside(random, grid, bulb, &taken)?]),
                    None => place.push(vec![anywhere, beside(random, grid, anywhere, &[anywhere])?]),
                },
                Part::Twins => {
                    let (down, right) = (random.offset(3), random.offset(3));
                    let other = grid.step(anywhere, down, right).filter(|c| *c != anywhere)?;
                    place.push(vec![anywhere]);
                    place.push(vec![other]);
                }
            }
        }
        Some(place)
    }

    /// The place with one cell more, somewhere; `None` where it cannot grow.
    pub(super) fn grown(&self, random: &mut Random, grid: &Grid, place: &Place) -> Option<Place> {
        let most = self.cells.1;
        let mut next = place.clone();
        let mut open: Vec<usize> = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            if !matches!(part.1, Part::Fixed(_) | Part::Bulb) && place.get(at).is_some_and(|l| l.len() < most) {
                open.push(at);
            }
        }
        let at = *open.get(random.index(open.len().max(1)))?;
        let taken: Vec<Cell> =
            place.iter().enumerate().filter(|(i, _)| *i != at).flat_map(|(_, l)| l).copied().collect();
        match self.parts[at].1 {
            Part::Line => next[at].push(go_on(random, grid, &place[at], &taken)?),
            Part::Arms => {
                let bulb = at.checked_sub(1).and_then(|i| place[i].first().copied());
                let path: Vec<Cell> = bulb.into_iter().chain(place[at].iter().copied()).collect();
                next[at].push(go_on(random, grid, &path, &taken)?);
            }
            Part::Twins => {
                let cell = grow(random, grid, &place[at], &[])?;
                let (a, b) = (grid.place(place[at][0]), grid.place(place[at + 1][0]));
                let (down, right) = (i32::from(b.row) - i32::from(a.row), i32::from(b.col) - i32::from(a.col));
                let other = grid.step(cell, down, right)?;
                next[at].push(cell);
                next[at + 1].push(other);
                if next[at].iter().any(|c| next[at + 1].contains(c)) {
                    return None;
                }
            }
            _ => {
                next[at].push(grow(random, grid, &place[at], &taken)?);
                next[at].sort_unstable();
            }
        }
        Some(next)
    }

    /// Are all lists that grow as long as wanted?
    pub(super) fn is_whole(&self, place: &Place) -> bool {
        let long = |(part, cells): (&(usize, Part), &Vec<Cell>)| {
            matches!(part.1, Part::Fixed(_) | Part::Bulb) || cells.len() >= self.cells.0
        };
        self.parts.iter().zip(place).all(long)
    }

    /// How often a place can grow at most.
    pub(super) fn growths(&self) -> usize {
        let growing = self.parts.iter().filter(|p| !matches!(p.1, Part::Fixed(_) | Part::Bulb)).count();
        growing * self.cells.1.saturating_sub(1)
    }

    /// The same place read the other way round, where it is a line alone.
    fn reversed(&self, place: &Place) -> Option<Place> {
        let [(_, Part::Line)] = self.parts[..] else { return None };
        let mut other = place.clone();
        other[0].reverse();
        Some(other)
    }

    /// The pictures of a place, the place itself first, each with its readings; `None` when some cell has no picture, or two
    /// pictures would hide each other.
    pub(super) fn pictures(&self, grid: &Grid, place: &Place, symmetry: Symmetry) -> Option<Vec<Vec<Place>>> {
        let flat: Vec<Cell> = place.iter().flatten().copied().collect();
        let mut all: Vec<Vec<Place>> = Vec::new();
        let mut seen: Vec<Vec<Cell>> = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        for image in symmetry.images(grid, &flat) {
            let image = image?;
            let mut sorted = image.clone();
            sorted.sort_unstable();
            if seen.contains(&sorted) {
                continue;
            }
            seen.push(sorted);
            let mut rest = &image[..];
            let mut picture = Place::new();
            for (at, list) in place.iter().enumerate() {
                let (own, more) = rest.split_at(list.len());
                let mut own = own.to_vec();
                if matches!(self.parts.get(at), Some((_, Part::Cage | Part::Fixed(Shape::Corner)))) {
                    own.sort_unstable();
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

    /// A clue with these cells, and with the arguments that each has.
    pub(super) fn clue(&self, place: &Place, kind: &Kind) -> Clue {
        let mut clue = Clue::new(self.rule.name.clone(), Vec::new());
        for ((param, form), cells) in self.parts.iter().zip(place) {
            let param = &self.rule.params[*param];
            let lists = matches!(param.kind, ParamKind::Shape(s) if s.is_lists());
            let arg = match form {
                Part::Fixed(Shape::Cell) => Arg::Cell(cells[0]),
                Part::Twins => Arg::Lists(place[place.len() - 2..].to_vec()),
                _ if lists => Arg::Lists(vec![cells.clone()]),
                _ => Arg::Cells(cells.clone()),
            };
            clue.args.push((param.name.clone(), arg));
        }
        clue.args
            .extend(kind.args.iter().filter(|a| !clue.args.iter().any(|b| b.0 == a.0)).cloned().collect::<Vec<_>>());
        clue
    }

    /// What a clue at a place takes up.
    pub(super) fn slots(&self, grid: &Grid, place: &Place) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (at, cells) in place.iter().enumerate() {
            match self.parts.get(at).map_or(Part::Twins, |p| p.1) {
                Part::Fixed(Shape::Edge) => slots.push(Slot::Edge(cells[0].min(cells[1]), cells[0].max(cells[1]))),
                Part::Fixed(Shape::Corner) => slots.push(Slot::Corner(cells[0])),
                Part::Fixed(Shape::Outside) => slots.push(Slot::Outside(cells[0], cells[1])),
                Part::Fixed(_) => slots.push(Slot::Cell(cells[0])),
                Part::Cage | Part::Twins => slots.extend(cells.iter().map(|c| Slot::Cage(*c))),
                Part::Line => line_slots(grid, cells, &mut slots),
                // The lines begin in it and tell its slot.
                Part::Bulb => {}
                Part::Arms => {
                    let bulb = at.checked_sub(1).and_then(|i| place[i].first().copied());
                    let path: Vec<Cell> = bulb.into_iter().chain(cells.iter().copied()).collect();
                    line_slots(grid, &path, &mut slots);
                }
            }
        }
        slots
    }
}

fn shape(at: usize, kind: ParamKind) -> Option<(usize, Shape)> {
    if let ParamKind::Shape(shape) = kind { Some((at, shape)) } else { None }
}
