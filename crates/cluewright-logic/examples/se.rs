//! Compares ratings with reference rows: `cargo run --release -p cluewright-logic --example se -- FILE [EVERY] [FILTER] [-v]`.

use cluewright_logic::rating::se::{Profile, Puzzle, Variant, rate_with_steps};
use std::collections::BTreeMap;

fn field<'a>(row: &'a str, name: &str) -> Option<&'a str> {
    let at = [format!("\"{name}\":"), format!("\"{name}\": ")];
    let i = row.find(&at[0])? + at[0].len();
    let rest = row[i..].trim_start();
    if let Some(r) = rest.strip_prefix('"') {
        return r.split('"').next();
    }
    if rest.starts_with('{') {
        return rest[1..].split('}').next();
    }
    rest.split([',', '}']).next()
}

fn variants(code: &str) -> Vec<Variant> {
    code.split('+')
        .flat_map(|c| match c {
            "LQ" => vec![Variant::Latin],
            "DG" => vec![Variant::DisjointGroups],
            "W" => vec![Variant::Windows],
            "X" => vec![Variant::Diagonals],
            "GIR" => vec![Variant::Girandola],
            "AST" => vec![Variant::Asterisk],
            "CD" => vec![Variant::CentreDot],
            "AK" => vec![Variant::AntiKing],
            "AN" => vec![Variant::AntiKnight],
            "TOR" => vec![Variant::Toroidal],
            "NC1" => vec![Variant::NonConsecutive],
            "NC2" => vec![Variant::NonConsecutiveCyclic],
            "NC3" => vec![Variant::NonConsecutiveDiagonal],
            "NC4" => vec![Variant::NonConsecutiveDiagonalCyclic],
            _ => vec![],
        })
        .collect()
}

fn tenths(text: &str) -> u16 {
    (text.parse::<f64>().unwrap_or(0.0) * 10.0).round() as u16
}

/// Milliseconds this thread has been on a processor (Linux).
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&args[0]).expect("file");
    let every: usize = args.get(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let filter = args.get(2).cloned().unwrap_or_default();
    let verbose = args.iter().any(|a| a == "-v");
    let mut groups: BTreeMap<String, [u32; 4]> = BTreeMap::new();
    let mut bands: BTreeMap<u16, (f64, u32)> = BTreeMap::new();
    for (i, row) in text.lines().enumerate() {
        if i % every != 0 || !filter.is_empty() && !row.contains(&filter) {
            continue;
        }
        let puzzle = Puzzle::read(field(row, "puzzle").unwrap()).unwrap();
        let code = field(row, "variant").unwrap_or("classic");
        let settings = field(row, "settings").unwrap_or("SE1.2.1");
        let profile = if settings.contains("SE1.2.1") { Profile::Se121 } else { Profile::Sukaku };
        let start = cpu();
        let got = rate_with_steps(&puzzle, profile, &variants(code));
        let ms = cpu() - start;
        let want = ["er", "ep", "ed"].map(|f| tenths(field(row, f).unwrap_or("0")));
        let same = [got.er, got.ep, got.ed] == want;
        let mut full = same;
        if let Some(n) = field(row, "n") {
            full &= n.parse() == Ok(got.count);
        }
        if let Some(p) = field(row, "profile") {
            let p: BTreeMap<u16, u32> = p
                .split(',')
                .filter_map(|kv| kv.split_once(':'))
                .map(|(k, v)| (tenths(k.trim().trim_matches('"')), v.trim().parse().unwrap()))
                .collect();
            full &= p == got.profile;
        }
        let g = groups.entry(format!("{profile:?} {code}")).or_default();
        g[0] += 1;
        g[1] += u32::from(same);
        g[2] += u32::from(full);
        let b = bands.entry(want[0] / 5 * 5).or_default();
        b.0 += ms;
        b.1 += 1;
        if verbose && !full {
            println!(
                "{} {code} {profile:?} want {want:?} got {:?} line {}",
                if same { "steps" } else { "RATING" },
                [got.er, got.ep, got.ed],
                i + 1
            );
            if let Some(at) = row.find("\"steps\":") {
                let mut steps = row[at..].split("{\"t\":").skip(1);
                for s in &got.steps {
                    let Some(w) = steps.next() else { break };
                    let w = format!("{{\"t\":{w}");
                    let cell = |c: u8| format!("r{}c{}", c / 9 + 1, c % 9 + 1);
                    let place = s.place.map(|(c, d)| format!("{}={d}", cell(c)));
                    let mut elim: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
                    for &(c, d) in &s.eliminations {
                        elim.entry(c).or_default().push(d);
                    }
                    let mut mine: Vec<String> = elim
                        .iter()
                        .map(|(c, d)| format!("{}-{}", cell(*c), d.iter().map(|x| x.to_string()).collect::<String>()))
                        .collect();
                    mine.sort();
                    let mut theirs: Vec<String> = field(&w, "elim")
                        .unwrap_or("")
                        .split(' ')
                        .filter(|x| !x.is_empty())
                        .map(String::from)
                        .collect();
                    theirs.sort();
                    let r = tenths(field(&w, "r").unwrap());
                    if r != s.rating
                        || field(&w, "t") != Some(&s.technique)
                        || field(&w, "place").map(String::from) != place
                        || mine != theirs
                    {
                        println!("   want {w}\n   got {} {} {place:?} {mine:?}", s.technique, s.rating);
                        break;
                    }
                }
            }
        }
    }
    for (name, g) in groups {
        println!("{name:22} rows {:5} er/ep/ed {:5} all {:5}", g[0], g[1], g[2]);
    }
    for (band, (ms, n)) in bands {
        println!("er {:4.1}: {n:5} puzzles, {:9.3} ms each", f64::from(band) / 10.0, ms / f64::from(n));
    }
}
