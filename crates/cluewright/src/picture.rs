//! Converts positions and steps to a scene for a picture: [`draw`](cluewright_draw::draw) turns the scene into SVG.
//!
//! ```
//! use cluewright::{Compiled, picture};
//! let compiled = Compiled::new(cluewright::formats::read("1...............")?.puzzle)?;
//! let svg = cluewright::draw::draw(&picture::scene(&compiled)).to_svg();
//! assert!(svg.contains("<title>Digits</title>"));
//! # Ok::<(), cluewright::Error>(())
//! ```

use crate::compiled::Compiled;
use cluewright_core::model::{ConstraintId, GroupId, SetId};
use cluewright_core::puzzle::Progress;
use cluewright_core::{Candidate, Cell, Constraint, OriginId, Sort, Value, ValueSet};
use cluewright_draw::{Highlight, Marks, Numbers, Role, Scene};
use cluewright_logic::{Blocker, By, Pattern, Reason, State, Step};
use cluewright_rules::Extra;

/// A scene of the puzzle as its setter presents it.
pub fn scene(compiled: &Compiled) -> Scene<'_> {
    Scene::new(compiled.puzzle(), compiled.rules())
}

/// The puzzle's title with its author, and its rules in words: the setter's text, or else the sentences of the rules.
pub fn words(compiled: &Compiled) -> (String, String) {
    let puzzle = compiled.puzzle();
    let mut title = if puzzle.title.is_empty() { "Sudoku".to_owned() } else { puzzle.title.clone() };
    if !puzzle.author.is_empty() {
        title = format!("{title}, by {}", puzzle.author);
    }
    let text = puzzle.text.trim();
    let text = if text.is_empty() {
        cluewright_english::sentences(compiled.rules(), puzzle).join(" ")
    } else {
        text.to_owned()
    };
    (title, text)
}

/// The index of a value among the puzzle's digits.
fn index(compiled: &Compiled, candidate: Candidate) -> Option<u8> {
    let number = i64::from(compiled.model().number(candidate)) - i64::from(compiled.puzzle().digits.first);
    u8::try_from(number).ok()
}

/// Whether the picture shows a cell.
fn shown(compiled: &Compiled, cell: Cell) -> bool {
    let puzzle = compiled.puzzle();
    match cell.index().checked_sub(puzzle.shape.len()) {
        None => true,
        Some(extra) => puzzle.extra.get(extra).is_some_and(|e| e.shown),
    }
}

/// The contents of each cell in a position: its digit or, if `candidates` is set, the candidates of an open cell.
pub fn marks(compiled: &Compiled, state: &State, candidates: bool) -> Vec<Marks> {
    let one = |i: usize| {
        let cell = Cell::at(i);
        let named = |value: Value| index(compiled, Candidate::new(cell, value));
        match state.board.fixed(cell).filter(|_| state.placed.contains(cell)) {
            Some(value) => Marks { digit: named(value), ..Marks::default() },
            None if candidates => {
                Marks { candidates: state.board.values(cell).iter().filter_map(named).collect(), ..Marks::default() }
            }
            None => Marks::default(),
        }
    };
    (0..compiled.puzzle().cell_count()).map(one).collect()
}

/// The digits of a solution, for each cell.
pub fn solution(compiled: &Compiled, values: &[Value]) -> Vec<Marks> {
    let cells = values.iter().enumerate().take(compiled.puzzle().cell_count());
    cells
        .map(|(i, &value)| Marks { digit: index(compiled, Candidate::new(Cell::at(i), value)), ..Marks::default() })
        .collect()
}

/// Puts a solution into a scene of its puzzle: its digits, and the values of extra cells.
///
/// ```
/// use cluewright::{Document, Limits, Verdict, draw, picture};
/// let puzzle = Document::read("grid: 4x4\nextra: A 0..1\ngiven A 1\ngivens: 1234341221434321\n")?;
/// let Verdict::Unique(solution) = puzzle.solve(&Limits::none()).value else { panic!("it has one solution") };
/// let mut scene = picture::scene(puzzle.compiled());
/// picture::put_solution(&mut scene, puzzle.compiled(), &solution);
/// assert_eq!(scene.extra[0].numbers, [Some(1)]);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn put_solution(scene: &mut Scene<'_>, compiled: &Compiled, values: &[Value]) {
    scene.board = solution(compiled, values);
    // The numbers in extra cells are not digits of the puzzle.
    scene.board.truncate(compiled.puzzle().shape.len());
    put_extra(scene, compiled, |cell| Some(values[cell.index()]));
}

/// Puts a position into a scene of its puzzle: digits, the candidates of open cells, and the values of extra cells that are
/// decided.
pub fn put_position(scene: &mut Scene<'_>, compiled: &Compiled, state: &State) {
    scene.board = marks(compiled, state, true);
    put_extra(scene, compiled, |cell| state.board.fixed(cell));
    for held in &scene.extra {
        for (cell, _) in held.extra.cells.iter().zip(&held.numbers).filter(|(_, number)| number.is_some()) {
            if let Some(marks) = cell.and_then(|cell| scene.board.get_mut(cell.index())) {
                *marks = Marks::default();
            }
        }
    }
}

fn put_extra(scene: &mut Scene<'_>, compiled: &Compiled, value: impl Fn(Cell) -> Option<Value>) {
    let number = |cell: Cell| Some(compiled.model().number(Candidate::new(cell, value(cell)?)));
    let held = |extra: &Extra| Numbers {
        extra: extra.clone(),
        numbers: extra.cells.iter().map(|cell| cell.and_then(number)).collect(),
    };
    scene.extra = compiled.extra().iter().map(held).collect();
}

/// The player's digits and marks, for each cell.
pub fn progress(compiled: &Compiled, written: &[Progress]) -> Vec<Marks> {
    let puzzle = compiled.puzzle();
    let index = |digit: i32| u8::try_from(i64::from(digit) - i64::from(puzzle.digits.first)).ok();
    let mut board = vec![Marks::default(); puzzle.cell_count()];
    for one in written {
        if let Some(marks) = board.get_mut(one.cell.index()) {
            marks.digit = one.placed.and_then(index);
            marks.center = one.marks.iter().filter_map(|&d| index(d)).collect();
        }
    }
    board
}

/// The highlights for a step found in a position: the cells of the step's argument, and the digits that the step places and
/// removes.
pub fn highlights(compiled: &Compiled, state: &State, step: &Step) -> Vec<Highlight> {
    let mut pointer = Pointer { compiled, state, step, out: Vec::new() };
    pointer.pattern(&step.pattern);
    pointer.blockers();
    pointer.candidates(step.placements.clone(), Role::Placed);
    pointer.candidates(step.eliminations.clone(), Role::Removed);
    pointer.out
}

struct Pointer<'a> {
    compiled: &'a Compiled,
    state: &'a State,
    step: &'a Step,
    out: Vec<Highlight>,
}

impl Pointer<'_> {
    fn cells(&mut self, mut cells: Vec<Cell>, role: Role) {
        cells.retain(|&c| shown(self.compiled, c));
        cells.order();
        cells.dedup();
        if !cells.is_empty() {
            self.out.push(Highlight::Cells { cells, role });
        }
    }

    fn candidates(&mut self, mut candidates: Vec<Candidate>, role: Role) {
        candidates.retain(|c| shown(self.compiled, c.cell));
        if !candidates.is_empty() {
            self.out.push(Highlight::Candidates { candidates, role });
        }
    }

    /// The candidates with these values that are still possible in the cells.
    fn live(&self, cells: &[Cell], values: ValueSet) -> Vec<Candidate> {
        let of = |&cell: &Cell| {
            let left = self.state.board.values(cell);
            values.iter().filter(move |&v| left.contains(v)).map(move |v| Candidate::new(cell, v))
        };
        cells.iter().flat_map(of).collect()
    }

    fn group(&mut self, group: GroupId, role: Role) {
        let all = &self.compiled.model().network().group(group).candidates;
        let live: Vec<Candidate> = all.iter().copied().filter(|&c| self.state.board.has(c)).collect();
        self.cells(all.iter().map(|c| c.cell).collect(), role);
        self.candidates(live, role);
    }

    fn set(&mut self, set: SetId, role: Role) {
        self.cells(self.compiled.model().set(set).cells.clone(), role);
    }

    fn origin(&mut self, origin: OriginId, role: Role) {
        self.cells(self.compiled.model().origin(origin).cells.clone(), role);
    }

    /// Highlights a clue or, for a sum that follows from several clues, the cells of the sum.
    fn clue(&mut self, constraint: ConstraintId, role: Role) {
        if let Some(posted) = self.compiled.model().constraints().get(constraint.0 as usize) {
            return self.origin(posted.origin, role);
        }
        let sum = self.step.because.iter().find_map(|reason| match reason {
            Reason::Balance { balance, .. } => Some(balance.sum.cells().to_vec()),
            _ => None,
        });
        self.cells(sum.unwrap_or_default(), role);
    }

    fn link(&mut self, from: &[Candidate], to: &[Candidate], strong: bool) {
        let kept = |list: &[Candidate]| -> Vec<Candidate> {
            list.iter().copied().filter(|c| shown(self.compiled, c.cell)).collect()
        };
        let (from, to) = (kept(from), kept(to));
        if !from.is_empty() && !to.is_empty() {
            self.out.push(Highlight::Link { from, to, strong });
        }
    }

    fn blockers(&mut self) {
        for Blocker { by, mut cells } in self.step.blockers(self.compiled.model(), self.state) {
            cells.retain(|&c| shown(self.compiled, c));
            if let By::Digit(Candidate { cell, .. }, _) = by
                && shown(self.compiled, cell)
                && !cells.is_empty()
            {
                self.out.push(Highlight::Blocks { by: cell, cells });
            }
        }
    }

    /// Highlights the places of the other values of a step that locks several values, or that shows where a clue must have several
    /// values.
    fn other_values(&mut self, role: Role) {
        for reason in &self.step.because {
            match (&self.step.pattern, reason) {
                (Pattern::Locked { group: first }, Reason::Group { group, live }) if group != first => {
                    self.candidates(live.clone(), role);
                }
                (
                    Pattern::ClueContains { places, .. },
                    Reason::Constraint { fails, .. } | Reason::Balance { fails, .. },
                ) if fails != places => self.candidates(fails.clone(), role),
                _ => {}
            }
        }
    }

    fn chain(&mut self, nodes: &[Vec<Candidate>], strong_first: bool) {
        for (i, node) in nodes.iter().enumerate() {
            self.candidates(node.clone(), Role::Set(u8::from(i % 2 == 1)));
        }
        for (i, pair) in nodes.windows(2).enumerate() {
            self.link(&pair[0], &pair[1], (i % 2 == 0) == strong_first);
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Single { group } | Pattern::Locked { group } | Pattern::Cases { group, .. } => {
                self.group(*group, Role::Set(0));
                self.other_values(Role::Set(0));
            }
            Pattern::Naked { cells, values }
            | Pattern::Wing { cells, values, .. }
            | Pattern::EvenlyFilled { cells, values } => {
                self.cells(cells.clone(), Role::Set(0));
                self.candidates(self.live(cells, *values), Role::Set(0));
            }
            Pattern::Hidden { set, cells, values } => {
                self.set(*set, Role::Set(1));
                self.candidates(self.live(cells, *values), Role::Set(0));
            }
            Pattern::Fish { base, cover, fins } => {
                for &set in cover {
                    self.set(set, Role::Set(1));
                }
                let network = self.compiled.model().network();
                let of = base.iter().flat_map(|&g| network.group(g).candidates.iter().copied());
                let places: Vec<Candidate> = of.filter(|c| self.state.board.has(*c) && !fins.contains(c)).collect();
                self.candidates(places, Role::Set(0));
                self.candidates(fins.clone(), Role::Fin);
            }
            Pattern::Chain { nodes, als, closed, .. } => {
                for (i, cells) in als.iter().flatten().enumerate() {
                    self.cells(cells.clone(), Role::Set(2 + u8::try_from(i % 2).unwrap_or(0)));
                }
                self.chain(nodes, true);
                if let (true, [first, .., last]) = (closed, &nodes[..]) {
                    self.link(last, first, false);
                }
            }
            Pattern::RemotePair { cells, values } => {
                self.cells(cells.clone(), Role::Set(0));
                self.candidates(self.live(cells, *values), Role::Set(0));
                for pair in cells.windows(2) {
                    let (a, b) = (self.live(&pair[..1], *values), self.live(&pair[1..], *values));
                    self.link(&a, &b, true);
                }
            }
            Pattern::Als { sets, stem, .. } => {
                for (i, (cells, values)) in sets.iter().enumerate() {
                    let role = Role::Set(u8::try_from(i).unwrap_or(3));
                    self.cells(cells.clone(), role);
                    self.candidates(self.live(cells, *values), role);
                }
                self.cells(stem.iter().copied().collect(), Role::Fin);
            }
            Pattern::Crossing { middle, sides, values, .. } => {
                self.cells(middle.clone(), Role::Set(0));
                self.candidates(self.live(middle, *values), Role::Set(0));
                for (i, (cells, values)) in sides.iter().enumerate() {
                    let role = Role::Set(1 + u8::from(i == 1));
                    self.cells(cells.clone(), role);
                    self.candidates(self.live(cells, *values), role);
                }
            }
            Pattern::Colors { clusters } => {
                for (i, [one, other]) in clusters.iter().enumerate() {
                    let first = u8::try_from(2 * (i % 2)).unwrap_or(0);
                    self.candidates(one.clone(), Role::Set(first));
                    self.candidates(other.clone(), Role::Set(first + 1));
                }
            }
            Pattern::Deadly { cells, values, guardians } | Pattern::Impossible { cells, values, guardians } => {
                self.cells(cells.clone(), Role::Set(0));
                self.candidates(self.live(cells, *values), Role::Set(0));
                self.candidates(guardians.clone(), Role::Fin);
            }
            Pattern::Sectors { cells, values, links } => {
                for &(set, _) in links {
                    self.set(set, Role::Set(1));
                }
                self.candidates(self.live(cells, *values), Role::Set(0));
            }
            Pattern::Forcing { of, chains } => {
                self.pattern(of);
                for chain in chains {
                    self.chain(chain, false);
                }
            }
            Pattern::Template { value } => {
                let cells: Vec<Cell> = self.compiled.model().answer_cells().collect();
                self.candidates(self.live(&cells, ValueSet::from_iter([*value])), Role::Set(0));
            }
            Pattern::ClueContains { constraint, places } => {
                self.clue(*constraint, Role::Set(0));
                self.candidates(places.clone(), Role::Set(1));
                self.other_values(Role::Set(1));
            }
            Pattern::Clue { constraint } => {
                self.clue(*constraint, Role::Set(0));
            }
            Pattern::Tied { origins } => origins.iter().for_each(|&origin| self.origin(origin, Role::Set(0))),
            Pattern::Balance { balance } => {
                balance.houses.iter().for_each(|&(set, _)| self.set(set, Role::Set(1)));
                for share in &balance.clues {
                    self.origin(share.source.origin(self.compiled.model()), Role::Set(2));
                }
            }
            Pattern::Own(_) => {
                for reason in &self.step.because {
                    let Reason::Own(own) = reason else { continue };
                    for (i, cells) in own.parts(self.compiled.model()).into_iter().enumerate() {
                        self.cells(cells, Role::Set(u8::try_from(i % 4).unwrap_or(0)));
                    }
                }
            }
            // A trial is described only in words.
            Pattern::Trial { .. } => {}
        }
    }
}
