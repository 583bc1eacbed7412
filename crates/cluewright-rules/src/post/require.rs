//! `require`: conditions for which the model has a special kind of fact ("ideas") are recognised in the code as written, before it
//! is unrolled. The ideas of functions are in their files in [`crate::words`].

use crate::code::{Code, CodeKind, Function, Quantity};
use crate::syntax::Pos;
use crate::unroll::ir::{FALSE, TRUE};
use crate::unroll::value::{Got, Stop, are_once};
use crate::unroll::{Became, Lower, Post, Sink};
use cluewright_core::Cell;
use cluewright_core::constraint::Kind as Fact;

/// The maximum number of facts in a model.
const MAX_FACTS: usize = 500_000;

impl<'a> Lower<'a> {
    /// Posts the condition of a `require`, ideas first. A condition on a missing list is false.
    pub(crate) fn require(&mut self, condition: &'a Code) -> Got<()> {
        let outer_pinned = self.variables.pinned;
        let outer_missing = std::mem::replace(&mut self.missing, FALSE);
        let result = match self.required(condition) {
            Err(Stop::NoList) => self.post(FALSE, condition.pos),
            other => other,
        };
        self.variables.pinned = outer_pinned;
        self.missing = outer_missing;
        result
    }

    fn required(&mut self, condition: &'a Code) -> Got<()> {
        if matches!(self.sink, Sink::Model) {
            match &condition.kind {
                CodeKind::And(all) => {
                    // Post ideas first. The other parts form one condition, because together they allow more deductions.
                    let (ideas, rest): (Vec<&Code>, Vec<&Code>) = all.iter().partition(|c| is_idea(c));
                    if !ideas.is_empty() {
                        // An absent parameter skips the whole statement, so read all parts before posting any.
                        for part in &rest {
                            self.truth(part)?;
                        }
                    }
                    for part in ideas {
                        self.require(part)?;
                    }
                    self.forget_locals();
                    let mut parts = Vec::new();
                    for part in rest {
                        parts.push(self.truth(part)?);
                    }
                    let id = self.graph.and(&parts);
                    return if parts.is_empty() { Ok(()) } else { self.post(id, condition.pos) };
                }
                CodeKind::Compare(..) => {
                    self.forget_locals();
                    if let Some(fact) = self.between_ends(condition)? {
                        return self.idea_fact(fact, condition.pos);
                    }
                }
                CodeKind::Quantified(Quantity::Every, None, bind, inner) => {
                    let mut chosen = false;
                    // Items that depend on digits are combined into one condition.
                    let mut later = Vec::new();
                    self.forget_locals();
                    self.each(bind, &mut |run, _, guard| {
                        chosen |= guard != TRUE;
                        if guard == TRUE {
                            later.push(run.scope.env.clone());
                        }
                        Ok(())
                    })?;
                    if !chosen && self.missing == FALSE {
                        let outer = self.scope.env.clone();
                        for env in later {
                            self.scope.env = env;
                            self.require(inner)?;
                        }
                        self.scope.env = outer;
                        return Ok(());
                    }
                }
                CodeKind::Call(Function { post: Some(post), .. }, args) => {
                    let Post(post) = post.downcast_ref().expect("a function's `post` is a `Post`");
                    self.forget_locals();
                    if post(self, args, condition.pos)? {
                        return Ok(());
                    }
                }
                CodeKind::Accepts(list, automaton) => {
                    self.forget_locals();
                    if automaton.small().is_none() {
                        let list = self.read_list(list)?;
                        if self.missing == FALSE && self.post_accepted(&list, automaton, condition.pos)? {
                            return Ok(());
                        }
                    }
                }
                _ => {}
            }
            self.forget_locals();
            let id = self.unrolled_once(condition)?;
            return self.post(id, condition.pos);
        }
        let id = self.truth(condition)?;
        self.post(id, condition.pos)
    }

    /// Posts the constraint that a whole call of a function becomes, unless there is none or a list is missing. Returns whether it
    /// was posted.
    pub(crate) fn posted(&mut self, fact: Option<Fact>, pos: Pos) -> Got<bool> {
        let Some(fact) = fact.filter(|_| self.missing == FALSE) else { return Ok(false) };
        self.idea_fact(fact, pos)?;
        Ok(true)
    }

    /// Posts a constraint.
    fn idea_fact(&mut self, fact: Fact, pos: Pos) -> Got<()> {
        self.count_fact(pos)?;
        let origin = self.origin_now();
        self.became(Became::Constraint(fact.kind_name()));
        self.build.constrain(fact, origin);
        Ok(())
    }

    pub(crate) fn count_fact(&mut self, pos: Pos) -> Got<()> {
        self.tick()?;
        self.budget.facts += 1;
        self.check_size().map_err(|e| pos.error(e.message))?;
        if self.budget.facts > MAX_FACTS {
            return Err(pos
                .error(format!("the rules make more than {MAX_FACTS} facts"))
                .hint("use fewer or shorter loops")
                .into());
        }
        Ok(())
    }

    pub(crate) fn different(&mut self, cells: &[Cell], pos: Pos) -> Got<()> {
        self.count_fact(pos)?;
        let origin = self.origin_now();
        if !are_once(cells) {
            // A cell cannot differ from itself.
            self.build.impossible(origin);
            self.became(Became::Impossible);
            return Ok(());
        }
        let first = cells.first().map(|&c| self.build.first(c));
        if cells.iter().all(|&c| Some(self.build.first(c)) == first) {
            if cells.len() >= 2 {
                self.became(Became::Set);
                self.sets_of.add(cells);
                match &mut self.sets {
                    Some(sets) => sets.push((cells.to_vec(), origin)),
                    None => self.build.all_different(cells, None, origin),
                }
            }
            return Ok(());
        }
        for j in 1..cells.len() {
            for i in 0..j {
                self.forget_locals();
                let (a, b) = (self.digit_of(cells[i]), self.digit_of(cells[j]));
                let difference = self.graph.sub(a, b);
                let equal = self.graph.eq(difference);
                let differ = self.graph.not(equal);
                self.post(differ, pos)?;
            }
        }
        Ok(())
    }
}

/// Whether the model may have a special kind of fact for the condition.
fn is_idea(code: &Code) -> bool {
    match &code.kind {
        CodeKind::Call(function, _) => function.apart,
        CodeKind::Accepts(..) => true,
        CodeKind::And(all) => all.iter().all(is_idea),
        _ => false,
    }
}
