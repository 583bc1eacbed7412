// The engine's questions and answers. Written by `cargo xtask schema`; what is changed here is lost.

/** The client's name for a request; its messages carry it. */
export type Id = number | string | null;

/** clue: Cluewright's own puzzle file: title, grid, givens, rules, clues; f-puzzles: f-puzzles: links, ids, packed text and JSON, also as SudokuPad's fpuz ids; lisudoku: lisudoku: links with a puzzle in them, packed text and JSON; sudokumaker: SudokuMaker links with the puzzle in them, packed text and JSON; sudoku-setter: sudoku-setter's JSON; scf: SudokuPad's short ids of classic puzzles: scf..., classic...; scl: SudokuPad: links and ids with `scl` or `ctc`, packed text and JSON; sudoku-exchange: links of sudokuexchange.com with a classic puzzle in them; sudokuwiki-killer: sudokuwiki's killers (links, or colours and totals) and jigsaws (links); sudokuwiki: links to sudokuwiki.org's solver: classic, and with both diagonals; sumocue: SumoCue's killers and jigsaws: SumoCueV1=10+0=0...; ps: killers of Perfect Sudoku, JSudoku and SumoCue: 3x3::k:2560:2560:0...; letter-cages: killers with a letter for the cage of each cell, then totals: a20,b4; snarfable: killers with a character a cell: a total, or where the cage's next cell is; jigsaw: a grid and a letter for the region of each cell; penpa: Penpa+ links: digits, regions, thermometers, arrows, cages, dots; puzz-link: links of puzz.link, of sudokus; solo: game ids of Solo in Simon Tatham's puzzle collection: 3x3:5_3b7d6...; andoku: Andoku's puzzles: cells|regions|X; opensudoku: OpenSudoku's XML files, of one game; ksudoku: KSudoku's XML files of sudokus, and of custom shapes in a plane; iss: constraint strings and links of the Interactive Sudoku Solver; hodoku: lines of HoDoKu's library: placed digits, deleted candidates, technique; sdx: SudoCue's puzzles in progress: 5 given, u5 placed, 2478 candidates; sdk: SadMan and SudoCue files: rows of digits, #A author, [Puzzle], [State]; sukaku: candidates only, N characters a cell: 729 characters for 9x9; line: one line, a character a cell: 53..7....6..195...; grid: a drawn grid of several lines, digits or pencil marks, with or without borders; ss: Simple Sudoku files: 1..|.2.|... with lines between the boxes */
export type FormatId = "clue" | "f-puzzles" | "lisudoku" | "sudokumaker" | "sudoku-setter" | "scf" | "scl" | "sudoku-exchange" | "sudokuwiki-killer" | "sudokuwiki" | "sumocue" | "ps" | "letter-cages" | "snarfable" | "jigsaw" | "penpa" | "puzz-link" | "solo" | "andoku" | "opensudoku" | "ksudoku" | "iss" | "hodoku" | "sdx" | "sdk" | "sukaku" | "line" | "grid" | "ss";

export type Names = (string | number)[] | string;

/** true: what some solution holds; plain: what no digit that is seen takes away; logical: what steps that assume nothing leave */
export type CandidateLevel = "true" | "plain" | "logical";

/** A player's grid: a text (digits, or pencil marks, in any format that a puzzle may be in), or a list of cells. */
export type Position = string | Written[];

/** The contents of a cell. */
export type Written = {
  /** Its name. */
  cell: string;
  /** A digit. */
  digit?: number;
  /** Pencil marks: digits that the player considers possible. */
  marks?: number[];
};

/** A candidate. */
export type Candidate = {
  /** `r1c1`, or an extra cell's name. */
  cell: string;
  /** The number it stands for. */
  value: number;
};

export type TechniqueList = string[] | string;

export type ScaleList = Scale[] | string;

/** cluewright: our own: points from 0 to 1000 by the time that a person takes, 75 more for twice the time, and a word; se: Sudoku Explainer 1.2.1: ER, EP and ED, the numbers of the community; sukaku: Sukaku Explainer 1.18.1: the same with its larger set of techniques; hodoku: HoDoKu's level and score, as version 2.3.2 gives them with its defaults */
export type Scale = "cluewright" | "se" | "sukaku" | "hodoku";

export type ClueKinds = string[] | string;

/** random: as large as a row, new ones for each puzzle */
export type Regions = "random";

/** few-givens: few givens, then few clues; few-clues: few clues and givens; few-kinds: few kinds of clues; spread: clues everywhere in the grid */
export type Prefer = "few-givens" | "few-clues" | "few-kinds" | "spread";

export type Range = [number, number] | number | string;

/** none: no symmetry; rotate: half a turn; quarter: a quarter of a turn; horizontal: left and right; vertical: top and bottom; diagonal: the main diagonal; antidiagonal: the other diagonal; mirrors: left and right, and top and bottom; diagonals: both diagonals; full: every turn and mirror */
export type Symmetry = "none" | "rotate" | "quarter" | "horizontal" | "vertical" | "diagonal" | "antidiagonal" | "mirrors" | "diagonals" | "full";

export type HowHard = [number, number] | number | string;

export type TechniqueId = string;

/** Something a step points at. */
export type Highlight = {
  kind: "cells";
  /** As what: `set 1`, `set 2` and so on for what the argument is about; `fin`; `placed`; `removed`. */
  role: string;
  /** Their names. */
  cells: string[];
} | {
  kind: "candidates";
  /** As what. */
  role: string;
  /** They. */
  candidates: Candidate[];
} | {
  kind: "link";
  /** True: at least one side is true (strong link). False: not both are true (weak link). */
  strong: boolean;
  /** Where it begins. */
  from: Candidate[];
  /** Where it ends. */
  to: Candidate[];
} | {
  kind: "blocks";
  /** The cell. */
  by: string;
  /** The cells that it blocks. */
  cells: string[];
};

/** a4: 210 by 297 mm; letter: 8.5 by 11 inches; legal: 8.5 by 14 inches */
export type Paper = "a4" | "letter" | "legal";

/** How far the work may go. */
export type Bounds = {
  /** Nodes of each search; 0: no limit. With this limit alone the same request has the same answer everywhere. */
  nodes?: number;
  /** Milliseconds for the whole request; absent: no limit. */
  ms?: number;
};

/** The answer of `meta`. */
export type About = {
  engine: string;
  version: string;
  operations: Operation[];
  formats: Format[];
  levels: Level[];
  /** The names of the scales that `rate` knows. */
  scales: string[];
};

export type Operation = {
  name: string;
  about: string;
};

export type Format = {
  id: string;
  about: string;
  endings: string[];
  writes: boolean;
};

/** A level of our own scale. */
export type Level = {
  word: string;
  /** The lowest points of the level on our scale. */
  from: number;
  /** And up to which. */
  to: number;
};

/** The answer of `cancel`. */
export type Cancelled = {
  /** Whether it was running. */
  cancelled: boolean;
};

/** A puzzle as it was read. */
export type PuzzleReport = {
  /** Title; may be empty. */
  title: string;
  /** Author; may be empty. */
  author: string;
  /** The setter's rules in prose; may be empty. */
  text: string;
  /** The id of the format it was read from. */
  format: string;
  /** Rows of the plane the cells lie in. */
  rows: number;
  /** Columns of it. */
  columns: number;
  /** The names of the cells, the grid's in reading order, then those of extra cells. */
  cells: string[];
  /** The lowest digit. */
  first: number;
  /** How many digits there are. */
  digits: number;
  /** The symbol of each digit; absent: its number. */
  labels?: string[];
  /** Givens; several digits in a cell are its candidates. */
  givens: Candidate[];
  /** The player's digits and marks. */
  written?: WrittenReport[];
  /** Houses: rows, columns, regions and whatever else holds every digit once. */
  houses: House[];
  /** Rules of the whole grid. */
  rules: RuleUse[];
  /** The sentences of all its rules, those of clues included, each once. */
  says: string[];
  /** Clues. */
  clues: ClueReport[];
  /** The puzzle as a `.clue` file; absent when it cannot be written so. */
  clue?: string;
  /** Whether a full solution is recorded with it. */
  solution: boolean;
  /** Whether fog hides cells from the player. */
  fog?: boolean;
  /** Notes on how it was read. */
  notes?: Note[];
  /** The parts that were not understood. */
  unread?: Unread;
  /** How its text was read, sentence by sentence; absent for no text and no drawings. */
  understood?: Understood;
};

/** The contents of a cell. */
export type WrittenReport = {
  /** Its name. */
  cell: string;
  /** A digit. */
  digit?: number;
  /** Marks. */
  marks?: number[];
};

/** Cells that hold every digit once. */
export type House = {
  /** Its name: `row 1`. */
  name: string;
  /** Its cells. */
  cells: string[];
};

/** A rule of the whole grid. */
export type RuleUse = {
  /** Its name. */
  rule: string;
  /** As a `.clue` file writes it, with its options. */
  written: string;
  /** Its sentence; may be empty. */
  about: string;
};

/** A clue. */
export type ClueReport = {
  /** Its rule; of clues joined by `all`, `any` or `not` the first one's. */
  rule: string;
  /** Its name for people. */
  name: string;
  /** As a `.clue` file writes it. */
  written: string;
  /** The cells it names, each once. */
  cells: string[];
};

/** A note on how a puzzle was read. */
export type Note = {
  /** `unknown`: something is not understood, so answers may be wrong; `guess`: a drawing or sentence was read as a clue or rule; `lost`; `decoration`: drawn, and no rule; `info`. */
  kind: string;
  /** A sentence. */
  text: string;
};

/** Drawings and sentences of a puzzle that were not understood: an answer is about the rest.  ``` use cluewright::{Compiled, formats, report::Unread}; let drawn = "grid: 4x4\ntext: Digits on a circle are odd.\ndrawings:\n  circle r1c1\n  circle r2c4\n"; let compiled = Compiled::new(formats::read(drawn)?.puzzle)?; let unread = Unread::of(&compiled).unwrap(); assert_eq!(unread.says, "2 white circles in cells and 1 sentence are unread, so this is about the rest."); assert_eq!(unread.figures[0].cells, ["r1c1", "r2c4"]); let rule = "rule odd-circle \"Digits on a circle are odd.\"\n  clue cell c\n  also f-puzzles circle {cell: c}\n  require odd(c)\n"; let bound = Compiled::new(formats::read(&format!("{drawn}\n{rule}"))?.puzzle)?; assert_eq!(bound.puzzle().clues.len(), 2); assert!(Unread::of(&bound).is_none()); # Ok::<(), cluewright::Error>(()) ``` */
export type Unread = {
  /** The sentence that accompanies every answer: `4 grey lines and 1 sentence are unread, so this is about the rest.` */
  says: string;
  /** Drawings that look like clues, grouped by look. */
  figures?: UnreadFigures[];
  /** Sentences of the rules text that say a rule which the puzzle does not have. */
  sentences?: string[];
  /** Sentences that were matched only by some of their words; named when the puzzle has more than one solution, for they may say more than was read. */
  unsure?: string[];
  /** Drawings that no rule reads, decoration among them. */
  drawings: number;
  /** The drawings by kind, in words: `16 circles and 1 line`; empty for none. */
  drawn: string;
  /** Whether there is a rules text in prose, beside drawings or from another program. It may say more than the clues. */
  text: boolean;
};

/** Drawings of one look. */
export type UnreadFigures = {
  /** Their name: `4 grey lines`. */
  name: string;
  /** How many there are. */
  count: number;
  /** The cells they are at. */
  cells: string[];
};

/** How a puzzle's text was read: what each sentence was taken for, and what is unread.  ``` use cluewright::{Compiled, formats, report::Understood}; let text = "grid: 4x4\nkiller-cage r1c1 r1c2 total 3\ntext: Digits in a cage add up to its total.\n"; let read = Understood::of(&Compiled::new(formats::read(text)?.puzzle)?); assert_eq!((read.says.as_str(), read.whole), ("The sentence is understood.", true)); assert_eq!(read.sentences[0].what, "rule"); assert_eq!(read.sentences[0].rules[0].cells, ["r1c1", "r1c2"]); # Ok::<(), cluewright::Error>(()) ``` */
export type Understood = {
  /** How much of the text is understood: `All 7 sentences are understood.` Empty for no text. */
  says: string;
  /** Whether every sentence is understood, the puzzle has what they say, and no drawing is left. */
  whole: boolean;
  /** The sentences of the text, in order. */
  sentences?: Sentence[];
  /** Drawings that look like clues and are none, grouped by look. */
  figures?: UnreadFigures[];
};

/** A sentence of the text. */
export type Sentence = {
  /** Where it begins in the puzzle's text, in bytes of UTF-8. */
  from: number;
  /** Where it ends. */
  to: number;
  /** It. */
  text: string;
  /** Its kind: `rule`, `remark`, `example`, `heading`; `unread` when it states a rule that is not understood. */
  what: string;
  /** The rules that it states. */
  rules?: Said[];
  /** Whether the rule was recognised only by words that people use for it. */
  by_words?: boolean;
  /** Whether it continues the sentence before and was therefore taken for the same. */
  goes_on?: boolean;
};

/** A rule that a sentence states. */
export type Said = {
  /** Its name. */
  rule: string;
  /** The numbers that the sentence gives it, by parameter. */
  numbers?: Record<string, number>;
  /** Whether the puzzle has it, as a rule of the whole grid or in a clue. */
  kept: boolean;
  /** Whether its text comes with the puzzle. */
  own?: boolean;
  /** How many clues of the puzzle have it, with these numbers. */
  clues: number;
  /** The cells of those clues. */
  cells?: string[];
  /** The rule text made from the sentence, if no existing rule says the same. */
  text?: string;
  /** Other readings of the sentence. */
  others?: Other[];
};

/** Another reading of a sentence. */
export type Other = {
  /** The rule's name. */
  rule: string;
  /** The numbers that the sentence gives it, by parameter. */
  numbers?: Record<string, number>;
  /** The rule text made from the sentence, if no existing rule says the same. */
  text?: string;
};

/** The answer of `close`. */
export type Closed = {
  /** Whether it was open. */
  closed: boolean;
};

/** The answer of `solve`.  ``` use cluewright::{Compiled, Limits, formats, report::Solved, solve}; let compiled = Compiled::new(formats::read("1234341221434321")?.puzzle)?; let solved = Solved::new(&compiled, &solve(&compiled, &Limits::none()), &Limits::none()); let json = serde_json::to_string(&solved).unwrap(); assert!(json == r#"{"status":"unique","solutions":["1234341221434321"],"count":1,"exact":true}"#); # Ok::<(), cluewright::Error>(()) ``` */
export type Solved = {
  /** None, one, more, unknown. */
  status: Status;
  /** The solutions, as many as requested. */
  solutions: string[];
  /** The contents of extra cells in each of them, if the puzzle has any. */
  extra?: Extra[][];
  /** How many there are; a lower bound unless `exact`. */
  count: number;
  /** Whether that is the exact number. */
  exact: boolean;
  /** Contradictory givens, if they are the reason that there is none. */
  clash?: string;
  /** Search nodes, if requested: the same whether a puzzle is searched alone or beside thousands. */
  nodes?: number;
};

/** The verdict on the number of solutions. */
export type Status = "unique" | "multiple" | "none" | "unknown";

/** The values of the shown extra cells of one name: a grid of numbers, or one number.  ``` use cluewright::{Compiled, Limits, formats, report::Solved, solve}; let compiled = Compiled::new(formats::read("grid: 4x4\nextra: A 0..1\ngivens: 1234341221434321\n")?.puzzle)?; let solved = Solved::new(&compiled, &solve(&compiled, &Limits::none()), &Limits::none()); let json = serde_json::to_string(&solved.extra).unwrap(); assert_eq!(json, r#"[[{"name":"A","value":0}],[{"name":"A","value":1}]]"#); # Ok::<(), cluewright::Error>(()) ``` */
export type Extra = {
  /** The name, which no other of the puzzle has: that of the rule's cells, of the rule whose clue lists them, or the cell's own. */
  name: string;
  /** Of a grid of them: the number for each cell of the puzzle's grid in reading order; null where there is no extra cell, or its value is not known. */
  values?: (number | null)[];
  /** Of one by itself: its number, when it is known. */
  value?: number;
};

/** The answer of `count`. */
export type Counted = {
  /** None, one, several, or unknown. */
  status: Status;
  /** The solutions, if a list was requested and there are few. */
  solutions: string[];
  /** The contents of extra cells in each of them, if the puzzle has any. */
  extra?: Extra[][];
  /** How many there are; a lower bound unless `exact`. */
  count: number;
  /** Whether that is the exact number. */
  exact: boolean;
  /** The number at which counting stops; 0: no limit. */
  limit: number;
  /** Contradictory givens, if they are the reason that there is none. */
  clash?: string;
  /** Search nodes, if requested. */
  nodes?: number;
};

/** An answer, or the contradiction between givens. */
export type OrClash = Estimated | Clashed;

/** The answer of `count --estimate`. */
export type Estimated = {
  /** The estimated number of solutions; -1 if it is too large for a number. */
  estimate: number;
  /** Its standard error; -1 in the same case. */
  error: number;
  /** Random dives. */
  samples: number;
  /** Dives that ended in a solution. */
  hits: number;
  /** Whether a limit was reached before all were made. */
  limited?: boolean;
};

/** The answer about a puzzle whose givens contradict each other. */
export type Clashed = {
  /** `none`. */
  status: Status;
  /** The givens, and what they break. */
  clash: string;
};

/** An answer, or the contradiction between givens. */
export type OrClash2 = Split | Clashed;

/** The answer of `count --split`. */
export type Split = {
  /** How many combinations of values there are, without those that break a rule outright. */
  combinations: number;
  /** How many were left out for that; absent when there are too many to count. */
  contradictory?: number;
  /** Which cells contradict each other, and by what. */
  conflicts?: string[];
  /** Those looked at. */
  scenarios: Scenario[];
  /** Whether all were counted to the end. */
  exhaustive: boolean;
  /** Candidates that no solution of any combination holds. */
  false_everywhere: Candidate[];
  /** Whether a limit was reached before all were counted. */
  limited?: boolean;
};

/** One combination of values. */
export type Scenario = {
  /** The values of the cells. */
  values: Candidate[];
  /** How many solutions there are, or a lower bound. */
  count: number;
  /** Whether that is the exact number. */
  exact: boolean;
  /** The solutions, if a list was requested. */
  solutions: string[];
  /** The contents of extra cells in each of them, if the puzzle has any. */
  extra?: Extra[][];
};

/** The answer of `candidates`. */
export type Candidates = {
  /** Whether every candidate was decided. */
  complete: boolean;
  /** The errors in the player's grid, if it was checked; there are no cells then. */
  mistakes?: string[];
  /** The cells of the grid in reading order, then extra ones. */
  cells: CellCandidates[];
  /** Contradictory givens, if they are the reason that there is none. */
  clash?: string;
  /** Search nodes, if requested. */
  nodes?: number;
};

/** A cell and its true candidates. */
export type CellCandidates = {
  /** `r1c1`, or an extra cell's name. */
  cell: string;
  /** The digits that some solution has here. */
  candidates: number[];
  /** How many solutions have each, up to the requested number. */
  counts?: number[];
  /** Those not decided yet. */
  unknown?: number[];
};

/** The answer of `hidden`. */
export type InFog = {
  /** The cells that fog hides, in reading order. */
  cells: string[];
  /** Clues that are not wholly seen, by their places in the puzzle's list, from 0. */
  clues: number[];
};

/** The answer of `conflicts`. */
export type Conflicting = {
  conflicts: Conflict[];
};

/** Digits that cannot stand together. */
export type Conflict = {
  /** The rule that says so; absent when the cell has no such digit. */
  rule?: string;
  /** The place of its clue in the puzzle's list, depth first through clues that are joined, from 0. */
  clue?: number;
  /** The cells of that clue or house. */
  within?: string[];
  /** The cells of the digits. */
  cells: string[];
  /** The digits. */
  candidates: Candidate[];
  /** A sentence. */
  text: string;
};

/** The answer of `chain`. */
export type Chained = {
  /** The errors in the player's grid; if there are any, the other fields are absent. */
  mistakes?: string[];
  /** A link from each candidate to the next. */
  links: Linked[];
  /** The conclusion, or why there is none. */
  text: string;
  /** Candidates that are false, if the chain holds. */
  removed?: Candidate[];
  /** A candidate that is true, if the chain holds. */
  placed?: Candidate;
};

/** A link. */
export type Linked = {
  /** Where it begins. */
  from: Candidate;
  /** Where it ends. */
  to: Candidate;
  /** Whether at least one of them is true. */
  strong: boolean;
  /** Whether at most one of them is true. */
  weak: boolean;
  /** The kind of link, and why. */
  text: string;
};

/** The answer of `check`. */
export type Checked = {
  /** Whether there are no errors. */
  ok: boolean;
  /** The kind of check: of a filled `grid`, or of a `puzzle`. */
  checked: string;
  /** The solutions of a puzzle. */
  status?: Status;
  /** The errors, one sentence each. */
  flaws: string[];
  /** Why a puzzle has no solution: parts that cannot all hold, and the argument. If there are several solutions: a digit that would leave one. */
  why?: string[];
  /** Redundant givens and clues, if requested. */
  removed?: string[];
  /** The puzzle without them, in the format `clue`. */
  minimal?: string;
  /** Whether a limit was reached before the end. */
  limited?: boolean;
};

/** The answer of `why`. */
export type Because = {
  /** One solution, none, several, or not known. */
  status: Status;
  /** A sentence or two. */
  text: string;
  /** Without a solution: parts that cannot all hold. */
  against?: Against[];
  /** The shortest argument found for the contradiction, one sentence a step; if there are several solutions, the digit that would leave one. */
  story?: string[];
  /** With several: where two of them differ. */
  differ?: Differ[];
  /** If there are several: a digit that would leave one. */
  one_more?: OneMore;
  /** Whether a smaller set of parts may already conflict. */
  perhaps_fewer?: boolean;
  /** Whether a limit ended the search for the fewest parts. */
  limited?: boolean;
};

export type Against = {
  /** `given`, `clue` or `rule`. */
  kind: string;
  /** Its place among the puzzle's givens, clues or rules, from 0. */
  number: number;
  /** Its name for people. */
  name: string;
  /** Its cells. */
  cells: string[];
};

export type Differ = {
  cell: string;
  /** The digits of the two solutions there. */
  values: [number, number];
};

export type OneMore = {
  cell: string;
  digit: number;
};

/** A step as it is found. */
export type FoundStep = {
  /** Its number, from 1. */
  number: number;
  /** Cells filled in before it. */
  filled: number;
  /** The step. */
  step: Step;
  /** The position it was found in: a digit or the candidates that are left, a cell each. Absent unless requested. */
  position?: WrittenReport[];
};

/** One step. */
export type Step = {
  /** The technique's id. */
  technique: string;
  /** The step's name: the technique's, or its clues and the kind of argument (`Arrow and box 3`). */
  name: string;
  /** Its difficulty, with one decimal. */
  difficulty: number;
  /** Candidates found true. */
  placements: Candidate[];
  /** Candidates found false. */
  eliminations: Candidate[];
  /** The step in one sentence. */
  text?: string;
  /** The argument spelled out. */
  details?: string[];
  /** All its reasons. */
  because: Reason[];
  /** Of a value with only one place in a house: what blocks the other places, by as few digits as are found. */
  blockers?: Blocker[];
  /** For a step about clues that are sums: what is left of each for its open cells. */
  sums?: Sum[];
  /** The cells and candidates it points at, if requested. */
  highlights?: Highlight[];
  /** The checker's verdict. */
  proof?: Proof;
};

/** One premise of a step. */
export type Reason = {
  /** `group`, `different`, `link`, `constraint`, `sum`, `assume`, `unique`. */
  kind: string;
  /** Its name for people: `row 3`, `the cage 13 at r4c1`. */
  name: string;
  /** The rule that is the reason, if there is one. */
  rule?: string;
  /** The candidates it is about. */
  candidates: Candidate[];
  /** For an assumption: the steps that follow from it. */
  steps?: Step[];
};

/** A reason why a value is excluded from some places of a house. */
export type Blocker = {
  /** The digit that is filled in; absent if none is. */
  by?: Candidate;
  /** The house that the digit and these cells share (`row 3`), or the fact about the cells alone; empty where earlier steps excluded the value. */
  name?: string;
  /** The places. */
  cells: string[];
};

/** A clue's sum without the filled-in cells. */
export type Sum = {
  /** The clue: `the cage 10 at r4c1`. */
  name: string;
  /** How it is worked out: `10 - 6 = 4`. */
  text: string;
  /** The cells that make what is left. */
  cells: string[];
};

/** The checker's verdict on a step. */
export type Proof = {
  /** `proved`; `refuted`, when the reasons do not give what it concludes; `unproved`, when the work one proof may take was not enough; `stopped`, when the time was. */
  verdict: string;
  /** Why it is not proved. */
  why?: string;
};

/** An answer, or the contradiction between givens. */
export type OrClash3 = Explained | Clashed;

/** The answer of `explain`. */
export type Explained = {
  /** `solved`, `stuck`, `contradiction`, `limit`; `fog` when no further step uses only what is visible. */
  status: string;
  /** The verdict on the puzzle's solutions, unless it has exactly one; the path may then get stuck. */
  solutions?: Status;
  /** Why it has none, one sentence each. */
  why?: string[];
  /** The grid at the end. */
  grid: string;
  /** The contents of extra cells at the end, if the puzzle has any. */
  extra?: Extra[];
  /** The steps. */
  steps: Step[];
  /** How hard the path is. */
  rating: Rating;
  /** The steps that made it hard, if requested. */
  summary?: Summary;
  /** Steps proved again from their reasons alone; see [`Explained::with_proofs`]. */
  verified?: number;
  /** Steps whose conclusions do not follow from their reasons. */
  refuted?: number;
  /** Steps not proved within the bound of work or time. */
  unproved?: number;
};

/** How hard a path is. */
export type Rating = {
  /** The scale of `hardest_step`: `step`, the difficulty of a step. */
  scale: string;
  /** The difficulty of the hardest step, with one decimal; of a path that was not found to its end the least it can be. */
  hardest_step: number;
  /** An old name of `hardest_step`, which goes with version 0.2. */
  rating: number;
  /** Whether the path was found to its end. */
  solved?: boolean;
  /** The hardest step's technique; absent when there is no step. */
  technique?: string;
  /** That step's name: the technique's, or its clues and the kind of argument (`Arrow and box 3`). */
  name?: string;
  /** How many steps. */
  steps: number;
  /** How many steps of each technique, in the order of their first use. */
  techniques: ([string, number])[];
};

/** The few steps that made a puzzle hard. */
export type Summary = {
  /** Their numbers in the path, from 1: seven at most; none where no few steps stand out. */
  steps: number[];
  /** The rating of the hardest technique needed besides them, with one decimal. */
  rest?: number;
  /** Whether a limit was reached before that was known. */
  limited?: boolean;
  /** The summary in words: a line for each step and one for the rest. */
  text: string[];
};

/** An answer, or the contradiction between givens. */
export type OrClash4 = Listed | Clashed;

/** The answer of `steps`. */
export type Listed = {
  /** `steps`, `none`, `mistakes`, `unknown`. */
  status: string;
  /** Whether the list is complete; `false` if the time ran out. */
  complete: boolean;
  /** The errors in the player's grid. */
  mistakes?: string[];
  /** The steps. */
  steps: ListedStep[];
};

/** A step, and other ways to its conclusion. */
export type ListedStep = {
  /** The technique's id. */
  technique: string;
  /** The step's name: the technique's, or its clues and the kind of argument (`Arrow and box 3`). */
  name: string;
  /** Its difficulty, with one decimal. */
  difficulty: number;
  /** Candidates found true. */
  placements: Candidate[];
  /** Candidates found false. */
  eliminations: Candidate[];
  /** The step in one sentence. */
  text?: string;
  /** The argument spelled out. */
  details?: string[];
  /** All its reasons. */
  because: Reason[];
  /** Of a value with only one place in a house: what blocks the other places, by as few digits as are found. */
  blockers?: Blocker[];
  /** For a step about clues that are sums: what is left of each for its open cells. */
  sums?: Sum[];
  /** The cells and candidates it points at, if requested. */
  highlights?: Highlight[];
  /** The checker's verdict. */
  proof?: Proof;
  /** Other ways, if requested. */
  other_ways?: Step[];
  /** How many there are. */
  others?: number;
};

/** The answer of `hint`. */
export type Hinted = {
  /** `step`, `mistakes`, `done`, `stuck`, `limit`, `contradiction`, `fog` when no step uses only what is visible; or what is wrong with the puzzle: `none`, `multiple`. */
  status: string;
  /** The errors in the player's grid, at any level; `text` reveals no more than its level. */
  mistakes?: string[];
  /** The level of detail: 1 to 4. */
  level: number;
  /** The hint, a sentence or two each. */
  text: string[];
  /** The step, at level 4. */
  step?: Step;
  /** The cells and candidates it points at, if requested: no more than its level reveals. */
  highlights?: Highlight[];
  /** Whether the puzzle has several solutions, so that the hint holds in all of them. */
  several?: boolean;
};

/** The answer of `last-right`. */
export type LastFound = {
  /** The number of solutions; unless it is one, positions are checked only against the rules. */
  status: Status;
  /** The place of the last right position, from 0; absent when none is. */
  last?: number;
  /** The errors in the one after it. */
  mistakes?: string[];
};

/** The answer of `rate`. */
export type Rated = {
  /** `unique`; only such a puzzle has a rating. */
  status: Status;
  /** The scale of `hardest_step`: `step`, the difficulty of a step. */
  scale?: string;
  /** The difficulty of the hardest step, with one decimal; of a path that was not found to its end the least it can be. */
  hardest_step?: number;
  /** An old name of `hardest_step`, which goes with version 0.2. */
  rating?: number;
  /** Whether the path was found to its end. */
  solved?: boolean;
  /** The hardest step's technique; absent when there is no step. */
  technique?: string;
  /** That step's name: the technique's, or its clues and the kind of argument (`Arrow and box 3`). */
  name?: string;
  /** How many steps. */
  steps?: number;
  /** How many steps of each technique, in the order of their first use. */
  techniques?: ([string, number])[];
  /** The points of our own scale, from 0 to 1000; a lower bound if there is no word. */
  points?: number;
  /** Its word, from `beginner` to `expert`, or `beyond patterns`. */
  word?: string;
  /** The ratings on the requested scales. */
  scales?: ScaleReport[];
  /** Contradictory givens, if they are the reason that there is no solution. */
  clash?: string;
};

/** The rating on one scale. */
export type ScaleReport = {
  /** The scale: `cluewright`, `se`, `sukaku`, `hodoku`. */
  scale: string;
  /** In short: `ER 7.1, EP 1.2, ED 1.2`; or why there is no rating. */
  text: string;
  /** The level in the scale's own word, if it has levels. */
  word?: string;
  /** Its numbers by name; empty if there is no rating. */
  figures?: Record<string, number>;
  /** The hardest step, as the program calls it. */
  hardest?: string;
  /** How many steps of each name, if they are counted. */
  techniques?: ([string, number])[];
  /** A note needed to compare ratings. */
  note?: string;
  /** Where the time goes, by the scale `cluewright`. */
  profile?: Profile;
  /** The path that it rates, step by step, if requested. */
  path?: ScaleStep[];
};

/** Where the time that a puzzle takes goes. */
export type Profile = {
  /** Seconds by cell, in reading order, 0 for givens: a heat map. A round's time is shared among the cells of its moves. */
  cells: number[];
  /** The share of each kind of step in the time, from 0 to 1, the easiest kind first. */
  shares: Record<string, number>;
  /** The three rounds that take longest where no more than three moves are open, in order. */
  bottlenecks: Place[];
  /** The first round with the hardest kind of step. */
  hardest?: Place;
};

/** A round of moves of one kind. */
export type Place = {
  /** Which round it is, from 1. */
  round: number;
  /** The kind of its moves. */
  class: string;
  /** For trials: the layers until a contradiction. */
  layers?: number;
  /** How many moves are open. */
  supply: number;
  /** Cells not filled in before it. */
  open: number;
  /** Seconds that it takes. */
  seconds: number;
  /** The cells of its moves, as `r1c1`, in reading order. */
  cells: string[];
};

/** A step of the path that a scale rates. */
export type ScaleStep = {
  /** The scale's name for it. */
  name: string;
  /** Its share of the rating: a rating (`se`), points of the score (`hodoku`), seconds (`cluewright`). */
  figure: number;
  /** The share as the scale writes it: `1.0`, `14`, `34 s`. */
  text: string;
  /** Candidates found true. */
  placements?: Candidate[];
  /** Candidates found false. */
  eliminations?: Candidate[];
};

/** A new puzzle. */
export type Generated = {
  /** Its number among those made, from 1. */
  id: string;
  /** The puzzle in the requested format. */
  puzzle: string;
  /** The rules and clues that the text leaves out, so that it may have other solutions. */
  lost?: string[];
  /** Its solution. */
  solution: string;
  /** The contents of extra cells in the solution, if the puzzle has any. */
  extra?: Extra[];
  /** Its title, if it has one. */
  title?: string;
  /** Its rules in words, if it has any. */
  text?: string;
  /** How many givens it has. */
  givens: number;
  /** How many clues it has. */
  clues: number;
  /** How many cells the new clues cover; clues outside the grid cover none. */
  covered?: number;
  /** The number of the attempt that made it, from 1; seed and number identify the puzzle. */
  attempt: number;
  /** The version that made it: another version may make another puzzle from the same seed. */
  engine_version?: string;
  /** Whether the rating is complete. */
  solved: boolean;
  /** How hard it is; absent unless requested. */
  rating?: Rating;
  /** The rating on the requested scale. */
  scales?: ScaleReport[];
};

/** The answer of `generate`. */
export type Done = {
  /** How many were made. */
  made: number;
  /** Attempts that were judged. */
  attempts: number;
  /** Why there are fewer than requested, if so: a sentence without a full stop. */
  ended?: string;
};

/** The answer of `draw`. */
export type Picture = {
  /** The whole picture as SVG, unless layers were requested. */
  svg?: string;
  /** The visible part of the plane: left, top, width, height. A cell is 64 units wide. */
  view: [string, string, string, string];
  /** The outlines of the letters that layers use, for `<defs>`. */
  letters?: string;
  /** The layers, the lowest first. */
  layers?: Layer[];
  /** The cells beside the grid, and where they are. */
  beside?: OuterCell[];
  /** The sentence of the step shown; or a note that the solution shown is not the only one. */
  text?: string;
  /** How many clues and drawings were left out because the picture would be too large. */
  left_out?: number;
};

export type Layer = {
  /** `background`, `shades`, `regions` ... */
  name: string;
  /** Its title, for people. */
  title: string;
  /** Its contents, in words. */
  desc: string;
  /** The layer as an SVG group. */
  svg: string;
};

/** A cell beside the grid. */
export type OuterCell = {
  /** Its name. */
  cell: string;
  /** Where its middle is, in units. */
  x: number;
  y: number;
};

/** The answer of `sheet`. */
export type Sheets = {
  /** The file; all of it is ASCII. */
  pdf: string;
  /** How many pages it has. */
  pages: number;
  /** The puzzles, from 1, of which no single solution was found, so that none is shown. */
  unsolved?: number[];
};

/** The answer of `import`. */
export type Imported = {
  puzzles: OneOfMany[];
  /** Whether there are more. */
  more: boolean;
};

/** A puzzle of a text with many. */
export type OneOfMany = {
  /** Its text. */
  text: string;
  format?: string;
  title?: string;
  author?: string;
  notes?: Note[];
  /** Why it cannot be read. */
  wrong?: string;
};

/** The answer of `convert`. */
export type Converted = {
  /** The format. */
  format: string;
  /** The puzzle in it. */
  text: string;
  /** Notes on whatever may change the solutions. */
  lost: string[];
  /** Other notes: a title that was left out, rules written without their names. */
  notes?: string[];
  /** Whether the text may have other solutions and `lossy` did not allow that. */
  changed?: boolean;
};

/** The answer of `rules`. */
export type Catalogue = {
  rules: RuleReport[];
};

/** A rule of the library or of a puzzle. */
export type RuleReport = {
  /** Its name. */
  name: string;
  /** Its sentence. */
  about: string;
  /** Whether it has clues, rather than holding once for the whole puzzle. */
  clue: boolean;
  /** The parts of its clues, or its options. */
  params: Param[];
  /** How its clues look: the words of its `draw` lines, each the beginning of a form. */
  draw: string[];
  /** Phrases that puzzle texts use for it, from its `told` lines. */
  told?: string[];
  /** Its names in other programs: format and name. */
  also: ([string, string])[];
};

/** A parameter of a rule. */
export type Param = {
  /** Its name. */
  name: string;
  /** The shape of its cells (`cell`, `cells`, `edge`, `corner`, `line`, `lines`, `cage`, `bulb`, `lists`, `outside`, `map`), or `number`, `numbers`, `boolean`, `text`. */
  kind: string;
  /** The least and the greatest number, if these are plain numbers. */
  range?: [number, number];
  /** Whether it may be left out. */
  optional: boolean;
};

/** The answer of `rule`. */
export type Shown = {
  /** Its name. */
  name: string;
  /** Its sentence. */
  about: string;
  /** Whether it has clues, rather than holding once for the whole puzzle. */
  clue: boolean;
  /** The parts of its clues, or its options. */
  params: Param[];
  /** How its clues look: the words of its `draw` lines, each the beginning of a form. */
  draw: string[];
  /** Phrases that puzzle texts use for it, from its `told` lines. */
  told?: string[];
  /** Its names in other programs: format and name. */
  also: ([string, string])[];
  /** Its text in the rule language. */
  text: string;
  /** Such a clue as a line of a `.clue` file; of a rule of the whole grid its name with its options. */
  sample: string;
  /** A 9x9 grid with one clue of it, with arguments as good as any, as SVG. */
  svg: string;
};

/** The answer of `lint`. */
export type Linted = {
  /** A line a rule, and what is weak. */
  remarks: string[];
};

/** The answer of `test-rules`. */
export type Tested = {
  tests: Test[];
};

export type Test = {
  rule: string;
  line: number;
  /** Whether the grid must pass. */
  passes: boolean;
  grid: string;
  /** The arguments as written; empty for none. */
  with: string;
  /** Whether the example does what it should. */
  ok: boolean;
  /** The errors that the rule finds in the grid. */
  flaws: string[];
};

/** The answer of `techniques`. */
export type KnownTechniques = {
  techniques: Technique[];
};

/** A technique. */
export type Technique = {
  /** Its id. */
  id: string;
  /** Its name for people. */
  name: string;
  /** Other names in use. */
  other_names: string[];
  /** Its name in `HoDoKu` and on Sudopedia, if it differs; empty otherwise. */
  elsewhere: string;
  /** How hard it is, with one decimal. */
  difficulty: number;
  /** Whether it is used only if you name it. */
  on_request: boolean;
  /** Where it comes from. */
  source: string;
};

/** Progress of the work. */
export type Progress = {
  /** The share that is done, from 0 to 1. */
  share: number;
  /** The work in progress, for people. */
  doing?: string;
};

/** Why a request has no answer. */
export type Failure = {
  /** The kind of failure. */
  code: Code;
  /** The error, for people. */
  message: string;
  /** Where in the puzzle's or the rule's text: line and column, from 1. */
  place?: [number, number];
  /** How to mend it. */
  hint?: string;
  /** The text that the place is in, where that is not the puzzle's: `rule camel`. */
  source?: string;
};

/** A kind of failure. */
export type Code = "bad_request" | "bad_input" | "no_document" | "not_unique" | "no_puzzle" | "limit" | "cancelled" | "busy" | "internal";

/** Returns the engine's version, its operations, and the formats it reads and writes. */
export type MetaRequest = {
  id: Id;
  op: "meta";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
};

export type MetaAnswer = About;

/** Ends a request, whose last message is then the error `cancelled`. */
export type CancelRequest = {
  id: Id;
  op: "cancel";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** Its id. */
  of: Id;
};

export type CancelAnswer = Cancelled;

/** Reads a puzzle in any format and keeps it open under a name. */
export type OpenRequest = {
  id: Id;
  op: "open";
  /** The name of an open document. */
  doc: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** The puzzle, in any format. */
  text: string;
  /** Add rules: names of rules of the whole grid, with options if they have some (`leaper(down=1, right=3)`), and texts in the rule language. */
  rules?: string[];
  /** Read drawings as clues; the default depends on the format. */
  guess?: boolean;
  /** The format of the text; by default it is detected. */
  format?: FormatId;
  /** Accept a text that is not fully understood; notes say what is not, and answers may then be wrong. */
  lenient?: boolean;
};

export type OpenAnswer = PuzzleReport;

/** Changes an open puzzle; results are kept if only words and drawings change. */
export type ChangeRequest = {
  id: Id;
  op: "change";
  /** The name of an open document. */
  doc: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Add rules: names of rules of the whole grid, with options if they have some (`leaper(down=1, right=3)`), and texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** A new text of the whole puzzle, in any format. */
  text?: string;
  /** Clues to remove, by their places in the puzzle's list, from 0. */
  remove?: number[];
  /** Rules of the whole grid to remove, by name, also from rules that are made of others. */
  without?: string[];
  /** Rules whose reading is taken back, by name: their clues become drawings again. */
  unread?: string[];
  /** Lines of a `.clue` file to add: clues, `given r1c1 5`, `rules:` with all rules of the grid, a title. */
  add?: string[];
  /** New givens: a line or rows of digits. */
  givens?: string;
  /** Read drawings as clues; the default depends on the format. */
  guess?: boolean;
  /** The format of the text; by default it is detected. */
  format?: FormatId;
  /** Accept a text that is not fully understood; notes say what is not, and answers may then be wrong. */
  lenient?: boolean;
} & (unknown);

export type ChangeAnswer = PuzzleReport;

/** Describes a puzzle as data: cells, houses, givens, rules, clues, and how it was read. */
export type PuzzleRequest = {
  id: Id;
  op: "puzzle";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
} & (unknown);

export type PuzzleAnswer = PuzzleReport;

/** Closes a document. */
export type CloseRequest = {
  id: Id;
  op: "close";
  /** The name of an open document. */
  doc: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
};

export type CloseAnswer = Closed;

/** Finds the solution and says whether it is the only one. */
export type SolveRequest = {
  id: Id;
  op: "solve";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** Tell how many search nodes were visited. */
  stats?: boolean;
} & (unknown);

export type SolveAnswer = Solved;

/** Counts solutions, all or up to a limit, and lists them if there are few. */
export type CountRequest = {
  id: Id;
  op: "count";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** Stop counting at this number; 0 counts them all. */
  limit?: number;
  /** List the solutions, too: the first ten thousand. */
  list?: boolean;
} & (unknown);

export type CountAnswer = Counted;

/** Estimates the number of solutions by random dives. */
export type EstimateRequest = {
  id: Id;
  op: "estimate";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** How many random dives are made. */
  samples?: number;
  /** The seed: the same one makes the same dives. */
  seed?: number;
} & (unknown);

export type EstimateAnswer = OrClash;

/** Counts solutions under every combination of values of some cells. */
export type SplitRequest = {
  id: Id;
  op: "split";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The cells: r1c1,r2c5, or A1,B5 (letter: row), A1-A3, r1, c2, b3. */
  cells: Names;
  /** Stop counting at this number in each case; 0 counts them all. */
  limit?: number;
  /** How many cases to take at random; default: all. */
  sample?: number;
  /** The seed: the same one takes the same cases. */
  seed?: number;
  /** List the solutions, too, when there are fewer than a hundred in all. */
  list?: boolean;
} & (unknown);

export type SplitAnswer = OrClash2;

/** Says which candidates are part of some solution, and of how many, or which the rules leave. */
export type CandidatesRequest = {
  id: Id;
  op: "candidates";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** Which candidates to show. */
  level?: CandidateLevel;
  /** Count the solutions of every true candidate, too, up to this number. */
  counts?: number;
  /** The player's grid, for the other levels; default: the one in the puzzle. */
  position?: Position;
  /** For those levels, use only what fog lets the player of this position see. */
  fog?: boolean;
} & (unknown);

export type CandidatesAnswer = Candidates;

/** Says which cells and clues fog hides from the player. */
export type HiddenRequest = {
  id: Id;
  op: "hidden";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The player's grid; default: the one in the puzzle. */
  position?: Position;
} & (unknown);

export type HiddenAnswer = InFog;

/** Says which digits of an unfinished grid break a rule or clue, each by itself. */
export type ConflictsRequest = {
  id: Id;
  op: "conflicts";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The player's grid; default: the one in the puzzle. */
  position?: Position;
  /** Use only what fog lets the player see. */
  fog?: boolean;
} & (unknown);

export type ConflictsAnswer = Conflicting;

/** Checks a player's own chain of candidates: whether each link is strong or weak, why, and what follows. */
export type ChainRequest = {
  id: Id;
  op: "chain";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The candidates, in their order: two of them or more, such as `{"cell": "r1c1", "value": 5}`. */
  chain: Candidate[];
  /** The player's grid; default: the one in the puzzle. */
  position?: Position;
  /** Keep to what fog lets the player see. */
  fog?: boolean;
} & (unknown);

export type ChainAnswer = Chained;

/** Checks a puzzle, or a filled grid, and names what is wrong with it. */
export type CheckRequest = {
  id: Id;
  op: "check";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** Also list redundant givens and clues, and write the smaller puzzle. */
  minimise?: boolean;
} & (unknown);

export type CheckAnswer = Checked;

/** Says why a puzzle is not valid: a minimal conflict, or where two solutions differ. */
export type WhyRequest = {
  id: Id;
  op: "why";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
} & (unknown);

export type WhyAnswer = Because;

/** Removes givens and clues as long as the solution stays the only one. */
export type MinimiseRequest = {
  id: Id;
  op: "minimise";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
} & (unknown);

export type MinimiseAnswer = Checked;

/** Solves like a person, one step at a time, with the reason for each. */
export type ExplainRequest = {
  id: Id;
  op: "explain";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** Send each step as a part of the answer as soon as it is found; the answer then has no steps itself. Not in fog. */
  stream?: boolean;
  /** Include the position in which each such step was found. */
  positions?: boolean;
  /** Prove every step again from its reasons alone. */
  verify?: boolean;
  /** Include the few steps that make it hard: seven at most, without which the rest is easy. Not in fog. */
  summary?: boolean;
  /** Go only as far as a player gets in fog: each step uses only what is visible by then. */
  fog?: boolean;
  /** Use only these techniques, by ids or names; default: the usual ones. */
  techniques?: TechniqueList;
  /** Do not use these techniques. */
  avoid?: TechniqueList;
  /** Try the techniques in the order in which they are named. */
  in_order?: boolean;
  /** Allow steps that assume a candidate and follow it. */
  trial?: boolean;
  /** Allow steps that assume that the puzzle has just one solution. */
  uniqueness?: boolean;
} & (unknown);

export type ExplainAnswer = OrClash3;

export type ExplainPart = FoundStep;

/** Lists every step that can be made now. */
export type StepsRequest = {
  id: Id;
  op: "steps";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The player's grid; default: the one in the puzzle. */
  position?: Position;
  /** Only steps that conclude something about these cells: r1c1,r2c5, or A1,B5 (letter: row), A1-A3, r1, c2, b3. */
  cells?: Names;
  /** Only steps that conclude something about these digits. */
  digits?: Names;
  /** Include other ways to the same conclusion. */
  other_ways?: boolean;
  /** The greatest number of steps to find; default: all. */
  most?: number;
  /** Use only these techniques, by ids or names; default: the usual ones. */
  techniques?: TechniqueList;
  /** Do not use these techniques. */
  avoid?: TechniqueList;
  /** Try the techniques in the order in which they are named. */
  in_order?: boolean;
  /** Allow steps that assume a candidate and follow it. */
  trial?: boolean;
  /** Allow steps that assume that the puzzle has just one solution. */
  uniqueness?: boolean;
} & (unknown);

export type StepsAnswer = OrClash4;

/** Points out what is wrong in the player's grid, or else gives the next step, in four levels. */
export type HintRequest = {
  id: Id;
  op: "hint";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The player's grid; default: the one in the puzzle. */
  position?: Position;
  /** The level of detail: 1 the technique or the kind of clue, 2 where to look, 3 what to see there, 4 everything. */
  level?: number;
  /** Use only what fog lets the player see. */
  fog?: boolean;
  /** Use only these techniques, by ids or names; default: the usual ones. */
  techniques?: TechniqueList;
  /** Do not use these techniques. */
  avoid?: TechniqueList;
  /** Try the techniques in the order in which they are named. */
  in_order?: boolean;
  /** Allow steps that assume a candidate and follow it. */
  trial?: boolean;
  /** Allow steps that assume that the puzzle has just one solution. */
  uniqueness?: boolean;
} & (unknown);

export type HintAnswer = Hinted;

/** Finds the last position of a history in which nothing was wrong. */
export type LastRightRequest = {
  id: Id;
  op: "last-right";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The positions, the oldest first. */
  history: Position[];
  /** Use only what fog lets the player of the newest one see. */
  fog?: boolean;
} & (unknown);

export type LastRightAnswer = LastFound;

/** Rates how hard a puzzle is for people. */
export type RateRequest = {
  id: Id;
  op: "rate";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The scales to rate on: `cluewright` (our own), `se` (Sudoku Explainer), `sukaku`, `hodoku`. */
  scales?: ScaleList;
  /** Include the path that each scale rates: the scale's name for each step, and its cost. */
  paths?: boolean;
  /** Include the points of our own scale and the hardest step of our path, whatever the scales. */
  own?: boolean;
} & (unknown);

export type RateAnswer = Rated;

/** Makes puzzles with the grid and rules of one: with its clues and new givens, or with new clues of any kinds. */
export type GenerateRequest = {
  id: Id;
  op: "generate";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** How many puzzles. */
  count?: number;
  /** The greatest number of attempts; default: 20,000 for each puzzle. */
  attempts?: number;
  /** The format to write. */
  to?: FormatId;
  /** Make clues of these rules, as many as are needed, or a number or range of them: `killer-cage=10..14,arrow`; `thermometer=3:4..6` is three of four to six cells, `white-dot=all` one wherever one is true. */
  clues?: ClueKinds;
  /** Leave out the puzzle's own clues; where `clues` names none, make about as many of the same kinds and sizes. */
  like?: boolean;
  /** Irregular regions for the grid. */
  regions?: Regions;
  /** What to prefer when clues are made. */
  prefer?: Prefer;
  /** How many givens: a number, or from and to; default: as few as possible. */
  givens?: Range;
  /** Remove redundant givens and clues; the default if clues are made or a technique is required or avoided. */
  minimal?: boolean;
  /** The symmetry of givens and clues. */
  symmetry?: Symmetry;
  /** How hard: a level's word, of our own scale (beginner, easy, medium, hard, expert) or of that which `scale` names; or a number, or from and to, of the hardest step or of that scale's leading figure. */
  difficulty?: HowHard;
  /** The scale that `difficulty` is on: `cluewright` (a level or points), `hodoku` (easy, medium, hard, unfair, extreme, or a score), `se` (ER), `sukaku`. */
  scale?: Scale;
  /** Make only one puzzle for each solution grid; without clues, rearranged grids count as one. */
  distinct?: boolean;
  /** The puzzle must require this technique: every technique rated below it gets stuck. */
  technique?: TechniqueId;
  /** Techniques that the puzzle must not require. */
  avoid?: TechniqueList;
  /** Rate the puzzles, which takes most of the time. */
  rated?: boolean;
  /** The seed: the same one makes the same puzzles. */
  seed?: number;
} & (unknown);

export type GenerateAnswer = Done;

export type GeneratePart = Generated;

/** Draws a puzzle, a position, its solution or a step, as SVG or in layers. */
export type DrawRequest = {
  id: Id;
  op: "draw";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The theme: `light` (the default), `dark`, `print` or `contrast`. */
  theme?: string;
  /** The player's grid; default: the one in the puzzle. */
  position?: Position;
  /** Cover what fog hides from the player of this position. */
  fog?: boolean;
  /** Cover these cells, as `hidden` lists them. */
  covered?: Names;
  /** Show every candidate that the rules leave. */
  candidates?: boolean;
  /** Show the solution. */
  solution?: boolean;
  /** Show this step of the path, from 1. */
  step?: number;
  /** Highlight these, as steps and hints list them. */
  highlights?: Highlight[];
  /** Write title and rules under the grid. */
  words?: boolean;
  /** Answer with separate layers. */
  layers?: boolean;
  /** A prefix for the ids in it, for pages with several pictures: letters, digits, `-` and `_`. */
  prefix?: string;
  /** Its width in pixels; default: as wide as there is room. */
  width?: number;
  /** Use only these techniques, by ids or names; default: the usual ones. */
  techniques?: TechniqueList;
  /** Do not use these techniques. */
  avoid?: TechniqueList;
  /** Try the techniques in the order in which they are named. */
  in_order?: boolean;
  /** Allow steps that assume a candidate and follow it. */
  trial?: boolean;
  /** Allow steps that assume that the puzzle has just one solution. */
  uniqueness?: boolean;
} & (unknown);

export type DrawAnswer = Picture;

/** Puts puzzles on sheets of paper: a PDF with titles, rules, how hard each is, and solutions. */
export type SheetRequest = {
  id: Id;
  op: "sheet";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** The puzzles, each in any format. */
  puzzles: string[];
  /** Puzzles per page. */
  each?: number;
  /** The paper. */
  paper?: Paper;
  /** A title at the top of each page. */
  title?: string;
  /** Leave a line for a name and a date. */
  names?: boolean;
  /** Put the solutions on pages of their own, at the end. */
  solutions?: boolean;
  /** Say how hard each puzzle is, and its hardest technique. */
  levels?: boolean;
  /** Put two pages on each side, in the order of a booklet that is folded in the middle. */
  booklet?: boolean;
};

export type SheetAnswer = Sheets;

/** Reads a text with one puzzle or many (lines, tables, JSON lines), without solving any. */
export type ImportRequest = {
  id: Id;
  op: "import";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** The text. */
  text: string;
  /** How many puzzles to skip. */
  skip?: number;
  /** How many at most. */
  most?: number;
};

export type ImportAnswer = Imported;

/** Writes a puzzle in another format, and lists what the format cannot express. */
export type ExportRequest = {
  id: Id;
  op: "export";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** The format to write. */
  to: FormatId;
  /** Accept a lossy conversion: a text without some rules or clues, which may have other solutions. */
  lossy?: boolean;
} & (unknown);

export type ExportAnswer = Converted;

/** Writes the form that all rearrangements of an ordinary 9x9 puzzle share. */
export type CanonicalRequest = {
  id: Id;
  op: "canonical";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  /** A puzzle in any format, in place of `doc`. */
  puzzle?: string;
  /** Rules to add to that puzzle: names, or texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
} & (unknown);

export type CanonicalAnswer = Converted;

/** Lists the rules of the library, and of a text, with what their clues are made of. */
export type RulesRequest = {
  id: Id;
  op: "rules";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** A text in the rule language; its rules are also listed. */
  text?: string;
};

export type RulesAnswer = Catalogue;

/** Shows a rule: its text, and a picture of a clue of it. */
export type RuleRequest = {
  id: Id;
  op: "rule";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** Its name. */
  name: string;
  /** A text in the rule language that may contain it. */
  text?: string;
};

export type RuleAnswer = Shown;

/** Checks a text of rules: its first mistake, with its place, or remarks on it. */
export type LintRequest = {
  id: Id;
  op: "lint";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** The text. */
  text: string;
};

export type LintAnswer = Linted;

/** Runs the examples in a text of rules. */
export type TestRulesRequest = {
  id: Id;
  op: "test-rules";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
  /** The text of the rules. */
  text: string;
};

export type TestRulesAnswer = Tested;

/** Lists the techniques, in the order they are tried. */
export type TechniquesRequest = {
  id: Id;
  op: "techniques";
  /** The name of an open document. */
  doc?: string;
  /** The kind of this request: it cancels older requests of the same kind about the same document. Empty: it cancels none. Default: the operation's name. */
  kind?: string;
  /** Report progress. */
  progress?: boolean;
  limits?: Bounds;
};

export type TechniquesAnswer = KnownTechniques;
