// @ts-check
// Steps as pictures: what blocks, what goes and what is left, thought by thought, in Play and in Explain.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cell, paste, shot, trials } from "./host.mjs";

const { on } = trials();
/** @type {Record<string, Record<string, [number, string][]>>} */
const bank = JSON.parse(readFileSync(new URL("../src/bank.json", import.meta.url), "utf8"));
/** @param {import("playwright-core").Page} page @param {string} kind @param {string} level */
const begin = async (page, kind, level) => {
  await paste(page, `title: Of ${kind}\n${bank[kind]?.[level]?.[0]?.[1]}`);
  await page.locator("h2", { hasText: `Of ${kind}` }).waitFor({ state: "attached" });
  // The keyboard goes to the grid, soon after a puzzle was opened.
  await page.waitForTimeout(300);
  await cell(page, "r1c1").focus();
};
/** All four levels of the next hint. @param {import("playwright-core").Page} page */
const hint = async (page) => {
  for (let level = 1; level <= 4; level++) {
    await page.keyboard.press("h");
    await page.getByText(`Hint, ${level} of 4`).waitFor();
  }
};
/** @param {import("playwright-core").Page} page */
const thought = (page) => page.locator(".thought");
/** @param {import("playwright-core").Page} page @param {string} selector */
const count = (page, selector) => page.locator(selector).count();

on("the digits that block all other places of a box have lines to them; then the only place is shown", async (page) => {
  await begin(page, "classic", "easy");
  await hint(page);
  await thought(page).getByText("Where can 1 go in box 1?").waitFor();
  // Six open cells besides the one: each is crossed out, and has a line from a 1.
  assert.equal(await count(page, ".frame-line"), 6);
  assert.equal(await count(page, ".frame-cross"), 6);
  assert.equal(await count(page, ".frame-around"), 9);
  assert.equal(await count(page, ".frame-placed"), 0);
  // It is heard as well.
  await page.waitForFunction(() => /r1c7 rules this digit out in r1c1/.test(document.body.innerText + [...document.querySelectorAll("[aria-live]")].map((e) => e.textContent).join()));
  await shot(page, "pictures-where");
  // The key for hints goes on in the argument, too.
  await page.keyboard.press("h");
  await thought(page).getByText("r3c1 is 1").waitFor();
  assert.equal(await page.locator(".frame-placed text").textContent(), "1");
  assert.equal(await count(page, ".frame-line"), 0);
  await thought(page).getByRole("button", { name: "Back" }).click();
  assert.equal(await count(page, ".frame-line"), 6);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => !document.querySelector(".frame-line, .frame-lit"));
  assert.equal(await cell(page, "r3c1").locator(".digit").innerText(), "1");
});

on("a clue's step lights its cells, crosses out what goes and shows what is left", async (page) => {
  await begin(page, "killer", "hard");
  await hint(page);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.locator(".hint-box").waitFor({ state: "detached" });
  await hint(page);
  await thought(page).getByText("r1c2 and r2c2 make 12, so r2c3 is 6.").waitFor();
  // The sentence is the whole thought: its cage is outlined, and the cell that it is about is lit.
  assert.equal(await count(page, ".frame-around"), 3);
  assert.equal(await count(page, ".frame-lit"), 1);
  // Its sum is written on it.
  assert.deepEqual(await page.locator(".frame-note text").allTextContents(), ["18 − 9 − 3 = 6"]);
  assert.deepEqual(await page.locator(".frame-gone text").allTextContents(), ["1", "2", "7"]);
  assert.deepEqual(await cell(page, "r2c3").locator(".fixed-mark").allTextContents(), ["1", "2", "6", "7"]);
  await shot(page, "pictures-clue");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForFunction(() => !document.querySelector(".frame-gone"));
  assert.equal(await cell(page, "r2c3").locator(".centre").innerText(), "6");
});

on(
  "on a phone Apply stays in sight in every thought, and the grid is not covered",
  async (page) => {
    await begin(page, "whispers", "hard");
    for (let step = 0; step < 3; step++) {
      await hint(page);
      for (;;) {
        const [button, grid, box] = await Promise.all(
          [page.getByRole("button", { name: "Apply" }), page.locator(".board-frame"), page.locator(".told")].map((e) => e.boundingBox()),
        );
        assert.ok(button && grid && box);
        assert.ok(button.y >= box.y - 1 && button.y + button.height <= box.y + box.height + 1, "Apply is out of sight");
        assert.ok(box.y >= grid.y + grid.height - 1, "the grid is covered");
        const next = thought(page).getByRole("button", { name: "Next" });
        if (!(await next.count()) || (await next.isDisabled())) break;
        await next.click();
      }
      await page.getByRole("button", { name: "Apply" }).click();
      await page.locator(".hint-box").waitFor({ state: "detached" });
    }
  },
  { phone: true },
);

on(
  "in Explain a step is gone through thought by thought",
  async (page) => {
    await begin(page, "classic", "easy");
    await page.waitForFunction(() => document.querySelectorAll('[role="option"]').length > 20);
    await page.getByRole("button", { name: "Show the argument step by step" }).click();
    await thought(page).getByText("Where can 1 go in box 1?").waitFor();
    assert.equal(await count(page, ".frame-line"), 6);
    await shot(page, "pictures-explain");
    await thought(page).getByRole("button", { name: "Next" }).click();
    assert.equal(await count(page, ".frame-placed"), 1);
    // Another step begins with the whole again.
    await page.locator(".steps .step").nth(1).click();
    await page.getByRole("button", { name: "Show the argument step by step" }).waitFor();
    assert.equal(await count(page, ".frame-line"), 0);
  },
  { screen: "explain" },
);

/** It has no path without trial. */
const TRIAL = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
on(
  "a trial is unfolded: what is supposed, what follows one after the other, and what goes",
  async (page) => {
    await paste(page, TRIAL);
    const trial = page.locator(".steps .step", { hasText: /Trial/ }).first();
    await trial.waitFor({ timeout: 60_000 });
    await trial.click();
    await page.getByRole("button", { name: "Show the argument step by step" }).click();
    await thought(page).getByText(/^Suppose/).waitFor();
    assert.equal(await count(page, ".frame-other"), 1);
    const next = thought(page).getByRole("button", { name: "Next" });
    await next.click();
    const deep = await thought(page).locator("p").getAttribute("style");
    assert.match(deep ?? "", /--deep: ?1/);
    assert.ok((await count(page, ".frame-spot")) > 1);
    await shot(page, "pictures-trial");
    // How many thoughts there are is told, and each is gone to; from far off there is a shorter way to the last.
    const all = Number(/of (\d+)/.exec(await thought(page).innerText())?.[1]);
    const end = thought(page).getByRole("button", { name: "Skip to the end" });
    assert.equal((await end.count()) > 0, all - 2 + 1 > 10);
    for (let n = 3; n <= all; n++) await next.click();
    assert.ok(await next.isDisabled());
    assert.equal(await end.count(), 0);
    assert.ok((await count(page, ".frame-gone")) + (await count(page, ".frame-placed")) >= 1);
    assert.equal(await count(page, ".frame-other"), 0);
  },
  { screen: "explain" },
);
