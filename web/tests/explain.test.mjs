// @ts-check
// Explaining: the whole path, going through it in every way, links, reasons, other steps, comparing, files, stopping.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, downloaded, drawn, fitsPhone, givens, labels, paste, shot, tabTo, trials } from "./host.mjs";

const { on } = trials({ screen: "explain" });
/** @typedef {import("playwright-core").Page} Page */

// With chains.
const HARD = "title: Hard\ngivens: ..35..87....3....487...95.....7.....5.....73..2...6....8.....9.3...4...2.54....1.\n";

// With a step by all the ways to fill in a clue.
const JOINT = [
  "title: Joint",
  "grid: 6x6",
  "givens: ....5....6.........3........6.3...4.",
  "little-killer r6c6-r1c1 total 20",
  "little-killer r2c6-r6c2 total 19",
  "little-killer r4c1-r6c3 total 14",
  "",
].join("\n");

/** The steps listed, as texts. @param {Page} page */
const listed = (page) => page.getByRole("listbox").getByRole("option");
/** The number of the step that is shown, and of which. @param {Page} page @param {number} number @param {number} [of] */
async function shows(page, number, of) {
  await page.locator(".step-title", { hasText: new RegExp(`^\\s*${number}\\. `) }).waitFor();
  if (of) assert.equal(await page.locator(".walk-at").innerText(), `${number} of ${of}`);
  await page.getByRole("grid", { name: `The grid before step ${number}`, exact: true }).waitFor();
}
/** Waits for the end of the path. How many steps it has. @param {Page} page */
async function ended(page) {
  const told = page.locator(".rating");
  await told.getByText("Solved completely.").waitFor({ timeout: 60_000 });
  return Number(/The hardest of (\d+) steps/.exec(await told.innerText())?.[1]);
}
/** @param {Page} page */
async function hard(page) {
  await paste(page, HARD);
  await page.getByRole("heading", { name: "Hard" }).waitFor();
  return ended(page);
}

on("the path of the first puzzle comes by itself, whole and in order, and ends solved", async (page) => {
  const steps = await ended(page);
  assert.ok(steps > 20, `${steps} steps`);
  assert.deepEqual(
    await listed(page).locator(".step-number").allInnerTexts(),
    Array.from({ length: steps }, (_, i) => String(i + 1)),
  );
  // The first step is made in the grid as it was given; the last one fills the last cell.
  const given = await givens(page);
  assert.deepEqual(given, { r5c3: "1", r6c7: "2" });
  await page.getByRole("button", { name: "Last step" }).click();
  await shows(page, steps, steps);
  const before = Object.entries(await labels(page)).filter(([, text]) => /candidates|the step finds/.test(text));
  assert.equal(before.length, 1, JSON.stringify(before));
  assert.match(before[0]?.[1] ?? "", /the step finds [1-9]$/);
  await shot(page, "explain-path");
});

on("steps by arrow keys, by the slider, by buttons, by N, by a click", async (page) => {
  const steps = await ended(page);
  await listed(page).first().click();
  await page.getByRole("listbox").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await shows(page, 3, steps);
  assert.equal(await page.getByRole("option", { selected: true }).locator(".step-number").innerText(), "3");
  await page.keyboard.press("ArrowUp");
  await shows(page, 2, steps);
  await page.keyboard.press("PageDown");
  await shows(page, 12, steps);
  await page.keyboard.press("End");
  await shows(page, steps, steps);
  // Neither end is gone over.
  await page.keyboard.press("ArrowDown");
  await shows(page, steps, steps);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await shows(page, 1, steps);

  const slider = page.getByRole("slider", { name: "Step" });
  await slider.fill("20");
  await shows(page, 20, steps);
  await slider.press("ArrowRight");
  await shows(page, 21, steps);
  assert.equal(await slider.getAttribute("aria-valuetext"), `21 of ${steps}`);

  await page.getByRole("button", { name: "Next step (N)" }).click();
  await shows(page, 22, steps);
  await page.getByRole("button", { name: "Previous step" }).click();
  await page.getByRole("button", { name: "Previous step" }).click();
  await shows(page, 20, steps);
  await page.getByRole("button", { name: "First step" }).click();
  await shows(page, 1, steps);
  assert.ok(await page.getByRole("button", { name: "Previous step" }).isDisabled());

  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await shows(page, 3, steps);
  await page.keyboard.press("Shift+N");
  await shows(page, 2, steps);
  await cell(page, "r1c1").focus();
  await page.keyboard.press("n");
  await shows(page, 3, steps);

  await listed(page).nth(6).click();
  await shows(page, 7, steps);
  // What a step finds is in the grid before the next one.
  const told = /(r\d+c\d+) = (\d)/.exec(await listed(page).nth(6).innerText()) ?? [];
  assert.equal(told.length, 3);
  assert.match((await cell(page, told[1] ?? "").getAttribute("aria-label")) ?? "", new RegExp(`the step finds ${told[2]}`));
  await page.keyboard.press("n");
  await shows(page, 8, steps);
  const label = `row ${/r(\d+)/.exec(told[1] ?? "")?.[1]} column ${/c(\d+)/.exec(told[1] ?? "")?.[1]}, ${told[2]}`;
  assert.equal(await cell(page, told[1] ?? "").getAttribute("aria-label"), label);
});

on("one step follows the other by itself, and pauses", async (page) => {
  await ended(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".step-title", { hasText: /^\s*2\. / }).waitFor({ timeout: 20_000 });
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
});

on("techniques are filtered; links are arrows on the grid and words beside it", async (page) => {
  const steps = await hard(page);
  const filter = page.getByRole("combobox", { name: "Technique" });
  const names = await filter.locator("option").allInnerTexts();
  assert.equal(names[0], `All techniques (${steps})`);
  const counted = names.slice(1).map((name) => Number(/\((\d+)\)$/.exec(name)?.[1]));
  assert.equal(counted.reduce((a, b) => a + b, 0), steps);
  const chain = names.find((name) => name.startsWith("Discontinuous Nice Loop ("));
  if (!chain) throw new Error(`no chain in ${names.join()}`);
  await filter.selectOption({ label: chain });
  const count = Number(/\((\d+)\)$/.exec(chain)?.[1]);
  assert.deepEqual(await listed(page).locator(".step-name").allInnerTexts(), Array(count).fill("Discontinuous Nice Loop"));
  assert.equal(await page.locator(".walk-at").innerText(), `1 of ${count}`);
  await page.locator(".step-title", { hasText: "Discontinuous Nice Loop" }).waitFor();

  const links = page.locator(".links li");
  assert.ok((await links.count()) > 2);
  const words = await links.allInnerTexts();
  for (const line of words) assert.match(line, /^\d in r\dc\d.* (?:— .*: at least one is true|⇢ .*: not both are true)$/);
  // Each link is a line with a head; weak ones are dashed.
  const heads = page.locator('.board-over #step-highlights path[fill="none"]');
  await page.waitForFunction(
    (count) => document.querySelectorAll('.board-over #step-highlights path[fill="none"]').length >= count,
    words.length,
  );
  const dashed = page.locator(".board-over #step-highlights path[stroke-dasharray]");
  assert.equal(await dashed.count(), words.filter((line) => line.includes("⇢")).length);
  await shot(page, "explain-links");

  // Less is told when less is wanted.
  await page.getByRole("radio", { name: "Technique" }).check();
  assert.deepEqual(await page.locator(".step-told p").allInnerTexts(), ["Look for: Discontinuous Nice Loop."]);
  assert.equal(await links.count(), 0);
  await page.waitForFunction(() => !document.querySelector('.board-over #step-highlights path[fill="none"]'));
  assert.equal(await heads.count(), 0);
  await page.getByRole("radio", { name: "Whole step" }).check();
  await links.first().waitFor();

  await filter.selectOption({ index: 0 });
  await page.waitForFunction((steps) => document.querySelectorAll('[role="option"]').length === steps, steps);
});

on("“Why?” lights the cell and tells the reason", async (page) => {
  await hard(page);
  const filter = page.getByRole("combobox", { name: "Technique" });
  const names = await filter.locator("option").allInnerTexts();
  await filter.selectOption({ label: names.find((name) => name.startsWith("Pointing")) ?? "" });
  const find = page.locator(".finds button").first();
  const [, name, digit] = /(r\dc\d) ≠ (\d)/.exec(await find.innerText()) ?? [];
  assert.ok(name && digit);
  await find.click();
  const why = page.getByRole("region", { name: "Why?" });
  await why.getByRole("heading", { name: `Why is ${digit} not in ${name}?` }).waitFor();
  assert.ok((await why.locator("p, li").allInnerTexts()).join("").length > 10);
  assert.deepEqual(await page.locator(".cell.lit").evaluateAll((all) => all.map((e) => e.getAttribute("data-cell"))), [name]);
  await shot(page, "explain-why");
  await find.click();
  await why.waitFor({ state: "detached" });
  assert.equal(await page.locator(".cell.lit").count(), 0);
  // Another step asks anew.
  await find.click();
  await page.keyboard.press("n");
  await why.waitFor({ state: "detached" });
});

on("a joint table is shown: the clue, its cells, and all ways to fill it in that are left", async (page) => {
  await paste(page, JOINT);
  await page.getByRole("heading", { name: "Joint" }).waitFor();
  await page.locator(".rating p").first().waitFor({ timeout: 60_000 });
  // The first step that lists the ways which are left.
  const ways = page.getByRole("region", { name: "Remaining combinations for these cells" });
  const next = page.getByRole("button", { name: "Next step (N)" });
  while (!(await ways.count()) && (await next.isEnabled())) await next.click();
  assert.match(await page.locator(".step-title").innerText(), / and (row|column|box)|clues? and|: (ways|combinations)|ways/i);
  const told = await page.locator(".step-told").innerText();
  const cells = await ways.locator("th").allInnerTexts();
  const rows = await ways.locator("tbody tr").evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].map((e) => e.textContent ?? "")),
  );
  assert.ok(cells.length >= 2 && rows.length >= 1 && rows.length <= 6);
  for (const row of rows) assert.ok(row.length === cells.length && told.includes(row.join("-")), `${row} in ${told}`);
  // Each is one that the step's clue has: its digits fit the marks before the step.
  const before = await labels(page);
  for (const [i, name] of cells.entries()) {
    const marks = before[name] ?? "";
    for (const row of rows) assert.match(marks, new RegExp(`[ ,]${row[i]}(?:\\D|$)`), `${name}: ${marks}`);
  }
  // What it is about is coloured on the board.
  await page.waitForFunction(() => document.querySelectorAll(".board-picture #step-spots > *").length >= 2);
  await shot(page, "explain-table");
  // Less is told when less is wanted.
  await page.getByRole("radio", { name: "What to notice" }).check();
  await ways.waitFor({ state: "detached" });
});

on("the heat map: each cell says how much time it takes, and leads to its step", async (page) => {
  await hard(page);
  const toggle = page.getByRole("button", { name: "Heat map" });
  await toggle.click();
  await page.getByRole("grid", { name: "Where the time goes" }).waitFor();
  assert.equal(await toggle.getAttribute("aria-pressed"), "true");
  const told = await labels(page);
  const given = Object.values(told).filter((text) => /given/.test(text)).length;
  const factor = { s: 1, min: 60, h: 3600 };
  const heats = Object.entries(told).flatMap(([name, text]) => {
    const found = /about (\d+) (s|min|h), step (\d+)$/.exec(text);
    if (!found) return [];
    return [{ name, value: Number(found[1]) * factor[/** @type {keyof typeof factor} */ (found[2])], step: Number(found[3]) }];
  });
  assert.equal(heats.length + given, 81);
  assert.equal(await page.locator(".cell .heat").count(), heats.length);
  assert.ok(new Set(heats.map(({ value }) => value)).size > 2);
  // Together they take as long as the scale says.
  const sum = heats.reduce((all, { value }) => all + value, 0);
  await page.getByRole("button", { name: "Rate on all scales" }).click();
  const scales = page.locator(".scales dl");
  await scales.waitFor({ timeout: 90_000 });
  const rated = await scales.innerText();
  const points = Number(/(\d+) points/.exec(rated)?.[1]);
  assert.ok(Math.abs(250 * Math.log10(sum / 30) - points) < 20, `${sum} s, ${points} points`);
  await shot(page, "explain-heat");
  const hardest = heats.reduce((a, b) => (b.value > a.value ? b : a));
  await cell(page, hardest.name).click();
  await page.locator(".step-title", { hasText: new RegExp(`^\\s*${hardest.step}\\. `) }).waitFor();
  // By keyboard as well.
  await cell(page, "r1c1").focus();
  await page.keyboard.press("ArrowDown");
  const below = heats.find(({ name }) => name === "r2c1");
  await page.locator(".step-title", { hasText: new RegExp(`^\\s*${below?.step}\\. `) }).waitFor();
  await toggle.click();
  await page.getByRole("grid", { name: /^The grid before step/ }).waitFor();
  assert.equal(await page.locator(".cell .heat").count(), 0);
});

on("every scale that there is says how hard the puzzle is", async (page) => {
  await hard(page);
  await page.getByRole("button", { name: "Rate on all scales" }).click();
  const list = page.locator(".scales dl");
  await list.waitFor({ timeout: 90_000 });
  const names = await list.locator("dt").allInnerTexts();
  for (const name of ["Sudoku Explainer", "Sukaku Explainer", "HoDoKu"]) assert.ok(names.includes(name), names.join());
  const words = await list.innerText();
  assert.match(words, /ER \d+\.\d/);
  assert.match(words, /score \d+/);
  await shot(page, "explain-scales");
  // Another puzzle has its own.
  await paste(page, "title: Four\ngrid: 4x4\ngivens: 12..34..2.....3.\n");
  await list.waitFor({ state: "detached" });
});

on("a puzzle without a solution: what contradicts itself is lit up here, too", async (page) => {
  await paste(page, "title: Clash\ngrid: 4x4\ngivens: ...............2\nkiller-cage r1c1 r1c2 total 7\nkiller-cage r2c1 r2c2 total 7\n");
  await page.getByRole("heading", { name: "Clash" }).waitFor();
  await page.locator(".rating").getByText("no solution").first().waitFor();
  await page.getByRole("button", { name: "Why?" }).click();
  const why = page.getByRole("region", { name: "Why the puzzle is not valid" });
  await why.getByText("the cage 7 at r2c1", { exact: true }).waitFor();
  assert.equal(await page.locator(".cell.lit").count(), 4);
});

on("every step that is possible now: of the path's position, and of mine", async (page) => {
  await hard(page);
  await listed(page).nth(4).click();
  await page.getByRole("button", { name: "Steps possible now" }).click();
  await page.getByRole("button", { name: "At step 5" }).click();
  const now = page.getByRole("listbox", { name: "Steps possible now" });
  await now.waitFor();
  const count = await now.getByRole("option").count();
  assert.ok(count > 1, `${count} steps`);
  await page.getByText(`Before step 5 of the path: ${count} steps.`).waitFor();
  // The one that the path takes is among them.
  await page.getByRole("button", { name: "The path" }).click();
  const taken = (await listed(page).nth(4).innerText()).split("\n").slice(1).join(" ");
  await page.getByRole("button", { name: "Steps possible now" }).click();
  const all = (await now.getByRole("option").allInnerTexts()).map((text) => text.split("\n").slice(1).join(" "));
  assert.ok(all.includes(taken), `${taken} is not in ${all.join(" | ")}`);
  await now.focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await now.getByRole("option", { selected: true }).locator(".step-number").innerText(), "2");
  await page.getByRole("button", { name: "With my marks", exact: true }).click();
  await page.getByText("With your digits and centre marks:").waitFor();
  assert.ok((await now.getByRole("option").count()) > 0);
});

on("what I have is compared with the path; it goes on in Play", async (page) => {
  const steps = await hard(page);
  await page.getByRole("button", { name: "Compare with my marks" }).click();
  const region = page.getByRole("region", { name: "Compare with my marks" });
  await region.getByText("there is nothing to compare").waitFor();
  await page.getByRole("link", { name: "Play" }).click();
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  await page.waitForSelector(".centre");
  // A candidate is taken out that the path has at its beginning.
  const marks = /centre marks ([\d ]+)/.exec((await labels(page))["r5c5"] ?? "")?.[1]?.split(" ") ?? [];
  assert.ok(marks.length > 2, marks.join());
  await cell(page, "r5c5").click();
  await page.keyboard.press(`Control+Digit${marks[0]}`);
  await page.getByRole("link", { name: "Explain" }).click();
  await page.getByRole("button", { name: "First step" }).waitFor();
  const compare = page.getByRole("button", { name: "Compare with my marks" });
  if ((await compare.getAttribute("aria-pressed")) !== "true") await compare.click();
  await region.getByText("Removed by you, but not by the path").waitFor();
  assert.equal(await region.locator("h3 + p").first().innerText(), `${marks[0]} in r5c5`);
  assert.match((await labels(page))["r5c5"] ?? "", new RegExp(`only the path still has ${marks[0]}$`));
  await cell(page, "r5c5").and(page.locator(".mine-gone")).waitFor();
  await shot(page, "explain-compare");
  // Later the path has removed what I still have.
  await page.getByRole("button", { name: "Last step" }).click();
  await shows(page, steps);
  await region.getByText("Removed by the path, but not by you").waitFor();
  assert.ok((await page.locator(".cell.path-gone").count()) > 20);

  await page.getByRole("slider").fill("60");
  await shows(page, 60);
  const there = await labels(page);
  await page.getByRole("button", { name: "Continue from here in Play" }).click();
  await page.locator("main.screen-play").waitFor();
  await drawn(page);
  const digits = (/** @type {Record<string, string>} */ all) =>
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, /column \d, (?:given )?(\d)(?:,|$)/.exec(text)?.[1] ?? ""]));
  assert.deepEqual(digits(await labels(page)), digits(there));
  assert.ok(Object.values(digits(there)).filter(Boolean).length > 40);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.match((await labels(page))["r5c5"] ?? "", new RegExp(`centre marks ${marks.slice(1).join(" ")}`));
});

/** So many ways that it takes long to find out how many. */
const WIDE = "title: Wide\ngrid: 25x25\nboxes: 5x5\n";

on("it can be stopped, and begun again", async (page) => {
  await ended(page);
  await paste(page, WIDE);
  await page.getByRole("heading", { name: "Wide" }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").first().waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  // Whoever goes to another puzzle does not wait for this one.
  await hard(page);
  await page.getByRole("button", { name: "Explain again" }).click();
  await ended(page);
});

on("a puzzle with several solutions, and one with none, are told as such", async (page) => {
  await paste(page, "title: Two\ngrid: 4x4\ngivens: 12..34..2143....\n");
  await page.getByRole("heading", { name: "Two" }).waitFor();
  await page.locator(".rating").getByText("The puzzle has several solutions").waitFor();
  await paste(page, "title: None\ngrid: 4x4\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r2c1 r2c2 total 3\n");
  await page.getByRole("heading", { name: "None" }).waitFor();
  await page.locator(".rating p").first().waitFor();
  assert.doesNotMatch(await page.locator(".rating").innerText(), /Solved|several/);
  assert.match(await page.locator(".rating").innerText(), /no solution|contradict|cannot/i);
});

on("the path is saved as a text and as JSON", async (page) => {
  const steps = await hard(page);
  await page.getByText("Export the path").click();
  const text = await downloaded(page, () => page.getByRole("button", { name: "As text" }).click());
  assert.equal(text.name, "hard-steps.txt");
  assert.equal(text.text.match(/^\d+\. .+ \(\d+\.\d\)$/gm)?.length, steps);
  assert.match(text.text, /^Hard\n/);
  assert.match(text.text, /Solved completely\.\n/);
  assert.doesNotMatch(text.text, /undefined|\[object/);
  const json = await downloaded(page, () => page.getByRole("button", { name: "As JSON" }).click());
  assert.equal(json.name, "hard-steps.json");
  const read = JSON.parse(json.text);
  assert.equal(read.steps.length, steps);
  assert.equal(read.complete, true);
  assert.equal(read.status, "solved");
});

on("by keyboard alone", async (page) => {
  const steps = await ended(page);
  await page.locator("body").press("Tab");
  await tabTo(page, "select");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((steps) => document.querySelectorAll('[role="option"]').length < steps, steps);
  const few = await listed(page).count();
  await tabTo(page, '[role="listbox"]');
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(".walk-at").innerText(), `2 of ${few}`);
  await tabTo(page, '[role="gridcell"]');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "r2c2");
  await tabTo(page, 'input[type="range"]');
  await page.keyboard.press("End");
  assert.equal(await page.locator(".walk-at").innerText(), `${few} of ${few}`);
  await tabTo(page, 'input[type="radio"]');
  await tabTo(page, ".find");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Why?" }).waitFor();
  await tabTo(page, "button", "Compare with my marks");
  await page.keyboard.press("Space");
  await page.getByRole("region", { name: "Compare with my marks" }).waitFor();
});

on("by touch, at the width of a phone", async (page) => {
  const steps = await ended(page);
  await page.getByRole("button", { name: "Next step (N)" }).tap();
  await shows(page, 2, steps);
  await listed(page).nth(4).tap();
  await shows(page, 5, steps);
  await page.locator(".find").first().tap();
  await page.getByRole("region", { name: "Why?" }).waitFor();
  assert.deepEqual(await fitsPhone(page), []);
  await shot(page, "explain-phone");
}, { phone: true });
