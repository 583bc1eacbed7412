//! The witness's own representation of a puzzle, read by a small separate parser from the plain `.clue` texts that `cargo xtask
//! witness` writes (single-character digits, one grid).

/// A clue, or a rule of the whole grid with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clue {
    pub(crate) rule: String,
    /// Its cells in the order written, a list for each `/`.
    pub(crate) lists: Vec<Vec<usize>>,
    pub(crate) named: Vec<(String, Arg)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Arg {
    Number(i64),
    Numbers(Vec<i64>),
    Text(String),
    Bool(bool),
}

impl Clue {
    /// The cells of its first list.
    pub(crate) fn cells(&self) -> &[usize] {
        &self.lists[0]
    }

    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.named.iter().find(|a| a.0 == name).map(|a| if let Arg::Number(n) = a.1 { n } else { panic!("{a:?}") })
    }

    pub(crate) fn numbers(&self, name: &str) -> Option<&[i64]> {
        let found = self.named.iter().find(|a| a.0 == name)?;
        if let Arg::Numbers(all) = &found.1 { Some(all) } else { panic!("{found:?}") }
    }

    pub(crate) fn yes(&self, name: &str) -> Option<bool> {
        self.named.iter().find(|a| a.0 == name).map(|a| if let Arg::Bool(b) = a.1 { b } else { panic!("{a:?}") })
    }

    pub(crate) fn text(&self, name: &str) -> &str {
        let found = self.named.iter().find(|a| a.0 == name);
        if let Some((_, Arg::Text(text))) = found { text } else { panic!("{found:?}") }
    }
}

/// One grid, cells numbered in reading order, and extra cells behind them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) boxes: Vec<Vec<usize>>,
    pub(crate) wraps: bool,
    /// The lowest and the highest digit.
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// Name, lowest and highest number.
    pub(crate) extra: Vec<(String, i64, i64)>,
    pub(crate) rules: Vec<Clue>,
    pub(crate) clues: Vec<Clue>,
    /// By cell, extra cells too; `None` is blank.
    pub(crate) givens: Vec<Option<i64>>,
    /// By cell, extra cells too; empty when none is written.
    pub(crate) solution: Vec<i64>,
    /// The text of the puzzle's own rules.
    pub(crate) own: String,
    /// The notation of the boxes; empty for the usual ones.
    pub(crate) shape: String,
}

impl Board {
    pub(crate) fn len(&self) -> usize {
        self.height * self.width
    }

    /// The cell `down` rows below and `right` columns to the right, if it is in the grid; on a grid that wraps, it always is.
    pub(crate) fn step(&self, cell: usize, down: i64, right: i64) -> Option<usize> {
        let (h, w) = (self.height as i64, self.width as i64);
        let (mut r, mut c) = (cell as i64 / w + down, cell as i64 % w + right);
        if self.wraps {
            (r, c) = ((r + h) % h, (c + w) % w);
        }
        ((0..h).contains(&r) && (0..w).contains(&c)).then_some((r * w + c) as usize)
    }

    pub(crate) fn row(&self, r: usize) -> Vec<usize> {
        (0..self.width).map(|c| r * self.width + c).collect()
    }

    pub(crate) fn column(&self, c: usize) -> Vec<usize> {
        (0..self.height).map(|r| r * self.width + c).collect()
    }

    pub(crate) fn rows(&self) -> Vec<Vec<usize>> {
        (0..self.height).map(|r| self.row(r)).collect()
    }

    pub(crate) fn columns(&self) -> Vec<Vec<usize>> {
        (0..self.width).map(|c| self.column(c)).collect()
    }

    /// The cells above, below, left and right.
    pub(crate) fn beside(&self, cell: usize) -> Vec<usize> {
        [(-1, 0), (0, -1), (0, 1), (1, 0)].iter().filter_map(|&(d, r)| self.step(cell, d, r)).collect()
    }

    pub(crate) fn has_rule(&self, name: &str) -> bool {
        self.rules.iter().any(|r| r.rule == name)
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        match cell.checked_sub(self.len()) {
            None => format!("r{}c{}", cell / self.width + 1, cell % self.width + 1),
            Some(i) => self.extra[i].0.clone(),
        }
    }

    fn cell(&self, name: &str) -> Option<usize> {
        if let Some(i) = self.extra.iter().position(|e| e.0 == name) {
            return Some(self.len() + i);
        }
        let (r, c) = name.strip_prefix('r')?.split_once('c')?;
        Some((r.parse::<usize>().ok()? - 1) * self.width + c.parse::<usize>().ok()? - 1)
    }

    /// `r1c1`, `r1c1-r1c4`, an extra cell's name.
    fn cells(&self, word: &str) -> Option<Vec<usize>> {
        let Some((from, to)) = word.split_once('-').filter(|_| word.starts_with('r')) else {
            return Some(vec![self.cell(word)?]);
        };
        let (mut at, to) = (self.cell(from)?, self.cell(to)?);
        let towards = |a: usize, b: usize| (b as i64 - a as i64).signum();
        let down = towards(at / self.width, to / self.width);
        let right = towards(at % self.width, to % self.width);
        let mut all = vec![at];
        while at != to {
            at = self.step(at, down, right).expect("a straight line");
            all.push(at);
        }
        Some(all)
    }

    /// `killer-cage r1c1 r1c2 total 5`, `leaper down 1 right 3`.
    pub(crate) fn clue(&self, text: &str) -> Clue {
        let mut words = text.split_whitespace();
        let mut clue =
            Clue { rule: words.next().expect("a rule's name").to_owned(), lists: Vec::new(), named: Vec::new() };
        // The list being read: it ends at a `/` and where an argument with a name stands.
        let mut list = None;
        while let Some(word) = words.next() {
            if word == "/" {
                clue.lists.push(list.replace(Vec::new()).unwrap_or_default());
            } else if word == "()" {
                list.get_or_insert_default();
            } else if let Some(cells) = self.cells(word) {
                list.get_or_insert_default().extend(cells);
            } else {
                clue.lists.extend(list.take());
                let value = words.next().expect("a value after a name");
                let arg = match value {
                    "yes" => Arg::Bool(true),
                    "no" => Arg::Bool(false),
                    _ if value.starts_with('"') => Arg::Text(value.trim_matches('"').to_owned()),
                    _ if value.starts_with('[') => {
                        let mut all = vec![value.trim_matches(['[', ']'])];
                        let mut last = value;
                        while !last.ends_with(']') {
                            last = words.next().expect("a closed bracket");
                            all.push(last.trim_matches(']'));
                        }
                        Arg::Numbers(all.iter().map(|n| n.parse().expect("a number")).collect())
                    }
                    _ => Arg::Number(value.parse().expect("a number")),
                };
                clue.named.push((word.to_owned(), arg));
            }
        }
        clue.lists.extend(list);
        clue
    }

    /// The clue as `.clue` text.
    pub(crate) fn written(&self, clue: &Clue) -> String {
        let list = |cells: &Vec<usize>| match cells[..] {
            [] => "()".to_owned(),
            _ => cells.iter().map(|&c| self.name(c)).collect::<Vec<_>>().join(" "),
        };
        let mut out = format!("{} {}", clue.rule, clue.lists.iter().map(list).collect::<Vec<_>>().join(" / "));
        for (name, arg) in &clue.named {
            let value = match arg {
                Arg::Number(n) => n.to_string(),
                Arg::Numbers(all) => format!("[{}]", all.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")),
                Arg::Text(text) => format!("\"{text}\""),
                Arg::Bool(b) => if *b { "yes" } else { "no" }.to_owned(),
            };
            out += &format!(" {name} {value}");
        }
        out
    }

    /// The puzzle as `.clue` text, with these givens instead of its own.
    pub(crate) fn text(&self, givens: &[Option<i64>]) -> String {
        let mut out = format!("grid: {}x{}\n", self.height, self.width);
        out += &self.shape;
        if self.wraps {
            out += "wraps: yes\n";
        }
        out += &format!("digits: {}..{}\n", self.low, self.high);
        for (name, low, high) in &self.extra {
            out += &format!("extra: {name} {low}..{high}\n");
        }
        let rules: Vec<String> = self.rules.iter().map(|r| self.written(r)).collect();
        out += &format!("rules: {}\n", if rules.is_empty() { "none".to_owned() } else { rules.join(", ") });
        for (cell, given) in givens.iter().enumerate() {
            if let Some(n) = given {
                out += &format!("given {} {n}\n", self.name(cell));
            }
        }
        for clue in &self.clues {
            out += &format!("{}\n", self.written(clue));
        }
        out + &self.own
    }

    /// Reads the plain kind of `.clue` text.
    pub(crate) fn read(text: &str) -> Self {
        let mut board = Self::default();
        let (mut regions, mut boxes, mut digits) = (String::new(), String::new(), String::new());
        let (mut givens, mut solution) = (String::new(), String::new());
        let (mut clues, mut extra_given, mut solved, mut rules) = (Vec::new(), Vec::new(), Vec::new(), None);
        let mut heading = "";
        let mut own = false;
        for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
            if line.starts_with(' ') {
                let row = line.trim();
                match heading {
                    _ if own => board.own += &format!("{line}\n"),
                    "regions" => {
                        regions += row;
                        board.shape += &format!("{line}\n");
                    }
                    "givens" => givens += row,
                    "solution" => solution += row,
                    "solved-extra" => solved.extend(row.split(',').map(str::to_owned)),
                    _ => panic!("{heading}: {line}"),
                }
                continue;
            }
            own = line.starts_with("rule ");
            if own {
                board.own += &format!("{line}\n");
                continue;
            }
            match line.split_once(':').filter(|(key, _)| !key.contains(' ')) {
                None if line.starts_with("given ") => extra_given.push(line),
                None => clues.push(line),
                Some((key, value)) => {
                    heading = key;
                    let value = value.trim();
                    match key {
                        "grid" => {
                            let (h, w) = value.split_once('x').expect("4x4");
                            (board.height, board.width) = (h.parse().expect("rows"), w.parse().expect("columns"));
                        }
                        "boxes" => {
                            value.clone_into(&mut boxes);
                            board.shape = format!("{line}\n");
                        }
                        "regions" => board.shape = format!("{line}\n"),
                        "digits" => value.clone_into(&mut digits),
                        "rules" => rules = Some(value.to_owned()),
                        "wraps" => board.wraps = value == "yes",
                        "extra" => board.extra.extend(value.split(", ").map(|one| {
                            let (name, range) = one.split_once(' ').expect("a name and a range");
                            let (low, high) = range.split_once("..").expect("a range");
                            (name.to_owned(), low.parse().expect("a number"), high.parse().expect("a number"))
                        })),
                        _ => {}
                    }
                }
            }
        }
        (board.low, board.high) = match digits.split_once("..") {
            Some((low, high)) => (low.parse().expect("a digit"), high.parse().expect("a digit")),
            None => (1, board.height.max(board.width) as i64),
        };
        board.boxes = board.regions(&regions, &boxes);
        board.rules = match rules.as_deref().unwrap_or("classic") {
            "none" => Vec::new(),
            list => list.split(", ").map(|rule| board.clue(rule)).collect(),
        };
        board.clues = clues.into_iter().map(|line| board.clue(line)).collect();
        let all = board.len() + board.extra.len();
        let digits = |text: &str| text.chars().map(|c| c.to_digit(10).map(i64::from)).collect::<Vec<_>>();
        board.givens = digits(&givens);
        board.givens.resize(all, None);
        for line in extra_given {
            let clue = board.clue(&line.replace('[', "is [").replacen("given", "given ", 1));
            board.givens[clue.cells()[0]] = Some(clue.numbers("is").expect("numbers")[0]);
        }
        board.solution = digits(&solution).into_iter().map(|d| d.expect("a full solution")).collect();
        board.solution.extend(solved.iter().filter(|s| !s.trim().is_empty()).map(|one| {
            let (_, number) = one.split_once('=').expect("X = 3");
            number.trim().parse::<i64>().expect("a number")
        }));
        board
    }

    /// Drawn regions, boxes of a size, or the usual ones of small square grids.
    fn regions(&self, drawn: &str, boxes: &str) -> Vec<Vec<usize>> {
        if !drawn.is_empty() {
            let letters: std::collections::BTreeSet<char> = drawn.chars().filter(|c| *c != '.').collect();
            return letters
                .iter()
                .map(|l| (0..self.len()).filter(|&c| drawn.chars().nth(c) == Some(*l)).collect())
                .collect();
        }
        let (h, w) = match (boxes, self.height, self.width) {
            ("", 4, 4) => (2, 2),
            ("", 6, 6) => (2, 3),
            ("", 9, 9) => (3, 3),
            ("none" | "", ..) => return Vec::new(),
            (size, ..) => {
                let (h, w) = size.split_once('x').expect("2x3");
                (h.parse().expect("rows"), w.parse().expect("columns"))
            }
        };
        let across = self.width / w;
        let number = |c: usize| c / self.width / h * across + c % self.width / w;
        (0..self.len() / (h * w)).map(|b| (0..self.len()).filter(|&c| number(c) == b).collect()).collect()
    }
}
