// @ts-check
// Six people with something to do, each as such a person would go about it: what is pressed is found by what the page says. Printed:
// how many actions it took, and how long. A task that takes more actions than it did fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cell, labels, shot, swipe, trials } from "./host.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @type {Record<string, Record<string, [number, string][]>>} */
const bank = JSON.parse(readFileSync(new URL("../src/bank.json", import.meta.url), "utf8"));

/** What is heard, in its order, whether or not it is still there. @param {Page} page */
const listen = (page) =>
  page.evaluate(() => {
    const heard = /** @type {string[]} */ ([]);
    Object.assign(window, { heard });
    const say = (/** @type {Node} */ node) => {
      const region = (node instanceof Element ? node : node.parentElement)?.closest("[aria-live], [role=status], [role=alert]");
      const text = region?.textContent?.trim();
      if (text && heard.at(-1) !== text) heard.push(text);
    };
    new MutationObserver((all) => all.forEach(({ target }) => say(target))).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

/** Counts what hands do. @param {Page} page */
const hands = (page) => {
  let count = 0;
  const begun = performance.now();
  const one = async (/** @type {Promise<unknown>} */ doing) => (count++, void (await doing));
  return {
    press: (/** @type {string[]} */ ...keys) => keys.reduce((before, key) => before.then(() => one(page.keyboard.press(key))), Promise.resolve()),
    click: (/** @type {import("playwright-core").Locator} */ what, options = {}) => one(what.click(options)),
    tap: (/** @type {import("playwright-core").Locator} */ what) => one(what.tap()),
    type: (/** @type {string} */ text) => one(page.keyboard.insertText(text)),
    other: one,
    button: (/** @type {string | RegExp} */ name) => page.getByRole("button", { name, exact: typeof name === "string" }).first(),
    done: (/** @type {string} */ who, /** @type {number} */ most) => {
      console.log(`${who}: ${count} actions, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
      assert.ok(count <= most, `${who} took ${count} actions, and not ${most}`);
    },
  };
};
/** The cell with the keyboard, or the first that is empty. @param {Page} page */
const empty = (page) => page.locator('[role="gridcell"][aria-label*="empty"]').first();
/** @param {Page} page */
const playing = (page) => page.locator('.play [role="gridcell"]').first().waitFor();

const { on } = trials({ screen: "" }, (page) => page.locator(".cards li").nth(9).waitFor());

on("a newcomer begins a puzzle, is stuck, and is shown a digit and why", async (page) => {
  const me = hands(page);
  await me.click(me.button("Play an easy classic"));
  await playing(page);
  await me.click(empty(page));
  await me.click(me.button("Hint"));
  await page.getByText("Hint, 1 of 4").waitFor();
  for (const level of [2, 3, 4]) {
    await me.click(me.button("More"));
    await page.getByText(`Hint, ${level} of 4`).waitFor();
  }
  assert.ok(await page.locator(".thought").innerText());
  await me.click(me.button("Next"));
  await me.click(me.button("Apply"));
  await page.locator(".cell .digit").first().waitFor();
  await me.click(me.button("Check"));
  await page.locator(".told", { hasText: "No mistakes so far." }).waitFor();
  me.done("newcomer", 9);
});

on("one who knows SudokuPad pastes a puzzle and solves with the keys known from there", async (page) => {
  const me = hands(page);
  await me.click(page.getByRole("textbox", { name: /^Puzzle:/ }));
  await me.type(bank["killer"]?.["easy"]?.[0]?.[1] ?? "");
  await me.press("Control+Enter");
  await playing(page);
  const [first, second] = /** @type {[string, string]} */ (
    Object.entries(await labels(page)).filter(([, text]) => /empty/.test(text)).map(([name]) => name)
  );
  await me.click(cell(page, first));
  await me.click(cell(page, second), { modifiers: ["Control"] });
  await me.press("Shift+Digit1", "Control+Digit2", "Space", "3", "Space", "4", "Space", "5");
  const at = (await labels(page))[first] ?? "";
  assert.match(at, /corner marks 1 3/);
  assert.match(at, /centre marks 2 4/);
  assert.match(at, /colours/);
  await me.press("Control+z", "Control+Shift+z", "Space", "6");
  assert.match((await labels(page))[first] ?? "", /, 6/);
  await me.press("Delete");
  assert.match((await labels(page))[second] ?? "", /corner marks 1 3/);
  me.done("SudokuPad player", 20);
});

on("on a phone, with a thumb", async (page) => {
  const me = hands(page);
  await me.tap(page.getByRole("region", { name: "Puzzle of the day" }).getByRole("button"));
  await playing(page);
  await me.tap(empty(page));
  await me.tap(me.button("Corner"));
  await me.tap(me.button("1"));
  await me.other(swipe(page, "r4c1", "r4c4"));
  await me.tap(me.button("2"));
  await me.tap(me.button("Undo"));
  await me.tap(me.button("Rules"));
  await page.locator(".side-body").first().waitFor();
  await me.tap(page.locator(".side-body").getByRole("button", { name: "Close" }));
  await me.tap(me.button("Hint"));
  const told = page.locator(".told .hint-box");
  await told.waitFor();
  const [box, grid] = [await told.boundingBox(), await page.locator(".board-frame").boundingBox()];
  assert.ok(box && grid && box.y >= grid.y + grid.height - 1, "the hint lies beside the grid");
  await me.tap(told.getByRole("button", { name: "Close" }));
  me.done("phone", 11);
}, { phone: true });

on("a blind player, by keyboard and by what is said", async (page) => {
  await listen(page);
  const me = hands(page);
  const heard = async (/** @type {RegExp} */ words) => {
    await page.waitForFunction((source) => /** @type {any} */ (window).heard.some((/** @type {string} */ text) => new RegExp(source, "i").test(text)), words.source);
    await page.evaluate(() => void (/** @type {any} */ (window).heard.length = 0));
  };
  // Past the header to what the screen is, and on to the first button there.
  await me.press("Tab", "Enter", "Tab", "Enter");
  await heard(/Classic, beginner 1/);
  await playing(page);
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
  await me.press("r");
  await heard(/^Row 1: /);
  await me.press("m");
  await heard(/row 1: .*column 1: .*box 1: /);
  await me.press("n");
  // One is written that cannot be, and said to be wrong; it is taken back.
  const wrong = await page.evaluate(() => {
    const at = document.activeElement?.getAttribute("data-cell") ?? "";
    const row = at.replace(/c.*/, "c");
    const given = [...document.querySelectorAll(`[data-cell^="${row}"]`)].map((e) => /given (\d)/.exec(e.getAttribute("aria-label") ?? "")?.[1]);
    return given.find(Boolean) ?? "1";
  });
  await me.press(wrong);
  await heard(/occurs twice in row 1/);
  await me.press("Control+z");
  await heard(/: empty/);
  await me.press("h");
  await heard(/.+/);
  await me.press("h");
  await heard(/.+/);
  await me.press("h");
  await heard(/.+/);
  await me.press("h");
  await heard(/only place|can go|Where can/);
  await me.press("h");
  await heard(/.+/);
  await me.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".told button"));
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? "", /Apply/);
  await me.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
  await page.locator(".cell .digit").first().waitFor();
  await heard(/row \d column \d: \d/);
  // What is told is left by Escape, also from its buttons.
  await me.press("h", "Enter", "Escape");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell" && !document.querySelector(".hint-box"));
  me.done("blind player", 19);
});

on("one who is stuck in a puzzle from a newspaper types it in, and is told the next step from the own marks", async (page) => {
  const me = hands(page);
  await me.click(page.getByRole("textbox", { name: /^Puzzle:/ }));
  await me.type("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
  await me.press("Enter");
  await playing(page);
  await me.click(me.button("Fill in candidates"));
  await page.locator(".cell .centre").first().waitFor();
  await me.click(me.button("Hint"));
  await page.getByText("Hint, 1 of 4").waitFor({ timeout: 60_000 });
  for (const level of [2, 3, 4]) {
    await me.click(me.button("More"));
    await page.getByText(`Hint, ${level} of 4`).waitFor({ timeout: 60_000 });
  }
  await shot(page, "people-stuck");
  const before = await page.locator(".cell .centre [data-value], .cell .of-centre").count();
  await me.click(me.button("Apply"));
  await page.waitForFunction((before) => document.querySelectorAll(".cell .centre [data-value], .cell .of-centre").length < before, before);
  await me.press("Control+z");
  me.done("stuck solver", 10);
});

on("a setter draws two cages, sees how many solutions there are, and passes the puzzle on", async (page) => {
  const me = hands(page);
  await me.click(page.getByRole("link", { name: "Set", exact: true }));
  await me.click(me.button("New grid…"));
  await page.getByRole("dialog").waitFor();
  await me.click(page.getByRole("dialog").getByRole("button", { name: /make|begin|create|new/i }).last());
  await page.locator(".badge", { hasText: "solutions" }).waitFor();
  await me.click(me.button("Killer cage"));
  for (const [from, to, total] of /** @type {const} */ ([["r1c1", "r1c3", "6"], ["r5c5", "r7c5", "24"]])) {
    const [a, b] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()];
    assert.ok(a && b);
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
    await me.other(page.mouse.up());
    await me.press(...total, "Enter");
    await page.locator(".clue-list", { hasText: `the cage ${total}` }).waitFor();
  }
  assert.equal(await page.locator(".clue-list li").count(), 2);
  await page.locator(".badge", { hasText: "solutions" }).waitFor();
  await me.click(me.button("Share…"));
  await page.getByRole("dialog").getByRole("button", { name: /Copy the link/ }).first().waitFor();
  await me.click(page.getByRole("dialog").getByRole("button", { name: /Copy the link/ }).first());
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#.*p=/);
  me.done("setter", 13);
});
