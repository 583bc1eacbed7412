// @ts-check
// Marks as good as paper, and what happens to a game around them: Set, other puzzles, the moment it is solved.
import assert from "node:assert/strict";
import { cell, drag, labels, paste, screen, trials } from "./host.mjs";

const { on } = trials();

/** @param {import("playwright-core").Page} page @param {string} name @param {boolean} [to] */
async function choose(page, name, to = true) {
  await page.getByRole("button", { name: "Settings…" }).click();
  await page.getByLabel(name).setChecked(to);
  await page.keyboard.press("Escape");
}
/** @param {import("playwright-core").Page} page @param {string} text @param {string} title */
async function puzzle(page, text, title) {
  await paste(page, text);
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  // Its picture has come, too.
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 16);
  await page.waitForTimeout(300);
}
const CAGES = "title: Cages\ngrid: 4x4\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r2c1 r3c1 r4c1 total 9\n";

on("candidates that are filled in know what each clue allows, where that is chosen", async (page) => {
  await puzzle(page, CAGES, "Cages");
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  await cell(page, "r1c1").locator(".centre").waitFor();
  assert.match((await labels(page))["r1c1"] ?? "", /centre marks 1 2 3 4/);
  await choose(page, "Fill in candidates: also check what each clue allows");
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  await page.waitForFunction(() => /centre marks 1 2,/.test(document.querySelector('[data-cell="r1c1"]')?.getAttribute("aria-label") ?? ""));
  assert.match((await labels(page))["r2c1"] ?? "", /centre marks 2 3 4/);
  // No further than single clues go: that row 1 leaves 3 and 4 is for the player to find.
  assert.match((await labels(page))["r1c3"] ?? "", /centre marks 1 2 3 4/);
});

on("a placed digit goes out of the marks by every rule, as one step", async (page) => {
  await choose(page, "Also remove marks that a placed digit excludes by other rules");
  // A knight's move away, in another row, column and box.
  await cell(page, "r2c4").click();
  await page.keyboard.press("Control+Digit5");
  await page.keyboard.press("Control+Digit8");
  await cell(page, "r1c2").click();
  await page.keyboard.press("5");
  await page.waitForFunction(() => /centre marks 8$/.test(document.querySelector('[data-cell="r2c4"]')?.getAttribute("aria-label") ?? ""));
  await page.keyboard.press("Control+z");
  const now = await labels(page);
  assert.match(now["r2c4"] ?? "", /centre marks 5 8/);
  assert.match(now["r1c2"] ?? "", /empty/);
});

on("corner marks stand beside a total; centre marks have fixed places, where that is chosen", async (page) => {
  await puzzle(page, CAGES, "Cages");
  await drag(page, "r1c1", "r1c2");
  for (const key of ["Shift+Digit1", "Shift+Digit2"]) await page.keyboard.press(key);
  const [first, second] = await page.evaluate(() =>
    ["r1c1", "r1c2"].map((name) => {
      const cell = document.querySelector(`[data-cell="${name}"]`);
      const [of, mark] = [cell?.getBoundingClientRect(), cell?.querySelector(".corners > span")?.getBoundingClientRect()];
      return ((mark?.left ?? 0) - (of?.left ?? 0)) / (of?.width ?? 1);
    }),
  );
  // The total takes 0.17 of the cell.
  assert.ok((first ?? 0) > 0.17 && (second ?? 1) < 0.12, `${first} ${second}`);
  await page.keyboard.press("Control+Digit3");
  assert.equal(await page.locator(".centre").count(), 2);
  await choose(page, "Centre marks: fixed 3×3 positions");
  assert.equal(await page.locator(".centre").count(), 0);
  assert.equal(await page.locator(".fixed-mark.of-centre").count(), 2);
});

/** Sets a given in the last cell, and comes back to the game. @param {import("playwright-core").Page} page */
async function setGiven(page) {
  await screen(page, "Set");
  await cell(page, "r9c9").click();
  await page.keyboard.press("3");
  await page.waitForFunction(() => /given 3/.test(document.querySelector('[data-cell="r9c9"]')?.getAttribute("aria-label") ?? ""));
  await screen(page, "Play");
}

on("a given that is set keeps the game; what was said goes with its puzzle", async (page) => {
  await cell(page, "r1c1").click();
  await page.keyboard.press("5");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Digit8");
  await setGiven(page);
  const now = await labels(page);
  assert.match(now["r1c1"] ?? "", /, 5/);
  assert.match(now["r1c2"] ?? "", /centre marks 8/);
  assert.match(now["r9c9"] ?? "", /given 3/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.waitForFunction(() => /empty/.test(document.querySelector('[data-cell="r1c2"]')?.getAttribute("aria-label") ?? ""));
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.locator(".told .hint-box").waitFor();
  await puzzle(page, CAGES, "Cages");
  await page.locator(".told .hint-box").waitFor({ state: "detached" });
});

on("a game that begins before the browser has read what it keeps goes on while the puzzle is changed", async (page) => {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (...wanted) => {
      const request = open(...wanted);
      /** @type {((event: Event) => void) | null} */
      let opened = null;
      Object.defineProperty(request, "onsuccess", { set: (does) => (opened = does) });
      request.addEventListener("success", (event) => setTimeout(() => opened?.(event), 4000));
      return request;
    };
  });
  await page.reload();
  await cell(page, "r1c1").click();
  await page.keyboard.press("5");
  await setGiven(page);
  assert.match((await labels(page))["r1c1"] ?? "", /, 5/);
});

on("the moment it is solved has points and the next puzzle", async (page) => {
  await puzzle(page, "title: Small\ngrid: 4x4\ngivens: 12..34..2.....3.\n", "Small");
  await cell(page, "r1c1").click();
  for (const [i, digit] of [..."1243342123144132"].entries()) {
    await page.keyboard.press(digit);
    await page.keyboard.press("ArrowRight");
    if (i % 4 === 3) await page.keyboard.press("ArrowDown");
  }
  const solved = page.getByRole("region", { name: "Solved!" });
  await solved.getByText(/^\d+ points/).waitFor();
  await solved.getByRole("button", { name: "Next puzzle" }).click();
  await solved.waitFor({ state: "detached", timeout: 60_000 });
  const given = Object.values(await labels(page)).filter((text) => text.includes("given"));
  assert.ok(given.length > 0 && given.length < 16, String(given.length));
});
