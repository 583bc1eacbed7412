// @ts-check
// Setting: a killer drawn by mouse, by touch, by keyboard; proved unique; a clash; a rule typed in, drawn, solved.
import assert from "node:assert/strict";
import { cell, drag, drawn, paste, shot, swipe, trials } from "./host.mjs";

const { on } = trials({ screen: "set" });
/** @typedef {import("playwright-core").Page} Page */

const badge = (/** @type {Page} */ page, /** @type {string} */ text) => page.locator(".badge", { hasText: text }).waitFor();
/** @param {Page} page @param {string} name */
async function tool(page, name) {
  await page.getByLabel("Search the rules").fill(name);
  const title = name.replaceAll("-", " ");
  await page.getByRole("button", { name: title[0]?.toUpperCase() + title.slice(1), exact: true }).click();
}
/** @param {Page} page */
async function small(page) {
  await page.getByRole("button", { name: "New grid…" }).click();
  await page.getByRole("button", { name: "4×4" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 16);
}
/** @param {Page} page @param {number} count */
const clues = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll(".clue-list li").length === count, count);

on("a killer is drawn, proved unique, and a clash is shown", async (page) => {
  await small(page);
  await badge(page, "solutions");
  await tool(page, "killer-cage");
  await drag(page, "r1c3", "r2c3");
  await clues(page, 1);
  await page.keyboard.press("4");
  await page.getByRole("button", { name: "the cage 4 at r1c3", exact: true }).waitFor();
  await drag(page, "r4c1", "r4c2");
  await clues(page, 2);
  await page.keyboard.press("7");
  await drag(page, "r2c2", "r3c2");
  await clues(page, 3);
  await page.keyboard.press("5");
  await page.getByLabel("Search the rules").fill("");
  await page.getByRole("button", { name: "Givens", exact: true }).click();
  await cell(page, "r1c1").click();
  await page.keyboard.press("1");
  await badge(page, "One solution");
  await page.getByRole("button", { name: "True candidates" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".true-candidate.only").length === 15);
  await shot(page, "set-unique");
  await page.getByRole("button", { name: "True candidates" }).click();
  // A total that cannot be.
  await page.getByRole("button", { name: "the cage 7 at r4c1", exact: true }).click();
  await page.getByRole("textbox", { name: "total" }).fill("8");
  await page.getByRole("textbox", { name: "total" }).press("Enter");
  await badge(page, "No solution");
  await page.getByRole("button", { name: "Why?" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".cell.lit").length > 0);
  assert.match(await page.locator(".verdict .hint-box").innerText(), /the cage 8 at r4c1/);
  await shot(page, "set-clash");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await badge(page, "One solution");
  assert.equal(await page.locator(".cell.lit").count(), 0);
  // What can be left out is found, and is left out when somebody says so.
  await page.getByRole("button", { name: "Redundant clues" }).click();
  await page.locator(".verdict .hint-box").waitFor();
});

on("where two solutions differ is shown on the grid", async (page) => {
  await paste(page, "title: Two\ngrid: 4x4\ngivens: 12..34..2143....\n");
  await page.waitForFunction(() => document.title.startsWith("Two"));
  await page.getByRole("link", { name: "Set" }).click();
  await badge(page, "solutions");
  await page.getByRole("button", { name: "Why?" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".cell .differ").length > 1);
});

on("lines, dots, corners and clues beside the grid are drawn with the mouse", async (page) => {
  await small(page);
  await tool(page, "thermometer");
  await drag(page, "r1c1", "r1c2", "r2c3");
  await clues(page, 1);
  await page.getByRole("button", { name: /thermometer at r1c1/ }).first().waitFor();
  /** @param {string} name @param {number} x @param {number} y */
  const near = async (name, x, y) => {
    const box = await cell(page, name).boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  };
  await tool(page, "white-dot");
  await near("r3c3", 0.95, 0.5);
  await clues(page, 2);
  await page.getByRole("button", { name: /r3c3/ }).first().waitFor();
  await tool(page, "quadruple");
  await page.getByLabel("values").fill("1 2");
  await near("r2c1", 0.95, 0.95);
  await clues(page, 3);
  await tool(page, "sandwich");
  await page.getByLabel("total").fill("5");
  await near("r4c4", 0.95, 0.5);
  await clues(page, 4);
  // From the side it was clicked at, into the grid.
  assert.equal(await page.getByLabel("Text in the puzzle file").inputValue(), "sandwich r4c4-r4c1 total 5");
  // A rule with two shapes in one stroke: the bulb, then the shaft.
  await tool(page, "arrow");
  await drag(page, "r4c1", "r3c1", "r2c1");
  await clues(page, 5);
  await page.waitForFunction(() => {
    const field = /** @type {HTMLTextAreaElement | null} */ (document.querySelector(".clue-form textarea"));
    return field?.value === "arrow r4c1 / r3c1-r2c1" || field?.value === "arrow r4c1 / r3c1 r2c1";
  });
});

on("by keyboard alone: a cage, a dot, a given", async (page) => {
  await small(page);
  const search = page.getByLabel("Search the rules");
  await search.focus();
  await page.keyboard.type("killer-cage");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await cell(page, "r1c1").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await clues(page, 1);
  await page.keyboard.press("3");
  await page.getByRole("button", { name: "the cage 3 at r1c1", exact: true }).waitFor();
  await search.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("white-dot");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await cell(page, "r3c3").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await clues(page, 2);
  await page.getByRole("button", { name: /r3c2/ }).first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell");
  await page.keyboard.press("Control+z");
  await clues(page, 1);
});

on("by touch, at the width of a phone", async (page) => {
  await small(page);
  await tool(page, "killer-cage");
  await cell(page, "r1c1").scrollIntoViewIfNeeded();
  await swipe(page, "r1c1", "r1c2", "r2c2");
  await clues(page, 1);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
}, { phone: true });

on("a rule is typed in, drawn, solved", async (page) => {
  await small(page);
  await page.getByRole("button", { name: "Your own rule…" }).click();
  const editor = page.getByRole("textbox", { name: "Text of the rules" });
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('rule climb "Digits rise by one or two along the line."\n  clue line L\n  draw line "#88BBEE"\n  for (a, b) along L:\n    require a < c\n');
  // The mistake is told in its place.
  await page.locator("dialog .wrong", { hasText: "line 5" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".code")?.shadowRoot?.querySelector(".cm-lintRange-error"));
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('rule climb "Digits rise by one or two along the line."\n  clue line L\n  draw line "#88BBEE"\n  for (a, b) along L:\n    require a < b\n    require b <= a + 2\n');
  await page.getByText("No errors.").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".rule-pictures img").length === 4, undefined, { timeout: 30_000 });
  await shot(page, "set-rule");
  await page.getByRole("button", { name: "Use in the puzzle" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  // It is a tool at once.
  await drag(page, "r1c1", "r1c2", "r1c3", "r1c4");
  await clues(page, 1);
  await drag(page, "r3c1", "r2c1", "r2c2");
  await clues(page, 2);
  await page.getByLabel("Search the rules").fill("");
  await page.getByRole("button", { name: "Givens", exact: true }).click();
  await cell(page, "r4c4").click();
  await page.keyboard.press("1");
  await badge(page, "One solution");
  await page.getByRole("button", { name: "Solution", exact: true }).click();
  await page.waitForFunction(() => document.querySelector('[aria-pressed="true"]'));
  await shot(page, "set-own-rule");
});

/** The line of the clue that is chosen. @param {Page} page @param {string} line */
const line = (page, line) =>
  page.waitForFunction(
    (line) => /** @type {HTMLTextAreaElement | null} */ (document.querySelector(".clue-form textarea"))?.value === line,
    line,
  );

on("the same once more takes a dot away; a cage may branch, and be put together", async (page) => {
  await small(page);
  await tool(page, "white-dot");
  const between = async () => {
    const box = await cell(page, "r3c3").boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width * 0.95, box.y + box.height * 0.5);
  };
  await between();
  await clues(page, 1);
  await between();
  await clues(page, 0);
  await tool(page, "killer-cage");
  await drag(page, "r2c1", "r2c2", "r2c3", "r2c2", "r3c2");
  await clues(page, 1);
  await line(page, "killer-cage r2c1-r2c3 r3c2");
  await cell(page, "r1c1").click({ modifiers: ["Control"] });
  await cell(page, "r1c4").click({ modifiers: ["Control"] });
  await page.getByRole("button", { name: "Done" }).click();
  await clues(page, 2);
  await line(page, "killer-cage r1c1 r1c4");
  // Chosen on the grid, and deleted.
  await page.getByLabel("Search the rules").fill("");
  await page.getByRole("button", { name: "Select clues" }).click();
  await cell(page, "r3c2").click();
  await line(page, "killer-cage r2c1-r2c3 r3c2");
  await page.keyboard.press("Delete");
  await clues(page, 1);
});

on("a clue that needs a value waits for it", async (page) => {
  await small(page);
  await tool(page, "quadruple");
  const box = await cell(page, "r2c2").boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width * 0.95, box.y + box.height * 0.95);
  await page.keyboard.press("1");
  await page.keyboard.press("3");
  assert.equal(await page.locator(".clue-list li").count(), 0);
  await page.keyboard.press("Enter");
  await clues(page, 1);
  await line(page, "quadruple r2c2 r2c3 r3c2 r3c3 values [1 3]");
});

on("clues beside the grid: from the room there, straight and diagonal", async (page) => {
  await small(page);
  await tool(page, "sandwich");
  await page.getByLabel("total").fill("3");
  const first = await cell(page, "r2c1").boundingBox();
  assert.ok(first);
  await page.mouse.click(first.x - first.width / 2, first.y + first.height / 2);
  await clues(page, 1);
  await line(page, "sandwich r2c1-r2c4 total 3");
  await tool(page, "little-killer");
  await page.getByLabel("total").fill("9");
  const corner = await cell(page, "r1c2").boundingBox();
  assert.ok(corner);
  await page.mouse.click(corner.x + corner.width / 2, corner.y + corner.height * 0.8);
  await clues(page, 2);
  const field = await page.locator(".clue-form textarea").inputValue();
  assert.match(field, /^little-killer r1c2(-| r2c1| r2c3)/);
  assert.doesNotMatch(field, /r1c3|r3c2|r2c2/);
});

on("irregular regions: the cells of a new one leave the old ones", async (page) => {
  await page.getByRole("button", { name: "New grid…" }).click();
  await page.getByRole("button", { name: "4×4" }).click();
  await page.getByLabel(/no boxes/).check();
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 16);
  await page.getByRole("button", { name: "Region", exact: true }).click();
  await drag(page, "r1c1", "r1c4");
  await drag(page, "r2c1", "r2c4");
  await drag(page, "r1c1", "r1c2", "r2c2", "r2c1");
  await page.getByText("There are regions with 2, 2 cells").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("There are regions with").waitFor({ state: "detached" });
});

on("another puzzle in the place of what was made is undone, and is found again", async (page) => {
  await small(page);
  await tool(page, "killer-cage");
  await drag(page, "r1c1", "r1c2");
  await clues(page, 1);
  await page.keyboard.press("3");
  await page.getByRole("button", { name: "the cage 3 at r1c1", exact: true }).waitFor();
  await page.getByRole("button", { name: "New grid…" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await clues(page, 0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await clues(page, 1);
  await page.getByRole("button", { name: "the cage 3 at r1c1", exact: true }).waitFor();
});

on("a number of several digits is one change, and is undone by one", async (page) => {
  await small(page);
  await tool(page, "killer-cage");
  await drag(page, "r1c1", "r1c4", "r2c4");
  await clues(page, 1);
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "the cage 12 at r1c1", exact: true }).waitFor();
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "the cage at r1c1", exact: true }).waitFor();
  await page.keyboard.press("Control+z");
  await clues(page, 0);
});
