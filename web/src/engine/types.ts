// The engine's questions and answers. Written by `cargo xtask schema`; what is changed here is lost.

/** The client's name for a request; every message about the request has this id. */
export type Id = number | string | null;

/** clue: Cluewright's own puzzle file: title, grid, givens, rules, clues; f-puzzles: f-puzzles: links, ids, packed text and JSON, also as SudokuPad's fpuz ids; lisudoku: lisudoku: links with a puzzle in them, packed text and JSON; sudokumaker: SudokuMaker links with the puzzle in them, packed text and JSON; sudoku-setter: sudoku-setter's JSON; scf: SudokuPad's short ids of classic puzzles: scf..., classic...; scl: SudokuPad: links and ids with `scl` or `ctc`, packed text and JSON; sudoku-exchange: links of sudokuexchange.com with a classic puzzle in them; sudokuwiki-killer: sudokuwiki's killers (links, or colours and totals) and jigsaws (links); sudokuwiki: links to sudokuwiki.org's solver: classic, and with both diagonals; sumocue: SumoCue's killers and jigsaws: SumoCueV1=10+0=0...; ps: killers of Perfect Sudoku, JSudoku and SumoCue: 3x3::k:2560:2560:0...; letter-cages: killers with a letter for the cage of each cell, then totals: a20,b4; snarfable: killers with one character per cell: a total, or the direction of the cage's next cell; jigsaw: a grid and a letter for the region of each cell; penpa: Penpa+ links: digits, regions, thermometers, arrows, cages, dots; puzz-link: links of puzz.link, of sudokus; solo: game ids of Solo in Simon Tatham's puzzle collection: 3x3:5_3b7d6...; andoku: Andoku's puzzles: cells|regions|X; opensudoku: OpenSudoku's XML files, of one game; ksudoku: KSudoku's XML files of sudokus, and of custom shapes in a plane; iss: constraint strings and links of the Interactive Sudoku Solver; hodoku: lines of HoDoKu's library: placed digits, deleted candidates, technique; sdx: SudoCue's puzzles in progress: 5 given, u5 placed, 2478 candidates; sdk: SadMan and SudoCue files: rows of digits, #A author, [Puzzle], [State]; sukaku: candidates only, N characters a cell: 729 characters for 9x9; line: one line, a character a cell: 53..7....6..195...; grid: a drawn grid of several lines, digits or pencil marks, with or without borders; ss: Simple Sudoku files: 1..|.2.|... with lines between the boxes */
export type FormatId = "clue" | "f-puzzles" | "lisudoku" | "sudokumaker" | "sudoku-setter" | "scf" | "scl" | "sudoku-exchange" | "sudokuwiki-killer" | "sudokuwiki" | "sumocue" | "ps" | "letter-cages" | "snarfable" | "jigsaw" | "penpa" | "puzz-link" | "solo" | "andoku" | "opensudoku" | "ksudoku" | "iss" | "hodoku" | "sdx" | "sdk" | "sukaku" | "line" | "grid" | "ss";

export type Names = (string | number)[] | string;

/** true: what some solution holds; plain: what no digit that is seen takes away; logical: what steps that assume nothing leave */
export type CandidateLevel = "true" | "plain" | "logical";

/** A player's grid: a string (digits or pencil marks, in any puzzle format), or a list of cells. */
export type Position = string | Written[];

/** The contents of a cell. */
export type Written = {
  /** The cell's name. */
  cell: string;
  /** The digit in the cell. */
  digit?: number;
  /** Pencil marks: digits that the player considers possible. */
  marks?: number[];
};

/** A candidate. */
export type Candidate = {
  /** The cell's name: `r1c1`, or an extra cell's name. */
  cell: string;
  /** The number that is written for the value. */
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

/** Something that a step highlights. */
export type Highlight = {
  kind: "cells";
  /** The role of the cells: `set 1`, `set 2` and so on for the subjects of the argument; `fin`; `placed`; `removed`. */
  role: string;
  /** The names of the cells. */
  cells: string[];
} | {
  kind: "candidates";
  /** The role of the candidates, as for cells. */
  role: string;
  /** The candidates. */
  candidates: Candidate[];
} | {
  kind: "link";
  /** True for a strong link: at least one end is true. False for a weak link: at most one end is true. */
  strong: boolean;
  /** The candidates at the start of the link. */
  from: Candidate[];
  /** The candidates at the end of the link. */
  to: Candidate[];
} | {
  kind: "blocks";
  /** The blocking cell. */
  by: string;
  /** The cells that are blocked. */
  cells: string[];
};

/** a4: 210 by 297 mm; letter: 8.5 by 11 inches; legal: 8.5 by 14 inches */
export type Paper = "a4" | "letter" | "legal";

/** Limits on the work. */
export type Bounds = {
  /** The maximum number of nodes for each search; 0: no limit. With this limit alone the same request has the same answer on every machine. */
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
  /** The minimum points of the level. */
  from: number;
  /** The maximum points of the level. */
  to: number;
};

/** The answer of `cancel`. */
export type Cancelled = {
  /** Whether the request was running. */
  cancelled: boolean;
};

/** A puzzle as it was read. */
export type PuzzleReport = {
  /** The puzzle's title; may be empty. */
  title: string;
  /** The puzzle's author; may be empty. */
  author: string;
  /** The setter's rules in prose; may be empty. */
  text: string;
  /** The id of the format that the puzzle was read from. */
  format: string;
  /** The number of rows of the plane that contains the cells. */
  rows: number;
  /** The number of columns of the plane that contains the cells. */
  columns: number;
  /** The names of all cells: first those of the grid in reading order, then the extra cells. */
  cells: string[];
  /** The lowest digit. */
  first: number;
  /** How many digits there are. */
  digits: number;
  /** The symbol of each digit; if absent, digits are shown as numbers. */
  labels?: string[];
  /** The givens; several entries for one cell restrict the cell to these digits. */
  givens: Candidate[];
  /** The player's digits and marks. */
  written?: WrittenReport[];
  /** The houses: rows, columns, regions and all other sets of cells that contain every digit once. */
  houses: House[];
  /** Rules of the whole grid. */
  rules: RuleUse[];
  /** The sentences of all the puzzle's rules, including the rules of clues, each once. */
  says: string[];
  /** The puzzle's clues. */
  clues: ClueReport[];
  /** The puzzle as a `.clue` file; absent if it cannot be written in that format. */
  clue?: string;
  /** Whether the puzzle has a complete recorded solution. */
  solution: boolean;
  /** Whether fog hides cells from the player. */
  fog?: boolean;
  /** Notes on how the puzzle was read. */
  notes?: Note[];
  /** The parts of the puzzle that were not understood. */
  unread?: Unread;
  /** How the puzzle's text was read, sentence by sentence; absent if there is neither text nor drawings. */
  understood?: Understood;
};

/** The contents of a cell. */
export type WrittenReport = {
  /** The cell's name. */
  cell: string;
  /** The digit in the cell. */
  digit?: number;
  /** The player's pencil marks in the cell. */
  marks?: number[];
};

/** A house: cells that contain every digit once. */
export type House = {
  /** The name of the house: `row 1`. */
  name: string;
  /** The cells of the house. */
  cells: string[];
};

/** A rule of the whole grid. */
export type RuleUse = {
  /** The rule's name. */
  rule: string;
  /** The rule with its options, as in a `.clue` file. */
  written: string;
  /** The rule in one sentence; may be empty. */
  about: string;
};

/** A clue. */
export type ClueReport = {
  /** The name of the clue's rule; if clues are combined by `all`, `any` or `not`, the rule of the first clue. */
  rule: string;
  /** The clue's name, for people. */
  name: string;
  /** The clue as in a `.clue` file. */
  written: string;
  /** The cells of the clue, each once. */
  cells: string[];
};

/** A note on how a puzzle was read. */
export type Note = {
  /** `unknown`: something is not understood, so answers may be wrong; `guess`: a drawing or sentence was read as a clue or rule; `lost`: something could not be expressed; `decoration`: a drawing without a meaning; `info`. */
  kind: string;
  /** The note, as a sentence. */
  text: string;
};

/** Drawings and sentences of a puzzle that were not understood: answers are about the puzzle without them.  ``` use cluewright::{Compiled, formats, report::Unread}; let drawn = "grid: 4x4\ntext: Digits on a circle are odd.\ndrawings:\n  circle r1c1\n  circle r2c4\n"; let compiled = Compiled::new(formats::read(drawn)?.puzzle)?; let unread = Unread::of(&compiled).unwrap(); assert_eq!(unread.says, "2 white circles in cells and 1 sentence are unread, so this is about the rest."); assert_eq!(unread.figures[0].cells, ["r1c1", "r2c4"]); let rule = "rule odd-circle \"Digits on a circle are odd.\"\n  clue cell c\n  also f-puzzles circle {cell: c}\n  require odd(c)\n"; let bound = Compiled::new(formats::read(&format!("{drawn}\n{rule}"))?.puzzle)?; assert_eq!(bound.puzzle().clues.len(), 2); assert!(Unread::of(&bound).is_none()); # Ok::<(), cluewright::Error>(()) ``` */
export type Unread = {
  /** The sentence that accompanies every answer: `4 grey lines and 1 sentence are unread, so this is about the rest.` */
  says: string;
  /** Drawings that look like clues, grouped by look. */
  figures?: UnreadFigures[];
  /** Sentences of the rules text that state a rule which the puzzle does not have. */
  sentences?: string[];
  /** Sentences that were recognised by only some of their words, so they may mean more than was read. Listed if the puzzle has more than one solution. */
  unsure?: string[];
  /** The number of drawings that no rule reads, including decoration. */
  drawings: number;
  /** The drawings that no rule reads, by kind, in words: `16 circles and 1 line`; empty if there are none. */
  drawn: string;
  /** Whether the puzzle has a rules text in prose, with drawings or from another program. It may contain more than the clues. */
  text: boolean;
};

/** Drawings that look the same. */
export type UnreadFigures = {
  /** The number and the look of the drawings: `4 grey lines`. */
  name: string;
  /** The number of drawings. */
  count: number;
  /** The cells on which the drawings lie. */
  cells: string[];
};

/** How a puzzle's text was read: how each sentence was understood, and what is unread.  ``` use cluewright::{Compiled, formats, report::Understood}; let text = "grid: 4x4\nkiller-cage r1c1 r1c2 total 3\ntext: Digits in a cage add up to its total.\n"; let read = Understood::of(&Compiled::new(formats::read(text)?.puzzle)?); assert_eq!((read.says.as_str(), read.whole), ("The sentence is understood.", true)); assert_eq!(read.sentences[0].what, "rule"); assert_eq!(read.sentences[0].rules[0].cells, ["r1c1", "r1c2"]); # Ok::<(), cluewright::Error>(()) ``` */
export type Understood = {
  /** How much of the text is understood: `All 7 sentences are understood.` Empty for no text. */
  says: string;
  /** Whether every sentence is understood, the puzzle has all the rules that the sentences state, and no drawing is unread. */
  whole: boolean;
  /** The sentences of the text, in order. */
  sentences?: Sentence[];
  /** Drawings that look like clues but were not read as clues, grouped by look. */
  figures?: UnreadFigures[];
};

/** A sentence of the text. */
export type Sentence = {
  /** The position in the puzzle's text where the sentence begins, in bytes of UTF-8. */
  from: number;
  /** The position in the puzzle's text where the sentence ends, in bytes of UTF-8. */
  to: number;
  /** The sentence. */
  text: string;
  /** The kind of sentence: `rule`, `remark`, `example`, `heading`, or `unread` for a sentence that states a rule but is not understood. */
  what: string;
  /** The rules that the sentence states. */
  rules?: Said[];
  /** Whether the rule was recognised only by some of the words in the sentence. */
  by_words?: boolean;
  /** Whether the sentence continues the previous sentence, and was therefore counted as part of the previous one. */
  goes_on?: boolean;
};

/** A rule that a sentence states. */
export type Said = {
  /** The rule's name. */
  rule: string;
  /** The numbers in the sentence, by parameter of the rule. */
  numbers?: Record<string, number>;
  /** Whether the puzzle has the rule, either for the whole grid or in a clue. */
  kept: boolean;
  /** Whether the puzzle contains the text of the rule. */
  own?: boolean;
  /** The number of clues of this rule, with these numbers. */
  clues: number;
  /** The cells of the clues of this rule. */
  cells?: string[];
  /** The text of a rule made from the sentence, if no existing rule means the same. */
  text?: string;
  /** Other readings of the sentence. */
  others?: Other[];
};

/** Another reading of a sentence. */
export type Other = {
  /** The rule's name. */
  rule: string;
  /** The numbers in the sentence, by parameter of the rule. */
  numbers?: Record<string, number>;
  /** The text of a rule made from the sentence, if no existing rule means the same. */
  text?: string;
};

/** The answer of `close`. */
export type Closed = {
  /** Whether the document was open. */
  closed: boolean;
};

/** The answer of `solve`.  ``` use cluewright::{Compiled, Limits, formats, report::Solved, solve}; let compiled = Compiled::new(formats::read("1234341221434321")?.puzzle)?; let solved = Solved::new(&compiled, &solve(&compiled, &Limits::none()), &Limits::none()); let json = serde_json::to_string(&solved).unwrap(); assert!(json == r#"{"status":"unique","solutions":["1234341221434321"],"count":1,"exact":true}"#); # Ok::<(), cluewright::Error>(()) ``` */
export type Solved = {
  /** The number of solutions: none, one, several, or unknown. */
  status: Status;
  /** The solutions, as many as requested. */
  solutions: string[];
  /** The values of extra cells in each solution, if the puzzle has any. */
  extra?: Extra[][];
  /** The number of solutions; a lower bound unless `exact` is true. */
  count: number;
  /** Whether `count` is the exact number, not just a lower bound. */
  exact: boolean;
  /** The contradictory givens, if they are the reason why there is no solution. */
  clash?: string;
  /** Search nodes, if requested. The number does not depend on whether other puzzles are solved at the same time. */
  nodes?: number;
};

/** The verdict on the number of solutions. */
export type Status = "unique" | "multiple" | "none" | "unknown";

/** The values of the shown extra cells of one name: a grid of numbers, or one number.  ``` use cluewright::{Compiled, Limits, formats, report::Solved, solve}; let compiled = Compiled::new(formats::read("grid: 4x4\nextra: A 0..1\ngivens: 1234341221434321\n")?.puzzle)?; let solved = Solved::new(&compiled, &solve(&compiled, &Limits::none()), &Limits::none()); let json = serde_json::to_string(&solved.extra).unwrap(); assert_eq!(json, r#"[[{"name":"A","value":0}],[{"name":"A","value":1}]]"#); # Ok::<(), cluewright::Error>(()) ``` */
export type Extra = {
  /** A name that is unique in the puzzle: the name that the rule gives its cells, the name of the rule whose clue lists the cells, or the cell's own name. */
  name: string;
  /** For a grid of extra cells: the number for each cell of the puzzle's grid in reading order; null if there is no extra cell or the value is not known. */
  values?: (number | null)[];
  /** For a single extra cell: the number in the cell, if known. */
  value?: number;
};

/** The answer of `count`. */
export type Counted = {
  /** The number of solutions: none, one, several, or unknown. */
  status: Status;
  /** The solutions, if a list was requested and there are few. */
  solutions: string[];
  /** The values of extra cells in each solution, if the puzzle has any. */
  extra?: Extra[][];
  /** The number of solutions; a lower bound unless `exact` is true. */
  count: number;
  /** Whether `count` is the exact number, not just a lower bound. */
  exact: boolean;
  /** The number at which counting stops; 0: no limit. */
  limit: number;
  /** The contradictory givens, if they are the reason why there is no solution. */
  clash?: string;
  /** The number of search nodes, if requested. */
  nodes?: number;
};

/** The answer to a request, or the contradiction between givens. */
export type OrClash = Estimated | Clashed;

/** The answer of `count --estimate`. */
export type Estimated = {
  /** The estimated number of solutions; -1 if the estimate is too large to be represented. */
  estimate: number;
  /** The standard error of the estimate; -1 if the estimate is -1. */
  error: number;
  /** The number of random dives. */
  samples: number;
  /** The number of dives that ended in a solution. */
  hits: number;
  /** Whether a limit was reached before all dives were made. */
  limited?: boolean;
};

/** The answer about a puzzle whose givens contradict each other. */
export type Clashed = {
  /** Always `none`. */
  status: Status;
  /** The contradictory givens, and the rule that they break. */
  clash: string;
};

/** The answer to a request, or the contradiction between givens. */
export type OrClash2 = Split | Clashed;

/** The answer of `count --split`. */
export type Split = {
  /** The number of combinations of values, without those that break a rule outright. */
  combinations: number;
  /** The number of combinations that break a rule outright; absent if there are too many to count. */
  contradictory?: number;
  /** The cells that contradict each other, and the rule that they break. */
  conflicts?: string[];
  /** The combinations that were examined. */
  scenarios: Scenario[];
  /** Whether the solutions of every combination were counted completely. */
  exhaustive: boolean;
  /** Candidates that are not part of any solution, whatever the combination. */
  false_everywhere: Candidate[];
  /** Whether a limit was reached before all combinations were counted. */
  limited?: boolean;
};

/** One combination of values. */
export type Scenario = {
  /** The values of the cells. */
  values: Candidate[];
  /** The number of solutions with this combination, or a lower bound. */
  count: number;
  /** Whether `count` is the exact number, not just a lower bound. */
  exact: boolean;
  /** The solutions with this combination, if a list was requested. */
  solutions: string[];
  /** The values of extra cells in each solution, if the puzzle has any. */
  extra?: Extra[][];
};

/** The answer of `candidates`. */
export type Candidates = {
  /** Whether every candidate was decided. */
  complete: boolean;
  /** The errors in the player's grid, if the grid was checked; if there are errors, `cells` is empty. */
  mistakes?: string[];
  /** The cells of the grid in reading order, then extra cells. */
  cells: CellCandidates[];
  /** The contradictory givens, if they are the reason why there is no solution. */
  clash?: string;
  /** The number of search nodes, if requested. */
  nodes?: number;
};

/** A cell and its true candidates. */
export type CellCandidates = {
  /** The cell's name: `r1c1`, or an extra cell's name. */
  cell: string;
  /** The digits that some solution has in this cell. */
  candidates: number[];
  /** For each digit in `candidates`, the number of solutions that have the digit in this cell, up to the requested number. */
  counts?: number[];
  /** The digits for which it is not known whether some solution has them in this cell. */
  unknown?: number[];
};

/** The answer of `hidden`. */
export type InFog = {
  /** The cells that fog hides, in reading order. */
  cells: string[];
  /** Clues that are not fully visible, by their indices in the puzzle's list, from 0. */
  clues: number[];
};

/** The answer of `conflicts`. */
export type Conflicting = {
  conflicts: Conflict[];
};

/** Digits that contradict each other. */
export type Conflict = {
  /** The rule that forbids the digits; absent if the cell cannot contain the digit at all. */
  rule?: string;
  /** The index of the clue in the puzzle's list, from 0, counted depth first through combined clues. */
  clue?: number;
  /** The cells of the clue or house whose rule forbids the digits. */
  within?: string[];
  /** The cells that contain the contradictory digits. */
  cells: string[];
  /** The contradictory digits. */
  candidates: Candidate[];
  /** The conflict in one sentence. */
  text: string;
};

/** The answer of `chain`. */
export type Chained = {
  /** The errors in the player's grid; if there are any, the other fields are absent. */
  mistakes?: string[];
  /** The links, one from each candidate to the next. */
  links: Linked[];
  /** The conclusion of the chain, or the reason why there is none. */
  text: string;
  /** Candidates that are false if the chain is valid. */
  removed?: Candidate[];
  /** A candidate that is true if the chain is valid. */
  placed?: Candidate;
};

/** A link of the chain. */
export type Linked = {
  /** The first candidate. */
  from: Candidate;
  /** The second candidate. */
  to: Candidate;
  /** Whether at least one of the two candidates is true. */
  strong: boolean;
  /** Whether at most one of the two candidates is true. */
  weak: boolean;
  /** The kind of link, and the reason for it. */
  text: string;
};

/** The answer of `check`. */
export type Checked = {
  /** Whether there are no errors. */
  ok: boolean;
  /** The kind of check: of a filled `grid`, or of a `puzzle`. */
  checked: string;
  /** The number of solutions, if a puzzle was checked. */
  status?: Status;
  /** The errors, one sentence each. */
  flaws: string[];
  /** If there is no solution: the parts of the puzzle that contradict each other, and the argument. If there are several solutions: a digit that would leave only one. */
  why?: string[];
  /** Redundant givens and clues, if requested. */
  removed?: string[];
  /** The puzzle without the redundant givens and clues, in the format `clue`. */
  minimal?: string;
  /** Whether a limit was reached before the check was complete. */
  limited?: boolean;
};

/** The answer of `why`. */
export type Because = {
  /** The number of solutions: one, none, several, or unknown. */
  status: Status;
  /** A summary in one or two sentences. */
  text: string;
  /** If there is no solution: the parts of the puzzle that contradict each other. */
  against?: Against[];
  /** The shortest argument found for the contradiction, one sentence per step; if there are several solutions, a digit that would leave only one. */
  story?: string[];
  /** If there are several solutions: the cells in which two of the solutions differ. */
  differ?: Differ[];
  /** If there are several solutions: a digit that would leave only one. */
  one_more?: OneMore;
  /** Whether a smaller set of parts may already be contradictory. */
  perhaps_fewer?: boolean;
  /** Whether a limit ended the search for the fewest parts. */
  limited?: boolean;
};

export type Against = {
  /** The kind of part: `given`, `clue` or `rule`. */
  kind: string;
  /** The index of the part among the puzzle's givens, clues or rules, from 0. */
  number: number;
  /** The name of the part, for people. */
  name: string;
  /** The cells of the part. */
  cells: string[];
};

export type Differ = {
  cell: string;
  /** The cell's digits in the two solutions. */
  values: [number, number];
};

export type OneMore = {
  cell: string;
  digit: number;
};

/** A step, sent as soon as it is found. */
export type FoundStep = {
  /** The number of the step, from 1. */
  number: number;
  /** The number of cells that were filled in before the step. */
  filled: number;
  /** The step. */
  step: Step;
  /** The position before the step: for each cell its digit or its remaining candidates. Absent unless requested. */
  position?: WrittenReport[];
};

/** One step. */
export type Step = {
  /** The technique's id. */
  technique: string;
  /** The step's name: the technique's name, or the clues and the kind of argument (`Arrow and box 3`). */
  name: string;
  /** The step's difficulty, with one decimal. */
  difficulty: number;
  /** Candidates that the step proves true. */
  placements: Candidate[];
  /** Candidates that the step proves false. */
  eliminations: Candidate[];
  /** The step in one sentence. */
  text?: string;
  /** The argument of the step, in detail. */
  details?: string[];
  /** The reasons of the step. */
  because: Reason[];
  /** For a value with only one place in a house: the digits and facts that block the other places, with as few digits as could be found. */
  blockers?: Blocker[];
  /** For a step about clues that are sums: what remains of each sum for the clue's open cells. */
  sums?: Sum[];
  /** The cells and candidates that illustrate the step, if requested. */
  highlights?: Highlight[];
  /** The checker's verdict on the step. */
  proof?: Proof;
};

/** One premise of a step. */
export type Reason = {
  /** The kind of premise, such as `group`, `different`, `link`, `constraint`, `sum`, `assume` or `unique`. */
  kind: string;
  /** The name of the premise for people: `row 3`, `the cage 13 at r4c1`. */
  name: string;
  /** The rule that is the premise, if there is one. */
  rule?: string;
  /** The candidates that the premise is about. */
  candidates: Candidate[];
  /** For an assumption: the steps that follow from the assumption. */
  steps?: Step[];
};

/** A reason why a value is excluded from some places of a house. */
export type Blocker = {
  /** The blocking digit; absent if no digit blocks these places. */
  by?: Candidate;
  /** The house that contains both the digit and these places (`row 3`), or a fact about these places alone; empty if earlier steps excluded the value. */
  name?: string;
  /** The places from which the value is excluded. */
  cells: string[];
};

/** A clue's sum without the filled-in cells. */
export type Sum = {
  /** The clue: `the cage 10 at r4c1`. */
  name: string;
  /** The calculation: `10 - 6 = 4`. */
  text: string;
  /** The open cells, whose values add up to the remainder. */
  cells: string[];
};

/** The checker's verdict on a step. */
export type Proof = {
  /** `proved`; `refuted` if the conclusion does not follow from the reasons; `unproved` if the work limit of a proof was not enough; `stopped` if the time ran out. */
  verdict: string;
  /** The reason why the step could not be proved. */
  why?: string;
};

/** The answer to a request, or the contradiction between givens. */
export type OrClash3 = Explained | Clashed;

/** The answer of `explain`. */
export type Explained = {
  /** How the path ends: `solved`, `stuck`, `contradiction`, `limit`; `fog` if no further step uses only what is visible. */
  status: string;
  /** The number of solutions of the puzzle, unless there is exactly one; if there is not, the path may be incomplete. */
  solutions?: Status;
  /** The reasons why the puzzle has no solution, one sentence per reason. */
  why?: string[];
  /** The grid at the end of the path. */
  grid: string;
  /** The values of extra cells at the end of the path, if the puzzle has any. */
  extra?: Extra[];
  /** The steps of the path. */
  steps: Step[];
  /** The difficulty of the path. */
  rating: Rating;
  /** The steps that made the puzzle hard, if requested. */
  summary?: Summary;
  /** The number of steps that were proved again from their reasons alone; see [`Explained::with_proofs`]. */
  verified?: number;
  /** The number of steps whose conclusions do not follow from their reasons. */
  refuted?: number;
  /** The number of steps that were not proved within the limits of work or time. */
  unproved?: number;
};

/** The rating of a path. */
export type Rating = {
  /** The scale of `hardest_step`: `step`, the difficulty of a step. */
  scale: string;
  /** The difficulty of the hardest step, with one decimal; a lower bound if the path is incomplete. */
  hardest_step: number;
  /** An old name of `hardest_step`, to be removed in version 0.2. */
  rating: number;
  /** Whether the path is complete. */
  solved?: boolean;
  /** The hardest step's technique; absent if there are no steps. */
  technique?: string;
  /** The hardest step's name: the technique's name, or the clues and the kind of argument (`Arrow and box 3`). */
  name?: string;
  /** The number of steps in the path. */
  steps: number;
  /** The number of steps of each technique, in the order of their first use. */
  techniques: ([string, number])[];
};

/** The few steps that made a puzzle hard. */
export type Summary = {
  /** The numbers of these steps in the path, from 1: at most seven; empty if the difficulty does not come from a few steps. */
  steps: number[];
  /** The rating of the hardest technique that the other steps need, with one decimal. */
  rest?: number;
  /** Whether a limit was reached before the summary was complete. */
  limited?: boolean;
  /** The summary in words: a line for each step and one for the rest. */
  text: string[];
};

/** The answer to a request, or the contradiction between givens. */
export type OrClash4 = Listed | Clashed;

/** The answer of `steps`. */
export type Listed = {
  /** The kind of answer: `steps`, `none`, `mistakes`, `unknown`. */
  status: string;
  /** Whether the list is complete; `false` if the time ran out. */
  complete: boolean;
  /** The errors in the player's grid. */
  mistakes?: string[];
  /** The steps that were found. */
  steps: ListedStep[];
};

/** A step, and other ways to reach the same conclusion. */
export type ListedStep = {
  /** The technique's id. */
  technique: string;
  /** The step's name: the technique's name, or the clues and the kind of argument (`Arrow and box 3`). */
  name: string;
  /** The step's difficulty, with one decimal. */
  difficulty: number;
  /** Candidates that the step proves true. */
  placements: Candidate[];
  /** Candidates that the step proves false. */
  eliminations: Candidate[];
  /** The step in one sentence. */
  text?: string;
  /** The argument of the step, in detail. */
  details?: string[];
  /** The reasons of the step. */
  because: Reason[];
  /** For a value with only one place in a house: the digits and facts that block the other places, with as few digits as could be found. */
  blockers?: Blocker[];
  /** For a step about clues that are sums: what remains of each sum for the clue's open cells. */
  sums?: Sum[];
  /** The cells and candidates that illustrate the step, if requested. */
  highlights?: Highlight[];
  /** The checker's verdict on the step. */
  proof?: Proof;
  /** Other ways to reach the same conclusion, if requested. */
  other_ways?: Step[];
  /** The number of other ways to reach the same conclusion. */
  others?: number;
};

/** The answer of `hint`. */
export type Hinted = {
  /** The kind of answer: `step`, `mistakes`, `done`, `stuck`, `limit`, `contradiction`, `fog` if no step uses only what is visible; or, if the puzzle is not valid, `none` or `multiple`. */
  status: string;
  /** The errors in the player's grid, at any level; `text` reveals no more than its level allows. */
  mistakes?: string[];
  /** The level of detail: 1 to 4. */
  level: number;
  /** The hint; each entry is a sentence or two. */
  text: string[];
  /** The step, at level 4. */
  step?: Step;
  /** The cells and candidates that illustrate the hint, if requested; they reveal no more than the hint's level allows. */
  highlights?: Highlight[];
  /** Whether the puzzle has several solutions; the hint is then true in all of them. */
  several?: boolean;
};

/** The answer of `last-right`. */
export type LastFound = {
  /** The number of solutions; unless there is exactly one, positions are checked only against the rules. */
  status: Status;
  /** The index of the last correct position, from 0; absent if there is none. */
  last?: number;
  /** The errors in the position after the last correct one, a sentence each. */
  mistakes?: string[];
  /** The number of mistakes that cause the errors in `mistakes`: errors that share a cell count once. */
  count?: number;
};

/** The answer of `rate`. */
export type Rated = {
  /** The verdict; only a puzzle with the status `unique` has a rating. */
  status: Status;
  /** The scale of `hardest_step`: `step`, the difficulty of a step. */
  scale?: string;
  /** The difficulty of the hardest step, with one decimal; a lower bound if the path is incomplete. */
  hardest_step?: number;
  /** An old name of `hardest_step`, to be removed in version 0.2. */
  rating?: number;
  /** Whether the path is complete. */
  solved?: boolean;
  /** The hardest step's technique; absent if there are no steps. */
  technique?: string;
  /** The hardest step's name: the technique's name, or the clues and the kind of argument (`Arrow and box 3`). */
  name?: string;
  /** The number of steps in the path. */
  steps?: number;
  /** The number of steps of each technique, in the order of their first use. */
  techniques?: ([string, number])[];
  /** The points of our own scale, from 0 to 1000; a lower bound if there is no word. */
  points?: number;
  /** The word for the points, from `beginner` to `expert`, or `beyond patterns`. */
  word?: string;
  /** The ratings on the requested scales. */
  scales?: ScaleReport[];
  /** The contradictory givens, if they are the reason why there is no solution. */
  clash?: string;
};

/** The rating on one scale. */
export type ScaleReport = {
  /** The scale: `cluewright`, `se`, `sukaku`, `hodoku`. */
  scale: string;
  /** A summary: `ER 7.1, EP 1.2, ED 1.2`; or the reason why there is no rating. */
  text: string;
  /** The level in the scale's own terms, if it has levels. */
  word?: string;
  /** The figures of the rating by name; empty if there is no rating. */
  figures?: Record<string, number>;
  /** The hardest step, under the name that the scale's program uses. */
  hardest?: string;
  /** The number of steps with each name, if the scale counts them. */
  techniques?: ([string, number])[];
  /** A note that matters when ratings are compared. */
  note?: string;
  /** How the solving time is distributed, for the scale `cluewright`. */
  profile?: Profile;
  /** The path that the scale rates, step by step, if requested. */
  path?: ScaleStep[];
};

/** The distribution of a puzzle's solving time. */
export type Profile = {
  /** Seconds by cell, in reading order, 0 for givens: a heat map. A round's time is shared among the cells of its moves. */
  cells: number[];
  /** The share of the solving time that each kind of step takes, from 0 to 1, the easiest kind first. */
  shares: Record<string, number>;
  /** The three longest rounds with at most three available moves, in order. */
  bottlenecks: Place[];
  /** The first round with the hardest kind of step. */
  hardest?: Place;
};

/** A round of moves of one kind. */
export type Place = {
  /** The number of the round, from 1. */
  round: number;
  /** The kind of the moves in this round. */
  class: string;
  /** For trials: the number of layers until a contradiction. */
  layers?: number;
  /** The number of moves available in this round. */
  supply: number;
  /** The number of cells that are still empty before this round. */
  open: number;
  /** The duration of the round, in seconds. */
  seconds: number;
  /** The cells of the moves in this round, as `r1c1`, in reading order. */
  cells: string[];
};

/** A step of the path that a scale rates. */
export type ScaleStep = {
  /** The scale's name for the step. */
  name: string;
  /** The step's share of the rating: a rating (`se`), points of the score (`hodoku`), seconds (`cluewright`). */
  figure: number;
  /** The step's share as the scale writes it: `1.0`, `14`, `34 s`. */
  text: string;
  /** Candidates that the step proves true. */
  placements?: Candidate[];
  /** Candidates that the step proves false. */
  eliminations?: Candidate[];
};

/** A new puzzle. */
export type Generated = {
  /** The number of the puzzle within the answer, from 1. */
  id: string;
  /** The puzzle in the requested format. */
  puzzle: string;
  /** The rules and clues that `puzzle` leaves out, so that it may have other solutions. */
  lost?: string[];
  /** The puzzle's solution. */
  solution: string;
  /** The contents of extra cells in the solution, if the puzzle has any. */
  extra?: Extra[];
  /** The puzzle's title, if there is one. */
  title?: string;
  /** The puzzle's rules in words, if there are any. */
  text?: string;
  /** The number of givens. */
  givens: number;
  /** The number of clues. */
  clues: number;
  /** The number of cells that the new clues cover; clues outside the grid cover none. */
  covered?: number;
  /** The number of the attempt that made the puzzle, from 1; the seed and this number identify the puzzle. */
  attempt: number;
  /** The version of Cluewright that made the puzzle: another version may make a different puzzle from the same seed. */
  engine_version?: string;
  /** Whether the rating is complete. */
  solved: boolean;
  /** The rating of the puzzle's solution path; absent unless requested. */
  rating?: Rating;
  /** The rating on the requested scale. */
  scales?: ScaleReport[];
};

/** The answer of `generate`. */
export type Done = {
  /** The number of puzzles made. */
  made: number;
  /** The number of attempts that were made. */
  attempts: number;
  /** If there are fewer puzzles than requested: the reason, as a sentence without a full stop. */
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
  /** The cells outside the grid, with their positions. */
  beside?: OuterCell[];
  /** The sentence of the step shown; or a note that the solution shown is not the only one. */
  text?: string;
  /** How many clues and drawings were left out because the picture would be too large. */
  left_out?: number;
};

export type Layer = {
  /** The layer's name: `background`, `shades`, `regions` and so on. */
  name: string;
  /** The layer's title, for people. */
  title: string;
  /** A description of the layer's contents. */
  desc: string;
  /** The layer as an SVG group. */
  svg: string;
};

/** A cell outside the grid. */
export type OuterCell = {
  /** The cell's name. */
  cell: string;
  /** The coordinates of the cell's centre, in units. */
  x: number;
  y: number;
};

/** The answer of `sheet`. */
export type Sheets = {
  /** The PDF file, which contains only ASCII characters. */
  pdf: string;
  /** The number of pages. */
  pages: number;
  /** The numbers of the puzzles without a solution page, from 1: no unique solution was found for them. */
  unsolved?: number[];
};

/** The answer of `import`. */
export type Imported = {
  puzzles: OneOfMany[];
  /** Whether the text contains more puzzles after these. */
  more: boolean;
};

/** One puzzle of a text that contains several. */
export type OneOfMany = {
  /** The text of the puzzle. */
  text: string;
  format?: string;
  title?: string;
  author?: string;
  notes?: Note[];
  /** The reason why the text cannot be read. */
  wrong?: string;
};

/** The answer of `convert`. */
export type Converted = {
  /** The id of the format. */
  format: string;
  /** The puzzle in the requested format. */
  text: string;
  /** Notes on losses that may change the solutions. */
  lost: string[];
  /** Other notes: a title that was left out, rules written without their names. */
  notes?: string[];
  /** Whether the text may have other solutions although `lossy` was not set. */
  changed?: boolean;
};

/** The answer of `rules`. */
export type Catalogue = {
  rules: RuleReport[];
};

/** A rule of the library or of a puzzle. */
export type RuleReport = {
  /** The rule's name. */
  name: string;
  /** The rule in one sentence. */
  about: string;
  /** Whether the rule has clues; otherwise it holds once for the whole puzzle. */
  clue: boolean;
  /** The parameters of the rule's clues, or the rule's options. */
  params: Param[];
  /** How the rule's clues look: the words of the rule's `draw` lines, one entry per mark. */
  draw: string[];
  /** Phrases that puzzle texts use for the rule, from the rule's `told` lines. */
  told?: string[];
  /** The rule's names in other programs: format and name. */
  also: ([string, string])[];
};

/** A parameter of a rule. */
export type Param = {
  /** The parameter's name. */
  name: string;
  /** The shape of the parameter's cells (`cell`, `cells`, `edge`, `corner`, `line`, `lines`, `cage`, `bulb`, `lists`, `outside`, `map`), or `number`, `numbers`, `boolean`, `text`. */
  kind: string;
  /** The parameter's minimum and maximum, if these are plain numbers. */
  range?: [number, number];
  /** Whether the parameter may be left out. */
  optional: boolean;
};

/** The answer of `rule`. */
export type Shown = {
  /** The rule's name. */
  name: string;
  /** The rule in one sentence. */
  about: string;
  /** Whether the rule has clues; otherwise it holds once for the whole puzzle. */
  clue: boolean;
  /** The parameters of the rule's clues, or the rule's options. */
  params: Param[];
  /** How the rule's clues look: the words of the rule's `draw` lines, one entry per mark. */
  draw: string[];
  /** Phrases that puzzle texts use for the rule, from the rule's `told` lines. */
  told?: string[];
  /** The rule's names in other programs: format and name. */
  also: ([string, string])[];
  /** The rule's text in the rule language. */
  text: string;
  /** A sample clue as a line of a `.clue` file; for a rule of the whole grid, the rule's name with its options. */
  sample: string;
  /** A 9x9 grid with the sample clue, as SVG. */
  svg: string;
};

/** The answer of `lint`. */
export type Linted = {
  /** One line per rule, and remarks on statements that deduce little. */
  remarks: string[];
};

/** The answer of `test-rules`. */
export type Tested = {
  tests: Test[];
};

export type Test = {
  rule: string;
  line: number;
  /** Whether the example's grid must pass. */
  passes: boolean;
  grid: string;
  /** The example's arguments as written; empty if there are none. */
  with: string;
  /** Whether the example passes or fails as stated. */
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
  /** The technique's id. */
  id: string;
  /** The technique's name for people. */
  name: string;
  /** Other names of the technique. */
  other_names: string[];
  /** The technique's name in `HoDoKu` and on Sudopedia, if it differs; empty otherwise. */
  elsewhere: string;
  /** The technique's difficulty, with one decimal. */
  difficulty: number;
  /** Whether the technique is used only if you name it. */
  on_request: boolean;
  /** The source that describes the technique. */
  source: string;
};

/** Progress of the work. */
export type Progress = {
  /** The share of the work that is done, from 0 to 1. */
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
  /** The place in the text of the puzzle or rule: line and column, from 1. */
  place?: [number, number];
  /** How to fix the error. */
  hint?: string;
  /** The text that contains the place, if it is not the puzzle's text: `rule camel`. */
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
  /** The id of the request to end. */
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
  /** Rules to add: names of rules of the whole grid, with options if they have some (`leaper(down=1, right=3)`), and texts in the rule language. */
  rules?: string[];
  /** Read drawings as clues; the default depends on the format. */
  guess?: boolean;
  /** The format of the text; by default it is detected. */
  format?: FormatId;
  /** Accept a text that is not fully understood; notes list the parts that are not, and answers may then be wrong. */
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
  /** Rules to add: names of rules of the whole grid, with options if they have some (`leaper(down=1, right=3)`), and texts in the rule language. */
  rules?: string[];
  limits?: Bounds;
  /** A new text of the whole puzzle, in any format. */
  text?: string;
  /** The clues to remove, by their indices in the puzzle's list, from 0. */
  remove?: number[];
  /** Rules of the whole grid to remove, by name, even if they are part of a combined rule. */
  without?: string[];
  /** Names of rules that were read from the text but should not have been: their clues become drawings again. */
  unread?: string[];
  /** Lines of a `.clue` file to add: clues, `given r1c1 5`, `rules:` with all rules of the grid, a title. */
  add?: string[];
  /** New givens: a line or rows of digits. */
  givens?: string;
  /** Read drawings as clues; the default depends on the format. */
  guess?: boolean;
  /** The format of the text; by default it is detected. */
  format?: FormatId;
  /** Accept a text that is not fully understood; notes list the parts that are not, and answers may then be wrong. */
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

/** Finds the solution of a puzzle and checks whether it is the only one. */
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
  /** Report the number of search nodes. */
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
  /** Also list the solutions, up to ten thousand. */
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
  /** The number of random dives. */
  samples?: number;
  /** The seed: the same seed makes the same dives. */
  seed?: number;
} & (unknown);

export type EstimateAnswer = OrClash;

/** Counts solutions for every combination of values of some cells. */
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
  /** Stop counting at this number for each combination; 0 counts them all. */
  limit?: number;
  /** The number of combinations to choose at random; default: all. */
  sample?: number;
  /** The seed: the same seed chooses the same combinations. */
  seed?: number;
  /** Also list the solutions, if there are fewer than a hundred in all. */
  list?: boolean;
} & (unknown);

export type SplitAnswer = OrClash2;

/** Lists the candidates that are part of some solution, with the number of these solutions if requested, or the candidates that the rules do not exclude. */
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
  /** Also count the solutions of every true candidate, up to this number. */
  counts?: number;
  /** The player's grid, for the levels `plain` and `logical`; default: the grid in the puzzle. */
  position?: Position;
  /** For the levels `plain` and `logical`, use only what fog lets the player see in this position. */
  fog?: boolean;
} & (unknown);

export type CandidatesAnswer = Candidates;

/** Lists the cells and clues that fog hides from the player. */
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
  /** The player's grid; default: the grid in the puzzle. */
  position?: Position;
} & (unknown);

export type HiddenAnswer = InFog;

/** Lists the digits of an unfinished grid that break a rule or clue. */
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
  /** The player's grid; default: the grid in the puzzle. */
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
  /** The candidates of the chain, in order: two or more, such as `{"cell": "r1c1", "value": 5}`. */
  chain: Candidate[];
  /** The player's grid; default: the grid in the puzzle. */
  position?: Position;
  /** Use only what fog lets the player see. */
  fog?: boolean;
} & (unknown);

export type ChainAnswer = Chained;

/** Checks a puzzle or a filled grid, and lists the errors in it. */
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

/** Explains why a puzzle is not valid: gives a minimal conflict, or the place where two solutions differ. */
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

/** Removes givens and clues from a puzzle as long as the solution remains unique. */
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

/** Solves a puzzle as a person would, one step at a time, with the reason for each step. */
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
  /** Send each step as a partial answer as soon as it is found; the final answer then contains no steps. Not available in fog. */
  stream?: boolean;
  /** Include the position before each step that is sent. */
  positions?: boolean;
  /** Prove every step again from its reasons alone. */
  verify?: boolean;
  /** Include the few steps that make the puzzle hard: at most seven, apart from which the puzzle is easy. Not available in fog. */
  summary?: boolean;
  /** Stop where a player in fog cannot continue: each step uses only what is visible at that time. */
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
  /** The player's grid; default: the grid in the puzzle. */
  position?: Position;
  /** List only steps that conclude something about these cells: r1c1,r2c5, or A1,B5 (letter: row), A1-A3, r1, c2, b3. */
  cells?: Names;
  /** List only steps that conclude something about these digits. */
  digits?: Names;
  /** Include other ways to the same conclusion. */
  other_ways?: boolean;
  /** The maximum number of steps to find; default: all. */
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

/** Points out the errors in the player's grid or, if there are none, gives the next step, in four levels of detail. */
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
  /** The player's grid; default: the grid in the puzzle. */
  position?: Position;
  /** The level of detail: 1: the technique or the kind of clue; 2: where to look; 3: what to notice there; 4: the whole step. */
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
  /** Use only what fog lets the player see in the newest position. */
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
  /** Include the path that each scale rates: the scale's name for each step, and the step's cost. */
  paths?: boolean;
  /** Include the points of our own scale and the hardest step of our path, whichever scales are requested. */
  own?: boolean;
} & (unknown);

export type RateAnswer = Rated;

/** Makes puzzles with the grid and rules of a given puzzle, either with that puzzle's clues and new givens or with new clues of any kinds. */
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
  /** The number of puzzles. */
  count?: number;
  /** The maximum number of attempts; default: 20,000 per puzzle. */
  attempts?: number;
  /** The format to write. */
  to?: FormatId;
  /** Make clues of these rules, as many as needed, or a number or range: `killer-cage=10..14,arrow`; `thermometer=3:4..6` makes three thermometers of four to six cells, `white-dot=all` makes a white dot wherever it would be true. */
  clues?: ClueKinds;
  /** Leave out the puzzle's own clues; unless `clues` names rules, make about as many of the same kinds and sizes. */
  like?: boolean;
  /** Irregular regions for the grid. */
  regions?: Regions;
  /** What to prefer when clues are made. */
  prefer?: Prefer;
  /** The number of givens, or a range; default: as few as possible. */
  givens?: Range;
  /** Remove redundant givens and clues; the default if clues are made or a technique is required or avoided. */
  minimal?: boolean;
  /** The symmetry of givens and clues. */
  symmetry?: Symmetry;
  /** The difficulty: a level of our own scale (beginner, easy, medium, hard, expert) or of the scale that `scale` names; or a number or range, for the hardest step or for that scale's main figure. */
  difficulty?: HowHard;
  /** The scale of `difficulty`: `cluewright` (a level or points), `hodoku` (easy, medium, hard, unfair, extreme, or a score), `se` (ER), `sukaku`. */
  scale?: Scale;
  /** Make only one puzzle for each solution grid; without clues, rearranged grids count as one. */
  distinct?: boolean;
  /** The puzzle must require this technique: the techniques rated below it are not enough to solve the puzzle. */
  technique?: TechniqueId;
  /** Techniques that the puzzle must not require. */
  avoid?: TechniqueList;
  /** Rate the puzzles; rating takes most of the time. */
  rated?: boolean;
  /** The seed: the same seed makes the same puzzles. */
  seed?: number;
} & (unknown);

export type GenerateAnswer = Done;

export type GeneratePart = Generated;

/** Draws a puzzle, a position, the solution or a step, as SVG or in layers. */
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
  /** The player's grid; default: the grid in the puzzle. */
  position?: Position;
  /** Cover what fog hides from the player of this position. */
  fog?: boolean;
  /** Cover these cells, as `hidden` lists them. */
  covered?: Names;
  /** Show every candidate that the rules do not exclude. */
  candidates?: boolean;
  /** Show the solution. */
  solution?: boolean;
  /** Show this step of the path, from 1. */
  step?: number;
  /** Cells, candidates and links to highlight, in the form in which steps and hints list them. */
  highlights?: Highlight[];
  /** Write title and rules under the grid. */
  words?: boolean;
  /** Answer with separate layers. */
  layers?: boolean;
  /** A prefix for the ids in the SVG, for pages with several pictures: letters, digits, `-` and `_`. */
  prefix?: string;
  /** The width in pixels; default: the available width. */
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

/** Lays out puzzles on paper: a PDF with titles, rules, levels and solutions. */
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
  /** The number of puzzles per page. */
  each?: number;
  /** The paper size. */
  paper?: Paper;
  /** A title at the top of each page. */
  title?: string;
  /** Leave a line for a name and a date. */
  names?: boolean;
  /** Put the solutions on separate pages at the end. */
  solutions?: boolean;
  /** Print the difficulty and the hardest technique of each puzzle. */
  levels?: boolean;
  /** Put two pages on each side of the paper, in the order of a booklet folded in the middle. */
  booklet?: boolean;
};

export type SheetAnswer = Sheets;

/** Reads a text that contains one or more puzzles (lines, tables, JSON lines), without solving any. */
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
  /** The text to read. */
  text: string;
  /** How many puzzles to skip. */
  skip?: number;
  /** The maximum number of puzzles to return. */
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
  /** Accept a lossy conversion: the written text may lack some rules or clues, and so may have other solutions. */
  lossy?: boolean;
} & (unknown);

export type ExportAnswer = Converted;

/** Writes the canonical form of an ordinary 9x9 puzzle, which all rearrangements of the puzzle share. */
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

/** Lists the rules of the library and those of a text, with their parameters. */
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

/** Shows a rule: its text, and a picture of one of its clues. */
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
  /** The rule's name. */
  name: string;
  /** A text in the rule language that may contain the rule. */
  text?: string;
};

export type RuleAnswer = Shown;

/** Checks rules in the rule language: reports the first mistake, with its place, or remarks on the rules. */
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
  /** The rules, in the rule language. */
  text: string;
};

export type LintAnswer = Linted;

/** Runs the examples in rules written in the rule language. */
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
  /** The rules, in the rule language. */
  text: string;
};

export type TestRulesAnswer = Tested;

/** Lists the techniques in the order in which they are tried. */
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
