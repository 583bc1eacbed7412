//! Rules that are made of other rules.

use cluewright_rules::Ruleset;

/// The maximum depth to which rules made of other rules are followed.
const DEEP: u8 = 8;

/// The elementary rules that a rule is made of, directly or indirectly.
pub(super) fn leaves(rules: &Ruleset, name: &str) -> Vec<String> {
    fn go(rules: &Ruleset, name: &str, depth: u8, out: &mut Vec<String>) {
        match rules.parts(name).filter(|_| depth > 0) {
            Some(parts) => parts.iter().for_each(|part| go(rules, part, depth - 1, out)),
            None => out.push(name.to_owned()),
        }
    }
    let mut out = Vec::new();
    go(rules, name, DEEP, &mut out);
    out
}

/// Whether two rules are the same, or one of them uses the other.
pub(crate) fn overlap(rules: &Ruleset, a: &str, b: &str) -> bool {
    a == b || leaves(rules, a).iter().any(|part| part == b) || leaves(rules, b).iter().any(|part| part == a)
}
