//! Prints every rule of the library with its own sentence and with the sentence that is derived from its text.
fn main() {
    let rules = cluewright_rules::Ruleset::library();
    let mut n = 0;
    for rule in rules.rules() {
        let said = cluewright_english::say_among(rule, &rules);
        n += usize::from(said.is_some());
        println!("{}\n  own:  {}\n  said: {}", rule.name, rule.about, said.unwrap_or_else(|| "-".into()));
    }
    println!("{n} of {} said", rules.rules().count());
}
