//! Prepares the engine for any model at its first step rather than at construction, because preparing a model with many thousands
//! of facts takes time, and only questions have a stop signal.

use super::General;
use super::derive::FEW_TERMS;
use crate::answer::{Limits, Stats, Stopped};
use crate::engine::{Cut, Engine, Event, Order};
use crate::switches::Switches;
use cluewright_core::{Board, Model, Value};

/// The general engine, created on demand. The module's documentation gives the reason.
pub(crate) struct Lazy<'m> {
    model: &'m Model,
    switches: Switches,
    engine: Option<Box<General<'m>>>,
    /// The start of a search that was requested but has not happened yet.
    begun: Option<Begun>,
    /// The statistics that are reported before the engine exists.
    stats: Stats,
}

/// The requested start of a search.
struct Begun {
    board: Board,
    order: Order,
    /// For a part of a divided search, the domains of the part, and the weights that were learned before the division.
    part: Option<(Vec<u64>, Vec<f64>)>,
}

impl<'m> Lazy<'m> {
    pub(crate) fn new(model: &'m Model, switches: Switches) -> Self {
        Self { model, switches, engine: None, begun: None, stats: Stats::default() }
    }

    /// Returns the engine, prepared and started on the requested board. `Err` if stopped; the next call then continues with the
    /// remaining work.
    fn ready(&mut self, limits: &Limits<'_>) -> Result<&mut General<'m>, Stopped> {
        if self.engine.is_none() {
            let made = General::made(self.model, self.switches, FEW_TERMS, limits.stop).ok_or(Stopped::Signal)?;
            self.engine = Some(Box::new(made));
        }
        let engine = self.engine.as_mut().expect("just made");
        if let Some(begun) = &self.begun {
            if !engine.covers(&begun.board) {
                **engine = engine.widest(limits.stop).ok_or(Stopped::Signal)?;
            }
            engine.start(&begun.board, begun.order.clone());
            if let Some((root, weights)) = &begun.part
                && !engine.start_within(root, weights, limits.stop)
            {
                return Err(Stopped::Signal);
            }
            self.begun = None;
        }
        Ok(engine)
    }
}

impl Engine for Lazy<'_> {
    fn start(&mut self, board: &Board, order: Order) {
        if let Some(engine) = self.engine.as_mut().filter(|e| e.covers(board)) {
            self.begun = None;
            engine.start(board, order);
            return;
        }
        self.begun = Some(Begun { board: board.clone(), order, part: None });
    }

    fn next(&mut self, limits: &Limits<'_>) -> Event {
        match self.ready(limits) {
            Ok(engine) => engine.next(limits),
            Err(why) => Event::Stopped(why),
        }
    }

    fn solution(&self) -> &[Value] {
        self.engine.as_ref().expect("who has a solution was asked for it").solution()
    }

    fn dive(&mut self, seed: u64, limits: &Limits<'_>) -> Result<f64, Stopped> {
        self.ready(limits)?.dive(seed, limits)
    }

    fn cut(&mut self, most: usize, limits: &Limits<'_>) -> Option<Cut> {
        // If the preparation is stopped, there is no search that could be divided.
        self.ready(limits).ok()?.cut(most, limits)
    }

    fn start_part(&mut self, board: &Board, cut: &Cut, at: usize) {
        let part = Some((cut.parts[at].clone(), cut.weights.clone()));
        self.begun = Some(Begun { board: board.clone(), order: Order::Usual, part });
    }

    fn stats(&self) -> &Stats {
        self.engine.as_ref().map_or(&self.stats, |engine| engine.stats())
    }

    fn reset_stats(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.reset_stats();
        }
    }
}
