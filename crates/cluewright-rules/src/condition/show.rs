//! A node as text, to see why two remainders are not one.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, Num, NumOp};

impl Graph<'_> {
    /// The boolean in plain notation; variables are `x0`, `x1`, ... Shared parts are written out each time.
    pub fn show(&self, lit: Bool) -> String {
        let text = match self.bool_op(lit) {
            BoolOp::True => return if lit.negated() { "false".into() } else { "true".into() },
            BoolOp::Mask(..) => {
                let (var, mask) = self.mask_of(lit).expect("a mask");
                let domain = self.domain(var);
                let numbers: Vec<String> = domain
                    .values
                    .iter()
                    .filter(|v| mask >> v.0 & 1 == 1)
                    .map(|v| domain.number(v).to_string())
                    .collect();
                return format!("x{} in {{{}}}", var.0, numbers.join(" "));
            }
            BoolOp::Pair(x, y, t) => format!("table{t}(x{}, x{})", x.0, y.0),
            BoolOp::Range(n, i64::MIN, high) => {
                let op = if lit.negated() { ">" } else { "<=" };
                return format!("{} {op} {high}", self.show_num(*n));
            }
            BoolOp::Range(n, low, high) if low == high => {
                let op = if lit.negated() { "!=" } else { "=" };
                return format!("{} {op} {high}", self.show_num(*n));
            }
            BoolOp::Range(n, low, high) => format!("{} in {low}..{high}", self.show_num(*n)),
            BoolOp::And(list) => {
                let (word, flip) = if lit.negated() { (" or ", true) } else { (" and ", false) };
                let parts: Vec<String> = list.iter().map(|b| self.show(b.flipped_if(flip))).collect();
                return format!("({})", parts.join(word));
            }
            BoolOp::Distinct(used, cells) => format!("distinct({used:?}, {})", self.show_list(cells)),
            BoolOp::Accepts(dfa, state, inputs) => format!("accepts{dfa}({state}: {})", self.show_list(inputs)),
            BoolOp::Multiset(balance, plus, minus) => {
                format!("same({balance:?}, {} | {})", self.show_list(plus), self.show_list(minus))
            }
        };
        if lit.negated() { format!("not {text}") } else { text }
    }

    fn show_list(&self, list: &[Num]) -> String {
        list.iter().map(|&n| self.show_num(n)).collect::<Vec<_>>().join(", ")
    }

    /// The number in plain notation.
    pub fn show_num(&self, num: Num) -> String {
        if let Some(var) = self.plain_var(num) {
            return format!("x{}", var.0);
        }
        match self.op(num) {
            NumOp::Const(v) => v.to_string(),
            NumOp::Table(var, t) => {
                let entries: Vec<String> =
                    self.domain(*var).values.iter().map(|v| self.tables[*t][v.index()].to_string()).collect();
                format!("[{}](x{})", entries.join(" "), var.0)
            }
            NumOp::Linear(k, terms) => {
                let mut text = if *k == 0 { String::new() } else { k.to_string() };
                for &(n, c) in terms {
                    let sign = match c {
                        1 => "+".to_string(),
                        -1 => "-".to_string(),
                        _ => format!("{c:+}*"),
                    };
                    text.push(' ');
                    text.push_str(&sign);
                    text.push(' ');
                    text.push_str(&self.show_num(n));
                }
                format!("({})", text.trim())
            }
            NumOp::Max(list) => format!("max({})", self.show_list(list)),
            NumOp::Product(list) => format!("product({})", self.show_list(list)),
            NumOp::FloorDiv(a, b) => format!("({} // {})", self.show_num(*a), self.show_num(*b)),
            NumOp::Mod(a, b) => format!("({} mod {})", self.show_num(*a), self.show_num(*b)),
            NumOp::If(c, a, b) => {
                format!("(if {} then {} else {})", self.show(*c), self.show_num(*a), self.show_num(*b))
            }
            NumOp::Case(var, list) => format!("case x{} of [{}]", var.0, self.show_list(list)),
            NumOp::Element(list, index) => format!("[{}][{}]", self.show_list(list), self.show_num(*index)),
            NumOp::Step(dfa, state, input) => {
                format!("step{dfa}({}, {})", self.show_num(*state), self.show_num(*input))
            }
        }
    }
}
