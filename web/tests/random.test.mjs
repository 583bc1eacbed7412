// @ts-check
// Hands that do anything: presses, drags, keys and buttons in random order, on several puzzles. Nothing fails, and what the page keeps
// in memory does not grow. ACTIONS: how many (200), SEED: which.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cell, drag, paste, trials } from "./host.mjs";

const ACTIONS = Number(process.env.ACTIONS ?? 200);
let state = Number(process.env.SEED ?? 1);
/** A number from 0 up to, but not, `below`. @param {number} below */
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
/** @template T @param {readonly T[]} list @returns {T} */
const one = (list) => /** @type {T} */ (list[random(list.length)]);

/** @type {Record<string, Record<string, [number, string][]>>} */
const bank = JSON.parse(readFileSync(new URL("../src/bank.json", import.meta.url), "utf8"));
const puzzle = () => one(one(Object.values(bank)).easy ?? [])[1];
const KEYS = [..."123456789", ..."zxcvbl", ..."hfnrtymk", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Tab", "Space", "Escape", "Delete"];
const HELD = ["", "", "", "Shift+", "Control+", "Alt+"];
const TOGETHER = ["Control+z", "Control+y", "Control+a", "Control+i", "Control+c", "Control+x", "Shift+ArrowDown", "Control+ArrowRight"];
const BUTTONS = ".keypad button, .modes button, .actions button, .extra-tools button, .told button, .timer button";
const name = () => `r${1 + random(9)}c${1 + random(9)}`;

/** @typedef {import("playwright-core").Page} Page */
/** @type {[share: number, does: (page: Page) => Promise<unknown>][]} */
const DOES = [
  [30, (page) => page.keyboard.press(`${one(HELD)}${one([..."123456789"]).replace(/^/, "Digit")}`)],
  [20, (page) => page.keyboard.press(one(KEYS))],
  [10, (page) => page.keyboard.press(one(TOGETHER))],
  [20, (page) => cell(page, name()).click({ modifiers: one([[], [], ["Control"], ["Shift"]]), timeout: 2000, force: true })],
  [8, (page) => drag(page, name(), name(), name())],
  [
    16,
    async (page) => {
      const buttons = await page.locator(BUTTONS).filter({ visible: true }).all();
      if (buttons.length) await one(buttons).click({ timeout: 2000 }).catch(() => {});
    },
  ],
  [
    2,
    async (page) => {
      await page.getByRole("link", { name: one(["Set", "Explain", "Library", "Home"]), exact: true }).click();
      await page.waitForTimeout(200);
      await page.getByRole("link", { name: "Play", exact: true }).click();
      await page.locator('[role="gridcell"]').first().waitFor();
    },
  ],
  [
    1,
    async (page) => {
      await page.keyboard.press("Escape");
      await paste(page, puzzle());
      await page.waitForTimeout(300);
    },
  ],
];
const ALL = DOES.flatMap(([share, does]) => new Array(share).fill(does));

const { on } = trials();
on(`${ACTIONS} random actions`, async (page) => {
  await paste(page, puzzle());
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  /** What is kept, in megabytes and in nodes, once what is not has gone: with a puzzle that is not played. */
  const kept = async () => {
    await page.keyboard.press("Escape");
    await paste(page, "title: Empty\ngrid: 4x4");
    await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 16);
    await page.waitForTimeout(800);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { nodes } = await session.send("Memory.getDOMCounters");
    await paste(page, puzzle());
    await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 81);
    return { heap: usedSize / 2 ** 20, nodes };
  };
  /** @type {{ heap: number, nodes: number }[]} */
  const sizes = [];
  for (let i = 0; i < ACTIONS; i++) {
    if (i === Math.floor(ACTIONS / 4)) sizes.push(await kept());
    await one(ALL)(page).catch((/** @type {Error} */ error) => {
      // A cell may be hidden while the game is paused or a sheet is open.
      if (!/Timeout|no cell/.test(error.message)) throw error;
    });
    // A paused game and another screen are left again.
    const resume = page.locator(".paused button");
    if (await resume.count()) await resume.click().catch(() => {});
  }
  sizes.push(await kept());
  const [early, late] = /** @type {[{ heap: number, nodes: number }, { heap: number, nodes: number }]} */ (sizes);
  console.log(`heap after a quarter ${early.heap.toFixed(1)} MB, at the end ${late.heap.toFixed(1)} MB; ${early.nodes} and ${late.nodes} nodes`);
  assert.ok(late.heap < early.heap * 1.3 + 2, `the heap grew from ${early.heap} to ${late.heap} MB`);
  assert.ok(late.nodes < early.nodes * 1.3 + 500, `nodes grew from ${early.nodes} to ${late.nodes}`);
});
