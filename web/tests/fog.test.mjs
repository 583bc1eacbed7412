// @ts-check
// Fog while people play: what is covered, what clears it, and that nothing else tells what is in it.
import assert from "node:assert/strict";
import { cell, givens, KIND, labels, paste, shot, trials } from "./host.mjs";

const { on } = trials();
/** @typedef {import("playwright-core").Page} Page */

// The solution is 1234 3412 2143 4321; no text records it.
const GIVENS = "given r1c1 1\ngiven r4c4 1\n";
const CAGES = "killer-cage r1c1 r1c2 total 3\nkiller-cage r2c1 r3c1 total 5\nkiller-cage r3c2 r3c3 total 5\n";
const PUZZLE = `title: In fog\ngrid: 4x4\nfog: r1c1 r1c2 r2c1 r2c2\n${GIVENS}\n${CAGES}sandwich r1c1-r4c1 total 5\n`;
const STUCK = `title: Stuck in fog\ngrid: 4x4\nfog: r2c2\n${GIVENS}\n${CAGES}`;

/** The names of cells that are said to be in fog. @param {Page} page */
async function inFog(page) {
  return Object.entries(await labels(page)).flatMap(([name, text]) => (/, in fog/.test(text) ? [name] : []));
}
/** Opens it and waits until the engine has said what is hidden. @param {Page} page @param {string} text @param {string} title @param {number} hidden */
async function begin(page, text, title, hidden) {
  await paste(page, text);
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  await fogIs(page, hidden);
  await page.waitForSelector("#fog-fog");
}
/** @param {Page} page @param {number} count */
const fogIs = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll('[data-cell][aria-label*=", in fog"]').length === count, count);
/** @param {Page} page @param {string} name @param {string} digit */
async function write(page, name, digit) {
  await cell(page, name).click();
  await page.keyboard.press(digit);
}
/** What the board's pictures say in words and drawings. @param {Page} page */
const drawings = (page) => page.locator(".board-picture").evaluateAll((all) => all.map((one) => one.innerHTML).join(""));

on("fog covers givens and clues, and right digits clear it", async (page) => {
  await begin(page, PUZZLE, "In fog", 12);
  assert.deepEqual(await givens(page), { r1c1: "1" });
  const said = Object.values(await labels(page)).join("; ");
  assert.match(said, /row 1 column 2, empty, in the cage 3 at r1c1/);
  assert.match(said, /row 4 column 4, empty, in fog/);
  assert.doesNotMatch(said, /the cage 5/);
  assert.doesNotMatch(await drawings(page), /killer-cage, total 5|r4c4 1/);
  assert.equal(await page.locator("#fog-fog").count(), 1);
  await shot(page, "fog-play");
  // A wrong digit clears nothing; nobody says that it meets a given in fog.
  await write(page, "r4c3", "1");
  await write(page, "r2c1", "2");
  await write(page, "r1c2", "1");
  await page.locator(".conflicts").waitFor();
  assert.doesNotMatch(await page.locator(".conflicts").innerText(), /r4c4/);
  assert.equal((await inFog(page)).length, 12);
  // A right one clears its cell and those around it.
  await write(page, "r2c1", "3");
  await write(page, "r1c2", "2");
  await fogIs(page, 8);
  assert.deepEqual(await inFog(page), ["r1c4", "r2c4", "r3c3", "r3c4", "r4c1", "r4c2", "r4c3", "r4c4"]);
  assert.match((await cell(page, "r3c1").getAttribute("aria-label")) ?? "", /the cage 5 at r2c1/);
  await page.waitForFunction(() => /killer-cage, total 5, r2c1 r3c1/.test(document.querySelector(".board-picture")?.innerHTML ?? ""));
  // What is given in fog is written there by the player, and is a given then.
  await write(page, "r4c3", "2");
  await write(page, "r4c4", "1");
  await page.waitForFunction(() => /given 1/.test(document.querySelector('[data-cell="r4c4"]')?.getAttribute("aria-label") ?? ""));
  // Covered cells are cells: the keyboard goes in and out.
  await cell(page, "r2c3").click();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "r2c4");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "r2c3");
});

on("a puzzle in fog is played to its end by hints", async (page) => {
  await begin(page, PUZZLE, "In fog", 12);
  await cell(page, "r1c2").click();
  for (let steps = 0; steps < 40; steps++) {
    for (let level = 1; level <= 4; level++) {
      await page.keyboard.press("h");
      await page.getByText(`Hint, ${level} of 4`).waitFor();
    }
    await page.getByRole("button", { name: "Apply" }).click();
    await page.locator(".hint-box").waitFor({ state: "detached" });
    if (await page.evaluate(() => !document.querySelector('[data-cell][aria-label*="empty"], [data-cell][aria-label*="marks"]'))) break;
  }
  await page.locator(".solved").waitFor();
  assert.deepEqual(await inFog(page), []);
});

on("a hint that needs what is in fog is shown only to those who ask again; what is hidden stays out of candidates", async (page) => {
  await begin(page, STUCK, "Stuck in fog", 15);
  await cell(page, "r2c2").click();
  await page.keyboard.press("h");
  const box = page.locator(".hint-box");
  await box.getByText("No step uses only what is visible.").waitFor();
  await box.getByText("The next step needs something that is hidden by fog.").waitFor();
  assert.equal(await box.getByRole("button", { name: "Apply" }).count(), 0);
  await shot(page, "fog-hint");
  await box.getByRole("button", { name: "Show the hint anyway" }).click();
  await box.getByText("Look for a hidden single.").waitFor();
  await page.keyboard.press("h");
  await box.getByText("Look at box 2.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  await cell(page, "r2c2").locator(".centre").waitFor();
  assert.match((await cell(page, "r4c3").getAttribute("aria-label")) ?? "", /centre marks 1 2 3 4, in fog/);
});

on("a setting lifts the fog; whoever sets a puzzle sees all of it", async (page) => {
  await begin(page, PUZZLE, "In fog", 12);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("checkbox", { name: /Lift fog/ }).check();
  await page.keyboard.press("Escape");
  await fogIs(page, 0);
  assert.deepEqual(await givens(page), { r1c1: "1", r4c4: "1" });
  assert.equal(await page.locator("#fog-fog").count(), 0);
  if (KIND !== "file") {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: /Lift fog/ }).uncheck();
    await page.keyboard.press("Escape");
    await fogIs(page, 12);
  }
  await page.getByRole("link", { name: "Set", exact: true }).click();
  await page.getByRole("button", { name: "the cage 5 at r3c2", exact: true }).waitFor();
  assert.equal(await page.locator("#fog-fog").count(), 0);
});

on(
  "fog is seen in the dark and on paper",
  async (page) => {
    await begin(page, PUZZLE, "In fog", 12);
    const fill = () => page.locator("#fog-fog path").first().evaluate((path) => getComputedStyle(path).fill);
    const dark = await fill();
    await shot(page, "fog-dark");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#fog-fog").isVisible(), true);
    await shot(page, "fog-print");
    await page.emulateMedia({ media: "screen" });
    assert.notEqual(dark, "rgb(27, 27, 31)");
    assert.notEqual(dark, "none");
  },
  { theme: "dark" },
);
