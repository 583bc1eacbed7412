// @ts-check
// Playing: by mouse, by touch, by keyboard alone; hints, mistakes, conflicts; what is kept.
import assert from "node:assert/strict";
import { cell, drag, drawn, KIND, paste, shot, swipe, trials } from "./host.mjs";

const { on } = trials();

const SMALL = "title: Small\ngrid: 4x4\ngivens: 12..34..2.....3.\n";
const SMALL_SOLVED = "1243342123144132";
const hint = (/** @type {import("playwright-core").Page} */ page) => page.locator(".hint-box");

on("a Miracle Sudoku is played to its end by hints", async (page) => {
  await cell(page, "r1c1").click();
  // The first hint level by level: each tells more.
  /** @type {string[]} */
  const levels = [];
  for (let level = 1; level <= 4; level++) {
    await page.keyboard.press("h");
    await page.getByText(`Hint, ${level} of 4`).waitFor();
    levels.push(await hint(page).locator("p").allInnerTexts().then((all) => all.join(" ")));
  }
  assert.equal(new Set(levels).size, 4, levels.join(" | "));
  await shot(page, "play-hint");
  const solved = page.locator(".solved");
  for (let steps = 0; steps < 300; steps++) {
    await page.getByRole("button", { name: "Apply" }).click();
    await hint(page).waitFor({ state: "detached" });
    if (await full(page)) break;
    for (let level = 1; level <= 4; level++) {
      await page.keyboard.press("h");
      await page.getByText(`Hint, ${level} of 4`).waitFor({ timeout: 20_000 });
    }
  }
  await solved.waitFor();
  await shot(page, "play-solved");
});

/** @param {import("playwright-core").Page} page */
function full(page) {
  return page.evaluate(() => !document.querySelector('[role="gridcell"][aria-label*="empty"], [role="gridcell"][aria-label*="marks"]'));
}

on("a grid is filled by keyboard alone, and is found solved", async (page) => {
  await paste(page, SMALL);
  await page.getByRole("heading", { name: "Small" }).waitFor();
  // The page goes to the grid by itself, soon after a puzzle was opened.
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
  // From the top of the page to the grid, past all that is between.
  await page.locator(".skip").focus();
  await page.waitForFunction(() => document.activeElement?.classList.contains("skip"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
  for (let i = 0; i < 16; i++) {
    await page.keyboard.press(SMALL_SOLVED[i] ?? "");
    await page.keyboard.press("ArrowRight");
    if (i % 4 === 3) await page.keyboard.press("ArrowDown");
  }
  await page.locator(".solved").waitFor();
  assert.match((await cell(page, "r2c3").getAttribute("aria-label")) ?? "", /row 2 column 3, 2/);
});

on("marks by held keys and by modes; colours have letters", async (page) => {
  await cell(page, "r2c2").click();
  await page.keyboard.press("Shift+Digit1");
  await page.keyboard.press("Control+Digit4");
  await page.keyboard.press("Alt+Digit3");
  assert.match((await cell(page, "r2c2").getAttribute("aria-label")) ?? "", /corner marks 1, centre marks 4, colours green/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("c");
  await page.keyboard.press("5");
  assert.match((await cell(page, "r2c3").getAttribute("aria-label")) ?? "", /centre marks 5/);
  assert.equal(await page.locator(".cell-colours rect").count(), 1);
  // The colour of one candidate.
  await page.keyboard.press("v");
  await page.getByRole("combobox", { name: "Apply colours to" }).selectOption("5");
  await cell(page, "r2c3").click();
  await page.keyboard.press("2");
  assert.equal(await page.locator(".tint-2").count(), 1);
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator(".tint-2").count(), 0);
  await page.keyboard.press("Control+Shift+z");
  assert.equal(await page.locator(".tint-2").count(), 1);
});

on("cells are selected by dragging; a digit goes into all of them; the pen draws", async (page) => {
  await drag(page, "r1c1", "r1c2", "r2c2");
  assert.equal(await page.locator('[aria-selected="true"]').count(), 3);
  await page.keyboard.press("Shift+Digit7");
  assert.equal(await page.locator(".corners").count(), 3);
  await page.getByRole("button", { name: "Pen", exact: true }).click();
  await drag(page, "r5c5", "r5c6", "r6c6");
  assert.equal(await page.locator(".pen path").count(), 2);
});

on("a digit that contradicts a rule is told with the rule's name, and is forgotten with the digit", async (page) => {
  await cell(page, "r6c8").click();
  // Beside the given 2, and consecutive with it.
  await page.keyboard.press("3");
  const told = page.locator(".conflicts");
  await told.waitFor();
  assert.match(await told.innerText(), /consecutive|differ|neighbour/i);
  assert.equal(await page.locator(".cell.conflict").count(), 2);
  await page.keyboard.press("Delete");
  await told.waitFor({ state: "detached" });
});

on("a mistake is undone: back to where nothing was wrong", async (page) => {
  await paste(page, SMALL);
  await page.getByRole("heading", { name: "Small" }).waitFor();
  await cell(page, "r1c3").click();
  await page.keyboard.press("4");
  await cell(page, "r2c3").click();
  // Wrong, and no rule says so yet.
  await page.keyboard.press("1");
  await cell(page, "r1c4").click();
  await page.keyboard.press("3");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.locator(".hint-box").getByText("1 in r2c3 is wrong").waitFor();
  await page.getByRole("button", { name: "Undo to before the mistake" }).first().click();
  await page.waitForFunction(() => !document.querySelector('[data-cell="r2c3"] .digit'));
  assert.equal(await cell(page, "r1c3").locator(".digit").innerText(), "4");
  // The way back is still there.
  await page.keyboard.press("Control+y").catch(() => {});
});

on("all mistakes are told at once when that is asked, and when all was right; a hint tells them in levels", async (page) => {
  await paste(page, SMALL);
  await page.getByRole("heading", { name: "Small" }).waitFor();
  /** @param {string} name @param {string} digit */
  const write = async (name, digit) => {
    await cell(page, name).click();
    await page.keyboard.press(digit);
  };
  await write("r1c4", "3");
  // Two that no rule forbids yet, and one that stands twice in its row.
  await write("r2c3", "1");
  await write("r3c2", "1");
  await write("r4c4", "3");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const box = page.getByRole("region", { name: "Mistakes" });
  await box.waitFor();
  const told = await box.locator(".mistakes li").allInnerTexts();
  assert.ok(told.length >= 3, told.join(" "));
  assert.ok(told.some((text) => /r4c4 .*cannot both be right|cannot both be right.*r4c4|in r4c4/.test(text)), told.join(" "));
  assert.ok(told.includes("1 in r2c3 is wrong.") && told.includes("1 in r3c2 is wrong."), told.join(" "));
  // Errors that share a cell are one mistake, as in a hint.
  await box.getByRole("heading", { name: "3 mistakes" }).waitFor();
  await box.getByText("Everything was right 3 steps ago.").waitFor();
  const lit = await page.locator(".cell.lit").evaluateAll((all) => all.map((e) => e.getAttribute("data-cell") ?? ""));
  for (const name of ["r2c3", "r3c2", "r4c4"]) assert.ok(lit.includes(name), lit.join());
  await shot(page, "play-mistakes");
  // A hint begins with that there are some; not where.
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  const hint = page.getByRole("region", { name: "Hint" });
  // What clashes with a wrong digit is no mistake of its own.
  await hint.getByText("There are 3 mistakes in the grid.").waitFor();
  assert.equal(await page.locator(".cell.lit").count(), 0);
  for (let level = 2; level <= 4; level++) await hint.getByRole("button", { name: "More" }).click();
  await hint.getByText("1 in r2c3 is wrong.").waitFor();
  await hint.getByRole("button", { name: "Undo to before the mistake" }).click();
  await page.waitForFunction(() => !document.querySelector('[data-cell="r2c3"] .digit'));
  assert.equal(await cell(page, "r1c4").locator(".digit").innerText(), "3");
});

on("a puzzle without a solution: what contradicts itself is lit up, and how it does is told", async (page) => {
  await paste(page, "title: Clash\ngrid: 4x4\ngivens: ...............2\nkiller-cage r1c1 r1c2 total 7\nkiller-cage r2c1 r2c2 total 7\nodd r4c1\n");
  await page.getByRole("heading", { name: "Clash" }).waitFor();
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  const hint = page.getByRole("region", { name: "Hint" });
  await hint.getByText("The puzzle has no solution.").waitFor();
  await hint.getByRole("button", { name: "Why?" }).click();
  const why = page.getByRole("region", { name: "Why the puzzle is not valid" });
  await why.waitFor();
  assert.deepEqual(await why.locator("ul li").allInnerTexts(), ["the cage 7 at r1c1", "the cage 7 at r2c1"]);
  await why.getByText("in a grid with the rule classic", { exact: true }).waitFor();
  assert.ok((await why.locator("ol li").allInnerTexts()).some((text) => /no place left for [12] in box 1/.test(text)));
  const lit = await page.locator(".cell.lit").evaluateAll((all) => all.map((e) => e.getAttribute("data-cell")).sort());
  assert.deepEqual(lit, ["r1c1", "r1c2", "r2c1", "r2c2"]);
  await shot(page, "play-clash");
  await why.getByRole("button", { name: "Close" }).click();
  await why.waitFor({ state: "detached" });
  assert.equal(await page.locator(".cell.lit").count(), 0);
});

on("what was written is there after a reload, with its past", async (page) => {
  await cell(page, "r1c1").click();
  await page.keyboard.press("5");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Digit8");
  await page.waitForTimeout(500);
  await page.reload();
  await drawn(page);
  if (KIND === "file" && (await page.getByText("could not save your game").isVisible())) return;
  await page.waitForSelector('[data-cell="r1c1"] .digit');
  assert.equal(await cell(page, "r1c1").locator(".digit").innerText(), "5");
  assert.equal(await cell(page, "r1c2").locator(".centre").innerText(), "8");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.equal(await page.locator(".centre").count(), 0);
});

on("by touch, at the width of a phone", async (page) => {
  await swipe(page, "r1c1", "r1c2", "r1c3");
  assert.equal(await page.locator('[aria-selected="true"]').count(), 3);
  // Right after a swipe the browser takes a tap for the end of it.
  const corner = page.getByRole("button", { name: "Corner" });
  for (let tries = 0; tries < 20 && (await corner.getAttribute("aria-pressed")) !== "true"; tries++) await corner.tap();
  await page.getByRole("button", { name: "6", exact: true }).tap();
  // A tap becomes a click a moment later.
  await page.waitForFunction(() => document.querySelectorAll(".corners").length === 3);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  // Fingers need room.
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, summary, nav a")]
      .filter((e) => e.getClientRects().length)
      .map((e) => [e.textContent, e.getBoundingClientRect().height])
      .filter(([, high]) => Number(high) < 43.5),
  );
  assert.deepEqual(small, []);
  await shot(page, "play-phone");
}, { phone: true });

on("hints from my own marks, candidates filled in, a checkpoint", async (page) => {
  await paste(page, SMALL);
  await page.getByRole("heading", { name: "Small" }).waitFor();
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  await page.waitForSelector(".centre");
  await page.getByRole("button", { name: "Add a checkpoint" }).click();
  await page.getByLabel("Checkpoint name").fill("all marks");
  await page.getByLabel("Checkpoint name").press("Enter");
  await cell(page, "r1c3").click();
  await page.keyboard.press("4");
  await page.getByRole("button", { name: /Back to/ }).click();
  assert.equal(await cell(page, "r1c3").locator(".digit").count(), 0);
  // A mark that is needed is missing: that is what a hint says first.
  await cell(page, "r1c3").click();
  await page.keyboard.press("Control+Digit4");
  await page.keyboard.press("h");
  await hint(page).waitFor();
});

on("a double click selects all cells with the same digit, or the same marks", async (page) => {
  await cell(page, "r1c1").click();
  await page.keyboard.press("1");
  await cell(page, "r9c9").click();
  await page.keyboard.press("1");
  await cell(page, "r9c9").dblclick();
  // The two that were written, and the one that is given.
  await page.waitForFunction(() => document.querySelectorAll('[aria-selected="true"]').length === 3);
  await drag(page, "r2c2", "r2c3");
  await page.keyboard.press("Control+Digit4");
  await cell(page, "r2c2").dblclick();
  await page.waitForFunction(() => document.querySelectorAll('[aria-selected="true"]').length === 2);
});

on("one digit is shown, then cells with two marks; the cells that are seen", async (page) => {
  await drag(page, "r2c2", "r2c4");
  await page.keyboard.press("Control+Digit4");
  await page.keyboard.press("Control+Digit5");
  await page.getByLabel("Highlight").selectOption("4");
  assert.equal(await page.locator(".cell.filtered").count(), 3);
  await page.getByLabel("Highlight").selectOption("two");
  assert.equal(await page.locator(".cell.filtered").count(), 3);
  await page.getByLabel("Highlight").selectOption("");
  await page.getByRole("button", { name: "Show seen cells" }).click();
  await cell(page, "r5c5").click();
  assert.equal(await page.locator(".cell.seen").count(), 20);
});

on("a game is paused and goes on; keys read the row and what is missing", async (page) => {
  await page.getByRole("button", { name: "Pause" }).click();
  assert.equal(await page.locator('[role="grid"]').count(), 0);
  await page.getByRole("button", { name: "Resume" }).first().click();
  await drawn(page);
  await cell(page, "r5c5").click();
  await page.keyboard.press("r");
  await page.getByText("Row 5: blank blank 1 blank").waitFor({ state: "attached" });
  await page.keyboard.press("m");
  await page.getByText("row 5: 2 3 4 5 6 7 8 9").waitFor({ state: "attached" });
  await page.keyboard.press("n");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "r5c6");
});

on("texts become larger for a projector, and nothing is lost", async (page) => {
  await page.getByRole("button", { name: "Settings…" }).click();
  await page.getByLabel("Text size").selectOption("150");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "24px");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
});

on("what is unread stays in sight, and its drawings stay marked", async (page) => {
  const drawing = "drawings:\n  line r1c1 r1c2 r1c3 color #CFCFCF\n";
  await paste(page, `title: Wiggle\ngrid: 4x4\ntext: Digits on a wiggle line add up to 7.\n${drawing}`);
  await page.getByRole("heading", { name: "Wiggle" }).waitFor();
  const line = page.getByRole("region", { name: "Not understood" });
  await line.getByText("1 grey line and 1 sentence are unread, so the answer ignores them.").waitFor();
  const marked = () => page.locator(".unread-here").count();
  assert.equal(await marked(), 3);
  await cell(page, "r1c1").click();
  await page.keyboard.press("4");
  assert.equal(await marked(), 3);
  assert.match((await cell(page, "r1c1").getAttribute("aria-label")) ?? "", /not understood/);
  await shot(page, "play-unread");
  await page.keyboard.press("h");
  await hint(page).getByText("nothing more follows from the rest").waitFor();
  await line.getByRole("button", { name: "Highlight the drawings" }).click();
  assert.equal(await marked(), 0);
  await page.getByRole("link", { name: "Set" }).click();
  await page.locator(".unread-here").nth(2).waitFor();
  assert.equal(await marked(), 3);
  // The state goes when a clue takes the place of what was drawn and said.
  await paste(page, "title: Clear\ngrid: 4x4\n");
  await line.waitFor({ state: "detached" });
  assert.equal(await marked(), 0);
});
