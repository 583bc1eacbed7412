//! Which candidates an assumption switches on, by sets: a quick test whether a static chain exists at all.

use super::links::{Links, Pass};
use super::spread::KEYS;

/// Rows of bits over the candidates of a grid.
#[derive(Default)]
pub(super) struct Reach {
    id: Vec<u16>,
    words: usize,
    /// Candidates a candidate switches on through one that goes off.
    next: Vec<u64>,
    /// The candidates that switch a candidate on so.
    back: Vec<u64>,
    /// Candidates a candidate switches off.
    weak: Vec<u64>,
    /// Candidates that are on when a candidate is, itself included; filled when asked for.
    all: Vec<u64>,
    known: Vec<bool>,
    queue: Vec<u16>,
}

impl Reach {
    pub(super) fn build(&mut self, links: &Links, pass: Pass) {
        let n = links.keys.len();
        self.words = n.div_ceil(64);
        self.id.resize(KEYS, 0);
        for (i, &k) in links.keys.iter().enumerate() {
            self.id[usize::from(k)] = i as u16;
        }
        for rows in [&mut self.next, &mut self.back, &mut self.weak, &mut self.all] {
            rows.clear();
            rows.resize(n * self.words, 0);
        }
        self.known.clear();
        self.known.resize(n, false);
        for (i, &k) in links.keys.iter().enumerate() {
            for w in links.weak_of(k, pass) {
                let off = links.weak[w].0;
                set(&mut self.weak, self.words, i, usize::from(self.id[usize::from(off)]));
                for s in links.strong_of(off, pass) {
                    let on = usize::from(self.id[usize::from(links.strong[s].0)]);
                    set(&mut self.next, self.words, i, on);
                    set(&mut self.back, self.words, on, i);
                }
            }
        }
    }

    fn row(&self, rows: &[u64], i: usize, word: usize) -> u64 {
        rows[i * self.words + word]
    }

    /// Fills the row of all candidates that are on when this is.
    fn fill(&mut self, i: usize) {
        if self.known[i] {
            return;
        }
        self.known[i] = true;
        set(&mut self.all, self.words, i, i);
        self.queue.clear();
        self.queue.push(i as u16);
        while let Some(a) = self.queue.pop() {
            for word in 0..self.words {
                let mut new = self.next[usize::from(a) * self.words + word] & !self.all[i * self.words + word];
                self.all[i * self.words + word] |= new;
                while new != 0 {
                    self.queue.push((word * 64) as u16 + new.trailing_zeros() as u16);
                    new &= new - 1;
                }
            }
        }
    }

    /// Whether a way leads back to the candidate, other than at once.
    pub(super) fn has_cycle(&mut self, k: u16) -> bool {
        let i = usize::from(self.id[usize::from(k)]);
        self.fill(i);
        (0..self.words).any(|word| {
            let mine = if i / 64 == word { 1 << (i % 64) } else { 0 };
            self.row(&self.all, i, word) & self.row(&self.back, i, word) & !mine != 0
        })
    }

    /// Whether the candidate, when on, is off.
    pub(super) fn turns_off(&mut self, k: u16) -> bool {
        let i = usize::from(self.id[usize::from(k)]);
        self.fill(i);
        (0..self.words).any(|word| self.row(&self.all, i, word) & self.row(&self.weak, i, word) != 0)
    }

    /// Whether the candidate, when off, is on.
    pub(super) fn turns_on(&mut self, k: u16, links: &Links, pass: Pass) -> bool {
        let i = usize::from(self.id[usize::from(k)]);
        links.strong_of(k, pass).any(|s| {
            let on = usize::from(self.id[usize::from(links.strong[s].0)]);
            self.fill(on);
            self.all[on * self.words + i / 64] >> (i % 64) & 1 != 0
        })
    }
}

fn set(rows: &mut [u64], words: usize, i: usize, j: usize) {
    rows[i * words + j / 64] |= 1 << (j % 64);
}
