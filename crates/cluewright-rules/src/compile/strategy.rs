//! How a condition is compiled to masks, relations, sums and automata. The forms below are tried in order, from the cheapest form
//! to the last resort.
//!
//! 1. A part that reads one variable becomes a mask, and every other part is compiled over the values that the masks leave. A part
//!    that reads two variables becomes a relation.
//! 2. A plain linear comparison becomes a sum.
//! 3. Parts of a top-level `and` that form a tree (each shares at most one variable with the others) are compiled separately,
//!    because together they would not remove more values. Parts that share two variables or close a cycle are compiled together.
//! 4. Variables are fixed in list order with a small budget of nodes, then in greedy order; the result with fewer edges is used.
//! 5. `min` and `max` become hidden variables, which are placed first.
//! 6. Each part is compiled by itself.
//! 7. If a part is still too large, the result is weak, and the caller evaluates the condition.

use super::cache::Cache;
use super::diagram::{Built, Diagram, Plan, attempt};
use super::outcome::{AutomatonPart, Compiled, Limits, LinearSum, PairTable};
use crate::condition::copy::{Alone, alone, key};
use crate::condition::graph::{Graph, Reachable};
use crate::condition::nodes::{Bool, BoolOp, Domain, Num, NumOp, Var};
use crate::condition::session::Fault;
use crate::whole::gcd;
use cluewright_core::constraint::Compare;
use cluewright_core::{Sort, ValueSet};

/// Compiles `root`. The result uses the variables of `graph`; hidden variables are numbered after them.
///
/// ```
/// use cluewright_rules::compile::{Cache, Domain, Graph, Limits, compile};
/// // The digits between 1 and 9 add up to 5, on five cells.
/// let mut g = Graph::default();
/// let vars: Vec<_> = (0..5).map(|_| g.add_var(Domain::range(1, 9))).collect();
/// g.know_different(&vars); // they lie in a row
/// let cells: Vec<_> = vars.iter().map(|&v| g.var(v)).collect();
/// let crust: Vec<_> = cells.iter().map(|&c| g.within(c, &[1, 9])).collect();
/// let (one, zero) = (g.number(1), g.number(0));
/// let held: Vec<_> = crust.iter().map(|&c| (g.choose(c, one, zero), 1)).collect();
/// let held = g.linear(0, &held);
/// let two = g.between(held, 2, 2);
/// let mut inside = Vec::new();
/// for i in 1..4 {
///     let (before, after) = (g.any(&crust[..i]), g.any(&crust[i + 1..]));
///     let between = g.all(&[before, after, !crust[i]]);
///     inside.push((g.choose(between, cells[i], zero), 1));
/// }
/// let sum = g.linear(0, &inside);
/// let five = g.between(sum, 5, 5);
/// let sandwich = g.and(two, five);
/// let compiled = compile(&g, sandwich, &Limits::default(), &Cache::default()).unwrap();
/// assert_eq!(compiled.automata.len(), 1);
/// assert!(!compiled.weak);
/// ```
///
/// Returns the graph's fault as an error, if there is one; or [`Fault::Stopped`] if the graph's [`Watch`](super::Watch) was
/// signalled, in which case nothing is stored in the cache.
pub fn compile(graph: &Graph, root: Bool, limits: &Limits, cache: &Cache) -> Result<Compiled, Fault> {
    if let Some(fault) = graph.fault() {
        return Err(fault);
    }
    let vars = graph.vars_of(root);
    let domains: Vec<Domain> = vars.iter().map(|&v| graph.domain(v)).collect();
    let nodes_allowed = graph.node_count() + limits.nodes;
    // Copy the condition even if it reads all variables: rebuilding it from its simplified nodes often simplifies it further.
    let alone = alone(graph, root, &vars, &domains, &[], nodes_allowed);
    if let Some(fault) = alone.graph.fault() {
        return Err(fault);
    }
    let mut key = key(&alone);
    // The simplified condition may rely on differences between variables that no longer occur in it.
    key.extend([limits.work as i64, i64::from(alone.graph.session.relied)]);
    let made = |_: &[i64]| {
        let mut budget = limits.work;
        let mut made = compile_alone(&alone, limits, &mut budget);
        made.work = limits.work - budget;
        // An interrupted compilation is not cached.
        (!graph.session.stopped()).then_some(made)
    };
    let compiled = cache.get_or(key, made).ok_or(Fault::Stopped)?;
    Ok(renamed(&compiled, &vars, graph.var_count()))
}

/// Replaces the variables of the result by the caller's variables.
fn renamed(compiled: &Compiled, vars: &[Var], count: usize) -> Compiled {
    let name = |v: Var| vars.get(v.index()).copied().unwrap_or(Var((count + v.index() - vars.len()) as u16));
    let names = |list: &[Var]| list.iter().map(|&v| name(v)).collect::<Vec<_>>();
    let mut result = compiled.clone();
    result.masks.iter_mut().for_each(|m| m.0 = name(m.0));
    for r in &mut result.relations {
        (r.a, r.b) = (name(r.a), name(r.b));
    }
    for sum in &mut result.sums {
        sum.terms.iter_mut().for_each(|t| t.0 = name(t.0));
    }
    for part in &mut result.automata {
        part.vars = names(&part.vars);
        part.assumes.iter_mut().for_each(|a| *a = names(a));
    }
    result
}

fn compile_alone(whole: &Alone, limits: &Limits, budget: &mut u64) -> Compiled {
    let mut out = Compiled::default();
    let count = whole.graph.var_count();
    let all: Vec<Var> = (0..count as u16).map(Var).collect();
    // Compile masks first, because everything else is compiled over the values that the masks leave.
    let mut domains: Vec<Domain> = whole.graph.domains.clone();
    let mut narrowed = whole.clone();
    loop {
        *budget = budget.saturating_sub(copying(&whole.graph));
        let mut changed = false;
        for part in conjuncts(&narrowed.graph, narrowed.root) {
            let masks: Vec<(Var, u64)> = match narrowed.graph.rows_of(part) {
                Some((x, y, rows)) => {
                    let by_x = rows.iter().enumerate().fold(0, |m, (v, &r)| m | u64::from(r != 0) << v);
                    vec![(x, by_x), (y, rows.iter().fold(0, |m, r| m | r))]
                }
                None => narrowed.graph.mask_of(part).into_iter().collect(),
            };
            for (var, mask) in masks {
                let domain = &mut domains[var.index()];
                let left = domain.values.0 & mask;
                changed |= left != domain.values.0;
                if left == 0 {
                    return impossible(out);
                }
                domain.values = ValueSet(left);
            }
        }
        if !changed {
            break;
        }
        narrowed = alone(&whole.graph, whole.root, &all, &domains, &[], whole.graph.node_count() + limits.nodes);
        if narrowed.graph.session.failed() {
            narrowed = whole.clone();
            break;
        }
    }
    out.assumed = narrowed.graph.session.relied;
    if narrowed.root == Bool::FALSE {
        return impossible(out);
    }
    let mut parts = Vec::new();
    for part in conjuncts(&narrowed.graph, narrowed.root) {
        if part == Bool::TRUE || narrowed.graph.mask_of(part).is_some() {
            continue;
        }
        parts.push((part, narrowed.graph.vars_of(part)));
    }
    for group in groups(&parts, count) {
        let members: Vec<(Bool, Vec<Var>)> = group.iter().map(|&i| parts[i].clone()).collect();
        compile_group(&narrowed.graph, &members, limits, budget, &mut out);
        if out.impossible || narrowed.graph.session.stopped() {
            return impossible(out);
        }
    }
    // For each variable, combine what the automata imply about this variable alone in one mask.
    for part in &out.automata {
        for (&var, values) in part.vars.iter().zip(part.diagram.supported()) {
            if let Some(domain) = domains.get_mut(var.index()) {
                domain.values = ValueSet(domain.values.0 & values.0);
            }
        }
    }
    for (&var, domain) in all.iter().zip(&domains) {
        if domain.values.is_empty() {
            return impossible(out);
        }
        if *domain != whole.graph.domain(var) {
            out.masks.push((var, domain.values));
        }
    }
    out
}

fn impossible(out: Compiled) -> Compiled {
    Compiled { impossible: true, assumed: out.assumed, ..Compiled::default() }
}

fn conjuncts(graph: &Graph, root: Bool) -> Vec<Bool> {
    match graph.bool_op(root) {
        BoolOp::And(list) if !root.negated() => list.to_vec(),
        _ => vec![root],
    }
}

/// Groups the parts that must be compiled together: parts that share two variables, or that lie on a cycle of parts and variables.
/// (The groups are the biconnected blocks of the graph between parts and variables, joined if they share a part.)
fn groups(parts: &[(Bool, Vec<Var>)], vars: usize) -> Vec<Vec<usize>> {
    let n = parts.len();
    let mut edges: Vec<Vec<usize>> = parts.iter().map(|p| p.1.iter().map(|v| n + v.index()).collect()).collect();
    edges.resize(n + vars, Vec::new());
    for (i, part) in parts.iter().enumerate() {
        for v in &part.1 {
            edges[n + v.index()].push(i);
        }
    }
    let mut leader: Vec<usize> = (0..n).collect();
    // This is Tarjan's algorithm for blocks, without recursion, because there may be thousands of parts.
    let mut depth = vec![0usize; n + vars];
    let mut low = vec![0usize; n + vars];
    let mut clock = 0;
    for root in 0..n {
        if depth[root] != 0 {
            continue;
        }
        clock += 1;
        depth[root] = clock;
        low[root] = clock;
        let mut path = vec![(root, usize::MAX, 0usize)];
        let mut nodes = vec![root];
        while let Some(&mut (node, parent, ref mut at)) = path.last_mut() {
            if let Some(&next) = edges[node].get(*at) {
                *at += 1;
                if depth[next] == 0 {
                    clock += 1;
                    depth[next] = clock;
                    low[next] = clock;
                    path.push((next, node, 0));
                    nodes.push(next);
                } else if next != parent {
                    low[node] = low[node].min(depth[next]);
                }
                continue;
            }
            path.pop();
            let Some(&(above, _, _)) = path.last() else { break };
            low[above] = low[above].min(low[node]);
            if low[node] >= depth[above] {
                // A block consists of every node found since `node`, and of `above`.
                let mut block = vec![above];
                while let Some(found) = nodes.pop() {
                    block.push(found);
                    if found == node {
                        break;
                    }
                }
                let members: Vec<usize> = block.into_iter().filter(|&b| b < n).collect();
                for pair in members.windows(2) {
                    let (a, b) = (find(&mut leader, pair[0]), find(&mut leader, pair[1]));
                    leader[a.max(b)] = a.min(b);
                }
            }
        }
    }
    let mut result: Vec<Vec<usize>> = vec![Vec::new(); n];
    for i in 0..n {
        let l = find(&mut leader, i);
        result[l].push(i);
    }
    result.retain(|g| !g.is_empty());
    result
}

/// The representative of the set that contains `i` (union-find with path halving).
fn find(leader: &mut [usize], mut i: usize) -> usize {
    while leader[i] != i {
        leader[i] = leader[leader[i]];
        i = leader[i];
    }
    i
}

/// Compiles a group of parts that must be compiled together.
fn compile_group(graph: &Graph, members: &[(Bool, Vec<Var>)], limits: &Limits, budget: &mut u64, out: &mut Compiled) {
    let mut pairs = 0;
    let mut rest: Vec<&(Bool, Vec<Var>)> = Vec::new();
    for member in members {
        if let Some((a, b, rows)) = graph.rows_of(member.0) {
            debug_assert!(a < b, "variables of a table are in order");
            out.relations.push(PairTable { a, b, allowed: rows.into_iter().map(ValueSet).collect() });
            pairs += 1;
        } else if let Some(sum) = linear_sum(graph, member.0) {
            out.sums.push(sum);
        } else {
            rest.push(member);
        }
    }
    if members.len() == 1 && rest.is_empty() {
        return;
    }
    let mut vars: Vec<Var> = members.iter().flat_map(|m| m.1.iter().copied()).collect();
    vars.order();
    vars.dedup();
    if pairs == members.len() && vars.len() > limits.joint_relations {
        return;
    }
    let whole: Vec<Bool> = members.iter().map(|m| m.0).collect();
    if automaton(graph, &whole, &vars, limits, budget, out) || rest.is_empty() || out.impossible {
        return;
    }
    // The parts could not be compiled together, so compile each of them separately if there are several.
    for (part, vars) in rest {
        if members.len() == 1 || !automaton(graph, &[*part], vars, limits, budget, out) {
            out.weak = true;
        }
        if out.impossible || graph.session.stopped() {
            return;
        }
    }
}

/// The work needed to copy a condition into a separate graph, in work steps.
fn copying(graph: &Graph) -> u64 {
    graph.node_count() as u64 / 2 + 10
}

/// The condition as a comparison of a plain weighted sum; `None` if the condition has any other form.
fn linear_sum(graph: &Graph, lit: Bool) -> Option<LinearSum> {
    let BoolOp::Range(n, low, high) = *graph.bool_op(lit) else { return None };
    let NumOp::Linear(0, terms) = graph.op(n) else { return None };
    // The table of each term must be a linear function of the variable: number = constant + factor * table.
    let mut parts = Vec::with_capacity(terms.len());
    let mut scale = 1i64;
    for &(atom, c) in terms {
        let NumOp::Table(var, _) = *graph.op(atom) else { return None };
        let own = graph.var(var);
        let (constant, factor) = match graph.op(own) {
            _ if own == atom => (0, 1),
            NumOp::Linear(k, t) if t.len() == 1 && t[0].0 == atom => (*k, t[0].1),
            _ => return None,
        };
        scale = scale / gcd(scale, factor) * factor.abs();
        parts.push((var, c, constant, factor));
    }
    let mut shift = 0;
    let mut result = Vec::with_capacity(parts.len());
    for (var, c, constant, factor) in parts {
        let coefficient = c * (scale / factor);
        shift += coefficient * constant;
        result.push((var, coefficient));
    }
    let total = |bound: i64| bound * scale + shift;
    let (least, most) = graph.bounds(n);
    let (comparison, total) = match (lit.negated(), low, high) {
        (false, low, high) if low == high => (Compare::Eq, total(low)),
        (true, low, high) if low == high => (Compare::Ne, total(low)),
        (false, i64::MIN, high) if high == least => (Compare::Eq, total(high)),
        (true, i64::MIN, high) if high + 1 == most => (Compare::Eq, total(most)),
        (false, i64::MIN, high) => (Compare::Le, total(high)),
        (true, i64::MIN, high) => (Compare::Ge, total(high + 1)),
        _ => return None,
    };
    Some(LinearSum { terms: result, comparison, total })
}

/// Compiles the parts together; returns false if the limits do not allow it.
fn automaton(
    graph: &Graph,
    parts: &[Bool],
    vars: &[Var],
    limits: &Limits,
    budget: &mut u64,
    out: &mut Compiled,
) -> bool {
    if vars.len() > limits.vars || *budget == 0 {
        return false;
    }
    let mut joint = graph.clone();
    let nodes_allowed = graph.node_count() + limits.nodes;
    joint.session.set_budget(nodes_allowed, *budget / 2);
    let root = joint.all(parts);
    if joint.session.failed() {
        return false;
    }
    let domains: Vec<Domain> = vars.iter().map(|&v| graph.domain(v)).collect();
    *budget = budget.saturating_sub(joint.session.work + copying(&joint));
    let copy = if vars.len() == graph.var_count() {
        joint.session.set_budget(nodes_allowed, u64::MAX);
        Alone { graph: joint, root }
    } else {
        alone(&joint, root, vars, &domains, &[], nodes_allowed)
    };
    if copy.graph.session.failed() {
        return false;
    }
    let mut best = best_order(&copy, limits, budget, &[]);
    let mut hidden = Vec::new();
    let mut relied = copy.graph.session.relied || graph.session.relied;
    if best.is_none() {
        let named = aggregates(&copy.graph, copy.root);
        if !named.is_empty() {
            let own: Vec<Var> = (0..vars.len() as u16).map(Var).collect();
            let with_names = alone(&copy.graph, copy.root, &own, &domains, &named, nodes_allowed);
            if !with_names.graph.session.failed() {
                relied |= with_names.graph.session.relied;
                let first: Vec<Var> = (vars.len()..with_names.graph.var_count()).map(|i| Var(i as u16)).collect();
                best = best_order(&with_names, limits, budget, &first);
                hidden = first.iter().map(|&v| with_names.graph.domain(v)).collect();
            }
        }
    }
    let Some(made) = best else { return false };
    let Some(diagram) = made.diagram else {
        out.impossible = true;
        out.assumed |= made.relied;
        return true;
    };
    let known_vars = graph.var_count() + out.hidden.len();
    let name = |v: Var| vars.get(v.index()).copied().unwrap_or(Var((known_vars + v.index() - vars.len()) as u16));
    let assumes = if relied || made.relied {
        copy.graph.session.known.iter().map(|k| k.iter().map(|&v| name(v)).collect()).collect()
    } else {
        Vec::new()
    };
    let order = made.order.iter().map(|&v| name(v)).collect();
    out.automata.push(AutomatonPart::new(order, diagram, assumes));
    out.hidden.extend(hidden);
    true
}

/// Tries list order with the small node budget, then list order with result variables last, then a greedy order with the large node
/// budget. Returns the automaton with the fewest edges among those within the limits.
fn best_order(part: &Alone, limits: &Limits, budget: &mut u64, first: &[Var]) -> Option<Built> {
    let graph = &part.graph;
    let mut prefix = first.to_vec();
    prefix.extend(index_vars(graph, part.root).into_iter().filter(|v| !first.contains(v)));
    let mut listed = prefix.clone();
    listed.extend((0..graph.var_count() as u16).map(Var).filter(|v| !prefix.contains(v)));
    let results: Vec<Var> = result_vars(graph, part.root).into_iter().filter(|v| !first.contains(v)).collect();
    let mut results_last: Vec<Var> = listed.iter().copied().filter(|v| !results.contains(v)).collect();
    results_last.extend(&results);
    let edges = |made: &Built| made.diagram.as_ref().map_or(0, Diagram::edges);
    let keep =
        |made: &Built| edges(made) <= limits.edges && made.diagram.as_ref().is_none_or(|d| d.states() <= limits.states);
    for remember in remembered(part, limits) {
        let base = graph.node_count();
        let plan = |order: Vec<Var>, nodes: usize, raw_states: usize| Plan {
            order,
            nodes: base + nodes,
            raw_states,
            remember,
        };
        let mut best: Option<Built> = None;
        let better = |made: Option<Built>, best: &mut Option<Built>| {
            if let Some(made) = made.filter(keep)
                && best.as_ref().is_none_or(|b| edges(&made) < edges(b))
            {
                *best = Some(made);
            }
            best.as_ref().is_some_and(|b| edges(b) <= limits.good_edges)
        };
        let in_order = attempt(graph, part.root, &plan(listed.clone(), limits.nodes, limits.raw_states), budget);
        if better(in_order, &mut best) {
            return best;
        }
        if !results.is_empty() && listed != results_last {
            let last = attempt(graph, part.root, &plan(results_last.clone(), limits.nodes, limits.raw_states), budget);
            if better(last, &mut best) {
                return best;
            }
        }
        // If there is already a result, a further search may cost only a few times as much as this result did.
        let (nodes, raw_states) = match &best {
            Some(made) => {
                let states = made.diagram.as_ref().map_or(0, Diagram::states);
                let raw = if edges(made) <= limits.tolerable_edges { states } else { limits.raw_states };
                (limits.greedy_nodes.min(4 * (made.nodes - base) + 1_000), raw)
            }
            None => (limits.greedy_nodes, limits.raw_states),
        };
        let greedy = attempt(graph, part.root, &plan(first.to_vec(), nodes, raw_states), budget);
        better(greedy, &mut best);
        if best.is_some() {
            return best;
        }
    }
    None
}

/// The variables that occur in only one place, as a plain term of a sum. The other variables determine them, so it is best to fix
/// them last.
fn result_vars(graph: &Graph, root: Bool) -> Vec<Var> {
    let seen = Reachable::of(graph, root);
    let mut read = vec![0u32; graph.var_count()];
    for &n in &seen.num_order {
        match graph.op(n) {
            NumOp::Table(var, _) => read[var.index()] += 1,
            NumOp::Case(var, _) => read[var.index()] += 2,
            _ => {}
        }
    }
    for &b in &seen.bool_order {
        match graph.bool_op(b) {
            BoolOp::Mask(var, _) => read[var.index()] += 2,
            BoolOp::Pair(x, y, _) => {
                read[x.index()] += 2;
                read[y.index()] += 2;
            }
            _ => {}
        }
    }
    let vars: Vec<Var> = (0..graph.var_count() as u16).map(Var).filter(|v| read[v.index()] == 1).collect();
    // If there are many such variables, the condition is a plain sum.
    if vars.len() > 2 { Vec::new() } else { vars }
}

/// Which used numbers to remember, with the best choice first: all of them if there are at most [`Limits::remembered`], otherwise
/// those that the condition names.
fn remembered(part: &Alone, limits: &Limits) -> Vec<u64> {
    let graph = &part.graph;
    if graph.session.known.is_empty() {
        return vec![0];
    }
    let largest = graph.session.known.iter().flatten().map(|&v| graph.domain(v).values.len()).max().unwrap_or(0);
    if largest <= limits.remembered {
        return vec![u64::MAX, 0];
    }
    let seen = Reachable::of(graph, part.root);
    let base = graph.session.known[0].iter().map(|&v| graph.domain(v).first).min().unwrap_or(0);
    let mut named = 0u64;
    for &lit in &seen.bool_order {
        if let Some((var, mask)) = graph.mask_of(lit) {
            let domain = graph.domain(var);
            let other = domain.values.0 & !mask;
            for set in [mask, other] {
                if set.count_ones() <= 2 && domain.first >= base {
                    named |= set.checked_shl((domain.first - base) as u32).unwrap_or(0);
                }
            }
        }
    }
    if named != 0 && named.count_ones() <= 4 { vec![named, 0] } else { vec![0] }
}

/// The variables that are used as an index. Once they are fixed, the rest is a plain condition.
fn index_vars(graph: &Graph, root: Bool) -> Vec<Var> {
    let seen = Reachable::of(graph, root);
    let mut vars: Vec<Var> = Vec::new();
    let mut put = |var: Var| {
        if !vars.contains(&var) {
            vars.push(var);
        }
    };
    for &n in &seen.num_order {
        match graph.op(n) {
            NumOp::Case(var, _) => put(*var),
            NumOp::Element(_, index) => {
                let read = graph.vars(*index);
                read.one().into_iter().chain(read.two().into_iter().flat_map(|(x, y)| [x, y])).for_each(&mut put);
            }
            _ => {}
        }
    }
    vars.order();
    // If there are many such variables, fixing them first does not help.
    if vars.len() > 3 { Vec::new() } else { vars }
}

/// The `min` and `max` nodes over at least three items that read the most variables, at most two of them. Each of them is worth a
/// hidden variable.
fn aggregates(graph: &Graph, root: Bool) -> Vec<Num> {
    let seen = Reachable::of(graph, root);
    let mut list: Vec<Num> = seen
        .num_order
        .iter()
        .copied()
        .filter(|&n| {
            let (low, high) = graph.bounds(n);
            matches!(graph.op(n), NumOp::Max(items) if items.len() >= 3) && high - low < 64 && low.abs() < 1 << 20
        })
        .collect();
    // Sort the nodes by the number of variables that they read, largest first.
    list.order_by_key(|&n| (std::cmp::Reverse(graph.vars(n).len()), n));
    list.truncate(2);
    list
}
