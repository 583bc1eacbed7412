//! Expressions that depend only on parameters and the puzzle's size, such as defaults and ranges, and parameters that are computed
//! from a solution.

use super::run::{Run, Stop};
use super::value::{V, to_arg};
use crate::args;
use crate::code::{Code, CodeKind, RuleCode, Slot};
use crate::places::Places;
use crate::ruleset::Ruleset;
use crate::syntax::ast::ParamKind;
use cluewright_core::{Arg, BadInput};

/// Evaluates expressions that depend only on parameters and the puzzle's size: defaults and ranges.
pub(crate) struct Constants<'a> {
    run: Run<'a>,
}

static NO_RULES: std::sync::LazyLock<Ruleset> = std::sync::LazyLock::new(Ruleset::library);

impl<'a> Constants<'a> {
    pub(crate) fn new(rule: &'a RuleCode, places: &'a Places<'a>) -> Self {
        let mut run = Run::new(&*NO_RULES, places, &|| false);
        run.env = vec![V::Unset; rule.slots];
        run.rule = Some(rule);
        Self { run }
    }

    /// An evaluator for a grid whose cells hold the numbers `values`. Expressions may read these cells.
    pub(crate) fn on_a_grid(rule: &'a RuleCode, places: &'a Places<'a>, values: &[i32]) -> Self {
        let mut constants = Self::new(rule, places);
        constants.run.numbers = values.iter().map(|v| i64::from(*v)).collect();
        constants
    }
}

/// Creates the evaluator that [`args::bind`] needs.
pub(crate) fn constants<'a>(rule: &'a RuleCode, places: &'a Places<'a>) -> Box<dyn args::Constants<'a> + 'a> {
    Box::new(Constants::new(rule, places))
}

impl<'a> args::Constants<'a> for Constants<'a> {
    fn set(&mut self, slot: Slot, arg: Option<&Arg>) {
        self.run.env[slot as usize] = V::arg(arg);
    }

    fn whole(&mut self, code: &'a Code) -> Result<i64, BadInput> {
        if let CodeKind::Number(n) = code.kind {
            return Ok(n);
        }
        self.run.whole_number(code).map_err(|stop| unstopped(stop, code))
    }

    fn arg(&mut self, code: &'a Code, kind: ParamKind) -> Result<Arg, BadInput> {
        let value = self.run.value(code).map_err(|stop| unstopped(stop, code))?;
        let arg = to_arg(&value).ok_or_else(|| {
            code.pos
                .error("this default has no value")
                .hint("the default divides by 0, or reads something that is missing")
        })?;
        Ok(match (kind, arg) {
            (ParamKind::Numbers, Arg::Cells(c)) if c.is_empty() => Arg::Numbers(Vec::new()),
            (ParamKind::Number, Arg::Text(_)) => {
                return Err(code.pos.error("a parameter must be a whole number").hint("`//` divides and rounds down"));
            }
            (_, arg) => arg,
        })
    }
}

fn unstopped(stop: Stop, code: &Code) -> BadInput {
    match stop {
        Stop::Bad(e) => *e,
        _ => code
            .pos
            .error("this depends on something that is not known before solving")
            .hint("a default can use constants, sizes, and earlier parameters that are given"),
    }
}
