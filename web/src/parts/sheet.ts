// Puzzles on paper: a sheet that the browser prints, or a PDF made by the engine.
import { ask, EngineError, type Engine, type Lane, type Request } from "../engine/engine";
import type { Picture, PuzzleReport, Rated, Sheets } from "../engine/types";
import { settings } from "../state/settings";
import { usualRules } from "../state/usual";
import { t } from "../texts";
import { words } from "./errors";

export type Sheet = { text: string; title?: string };
export type SheetOptions = { perPage: number; solutions: boolean; levels: boolean };
export type SheetWatch = { progress?: (done: number, all: number) => void; signal?: AbortSignal };

/**
 * The maximum length of the rules below a puzzle, in characters, by the number of puzzles per page. Longer rules are printed at the
 * end.
 */
const ROOM: Record<number, number> = { 1: 1500, 2: 600, 4: 300, 6: 130, 9: 60 };
/** The number of solutions per page. */
const SOLUTIONS = 12;
/** The time limit for a solution or a level, in milliseconds. */
const TIME = 30_000;

type Drawn = {
  number: number;
  title: string;
  author: string;
  svg: string;
  rules: string[];
  level: string;
  /** The drawn solution, or the reason why there is no solution. */
  solution: { svg: string } | { why: string } | undefined;
};

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Prefixes the ids of a picture's letters, so that they differ from the ids in other pictures on the page. */
function own(svg: string, prefix: string): string {
  return svg.replace(/(\bid="|\bhref="#)(?!x\d)([a-z]+[0-9a-f]+")/g, `$1${prefix}$2`);
}

async function again<T>(lane: Lane, request: Request, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask<T>(lane, { kind: "", ...request }, { signal });
    } catch (error) {
      const passing = error instanceof EngineError && ["gone", "busy"].includes(error.code);
      if (!passing || tries > 10 || signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

/** Splits text into paragraphs. A line that ends within a sentence is joined with the next line. */
function sentences(text: string): string[] {
  const lines: string[] = [];
  let ended = true;
  for (const line of text.split("\n").map((line) => line.trim())) {
    if (line && !ended) lines[lines.length - 1] += ` ${line}`;
    else if (line) lines.push(line);
    ended = !line || /[.!?:;)]$/.test(line) || line.length < 30;
  }
  return lines;
}

/** The rules of a puzzle in words; empty if the puzzle has only the standard rules. */
async function rulesOf(engine: Engine, report: PuzzleReport): Promise<string[]> {
  if (report.text?.trim()) return sentences(report.text);
  const usual = await usualRules(engine);
  if (!report.clues?.length && report.rules?.every((rule) => usual.includes(rule.written))) return [];
  return report.says ?? [];
}

async function draw(engine: Engine, sheets: readonly Sheet[], options: SheetOptions, watch: SheetWatch): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  let next = 0;
  let done = 0;
  const { signal } = watch;
  const one = async () => {
    for (;;) {
      const i = next++;
      const sheet = sheets[i];
      if (!sheet) return;
      signal?.throwIfAborted();
      const prefix = `x${i + 1}-`;
      const picture = { op: "draw", puzzle: sheet.text, theme: "print", position: [] };
      const report = await again<PuzzleReport>(engine.quick, { op: "puzzle", puzzle: sheet.text }, signal);
      const { svg } = await again<Picture>(engine.quick, { ...picture, fog: !settings.liftFog, prefix }, signal);
      let level = "";
      if (options.levels) {
        level = await again<Rated>(engine.long, { op: "rate", puzzle: sheet.text, limits: { ms: TIME } }, signal).then(
          (rated) => (rated.word === undefined ? "" : `${rated.word} · ${rated.points ?? ""}`),
          () => "",
        );
      }
      let solution: Drawn["solution"];
      if (options.solutions) {
        const wanted = { ...picture, solution: true, prefix: `s${prefix}`, limits: { ms: TIME } };
        solution = await again<Picture>(engine.long, wanted, signal).then(
          (drawn) => ({ svg: own(drawn.svg ?? "", `s${prefix}`) }),
          (error: unknown) => ({ why: words(error) }),
        );
      }
      drawn[i] = {
        number: i + 1,
        title: sheet.title || report.title || "",
        author: report.author ?? "",
        svg: own(svg ?? "", prefix),
        rules: await rulesOf(engine, report),
        level,
        solution,
      };
      watch.progress?.(++done, sheets.length);
    }
  };
  await Promise.all(Array.from({ length: engine.library ? 3 : 1 }, one));
  signal?.throwIfAborted();
  return drawn;
}

function pages<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function heading(one: Drawn, alone: boolean): string {
  const title = [alone ? "" : `${one.number}.`, escaped(one.title)].filter(Boolean).join(" ");
  const author = one.author ? `<span class="sheet-author">${escaped(t("common.by", { author: one.author }))}</span>` : "";
  const level = one.level ? `<span class="sheet-level">${escaped(one.level)}</span>` : "";
  return `<h2>${title || escaped(t("sheet.puzzle"))}</h2> ${author} ${level}`;
}

function paragraphs(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escaped(line)}</p>`).join("");
}

function html(drawn: readonly Drawn[], options: SheetOptions): string {
  const alone = drawn.length === 1;
  const room = ROOM[options.perPage] ?? 130;
  const long = (one: Drawn) => one.rules.join(" ").length > room;
  const puzzle = (one: Drawn) => {
    const rules = one.rules.length ? (long(one) && !alone ? paragraphs([t("sheet.rulesAtEnd")]) : paragraphs(one.rules)) : "";
    return `<article class="sheet-puzzle"><header>${heading(one, alone)}</header><div class="sheet-picture">${one.svg}</div><div class="sheet-rules">${rules}</div></article>`;
  };
  const parts = pages(drawn, options.perPage).map(
    (page) => `<section class="sheet-page sheet-per-${options.perPage}${alone ? " sheet-alone" : ""}">${page.map(puzzle).join("")}</section>`,
  );
  const rules = alone ? [] : drawn.filter((one) => one.rules.length && long(one));
  if (rules.length) {
    const list = rules.map((one) => `<div class="sheet-long"><h3>${one.number}. ${escaped(one.title)}</h3>${paragraphs(one.rules)}</div>`);
    parts.push(`<section class="sheet-words"><h2>${escaped(t("sheet.rules"))}</h2>${list.join("")}</section>`);
  }
  if (options.solutions) {
    const small = (one: Drawn) => {
      const found = one.solution;
      const inside = found && "svg" in found ? `<div class="sheet-picture">${found.svg}</div>` : `<p>${escaped(found?.why ?? "")}</p>`;
      return `<article class="sheet-solution"><h3>${alone ? escaped(one.title) : `${one.number}. ${escaped(one.title)}`}</h3>${inside}</article>`;
    };
    for (const page of pages(drawn, SOLUTIONS)) {
      parts.push(`<section class="sheet-page sheet-solutions"><h2>${escaped(t("sheet.solutions"))}</h2>${page.map(small).join("")}</section>`);
    }
  }
  return parts.join("\n");
}

/** The options for a PDF. */
export type PdfOptions = SheetOptions & { paper: string; title: string; names: boolean; booklet: boolean };

/** The sheet as a file, made by the engine. */
export async function sheetPdf(engine: Engine, puzzles: readonly Sheet[], options: PdfOptions, watch: SheetWatch = {}): Promise<Blob> {
  const { perPage: each, ...how } = options;
  const request = { op: "sheet", puzzles: puzzles.map((sheet) => sheet.text), each, ...how };
  const { pdf } = await again<Sheets>(engine.long, request, watch.signal);
  return new Blob([pdf], { type: "application/pdf" });
}

/** Prints a sheet, which is part of the page only while it is printed. */
export async function printSheet(engine: Engine, puzzles: readonly Sheet[], options: SheetOptions, watch: SheetWatch = {}): Promise<void> {
  const body = html(await draw(engine, puzzles, options, watch), options);
  document.querySelector(".sheet-print")?.remove();
  const at = document.createElement("div");
  at.className = "sheet sheet-print";
  at.setAttribute("aria-hidden", "true");
  at.innerHTML = body;
  document.body.append(at);
  document.documentElement.classList.add("printing-sheet");
  const gone = () => {
    at.remove();
    document.documentElement.classList.remove("printing-sheet");
    removeEventListener("afterprint", gone);
  };
  addEventListener("afterprint", gone);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  print();
}
