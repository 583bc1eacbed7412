// @ts-check
// The library: what is kept, found, deleted and brought back; games; backups; many puzzles as a table; paper.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { cell, downloaded, drawn, fitsPhone, givens, KIND, missing, notePrints, open, paste, pdfPages, printed, shot, startHost, stopBrowser, tabTo } from "./host.mjs";

const skip = missing();
/** By file:// the browser may keep nothing. */
const skipKept = skip ?? (KIND === "file" && "nothing is kept by file://");
/** @type {import("./host.mjs").Host} */
let host;
/** Somebody else's, with a library of its own. @type {import("./host.mjs").Host} */
let other;
before(async () => {
  if (skip) return;
  host = await startHost();
  other = await startHost();
});
after(async () => {
  if (skip) return;
  await stopBrowser();
  await host.stop();
  await other.stop();
});

/** @typedef {import("playwright-core").Page} Page */
/** @param {string} name @param {(page: Page) => Promise<void>} body @param {{ kept?: boolean, phone?: boolean }} [options] */
function on(name, body, options = {}) {
  test(name, { skip: options.kept ? skipKept : skip }, async () => {
    const { page, context, errors, foreign } = await open(host, options);
    try {
      await drawn(page);
      await body(page);
      assert.deepEqual(errors, []);
      assert.deepEqual(foreign, []);
    } finally {
      await context.close();
    }
  });
}

const LINES = [
  "...5.267..3......8.4.76....9.....7.1..3......6.8.24.9..89..............5.5.3.9...",
  "...9.5....2....95.......7.3.....7..4836..2..7....1......86..2..9.1.8......34.1...",
  ".4..1....3..2..5..2......9.9.35.....6.......4...3...5.....2..1.5.....6....2178...",
  ".......81.3195...6...1............3..9.5...1..7...3.28..........1239..5..546.....",
  ".9...56...6.....18..3...5.............8.9.3462..5..9..........7..2.31...9.56..8..",
  "..8..5.9..13...8.7.4......576.2....8...5.3...8.9.6............96...1...4.92...3..",
  ".....2..6.83....2.97...6........7.4.8....93...3..21....1.9.......6...7....9...65.",
  "....2.....8.3..7..3.5.9.......4..2.77.41.6.....8.5..4..7...1.6...3...8.....2....1",
  "....7..3...5.4..16.3...57..6......858...6.......2.41..7.16.3.......1.....4...9...",
  ".6417..8...5..2..621.......6...5....3.....1...7....9.....7..4.....3.5..94....8...",
];
/** Another puzzle with the same steps: each digit is another. @param {string} line @param {number} by */
const turned = (line, by) => line.replace(/[1-9]/g, (digit) => String(((Number(digit) - 1 + by) % 9) + 1));
/** Ten with one solution, one with many, one row that is no puzzle. */
const TWELVE = [...LINES.slice(0, 5), "4 and something that is no puzzle", ...LINES.slice(5), "1".padEnd(81, ".")];

/** @type {string[]} */
const titles = [];
/** Each title is a puzzle of its own: with other digits. @param {Page} page @param {string} title */
async function openSmall(page, title) {
  if (!titles.includes(title)) titles.push(title);
  const i = titles.indexOf(title);
  const left = ["1", "2", "3", "4"];
  const digits = [4, 3, 2, 1].map((n, k) => left.splice(Math.floor(i / ([1, 4, 12, 24][k] ?? 1)) % n, 1)[0]);
  const line = "12..34..2.....3.".replace(/\d/g, (digit) => digits[Number(digit) - 1] ?? "");
  await paste(page, `title: ${title}\nauthor: Somebody\ngrid: 4x4\ngivens: ${line}\n`);
  await page.getByRole("heading", { name: title }).waitFor();
  await drawn(page);
}
/** @param {Page} page @param {string} part */
async function library(page, part) {
  await page.getByRole("link", { name: "Library" }).click();
  await page.getByRole("navigation", { name: "Sections of the library" }).getByRole("button", { name: part }).click();
}
const item = (/** @type {Page} */ page, /** @type {string} */ title) =>
  page.locator(".shelf-item").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
/** @param {Page} page @param {string} title */
async function keep(page, title) {
  await openSmall(page, title);
  await library(page, "Saved puzzles");
  await page.getByRole("button", { name: "Save the open puzzle" }).click();
  await item(page, title).waitFor();
}
/** @param {Page} page @param {string} text @param {number} count */
async function table(page, text, count) {
  await paste(page, text);
  await page.getByRole("region", { name: "Table of puzzles" }).waitFor({ timeout: 60_000 });
  await page.getByText(`${count} of ${count} puzzles shown.`).waitFor({ timeout: 60_000 });
}
const rows = (/** @type {Page} */ page) => page.locator(".batch-table tbody tr");
/** What stands in a column. @param {Page} page @param {number} column @returns {Promise<string[]>} */
const column = (page, column) => rows(page).locator(`> :nth-child(${column})`).allInnerTexts();
/** @param {Page} page @param {string} work @param {number} count */
async function run(page, work, count) {
  await page.getByLabel("Operation").selectOption({ label: work });
  await page.getByRole("button", { name: new RegExp(`^Run on (all ${count} puzzles shown|the ${count} selected puzzles)$`) }).click();
  await page.locator(".toast", { hasText: "are done." }).waitFor({ timeout: 60_000 });
  await page.locator(".batch-progress").waitFor({ state: "detached" });
}
/** A table of commas, as RFC 4180 has it. @param {string} text */
function csv(text) {
  /** @type {string[][]} */
  const out = [];
  let row = /** @type {string[]} */ ([]);
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    out.push(row);
    row = [];
  }
  return out;
}

on("a puzzle is kept, tagged, found, opened, deleted and brought back", async (page) => {
  await keep(page, "Kept one");
  await keep(page, "Kept two");
  // It is there once.
  await page.getByRole("button", { name: "Save the open puzzle" }).click();
  await page.locator(".toast", { hasText: "This puzzle was already saved." }).waitFor();
  assert.equal(await item(page, "Kept two").count(), 1);
  await item(page, "Kept one").getByText("by Somebody").waitFor();
  await page.waitForFunction(() => document.querySelectorAll("img.thumb").length >= 2);
  await page.getByRole("button", { name: "Edit Kept one" }).click();
  await page.getByLabel("Tags, separated by commas").fill("tricky, for the train");
  await page.getByLabel("Notes").fill("from the newspaper");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await item(page, "Kept one").getByRole("list", { name: "Tags" }).getByText("for the train").waitFor();
  await shot(page, "library-kept");
  // By its words, by its tag.
  await page.getByLabel("Words").fill("newspaper");
  await item(page, "Kept two").waitFor({ state: "detached" });
  assert.equal(await page.locator(".shelf-item").count(), 1);
  await page.getByLabel("Words").fill("nothing of the kind");
  await page.getByText("No saved puzzle matches.").waitFor();
  await page.getByLabel("Words").fill("");
  await item(page, "Kept two").waitFor();
  await page.getByRole("combobox", { name: "Tag", exact: true }).selectOption({ label: "tricky (1)" });
  await item(page, "Kept two").waitFor({ state: "detached" });
  await item(page, "Kept one").getByRole("button", { name: "Play: Kept one" }).click();
  await page.locator("main.screen-play").waitFor();
  await page.getByRole("heading", { name: "Kept one" }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[data-cell][aria-label*="given"]').length === 6);
  assert.deepEqual(Object.keys(await givens(page)), ["r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r4c3"]);
  // Deleted, and back with all it had.
  await page.getByRole("link", { name: "Library" }).click();
  await page.getByRole("button", { name: "Delete: Kept one" }).click();
  await page.getByText("“Kept one” was deleted.").first().waitFor();
  await item(page, "Kept one").waitFor({ state: "detached" });
  await page.locator(".library-undo").getByRole("button", { name: "Undo" }).click();
  await item(page, "Kept one").waitFor();
  assert.match(await item(page, "Kept one").innerText(), /from the newspaper[\s\S]*tricky/);
  // It is there after all has been loaded anew.
  await page.reload();
  await item(page, "Kept one").getByText("tricky").waitFor();
  await item(page, "Kept two").waitFor();
}, { kept: true });

on("several are chosen, tagged together, exported, made a table of", async (page) => {
  await keep(page, "Pair A");
  await keep(page, "Pair B");
  await page.getByLabel("Words").fill("Pair");
  await page.locator(".facts", { hasText: /^2 puzzles$/ }).waitFor();
  await page.getByRole("button", { name: "Select the 2 puzzles on this page" }).click();
  await page.getByRole("button", { name: "Add a tag…" }).click();
  await page.getByRole("combobox", { name: "Tag" }).and(page.locator("dialog input")).fill("together");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".toast", { hasText: "2 puzzles tagged “together”." }).waitFor();
  for (const title of ["Pair A", "Pair B"]) await item(page, title).getByText("together").waitFor();
  const file = await downloaded(page, () => page.getByRole("button", { name: "Export", exact: true }).click());
  const lines = file.text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.flatMap((line) => (line.puzzle ? [line.puzzle.puzzle.title] : [])).sort(), ["Pair A", "Pair B"]);
  await page.getByRole("button", { name: "Open as a table" }).click();
  await page.getByText("2 of 2 puzzles shown.").waitFor();
  assert.deepEqual((await rows(page).locator(".row-title").allInnerTexts()).sort(), ["Pair A", "Pair B"]);
}, { kept: true });

on("a game that was begun is in the list, and goes on", async (page) => {
  await openSmall(page, "Begun");
  await cell(page, "r1c3").click();
  await page.keyboard.press("4");
  await cell(page, "r1c4").click();
  await page.keyboard.press("3");
  await openSmall(page, "Another");
  await library(page, "Games");
  // What was written just before is kept, too.
  await item(page, "Begun").getByText("20 % filled").first().waitFor();
  await item(page, "Begun").getByRole("button", { name: "Continue Begun" }).last().click();
  await page.locator("main.screen-play").waitFor();
  await page.getByRole("heading", { name: "Begun" }).waitFor();
  await cell(page, "r1c3").locator(".digit", { hasText: "4" }).waitFor();
  assert.equal(await cell(page, "r1c4").locator(".digit").innerText(), "3");
  // Forgotten, and brought back.
  await openSmall(page, "Another");
  await library(page, "Games");
  await page.getByRole("button", { name: "Delete the game of Begun" }).click();
  await item(page, "Begun").waitFor({ state: "detached" });
  await page.locator(".library-undo").getByRole("button", { name: "Undo" }).click();
  await item(page, "Begun").getByText("20 % filled").first().waitFor();
}, { kept: true });

on("a backup brings games and puzzles to somebody who has none", async (page) => {
  await keep(page, "To be saved");
  await page.getByRole("link", { name: "Play" }).click();
  await cell(page, "r1c3").click();
  await page.keyboard.press("4");
  await library(page, "Games");
  await item(page, "To be saved").getByText("10 % filled").first().waitFor();
  await library(page, "Backup");
  const file = await downloaded(page, () => page.getByRole("button", { name: "Save a backup" }).click());
  assert.match(file.name, /^cluewright-backup-\d{4}-\d\d-\d\d\.json$/);
  const { page: fresh, context, errors, foreign } = await open(other);
  try {
    await drawn(fresh);
    await library(fresh, "Saved puzzles");
    await fresh.getByText("No saved puzzles yet.").waitFor();
    await library(fresh, "Backup");
    await fresh.locator('input[type="file"]').setInputFiles({ name: "letter.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    await fresh.getByRole("alert").filter({ hasText: "letter.json is not a backup." }).waitFor();
    const upload = { name: file.name, mimeType: "application/json", buffer: file.bytes };
    await fresh.locator('input[type="file"]').setInputFiles(upload);
    await fresh.getByRole("heading", { name: "Restore a backup" }).waitFor();
    assert.match(await fresh.locator("dialog").innerText(), /The backup contains (one puzzle|\d+ puzzles) and (one game|\d+ games)\./);
    await fresh.getByRole("button", { name: "Restore", exact: true }).click();
    await fresh.locator("dialog").waitFor({ state: "detached" });
    await library(fresh, "Saved puzzles");
    await item(fresh, "To be saved").waitFor();
    await library(fresh, "Games");
    await item(fresh, "To be saved").getByText("10 % filled").first().waitFor();
    await item(fresh, "To be saved").getByRole("button", { name: "Continue To be saved" }).last().click();
    await cell(fresh, "r1c3").locator(".digit", { hasText: "4" }).waitFor();
    // Taken in again, nothing is there twice.
    await library(fresh, "Backup");
    await fresh.locator('input[type="file"]').setInputFiles(upload);
    await fresh.getByRole("button", { name: "Restore", exact: true }).click();
    await fresh.locator(".toast", { hasText: /^0 puzzles were added/ }).waitFor();
    await library(fresh, "Saved puzzles");
    await item(fresh, "To be saved").waitFor();
    assert.equal(await item(fresh, "To be saved").count(), 1);
    assert.deepEqual(errors, []);
    assert.deepEqual(foreign, []);
  } finally {
    await context.close();
  }
}, { kept: true });

on("twelve puzzles become a table: rated, sorted, filtered, exported", async (page) => {
  await table(page, TWELVE.join("\n"), 12);
  assert.equal(await rows(page).count(), 12);
  // The row that is no puzzle says so, and why; no other does.
  const remarks = await column(page, 9);
  assert.ok((remarks[5] ?? "").length > 10, remarks[5]);
  assert.equal((await column(page, 5))[5], "not read");
  assert.deepEqual(remarks.filter((_, i) => i !== 5), Array(11).fill(""));
  await run(page, "Rate", 12);
  const status = await column(page, 5);
  assert.deepEqual(status, [...Array(5).fill("one"), "not read", ...Array(5).fill("one"), "several"]);
  const rated = await column(page, 7);
  for (const [i, text] of rated.entries()) {
    if (i === 5 || i === 11) assert.equal(text, "");
    else assert.match(text, /^\d+ \w/);
  }
  await shot(page, "library-table");

  const score = () => column(page, 7).then((all) => all.map((text) => (text ? Number.parseFloat(text) : undefined)));
  await page.getByRole("columnheader", { name: "Points" }).getByRole("button").click();
  assert.equal(await page.getByRole("columnheader", { name: "Points" }).getAttribute("aria-sort"), "ascending");
  const up = await score();
  assert.deepEqual(up, [...up.filter((n) => n !== undefined).sort((a, b) => a - b), undefined, undefined]);
  await page.getByRole("columnheader", { name: "Points" }).getByRole("button").click();
  assert.deepEqual(await score(), [...up.filter((n) => n !== undefined).reverse(), undefined, undefined]);

  const least = (up[0] ?? 0) + 1;
  const hard = up.filter((n) => n !== undefined && n >= least).length;
  assert.ok(hard > 0 && hard < 10);
  await page.getByLabel("Points from").fill(String(least));
  await page.getByText(`${hard} of 12 puzzles shown.`).waitFor();
  assert.ok((await score()).every((n) => n !== undefined && n >= least));
  const few = csv((await downloaded(page, () => page.getByRole("button", { name: "CSV" }).click())).text);
  assert.equal(few.length, hard + 1);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("combobox", { name: "Solutions", exact: true }).selectOption({ label: "with a problem" });
  await page.getByText("1 of 12 puzzles shown.").waitFor();
  assert.equal(await rows(page).count(), 1);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("columnheader", { name: "No." }).getByRole("button").click();

  const file = await downloaded(page, () => page.getByRole("button", { name: "CSV" }).click());
  assert.equal(file.name, "puzzles.csv");
  const [head, ...body] = csv(file.text);
  assert.deepEqual(head, "number,title,author,format,status,count,exact,points,word,scale,technique,steps,problem,puzzle,rating,hardest".split(","));
  assert.equal(body.length, 12);
  for (const row of body) assert.equal(row.length, head?.length);
  assert.deepEqual(body.map((row) => row[0]), Array.from({ length: 12 }, (_, i) => String(i + 1)));
  assert.deepEqual(body.map((row) => row[7] ?? ""), rated.map((text) => text.split(/\s/)[0]));
  assert.ok((body[5]?.[12] ?? "").length > 10);
  assert.equal(body[0]?.[4], "unique");
  assert.ok(body[0]?.[13]?.includes(LINES[0] ?? "-") || body[0]?.[13]?.replace(/[^.1-9]/g, "").includes(LINES[0] ?? "-"), body[0]?.[13]);
  const lines = await downloaded(page, () => page.getByRole("button", { name: "JSON lines" }).click());
  assert.deepEqual(lines.text.trim().split("\n").map((line) => JSON.parse(line).number), Array.from({ length: 12 }, (_, i) => i + 1));

  // A row is a puzzle.
  await rows(page).nth(1).getByRole("button", { name: /^Play / }).click();
  await page.locator("main.screen-play").waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[data-cell][aria-label*="given"]').length > 20);
  const digits = await givens(page);
  assert.equal(Array.from({ length: 81 }, (_, i) => digits[`r${Math.floor(i / 9) + 1}c${(i % 9) + 1}`] ?? ".").join(""), LINES[1]);
});

on("solutions are counted, puzzles checked; only those selected", async (page) => {
  await table(page, TWELVE.join("\n"), 12);
  for (const n of [0, 11]) await rows(page).nth(n).getByRole("checkbox").check();
  await page.getByText("2 selected.").waitFor();
  await page.getByLabel("Operation").selectOption({ label: "Count solutions" });
  await page.getByLabel("Count up to (0: no limit)").fill("50");
  await run(page, "Count solutions", 2);
  const counts = await column(page, 6);
  assert.equal(counts[0], "1");
  assert.match(counts[11] ?? "", /^50 or more$/);
  assert.deepEqual(counts.slice(1, 11), Array(10).fill(""));
});

on("two thousand rows stay usable, page by page", async (page) => {
  const many = Array.from({ length: 2000 }, (_, i) => turned(LINES[i % 10] ?? "", Math.floor(i / 10) % 9));
  await table(page, many.join("\n"), 2000);
  assert.equal(await rows(page).count(), 100);
  const pages = page.getByRole("navigation", { name: "Pages" }).first();
  await pages.getByText("Page 1 of 20").waitFor();
  await pages.getByRole("button", { name: "Next" }).click();
  await pages.getByText("Page 2 of 20").waitFor();
  assert.equal(await rows(page).first().locator("td.number").first().innerText(), "101");
  await pages.getByRole("button", { name: "Last page" }).click();
  await pages.getByText("Page 20 of 20").waitFor();
  assert.equal(await rows(page).last().locator("td.number").first().innerText(), "2000");
  await page.getByRole("columnheader", { name: "No." }).getByRole("button").click();
  await pages.getByText("Page 1 of 20").waitFor();
  assert.equal(await rows(page).first().locator("td.number").first().innerText(), "2000");
  // Each comes back after nine turns.
  const text = many[0] ?? "";
  const alike = many.filter((line) => line === text).length;
  await page.getByLabel("Text", { exact: true }).fill(text);
  await page.getByText(`${alike} of 2000 puzzles shown.`).waitFor();
  assert.equal(await rows(page).count(), alike);
  await run(page, "Solve", alike);
  assert.deepEqual(await column(page, 5), Array(alike).fill("one"));
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText("2000 of 2000 puzzles shown.").waitFor();
  const body = csv((await downloaded(page, () => page.getByRole("button", { name: "CSV" }).click())).text).slice(1);
  assert.equal(body.length, 2000);
  assert.equal(body.filter((row) => row[4] === "unique").length, alike);
  // Long work is stopped.
  await page.getByLabel("Operation").selectOption({ label: "Rate" });
  await page.getByRole("button", { name: "Run on all 2000 puzzles shown" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".batch-progress").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Run on all 2000 puzzles shown" }).waitFor();
  const done = csv((await downloaded(page, () => page.getByRole("button", { name: "CSV" }).click())).text).slice(1);
  assert.ok(done.filter((row) => row[7]).length < 2000);
});

on("those that are selected are printed", async (page) => {
  await table(page, TWELVE.join("\n"), 12);
  await notePrints(page);
  for (const n of [0, 2, 4]) await rows(page).nth(n).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Print the selected puzzles…" }).click();
  await page.getByRole("heading", { name: "Print 3 puzzles" }).waitFor();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.getByRole("button", { name: "Print…" }).click();
  const sheet = await printed(page);
  assert.deepEqual({ ...sheet, titles: sheet.titles.length }, { pages: 2, puzzles: 3, solutions: 3, levels: 3, titles: 3 });
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await pdfPages(page), 3);
  // The same as a file of its own.
  await page.getByRole("button", { name: "Print the selected puzzles…" }).click();
  await page.getByLabel("with solutions at the end").uncheck();
  await page.getByLabel("Title of each page").fill("Monday");
  await page.getByLabel("Paper").selectOption("legal");
  await shot(page, "print-dialog");
  const file = await downloaded(page, () => page.getByRole("button", { name: "Save as PDF" }).click());
  assert.equal(file.name, "puzzles.pdf");
  assert.ok(file.text.startsWith("%PDF-1.4"));
  // All three on a page.
  assert.deepEqual(file.text.match(/\/Type \/Page \/.*?\]/g)?.map((found) => found.split("[")[1]), ["0 0 612 1008]"]);
});

on("what a solution holds besides digits is printed as its rule draws it", async (page) => {
  const about = readFileSync(new URL("../../docs/rules/doublers.md", import.meta.url), "utf8");
  const doublers = about.split("```clue\n")[1]?.split("```")[0] ?? "";
  await table(page, [doublers, LINES[0]].map((puzzle) => JSON.stringify({ puzzle })).join("\n"), 2);
  await rows(page).first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Print the selected puzzles…" }).click();
  await page.getByLabel("with solutions at the end").check();
  await notePrints(page);
  await page.getByRole("button", { name: "Print…" }).click();
  await printed(page);
  assert.equal(await page.locator(".sheet-print .sheet-solution circle").count(), 4);
});

on("those of a table are kept", async (page) => {
  await table(page, LINES.slice(0, 4).map((line) => turned(line, 5)).join("\n"), 4);
  await page.getByRole("button", { name: "Save the puzzles shown" }).click();
  await page.locator(".toast", { hasText: "4 puzzles were added, 0 already existed" }).waitFor();
  await page.getByRole("button", { name: "Save the puzzles shown" }).click();
  await page.locator(".toast", { hasText: "0 puzzles were added, 4 already existed" }).waitFor();
}, { kept: true });

on("by keyboard alone", async (page) => {
  await openSmall(page, "By keys");
  await tabTo(page, "nav a", "Library");
  await page.keyboard.press("Enter");
  await page.locator("main.screen-library").waitFor();
  await page.getByRole("button", { name: "Save the open puzzle" }).and(page.locator(":enabled")).waitFor();
  await tabTo(page, "button", "Save the open puzzle");
  await page.keyboard.press("Enter");
  await item(page, "By keys").waitFor();
  await tabTo(page, 'input[type="search"]');
  await page.keyboard.type("keys");
  await page.locator(".facts", { hasText: /^One puzzle$/ }).waitFor();
  await tabTo(page, '[aria-label="Delete: By keys"]');
  await page.keyboard.press("Enter");
  await item(page, "By keys").waitFor({ state: "detached" });
  // The focus is where it can be undone.
  await page.waitForFunction(() => document.activeElement?.textContent === "Undo");
  await page.keyboard.press("Enter");
  await item(page, "By keys").waitFor();
  await tabTo(page, '[aria-label="Play: By keys"]');
  await page.keyboard.press("Enter");
  await page.locator("main.screen-play").waitFor();
}, { kept: true });

on("by touch, at the width of a phone", async (page) => {
  await table(page, TWELVE.join("\n"), 12);
  assert.deepEqual(await fitsPhone(page), []);
  await shot(page, "library-phone");
  await rows(page).nth(0).getByRole("button", { name: /^Play / }).tap();
  await page.locator("main.screen-play").waitFor();
}, { phone: true });
