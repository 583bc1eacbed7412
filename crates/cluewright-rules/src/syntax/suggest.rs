//! "Did you mean ...?": finds the known word that is most similar to an unknown word.

/// The name in `known` that is most similar to `name`, if any name is similar enough; otherwise the shortest name that starts with
/// `name` or contains `name` as one of its words.
///
/// ```
/// use cluewright_rules::syntax::nearest;
/// assert_eq!(nearest("thermo", ["arrow", "therm"]), Some("therm"));
/// assert_eq!(nearest("thermo", ["arrow", "thermometer"]), Some("thermometer"));
/// assert_eq!(nearest("cage", ["arrow", "killer-cage"]), Some("killer-cage"));
/// assert_eq!(nearest("thermo", ["arrow", "killer-cage"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = match length {
        0 | 1 => 0,
        n => (n / 3).clamp(1, 3),
    };
    let contains = |k: &str| length > 2 && (k.starts_with(name) || k.split('-').any(|word| word == name));
    let likeness = |k: &'a str| match distance(name, k) {
        near if near <= limit => Some((near, k)),
        _ => contains(k).then(|| (limit + k.len(), k)),
    };
    known.into_iter().filter_map(likeness).min_by_key(|&(far, _)| far).map(|(_, k)| k)
}

/// The hint "did you mean `...`?", if one of the names in `known` is similar to `name`.
pub(crate) fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// The hint from [`suggest`]; if there is no hint, a list of all `known` names.
pub(crate) fn one_of<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    suggest(name, known.iter().copied()).unwrap_or_else(|| {
        if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) }
    })
}

/// The number of letters that must be added, dropped, changed or swapped to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
