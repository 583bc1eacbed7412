#[path = "../tests/compile/rules.rs"]
#[allow(dead_code)]
mod rules;
use cluewright_rules::compile::*;
fn main() {
    let mut g = Graph::new();
    let vars: Vec<_> = (0..4).map(|_| g.add_var(Domain::range(1, 5))).collect();
    g.know_different(&vars);
    let cells: Vec<_> = vars.iter().map(|&v| g.var(v)).collect();
    let root = rules::renban(&mut g, &cells);
    println!("{}", g.show(root));
    let c = compile(&g, root, &Limits::default(), &mut Cache::default()).unwrap();
    println!("{:?}", c.report);
}
