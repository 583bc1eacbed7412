// The answers of the engine that the page reads, as docs/protocol.schema.json describes them.

export type Status = "unique" | "multiple" | "none" | "unknown";
export type Candidate = { cell: string; value: number };
export type Written = { cell: string; digit?: number; marks?: number[] };

export type ClueReport = { rule: string; name: string; written: string; cells: string[] };
export type RuleUse = { rule: string; written: string; about: string };
export type Note = { kind: "unknown" | "guess" | "lost" | "decoration" | "info"; text: string };
export type House = { name: string; cells: string[] };

/** The answer of `open`, `change`, `puzzle`. Lists that are empty are absent. */
export type PuzzleReport = {
  title?: string;
  author?: string;
  text?: string;
  format: string;
  rows: number;
  columns: number;
  cells: string[];
  first: number;
  digits: number;
  labels?: string[];
  givens?: Candidate[];
  written?: Written[];
  houses?: House[];
  rules?: RuleUse[];
  /** What all rules say, a sentence each. */
  says?: string[];
  clues?: ClueReport[];
  clue?: string;
  solution?: boolean;
  notes?: Note[];
};

export type Layer = { name: string; title: string; desc: string; svg: string };

/** The answer of `draw`. */
export type Picture = {
  svg?: string;
  view: [string, string, string, string];
  letters?: string;
  layers?: Layer[];
  beside?: { cell: string; x: number; y: number }[];
  text?: string;
};

export type Highlight =
  | { kind: "cells"; role: string; cells: string[] }
  | { kind: "candidates"; role: string; candidates: Candidate[] }
  | { kind: "link"; strong: boolean; from: Candidate[]; to: Candidate[] };

export type Step = {
  technique: string;
  difficulty: number;
  placements?: Candidate[];
  eliminations?: Candidate[];
  text?: string;
  details?: string[];
  because?: unknown[];
  highlights?: Highlight[];
};

export type Hinted = {
  status: "step" | "mistakes" | "done" | "stuck" | "limit" | "contradiction" | "none" | "multiple" | "unknown";
  mistakes?: string[];
  level: number;
  text?: string[];
  step?: Step;
  highlights?: Highlight[];
  several?: boolean;
};

export type FoundStep = { number: number; filled: number; step: Step; position?: Written[] };
export type Conflict = {
  rule?: string;
  clue?: number;
  within?: string[];
  cells: string[];
  candidates: Candidate[];
  text: string;
};
/** What the shown extra cells of one name hold: a number for each cell of the grid, or one number. */
export type Extra = { name: string; values?: (number | null)[]; value?: number };
export type Solved = {
  status: Status;
  solutions?: string[];
  /** What each of them holds in extra cells. */
  extra?: Extra[][];
  count?: number;
  exact?: boolean;
  clash?: string;
};
export type Rating = {
  scale: string;
  /** The difficulty of the hardest step. */
  hardest_step: number;
  /** @deprecated The same: an old name, which goes with version 0.2. */
  rating: number;
  /** Was the path found to its end? */
  solved?: boolean;
  technique?: string;
  steps: number;
  techniques?: [string, number][];
};
/** The fields of the rating stand beside the others. */
export type Rated = { status: Status; points?: number; word?: string; scales?: ScaleRating[]; clash?: string } & Partial<Rating>;
/** What a scale says in short, or why it says nothing. */
export type ScaleRating = {
  scale: string;
  text: string;
  word?: string;
  figures?: Record<string, number>;
  hardest?: string;
  note?: string;
  /** Where the time goes, by the scale that measures time: seconds by cell, in reading order. */
  profile?: { cells: number[] };
};
export type CellCandidates = { cell: string; candidates: number[]; counts?: number[]; unknown?: number[] };
export type Candidates = { complete: boolean; cells: CellCandidates[]; clash?: string; mistakes?: string[] };
export type Because = {
  status: Status;
  text: string;
  against?: { kind: "given" | "clue" | "rule"; number: number; name: string; cells: string[] }[];
  /** How they contradict each other, a sentence a step; of several solutions which digit would leave one. */
  story?: string[];
  differ?: { cell: string; values: [number, number] }[];
  /** Is it not known of each part that it is needed? */
  perhaps_fewer?: boolean;
  limited?: boolean;
};
export type Checked = { ok: boolean; flaws?: string[]; removed?: string[]; minimal?: string; limited?: boolean };
export type Generated = {
  id: string;
  puzzle: string;
  solution: string;
  extra?: Extra[];
  title?: string;
  /** Its rules in words. */
  text?: string;
  givens: number;
  clues: number;
  /** Cells that clues lie on, where those were made. */
  covered?: number;
  /** The number of the attempt that made it, from 1. */
  attempt: number;
  solved: boolean;
  rating?: Rating;
  /** What the scale says that a level was asked for on. */
  scales?: ScaleRating[];
};
export type Param = { name: string; kind: string; range?: [number, number]; optional?: boolean };
export type RuleReport = {
  name: string;
  about: string;
  clue: boolean;
  params?: Param[];
  draw?: string[];
  told?: string[];
  also?: [string, string][];
};
export type Converted = { format: string; text: string; lost?: string[]; notes?: string[]; changed?: boolean };
export type Imported = {
  puzzles: { text: string; format?: string; title?: string; author?: string; notes?: Note[]; wrong?: string }[];
  more: boolean;
};
export type Technique = { id: string; name: string; difficulty: number; on_request?: boolean; source?: string };
export type Format = { id: string; about: string; endings: string[]; writes: boolean };
export type Meta = { engine: string; version: string; levels: { word: string; from: number; to: number }[]; scales: string[]; formats: Format[]; operations: { name: string; about: string }[] };
