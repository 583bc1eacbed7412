// @ts-check
// Making puzzles: the same ones from the same seed, clues of any kinds, what is seen of them, symmetry, stopping, paper, keys.
import assert from "node:assert/strict";
import { drawn, fitsPhone, givens, notePrints, paste, pdfPages, printed, shot, tabTo, trials } from "./host.mjs";

const { on } = trials({ screen: "make" }, (page) => page.getByText("the puzzle that is open: Two digits").waitFor());
/** @typedef {import("playwright-core").Page} Page */

/** @typedef {{ count?: number, seed?: number, base?: "open" | "blank", symmetry?: string, unrated?: boolean, minimal?: boolean,
 *   givens?: [number, number], hardest?: [number, number] }} Choices */
/** Fills in the form, and presses Make. @param {Page} page @param {Choices} choices */
async function begin(page, { count = 2, seed = 42, base = "blank", symmetry, unrated = false, minimal = false, givens, hardest }) {
  await page.getByRole("radio", { name: base === "open" ? /the puzzle that is open/ : "an empty 9×9 grid" }).check();
  await page.getByLabel("How many").fill(String(count));
  await page.getByRole("spinbutton", { name: "Seed" }).fill(String(seed));
  if (symmetry) await page.getByLabel("Symmetry").selectOption({ label: symmetry });
  await page.getByLabel("Skip rating").setChecked(unrated);
  await page.getByLabel("Minimal (nothing redundant)").setChecked(minimal);
  if (givens) {
    await page.getByLabel("Givens, at least").fill(String(givens[0]));
    await page.getByLabel("Givens, at most").fill(String(givens[1]));
  }
  if (hardest) {
    await page.getByLabel("Difficulty of the hardest step, at least").fill(String(hardest[0]));
    await page.getByLabel("Difficulty of the hardest step, at most").fill(String(hardest[1]));
  }
  await page.getByRole("button", { name: "Make", exact: true }).click();
}
/** @param {Page} page @param {Choices} choices */
async function make(page, choices) {
  await begin(page, choices);
  const { count = 2, seed = 42 } = choices;
  const told = count === 1 ? "One puzzle was" : `${count} puzzles were`;
  await page.locator(".made-end", { hasText: `${told} made with seed ${seed}.` }).waitFor({ timeout: 60_000 });
}
const made = (/** @type {Page} */ page) => page.locator(".made-list > .made");
/** What a made puzzle has, by opening it. @param {Page} page @param {number} number */
async function opened(page, number) {
  const before = await page.evaluate(() => sessionStorage.getItem("cluewright"));
  await made(page).nth(number - 1).getByRole("button", { name: `Play No. ${number}` }).click();
  await page.locator("main.screen-play").waitFor();
  await page.waitForFunction((before) => sessionStorage.getItem("cluewright") !== before, before);
  await drawn(page);
  return givens(page);
}
/** @param {Page} page @param {number} number */
async function givensOf(page, number) {
  const found = await opened(page, number);
  await page.getByRole("link", { name: "Make" }).click();
  await made(page).first().waitFor();
  return found;
}

on("two puzzles of a seed are the same when they are made again", async (page) => {
  await make(page, {});
  assert.equal(await made(page).count(), 2);
  const first = [await givensOf(page, 1), await givensOf(page, 2)];
  assert.notDeepEqual(first[0], first[1]);
  // Those that are there already are not put there twice.
  await make(page, {});
  assert.equal(await made(page).count(), 2);
  await page.getByRole("button", { name: "Clear the list" }).click();
  assert.equal(await made(page).count(), 0);
  await make(page, {});
  assert.deepEqual([await givensOf(page, 1), await givensOf(page, 2)], first);
  // Another seed makes others.
  await page.getByRole("button", { name: "Clear the list" }).click();
  await make(page, { seed: 43 });
  const other = await givensOf(page, 1);
  assert.ok(!first.some((one) => JSON.stringify(one) === JSON.stringify(other)));
});

on("each puzzle has a picture, its givens and its rating; Play and Explain open it", async (page) => {
  await make(page, { count: 3 });
  await page.waitForFunction(() => document.querySelectorAll(".made img").length === 3);
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".made img")].every((e) => e instanceof HTMLImageElement && e.complete && e.naturalWidth > 0),
  );
  await shot(page, "make-made");
  assert.match(await made(page).nth(1).locator(".difficulty").innerText(), /\d+\.\d/);
  const alt = await made(page).nth(1).getByRole("img").getAttribute("alt");
  const told = Number(/^Puzzle 2, (\d+) givens$/.exec(alt ?? "")?.[1]);
  assert.ok((await made(page).nth(1).innerText()).includes(`${told} givens`));
  assert.equal(Object.keys(await givensOf(page, 2)).length, told);
  // All of them, in numbers.
  const about = page.getByRole("region", { name: "All puzzles made" });
  await about.getByText("3 puzzles", { exact: true }).waitFor();
  const bars = await about.locator(".bar-count").allInnerTexts();
  const unsolved = Number(/For (one|\d+) puzzles? no path/.exec(await about.innerText())?.[1]?.replace("one", "1") ?? 0);
  assert.equal(bars.reduce((sum, n) => sum + Number(n), 0) + unsolved, 3);
  await made(page).nth(2).getByRole("button", { name: "Explain No. 3" }).click();
  await page.locator("main.screen-explain").waitFor();
  await page.locator(".rating p").first().waitFor({ timeout: 60_000 });
});

on("they have the rules of the puzzle that is open", async (page) => {
  await make(page, { base: "open", count: 1 });
  const found = await opened(page, 1);
  assert.match(await page.locator(".rules-text").innerText(), /knight|king|consecutive/i);
  assert.ok(Object.keys(found).length > 0);
  // And it is a puzzle: with these it has one solution.
  await page.getByRole("link", { name: "Set" }).click();
  await page.locator(".badge", { hasText: "One solution" }).waitFor({ timeout: 60_000 });
});

on("the givens are as symmetric as was asked", async (page) => {
  /** @type {Record<string, (row: number, column: number) => [number, number]>} */
  const turns = {
    "half turn": (r, c) => [10 - r, 10 - c],
    "quarter turn": (r, c) => [c, 10 - r],
    "left and right": (r, c) => [r, 10 - c],
    "top and bottom": (r, c) => [10 - r, c],
    diagonal: (r, c) => [c, r],
    "other diagonal": (r, c) => [10 - c, 10 - r],
  };
  for (const [symmetry, turn] of Object.entries(turns)) {
    await make(page, { count: 1, symmetry, unrated: true });
    await page.getByText("not rated", { exact: true }).waitFor();
    const places = new Set(Object.keys(await givensOf(page, 1)));
    assert.ok(places.size >= 17, `${symmetry}: ${places.size} givens`);
    for (const place of places) {
      const [r, c] = turn(Number(place[1]), Number(place[3]));
      assert.ok(places.has(`r${r}c${c}`), `${symmetry}: ${place}, and not r${r}c${c}`);
    }
    await page.getByRole("button", { name: "Clear the list" }).click();
  }
});

on("the number of givens is as was asked; a range that is none is told", async (page) => {
  await make(page, { count: 2, givens: [34, 36], symmetry: "none", unrated: true });
  for (const number of [1, 2]) {
    const count = Object.keys(await givensOf(page, number)).length;
    assert.ok(count >= 34 && count <= 36, `${count} givens`);
  }
  await page.getByLabel("Givens, at least").fill("40");
  await page.getByLabel("Givens, at least").press("Tab");
  await page.getByRole("alert").filter({ hasText: "“From” must not be larger than “to”." }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Make", exact: true }).isDisabled());
  await page.getByLabel("Givens, at least").fill("");
  await page.getByLabel("Givens, at least").press("Tab");
  assert.ok(await page.getByRole("button", { name: "Make", exact: true }).isEnabled());
});

/** Asks for clues of a kind. @param {Page} page @param {string} name @param {{ from?: number, to?: number, all?: boolean }} [choices] */
async function wantClues(page, name, { from, to, all = false } = {}) {
  await page.getByLabel("A kind of clue").selectOption({ label: name });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const kind = page.getByRole("group", { name, exact: true });
  if (from !== undefined) await kind.getByLabel(`${name}, at least`, { exact: true }).fill(String(from));
  if (to !== undefined) await kind.getByLabel(`${name}, at most`, { exact: true }).fill(String(to));
  await kind.getByRole("checkbox").setChecked(all);
}

on("clues of the kinds that were chosen are made, drawn, told and needed", async (page) => {
  await page.getByLabel("size of the grid").selectOption("6×6");
  await wantClues(page, "Quadruple", { from: 2, to: 8 });
  await wantClues(page, "White dot", { from: 1 });
  await page.getByRole("spinbutton", { name: "Seed" }).fill("5");
  await page.getByLabel("How many", { exact: true }).fill("1");
  await page.getByLabel("Symmetry").selectOption({ label: "none" });
  // Where clues are made, nothing is needless unless somebody says so.
  assert.ok(await page.getByLabel("Minimal (nothing redundant)").isChecked());
  await page.getByRole("button", { name: "Make", exact: true }).click();
  await page.locator(".made-end", { hasText: "One puzzle was made with seed 5." }).waitFor({ timeout: 90_000 });
  const card = made(page).first();
  const clues = Number(/(\d+) clues/.exec(await card.innerText())?.[1]);
  assert.ok(clues >= 3, `${clues} clues`);
  const told = Number(/(one|\d+) givens?/.exec(await card.innerText())?.[1]?.replace("one", "1"));
  await card.getByText(/seed 5, attempt \d+/).waitFor();
  await card.getByText("Rules and path").click();
  const words = await card.locator(".made-words").innerText();
  assert.match(words, /(?:Quadruple|White dot).* 5\n/);
  assert.match(words, /consecutive/i);
  assert.match(words, /The clues cover \d+ cells/);
  assert.match(words, /Steps, by technique:/);
  await page.waitForFunction(() => document.querySelectorAll(".made img").length === 1);
  await shot(page, "make-clues");
  // On the board: the clues are there, and each is said by the cells that it is about.
  const given = await opened(page, 1);
  assert.equal(Object.keys(given).length, told);
  assert.match(await page.locator(".rules-text").innerText(), /consecutive/i);
  const titles = await page.locator(".board-picture title").allTextContents();
  const count = (/** @type {RegExp} */ what) => titles.filter((title) => what.test(title)).length;
  assert.equal(count(/^(?:quadruple|white-dot),/), clues, titles.join(" | "));
  assert.ok(count(/^white-dot,/) >= 1 && count(/^quadruple,/) >= 2 && count(/^quadruple,/) <= 8, titles.join(" | "));
  await shot(page, "make-clues-play");
  await page.getByRole("link", { name: "Set" }).click();
  await page.locator(".badge", { hasText: "One solution" }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Redundant clues" }).click();
  await page.locator(".verdict").getByText("Minimal: every given and clue is needed.").waitFor({ timeout: 60_000 });
});

on("kinds of clues are chosen, refused when they are none, and taken away by keyboard", async (page) => {
  const choice = page.getByLabel("A kind of clue");
  await choice.focus();
  await page.keyboard.type("Killer c");
  await page.getByText("Digits in a cage do not repeat", { exact: false }).waitFor();
  await tabTo(page, "button", "Add");
  await page.keyboard.press("Enter");
  const cage = page.getByRole("group", { name: "Killer cage", exact: true });
  await cage.getByLabel("Killer cage, at least", { exact: true }).fill("9");
  await cage.getByLabel("Killer cage, at most", { exact: true }).fill("4");
  await page.keyboard.press("Tab");
  await cage.getByRole("alert").getByText("“From” must not be larger than “to”.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Make", exact: true }).isDisabled());
  // One everywhere has no number.
  await cage.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  assert.ok(await cage.getByLabel("Killer cage, at least", { exact: true }).isDisabled());
  assert.ok(await page.getByRole("button", { name: "Make", exact: true }).isEnabled());
  // A kind that is there is not offered again.
  assert.equal(await choice.locator("option", { hasText: /^Killer cage$/ }).count(), 0);
  await page.getByRole("button", { name: "Remove Killer cage" }).focus();
  await page.keyboard.press("Enter");
  await cage.waitFor({ state: "detached" });
  assert.ok(await choice.evaluate((e) => e === document.activeElement));
  assert.equal(await choice.locator("option", { hasText: /^Killer cage$/ }).count(), 1);
});

on("others like the open one; a technique that is needed; irregular regions", async (page) => {
  await paste(page, "title: Two cages\ngrid: 4x4\ngivens: ............2...\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r3c3 r4c3 total 7\n");
  await page.getByText("the puzzle that is open: Two cages").waitFor();
  await page.getByLabel("Clues of this puzzle").selectOption({ label: "are replaced by similar ones" });
  await make(page, { base: "open", count: 1, seed: 3, symmetry: "none", minimal: true });
  await opened(page, 1);
  const titles = (await page.locator(".board-picture title").allTextContents()).filter((title) => /cage/.test(title));
  assert.ok(titles.length >= 2 && titles.length <= 3, titles.join());
  await page.getByRole("link", { name: "Make" }).click();
  await page.getByRole("button", { name: "Clear the list" }).click();
  await page.getByText("Technique, regions, preference").click();
  await page.getByLabel("Required technique").selectOption({ label: "Naked Pair (3.0)" });
  await page.getByRole("combobox", { name: "A technique", exact: true }).selectOption({ label: "X-Wing (3.2)" });
  await page.getByRole("button", { name: "Avoid" }).click();
  await page.getByRole("button", { name: "Allow X-Wing" }).waitFor();
  await make(page, { count: 1, seed: 3, symmetry: "half turn", minimal: false });
  await made(page).first().getByText("Rules and path").click();
  assert.match(await made(page).first().locator(".made-words").innerText(), /Naked Pair: \d/);
  await page.getByLabel("Required technique").selectOption("");
  await page.getByRole("button", { name: "Allow X-Wing" }).click();
  await page.getByRole("button", { name: "Clear the list" }).click();
  await page.getByLabel("Irregular regions in place of boxes").check();
  await make(page, { count: 1, seed: 3, symmetry: "none", unrated: true });
  await opened(page, 1);
  assert.match((await page.evaluate(() => sessionStorage.getItem("cluewright"))) ?? "", /regions:/);
});

on("it is stopped: what was made stays", async (page) => {
  // So hard that each takes a while.
  await begin(page, { count: 500, hardest: [8, 30] });
  await made(page).first().waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop" }).click();
  const end = page.locator(".made-end", { hasText: "Stopped." });
  await end.waitFor();
  const told = /Stopped\. (One|\d+) puzzles? (?:was|were) made with seed 42\./.exec(await end.innerText())?.[1];
  const count = told === "One" ? 1 : Number(told);
  assert.equal(await made(page).count(), count);
  assert.ok(count < 500);
  assert.equal(await page.getByRole("button", { name: "Stop" }).count(), 0);
  await page.getByRole("button", { name: "Clear the list" }).click();
  // It goes on while another screen is looked at.
  await begin(page, { count: 4, hardest: [1, 30] });
  await page.getByRole("link", { name: "Play" }).click();
  await drawn(page);
  await page.getByRole("link", { name: "Make" }).click();
  await page.locator(".made-end", { hasText: "4 puzzles were made" }).waitFor({ timeout: 60_000 });
  assert.equal(await made(page).count(), 4);
});

on("they are printed as a sheet, with solutions and ratings", async (page) => {
  await make(page, { count: 5 });
  await notePrints(page);
  await page.getByLabel("Puzzles per page").selectOption("2");
  await page.getByLabel("with solutions").check();
  await page.getByRole("button", { name: "Print all" }).click();
  const sheet = await printed(page);
  assert.deepEqual({ ...sheet, titles: sheet.titles.length }, { pages: 3, puzzles: 5, solutions: 5, levels: 5, titles: 5 });
  assert.equal(new Set(sheet.titles).size, 5);
  for (const title of sheet.titles) assert.match(title, /seed 42/);
  // As it goes to the printer: three pages of puzzles, one of solutions.
  assert.equal(await pdfPages(page), 4);
  // Without them.
  await page.getByLabel("with solutions").uncheck();
  await page.getByLabel("with ratings").uncheck();
  await page.getByLabel("Puzzles per page").selectOption("9");
  await page.getByRole("button", { name: "Print all" }).click();
  const less = await printed(page);
  assert.deepEqual({ ...less, titles: 0 }, { pages: 1, puzzles: 5, solutions: 0, levels: 0, titles: 0 });
  assert.equal(await pdfPages(page), 1);
});

on("by keyboard alone", async (page) => {
  await page.locator("body").press("Tab");
  await tabTo(page, 'input[type="radio"]');
  await page.keyboard.press("ArrowDown");
  await page.getByRole("radio", { name: "an empty 9×9 grid", checked: true }).waitFor();
  await tabTo(page, "select");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.getByRole("radio", { name: "an empty 6×6 grid", checked: true }).waitFor();
  await tabTo(page, 'input[type="number"]');
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await tabTo(page, "select");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getByLabel("Level").inputValue(), "beginner");
  await tabTo(page, "select");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getByLabel("Symmetry").inputValue(), "quarter");
  await tabTo(page, 'input[type="checkbox"]');
  await tabTo(page, 'input[type="checkbox"]');
  await page.keyboard.press("Space");
  await tabTo(page, 'input[type="number"]');
  await page.keyboard.press("Control+a");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.locator(".made-end", { hasText: "One puzzle was made with seed 7." }).waitFor({ timeout: 60_000 });
  await page.getByText("not rated", { exact: true }).waitFor();
  await tabTo(page, "button", "Play No. 1");
  await page.keyboard.press("Enter");
  await page.locator("main.screen-play").waitFor();
});

on("by touch, at the width of a phone", async (page) => {
  await make(page, { count: 2 });
  await page.waitForFunction(() => document.querySelectorAll(".made img").length === 2);
  assert.deepEqual(await fitsPhone(page), []);
  await shot(page, "make-phone");
  await made(page).nth(1).getByRole("button", { name: "Play No. 2" }).tap();
  await page.locator("main.screen-play").waitFor();
}, { phone: true });
