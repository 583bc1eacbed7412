// @ts-check
// A player's own chain, drawn by mouse, by fingers or by keys: the engine says of each link whether it is strong or weak and why, and
// what follows from all of them can be applied.
import assert from "node:assert/strict";
import { cell, fitsPhone, labels, paste, shot, tabTo, trials } from "./host.mjs";

const { on } = trials();
/** In box 1 only r1c1 and r1c2 are left for 1 and 2. */
const TEXT = "title: Links\ngrid: 4x4\ngivens: .... 34.. .... ....";
/** @param {import("playwright-core").Page} page */
const begin = async (page) => {
  await paste(page, TEXT);
  await page.locator("h2", { hasText: "Links" }).waitFor({ state: "attached" });
  await page.waitForTimeout(300);
};
/** The middle of a candidate. @param {import("playwright-core").Page} page @param {string} name @param {number} value @returns {Promise<[number, number]>} */
const spot = async (page, name, value) => {
  const mark = cell(page, name).locator(`[data-value="${value}"]`);
  await mark.waitFor();
  const box = await mark.boundingBox();
  assert.ok(box);
  return [box.x + box.width / 2, box.y + box.height / 2];
};
/** @param {import("playwright-core").Page} page */
const box = (page) => page.getByRole("region", { name: "Your chain" });

on("by mouse: a strong link, what follows from it, and that is applied", async (page) => {
  await begin(page);
  await page.getByRole("button", { name: "Draw a chain" }).click();
  for (const name of ["r1c1", "r1c2"]) await page.mouse.click(...(await spot(page, name, 1)));
  await box(page).getByText("Strong and weak: 1 has only these two places in box 1.").waitFor();
  await box(page).getByText("At least one of 1 in r1c1 and 1 in r1c2 is true, and each rules out 1 in r1c3, 1 in r1c4.").waitFor();
  assert.equal(await page.locator(".chain-strong").count(), 1);
  assert.equal(await page.locator(".chain-gone").count(), 2);
  await shot(page, "chain");
  await box(page).getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => !document.querySelector(".chain-box"));
  await page.waitForFunction(() => /centre marks 2 3 4/.test(document.querySelector('[data-cell="r1c3"]')?.getAttribute("aria-label") ?? ""));
  assert.match((await labels(page))["r1c4"] ?? "", /centre marks 2 3 4/);
  // Nothing was written elsewhere, and a click selects again.
  assert.match((await labels(page))["r1c1"] ?? "", /empty/);
  await cell(page, "r3c3").click();
  assert.equal(await cell(page, "r3c3").getAttribute("aria-selected"), "true");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => /empty/.test(document.querySelector('[data-cell="r1c3"]')?.getAttribute("aria-label") ?? ""));
});

on("by keys alone: a link that is weak, why it is not strong, one that is none; all is heard", async (page) => {
  await begin(page);
  await cell(page, "r1c3").focus();
  const heard = async (/** @type {RegExp} */ words) =>
    page.waitForFunction((source) => [...document.querySelectorAll("[aria-live], [role=status]")].some((e) => new RegExp(source).test(e.textContent ?? "")), words.source);
  for (const key of ["k", "1"]) await page.keyboard.press(key);
  await heard(/1 in r1c3/);
  for (const key of ["ArrowRight", "1"]) await page.keyboard.press(key);
  await heard(/Weak: 1 occurs once in row 1. Not strong: 1 in r1c1 is possible in row 1, too/);
  await heard(/Nothing follows: links must alternate between strong and weak, starting with a strong link, but link 1 is not strong/);
  assert.equal(await page.locator(".chain-weak").count(), 1);
  // Backspace takes the last one back; from the first to something far off is no link.
  await page.keyboard.press("Backspace");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "3"]) await page.keyboard.press(key);
  await heard(/No link: no house or clue by itself relates the two/);
  assert.equal(await page.locator(".chain-none").count(), 1);
  assert.match((await labels(page))["r4c4"] ?? "", /empty/);
  // Enter goes to the buttons; the first that can be pressed takes the last candidate back.
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".chain-box button"));
  await tabTo(page, ".chain-box button", "Close");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".chain-box"));
});

on("what is wrong in the grid is told before any link", async (page) => {
  await begin(page);
  await cell(page, "r3c1").click();
  await page.keyboard.press("3");
  await page.keyboard.press("k");
  await box(page).getByText(/3 in r2c1 and 3 in r3c1/).waitFor();
  assert.equal(await page.locator(".chain-links li").count(), 0);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".chain-box"));
});

on("by fingers, on a phone", async (page) => {
  await begin(page);
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("button", { name: "Draw a chain" }).tap();
  for (const name of ["r1c1", "r1c2"]) await page.touchscreen.tap(...(await spot(page, name, 2)));
  await box(page).getByText("Strong and weak: 2 has only these two places in box 1.").waitFor();
  assert.deepEqual(await fitsPhone(page), []);
  await shot(page, "chain-phone");
}, { phone: true });
