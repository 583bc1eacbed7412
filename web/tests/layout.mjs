// @ts-check
// What pictures and tests of the layout have in common: sizes of screens, a puzzle with something of everything, what is done on a
// screen, and how it is laid out.
import { cell, drag, drawn, paste } from "./host.mjs";

/** @typedef {import("playwright-core").Page} Page */

export const SIZES = /** @type {const} */ ([
  [320, 568],
  [390, 664],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
]);
export const THEMES = /** @type {const} */ (["light", "dark", "contrast"]);

/** Cages, dots, lines and arrows in one picture. */
export const DRAWN = `title: Drawn
grid: 9x9
givens: 5........ ......... ......... ......... ....23... ......... ......... ......... ........9
killer-cage r1c2 r1c3 r2c3 total 14
killer-cage r3c7 r3c8 total 11
killer-cage r8c1 r9c1 r9c2 total 9
white-dot r4c4 r4c5
black-dot r6c2 r6c3
thermometer r7c5 r7c6 r7c7 r8c7
arrow r4c8 / r5c8 r6c8
whispers r2c5 r3c5 r3c6
renban r5c1 r6c1 r7c2
quadruple r7c3 r7c4 r8c3 r8c4 values [1 6]
`;

/** @param {Page} page */
const opened = async (page) => {
  await drawn(page);
  await paste(page, DRAWN);
  await cell(page, "r5c5").and(page.locator('[aria-label*="given 2"]')).waitFor();
};

/** What has to be in sight on a screen, and what is done before it is looked at. @type {Record<string, { tools: string, begin: (page: Page) => Promise<unknown> }>} */
export const SCREENS = {
  home: { tools: ".no-tools", begin: (page) => page.locator(".card img").first().waitFor() },
  play: {
    tools: ".keypad button, .modes button, .actions button",
    begin: async (page) => {
      await opened(page);
      await drag(page, "r1c2", "r1c3", "r2c3");
      for (const key of ["Shift+Digit1", "Shift+Digit6"]) await page.keyboard.press(key);
      await drag(page, "r9c3", "r9c5");
      for (const key of ["Control+Digit1", "Control+Digit2", "Control+Digit7", "Alt+Digit3"]) await page.keyboard.press(key);
      await cell(page, "r7c6").click();
      await page.keyboard.press("4");
    },
  },
  set: {
    tools: ".set-bar button, .badge, .keypad button, .palette-list > button:first-child",
    begin: async (page) => {
      await opened(page);
      await page.locator(".badge", { hasText: /solution/ }).waitFor();
      await cell(page, "r5c5").click();
    },
  },
  explain: {
    tools: ".walk button",
    begin: async (page) => {
      await opened(page);
      await page.locator(".walk").waitFor();
    },
  },
};

/** How the screen is laid out; `tools`: what has to be in sight. @param {Page} page @param {string} tools */
export const laid = (page, tools) =>
  page.evaluate((tools) => {
    const box = (/** @type {string} */ selector) => document.querySelector(selector)?.getBoundingClientRect();
    const grid = box(".board-frame");
    const told = box(".told");
    const keys = [...document.querySelectorAll(tools)].filter((e) => e.getClientRects().length);
    const out = keys.filter((e) => {
      const { left, right, top, bottom, height } = e.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || (height < 43.5 && e.matches("button")) || !at || !e.contains(at);
    });
    return {
      keys: keys.length,
      out: out.map((e) => e.getAttribute("aria-label") ?? e.textContent ?? ""),
      whole: !!grid && grid.left >= -0.5 && grid.top >= 0 && grid.right <= innerWidth + 0.5 && grid.bottom <= innerHeight + 0.5,
      share: grid ? Math.round((100 * Math.max(grid.width, grid.height)) / Math.min(innerWidth, innerHeight)) : 0,
      overlaps: !!grid && !!told && told.height > 0 && told.left < grid.right - 1 && told.right > grid.left + 1 && told.top < grid.bottom - 1 && told.bottom > grid.top + 1,
      scrolls: { high: document.documentElement.scrollHeight > innerHeight, wide: document.documentElement.scrollWidth > innerWidth },
    };
  }, tools);
