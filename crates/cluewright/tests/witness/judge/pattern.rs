//! Regular expressions over digits: `.`, `[1-3]`, `[^1]`, `( | )`, and `*`, `+`, `?` behind any of them.

/// Whether the whole list matches the pattern.
pub(super) fn matches(pattern: &str, digits: &[i64]) -> bool {
    ends(pattern, digits).contains(&digits.len())
}

/// The possible lengths of a match at the start of the list.
fn ends(pattern: &str, digits: &[i64]) -> Vec<usize> {
    if let Some((left, right)) = split(pattern) {
        return [ends(left, digits), ends(right, digits)].concat();
    }
    let Some(first) = pattern.chars().next() else { return vec![0] };
    let length = match first {
        '(' => closing(pattern) + 1,
        '[' => pattern.find(']').expect("a closed set") + 1,
        _ => first.len_utf8(),
    };
    let (atom, rest) = pattern.split_at(length);
    let once = |from: usize| -> Vec<usize> {
        let ends = if let Some(inner) = atom.strip_prefix('(') {
            ends(&inner[..inner.len() - 1], &digits[from..])
        } else {
            let fits = digits.get(from).is_some_and(|d| one(atom, *d));
            if fits { vec![1] } else { Vec::new() }
        };
        ends.into_iter().map(|n| from + n).collect()
    };
    let (least, most, rest) = match rest.chars().next() {
        Some('*') => (0, digits.len(), &rest[1..]),
        Some('+') => (1, digits.len(), &rest[1..]),
        Some('?') => (0, 1, &rest[1..]),
        _ => (1, 1, rest),
    };
    let mut here = vec![0];
    let mut all = if least == 0 { vec![0] } else { Vec::new() };
    for _ in 0..most {
        here = here.into_iter().flat_map(once).collect();
        here.sort_unstable();
        here.dedup();
        all.extend(&here);
    }
    all.into_iter().flat_map(|at| ends(rest, &digits[at..]).into_iter().map(move |n| at + n)).collect()
}

fn one(atom: &str, digit: i64) -> bool {
    let text = digit.to_string();
    match atom.strip_prefix('[') {
        None => atom == "." || atom == text,
        Some(set) => {
            let set = set.trim_end_matches(']');
            let listed = set.trim_start_matches('^');
            let chars: Vec<char> = listed.chars().collect();
            let d = text.chars().next().expect("a digit");
            let range = chars.windows(3).any(|w| w[1] == '-' && (w[0]..=w[2]).contains(&d));
            (chars.contains(&d) || range) != set.starts_with('^')
        }
    }
}

/// The position of the bracket that closes the one at the start of the text.
fn closing(pattern: &str) -> usize {
    let mut depth = 0;
    for (i, c) in pattern.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return i;
        }
    }
    panic!("{pattern}: a bracket is open")
}

/// Both sides of a `|` outside brackets.
fn split(pattern: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (i, c) in pattern.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && c == '|' {
            return Some((&pattern[..i], &pattern[i + 1..]));
        }
    }
    None
}
