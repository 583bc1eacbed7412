//! Names for numbers that depend on digits: `let`, the items of a `for`, the arguments of a used rule. The model and
//! the checker must agree on every assignment of three cells.

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape, Value};
use cluewright_rules::{Ruleset, check, lower};

#[test]
fn names_of_numbers_keep_their_meaning() {
    let texts = [
        "rule a\n  clue line L\n  let s = L[1] + L[2]\n  require s = L[3]\n",
        "rule a\n  clue line L\n  let s = L[1] + L[2]\n  require L[2] != L[3]\n  require s = L[3] + 1\n",
        "rule a\n  clue line L\n  let s = L[3] - L[1]\n  for c in L:\n    require c != s\n",
        "rule a\n  clue line L\n  for s in [a + b for (a, b) along L]:\n    require s != 4\n    require s > L[3]\n",
        "rule a\n  clue line L\n  require every s in [a * b for (a, b) along L]: s != 2 and s > L[3]\n",
        "rule a\n  clue line L\n  use b(n = L[2] + L[3], c = L[1])\nrule b\n  clue cell c, n: number\n  require c != 2\n  require c < n\n",
        "rule a\n  clue line L\n  let m = max(L)\n  let n = min(L)\n  require m != 3\n  require distinct(L)\n  require m - n = L[2]\n",
    ];
    for text in texts {
        let mut puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
        let cells = (0..3).map(Cell).collect();
        puzzle.clues.push(ClueTree::One(Clue::new("a", vec![(String::new(), Arg::Cells(cells))])));
        let rules = Ruleset::for_puzzle(&puzzle, &[text]).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let model = lower(&rules, &puzzle).unwrap_or_else(|e| panic!("{e}\n{text}")).model;
        assert_eq!(model.len(), 16, "no helper cells\n{text}");
        let mut both = [0, 0];
        for n in 0..64u8 {
            let mut values = vec![Value(0); 16];
            for (i, v) in values.iter_mut().take(3).enumerate() {
                *v = Value(n >> (2 * i) & 3);
            }
            let digits: Vec<i32> = values.iter().map(|v| i32::from(v.0) + 1).collect();
            let holds = check(&rules, &puzzle, &digits).expect("a correct text").is_empty();
            assert_eq!(model.holds(&values), holds, "{:?}\n{text}", &digits[..3]);
            both[usize::from(holds)] += 1;
        }
        assert!(both[0] > 0 && both[1] > 0, "{both:?}\n{text}");
    }
}
