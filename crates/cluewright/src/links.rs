//! Checks a player's own chain: whether each link is strong or weak and why, and what follows from the whole chain. A link rests on
//! a single house, cell or clue and on the digits and marks that the player has entered; nothing is searched.

use crate::compiled::Compiled;
use crate::hint::{Mistake, player_state};
use crate::solve::SearchFacts;
use cluewright_core::model::{GroupKind, Network, Posted, Why};
use cluewright_core::puzzle::Progress;
use cluewright_core::{Board, Candidate, Cell, Constraint, Model, ValueSet};

/// A link between two candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The two candidates of the link.
    pub ends: [Candidate; 2],
    /// Whether at least one of the two candidates is true.
    pub strong: bool,
    /// Whether at most one of the two candidates is true.
    pub weak: bool,
    /// The kind of link and its reason, in a sentence or two.
    pub text: String,
}

/// The result of checking a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Chain {
    /// A link from each candidate to the next.
    pub links: Vec<Link>,
    /// The conclusion from all links, or the reason why nothing follows from them.
    pub text: String,
    /// The candidates that the chain proves false.
    pub removed: Vec<Candidate>,
    /// The candidate that the chain proves true, if there is one.
    pub placed: Option<Candidate>,
}

/// Checks a chain in a player's position: each link, and the conclusion.
///
/// Errors: the mistakes in the position, as far as `truth` reveals them.
///
/// ```
/// use cluewright::{Candidate, Cell, Compiled, Limits, Value, formats, SearchFacts, links::chain};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let ends = [Candidate::new(Cell(2), Value(3)), Candidate::new(Cell(3), Value(3))];
/// let truth = SearchFacts::new(&compiled, &Limits::none());
/// let found = chain(&compiled, &[], &truth, &ends).expect("nothing is wrong");
/// assert_eq!(found.links[0].text, "Strong and weak: 4 has only these two places in row 1.");
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn chain(
    compiled: &Compiled,
    progress: &[Progress],
    truth: &SearchFacts,
    nodes: &[Candidate],
) -> Result<Chain, Vec<Mistake>> {
    let model = compiled.model();
    let state = player_state(compiled, progress, truth)?;
    let look = ChainProbe { model, board: left(model, state.board, |cell| state.placed.contains(cell)) };
    let links: Vec<Link> = nodes.windows(2).map(|pair| look.link([pair[0], pair[1]])).collect();
    Ok(look.whole(links))
}

/// The board after all eliminations by placed digits.
fn left(model: &Model, mut board: Board, is_placed: impl Fn(Cell) -> bool) -> Board {
    let network = model.network();
    for cell in model.answer_cells().filter(|&c| is_placed(c)) {
        let Some(value) = board.fixed(cell) else { continue };
        for near in network.neighbours(cell) {
            let rest = board.values(near.cell).minus(network.forbidden(Candidate::new(cell, value), near.cell));
            // If no value would be left for a cell, do not change the cell: the conflict is reported elsewhere.
            if !rest.is_empty() {
                board.set_values(near.cell, rest);
            }
        }
    }
    board
}

struct ChainProbe<'a> {
    model: &'a Model,
    board: Board,
}

impl ChainProbe<'_> {
    fn named(&self, c: Candidate) -> String {
        format!("{} in {}", self.model.value_name(c), self.model.cell_name(c.cell))
    }

    fn link(&self, ends: [Candidate; 2]) -> Link {
        let none = |text: String| Link { ends, strong: false, weak: false, text };
        if let Some(gone) = ends.iter().find(|&&c| !self.board.has(c)) {
            return none(format!("No link: {} is already ruled out.", self.named(*gone)));
        }
        if ends[0] == ends[1] {
            return none("No link: both ends are the same candidate.".to_owned());
        }
        let (strong, weak) = (self.strong(ends), self.weak(ends));
        let link = |text: String| Link { ends, strong: strong.is_ok(), weak: weak.is_some(), text };
        match (&strong, &weak) {
            (Ok(why), Some(_)) => link(format!("Strong and weak: {why}")),
            (Ok(why), None) => link(format!("Strong: {why} Both may be true.")),
            (Err(also), Some(why)) => link(format!("Weak: {why}{also}")),
            (Err(_), None) => link("No link: no house or clue by itself relates the two.".to_owned()),
        }
    }

    /// The reason why at least one of the two candidates is true. Error: if the two are in a common group, the reason why this is
    /// not certain, namely another possible candidate of the group.
    fn strong(&self, ends: [Candidate; 2]) -> Result<String, String> {
        let network = self.model.network();
        let mut also = String::new();
        let both = |list: &[Candidate]| ends.iter().all(|c| list.contains(c));
        for group in network.groups().iter().filter(|g| both(&g.candidates)) {
            let other = group.candidates.iter().find(|&&c| !ends.contains(&c) && self.board.has(c));
            let value = self.model.value_name(ends[0]);
            match (other, group.kind) {
                (None, GroupKind::Cell(cell)) => {
                    let (cell, other) = (self.model.cell_name(cell), self.model.value_name(ends[1]));
                    return Ok(format!("{cell} is {value} or {other}."));
                }
                (None, GroupKind::House(set, _)) => {
                    return Ok(format!("{value} has only these two places in {}.", self.model.set_name(set)));
                }
                (None, GroupKind::Posted(i)) => {
                    let origin = self.model.posted_groups()[i as usize].origin;
                    return Ok(format!("nothing else is left for {}.", self.model.origin_text(origin)));
                }
                (Some(_), _) if !also.is_empty() => {}
                (Some(&c), GroupKind::Cell(cell)) => {
                    also = format!(
                        " Not strong: {} may also be {}.",
                        self.model.cell_name(cell),
                        self.model.value_name(c)
                    );
                }
                (Some(&c), GroupKind::House(set, _)) => {
                    also = format!(" Not strong: {} is possible in {}, too.", self.named(c), self.model.set_name(set));
                }
                (Some(_), GroupKind::Posted(_)) => {}
            }
        }
        // Without the two candidates, their cells may have no compatible values left, because of links (into which small clues are
        // compiled).
        let [one, other] = ends.map(|c| self.board.values(c.cell).without(c.value));
        let apart = ends[0].cell != ends[1].cell;
        let goes = |v| other.minus(network.forbidden(Candidate::new(ends[0].cell, v), ends[1].cell)).is_empty();
        if apart && one.iter().all(goes) {
            let [a, b] = ends.map(|c| self.model.cell_name(c.cell));
            return Ok(format!("without both, nothing is left for {a} and {b}."));
        }
        let without = |board: &mut Board| {
            for c in &ends {
                board.set_values(c.cell, board.values(c.cell).without(c.value));
            }
        };
        match self.refuses(ends, &without) {
            Some(clue) => Ok(format!("without both, nothing is left for {}.", self.model.origin_text(clue.origin))),
            None => Err(also),
        }
    }

    /// The reason why at most one of the two candidates is true; `None` if both may be true.
    fn weak(&self, ends: [Candidate; 2]) -> Option<String> {
        let network = self.model.network();
        if let Some(why) = network.why(self.model, ends[0], ends[1]) {
            let who = Network::why_origin(self.model, why).map(|o| self.model.origin_text(o));
            return Some(match (why, who) {
                (Why::Set(_), Some(who)) => format!("{} occurs once in {who}.", self.model.value_name(ends[0])),
                (Why::Link(_) | Why::Group(_), Some(who)) => format!("{who} does not allow both."),
                _ => "a cell contains one digit.".to_owned(),
            });
        }
        let with = |board: &mut Board| {
            for c in &ends {
                board.set_values(c.cell, ValueSet::of(c.value));
            }
        };
        let clue = self.refuses(ends, &with)?;
        Some(format!("{} does not allow both.", self.model.origin_text(clue.origin)))
    }

    /// The first clue that has a cell of each candidate, and that cannot hold after `change` is applied to the board.
    fn refuses(&self, ends: [Candidate; 2], change: &dyn Fn(&mut Board)) -> Option<&Posted> {
        let mut board = self.board.clone();
        change(&mut board);
        let about = |posted: &&Posted| ends.iter().all(|c| posted.kind.cells().contains(&c.cell));
        self.model.constraints().iter().filter(about).find(|posted| {
            let mut trial = board.clone();
            trial.clear_changed();
            posted.kind.propagate(&mut trial).is_err() || trial.is_broken()
        })
    }

    /// The conclusion from links that alternate between strong and weak.
    fn whole(&self, links: Vec<Link>) -> Chain {
        let (mut removed, mut placed) = (Vec::new(), None);
        let ends = links.first().zip(links.last()).map(|(first, last)| (first.ends[0], last.ends[1]));
        let Some((first, last)) = ends else { return Chain { links, text: String::new(), removed, placed } };
        // The index of the first link that breaks the alternation.
        let breaks = |strong_first: bool| {
            let holds =
                |(i, link): (usize, &Link)| if i.is_multiple_of(2) == strong_first { link.strong } else { link.weak };
            links.iter().enumerate().position(|link| !holds(link))
        };
        let is_loop = first == last && !links.len().is_multiple_of(2);
        let text = if is_loop && breaks(true).is_none() {
            placed = Some(first);
            format!("If {} were false, the chain would make it true: so it is true.", self.named(first))
        } else if is_loop && breaks(false).is_none() {
            removed.push(first);
            format!("If {} were true, the chain would make it false: so it is false.", self.named(first))
        } else if let Some(at) = breaks(true) {
            let wanted = if at.is_multiple_of(2) { "strong" } else { "weak" };
            format!(
                "Nothing follows: links must alternate between strong and weak, starting with a strong link, but link {} is not {wanted}.",
                at + 1
            )
        } else if links.len().is_multiple_of(2) {
            "Nothing follows yet: the last link must be strong.".to_owned()
        } else {
            let network = self.model.network();
            let cells = self.model.answer_cells();
            let all = cells.flat_map(|cell| self.board.values(cell).iter().map(move |v| Candidate::new(cell, v)));
            removed.extend(all.filter(|&c| network.sees(first, c) && network.sees(last, c)));
            let ends = format!("At least one of {} and {} is true", self.named(first), self.named(last));
            let list: Vec<String> = removed.iter().map(|&c| self.named(c)).collect();
            match &list[..] {
                [] => format!("{ends}. No candidate sees both."),
                list => format!("{ends}, and each rules out {}.", list.join(", ")),
            }
        };
        Chain { links, text, removed, placed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::Value;
    use cluewright_search::{Limits, Solver};

    fn compiled(text: &str) -> Compiled {
        Compiled::new(cluewright_formats::read(text).expect("a puzzle").puzzle).expect("it compiles")
    }

    fn looked(compiled: &Compiled, nodes: &[(u16, u8)]) -> Chain {
        let nodes: Vec<Candidate> =
            nodes.iter().map(|&(cell, digit)| Candidate::new(Cell(cell), Value(digit - 1))).collect();
        chain(compiled, &[], &SearchFacts::new(compiled, &Limits::none()), &nodes).expect("nothing is wrong")
    }

    #[test]
    fn each_link_says_what_it_is_and_by_what() {
        let killer = compiled("grid: 4x4\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r3c1 r3c2 r4c2 total 7\n");
        let words = |nodes: &[(u16, u8)]| looked(&killer, nodes).links.remove(0).text;
        // A weak link in a house, with the reason why it is not strong.
        assert_eq!(
            words(&[(2, 1), (3, 1)]),
            "Weak: 1 occurs once in row 1. Not strong: 1 in r1c1 is possible in row 1, too."
        );
        assert_eq!(words(&[(2, 3), (2, 4)]), "Weak: a cell contains one digit. Not strong: r1c3 may also be 1.");
        // A link from a single clue: without a 1, the cage's sum is at least 4, and not 3.
        let cage = words(&[(0, 1), (1, 1)]);
        assert!(cage.starts_with("Strong and weak: without both, nothing is left for r1c1 and r1c2."), "{cage}");
        let arrow = compiled("grid: 4x4\narrow r1c1 / r2c3 r4c2\n");
        let words_of = |nodes: &[(u16, u8)]| looked(&arrow, nodes).links.remove(0).text;
        assert_eq!(words_of(&[(0, 3), (6, 3)]), "Weak: the arrow at r1c1 does not allow both.");
        assert_eq!(words_of(&[(0, 3), (6, 2)]), "No link: no house or clue by itself relates the two.");
        assert_eq!(words(&[(2, 1), (12, 1)]), "No link: no house or clue by itself relates the two.");
        assert_eq!(words(&[(2, 1), (2, 1)]), "No link: both ends are the same candidate.");
    }

    #[test]
    fn what_follows_takes_turns() {
        let puzzle = compiled("12..34..2.....3.");
        let found = looked(&puzzle, &[(2, 4), (3, 4), (3, 3)]);
        assert_eq!(found.text, "Nothing follows yet: the last link must be strong.");
        assert!(found.removed.is_empty() && found.placed.is_none());
    }

    /// Compares links and conclusions with all solutions.
    #[test]
    fn no_solution_contradicts_a_link_or_a_chain() {
        let texts = [
            "grid: 4x4\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r3c1 r3c2 r4c2 total 7\n",
            "grid: 4x4\nrules: classic, anti-knight\ngivens: 1... .... .... ....\n",
            "grid: 4x4\nwhite-dot r1c1 r1c2\nthermometer r2c1 r2c2\n",
        ];
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let (mut strong, mut follows) = (0, 0);
        for text in texts {
            let compiled = compiled(text);
            let mut solutions: Vec<Vec<Value>> = Vec::new();
            let _ = Solver::new(compiled.model()).solutions(&compiled.board(), &Limits::none(), |s| {
                solutions.push(s.to_vec());
                std::ops::ControlFlow::Continue(())
            });
            assert!(solutions.len() > 2, "{text}");
            let truth = SearchFacts::new(&compiled, &Limits::none());
            let board = compiled.board();
            let all: Vec<Candidate> =
                Cell::all(16).flat_map(|c| board.values(c).iter().map(move |v| Candidate::new(c, v))).collect();
            for _ in 0..1500 {
                let length = [1, 1, 3, 5][random(4)];
                let mut nodes = vec![all[random(all.len())]];
                while nodes.len() <= length {
                    let last = nodes[nodes.len() - 1];
                    let next = all[random(all.len())];
                    // Prefer candidates between which there may be a link.
                    if next.cell == last.cell || next.value == last.value || random(5) == 0 {
                        nodes.push(next);
                    }
                }
                if length == 3 && random(2) == 0 {
                    nodes[3] = nodes[0];
                }
                let found = chain(&compiled, &[], &truth, &nodes).expect("nothing is wrong");
                let holds = |solution: &Vec<Value>, c: &Candidate| solution[c.cell.index()] == c.value;
                for link in &found.links {
                    let both = |s: &Vec<Value>| link.ends.iter().filter(|&c| holds(s, c)).count();
                    assert!(!link.strong || solutions.iter().all(|s| both(s) > 0), "{text}: {}", link.text);
                    assert!(!link.weak || solutions.iter().all(|s| both(s) < 2), "{text}: {}", link.text);
                    strong += usize::from(link.strong);
                }
                follows += found.removed.len() + usize::from(found.placed.is_some());
                assert!(found.removed.iter().all(|c| !solutions.iter().any(|s| holds(s, c))), "{text}: {}", found.text);
                assert!(found.placed.iter().all(|c| solutions.iter().all(|s| holds(s, c))), "{text}: {}", found.text);
            }
        }
        assert!(strong > 50 && follows > 20, "{strong} strong links, {follows} conclusions");
    }
}
