// @ts-check
// What may happen to a page: its server dies, its engine dies, another tab plays the same puzzle, the network is gone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, drawn, KIND, missing, open, startHost, stopBrowser } from "./host.mjs";

const skip = missing();
/** @type {import("./host.mjs").Host} */
let host;
before(async () => {
  if (!skip) host = await startHost();
});
after(async () => {
  if (skip) return;
  await stopBrowser();
  await host.stop();
});

const unless = (/** @type {string} */ kind, /** @type {string} */ why) => skip ?? (KIND === kind ? false : why);
/** @param {import("playwright-core").Page} page */
async function hint(page) {
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByText("Hint, 1 of 4").waitFor();
}
/** @param {import("playwright-core").Page} page @param {string} name @param {string} digit */
const holds = (page, name, digit) =>
  page.waitForFunction(([name, digit]) => document.querySelector(`[data-cell="${name}"] .digit`)?.textContent === digit, [name, digit]);

test("the server is killed while the page is open: work is kept, and goes on when it is back", { skip: unless("served", "there is no server") }, async () => {
  const { page, context, errors } = await open(host);
  try {
    await drawn(page);
    await cell(page, "r1c1").click();
    await page.keyboard.press("5");
    await host.stop();
    await page.locator(".engine-state").waitFor();
    // Digits and marks need no engine.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("6");
    await holds(page, "r1c2", "6");
    // What is asked now is answered when there is somebody to answer.
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await host.start();
    await page.locator(".engine-state").waitFor({ state: "detached", timeout: 20_000 });
    await page.getByText("Hint, 1 of 4").waitFor();
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await page.waitForTimeout(400);
    await page.reload();
    await drawn(page);
    await holds(page, "r1c1", "5");
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
});

test("two tabs on one puzzle: neither loses what the other wrote", { skip: skip ?? (KIND === "file" ? "files share nothing" : false) }, async () => {
  const one = await open(host);
  try {
    await drawn(one.page);
    const two = await open(host, { context: one.context });
    await drawn(two.page);
    await cell(one.page, "r1c1").click();
    await one.page.keyboard.press("5");
    await holds(two.page, "r1c1", "5");
    await cell(two.page, "r2c2").click();
    await two.page.keyboard.press("7");
    await holds(one.page, "r2c2", "7");
    await holds(one.page, "r1c1", "5");
    // What was there before can be brought back.
    await one.page.getByRole("button", { name: "Undo", exact: true }).click();
    await one.page.waitForFunction(() => !document.querySelector('[data-cell="r2c2"] .digit'));
    await holds(one.page, "r1c1", "5");
    await two.page.waitForFunction(() => !document.querySelector('[data-cell="r2c2"] .digit'));
    await two.page.reload();
    await drawn(two.page);
    await holds(two.page, "r1c1", "5");
    assert.deepEqual([...one.errors, ...two.errors], []);
  } finally {
    await one.context.close();
  }
});

test("a worker that dies is started anew, and knows the puzzle", { skip: skip ?? (KIND === "served" ? "there is no worker" : false) }, async () => {
  const { page, context } = await open(host);
  try {
    await drawn(page);
    await cell(page, "r1c1").click();
    await page.keyboard.press("Control+Digit5");
    const kill = () =>
      Promise.all(
        page.workers().map((worker) =>
          worker.evaluate(() => {
            setTimeout(() => {
              throw new Error("it dies");
            });
          }),
        ),
      );
    await page.keyboard.press("Control+z");
    await hint(page);
    await kill();
    await page.getByRole("button", { name: "Close" }).click();
    await page.waitForTimeout(200);
    await hint(page);
    await kill();
    await page.getByRole("link", { name: "Set" }).click();
    await page.locator(".badge", { hasText: "One solution" }).waitFor();
  } finally {
    await context.close();
  }
});

test("without a network, after the first load: all is there, and what was written", { skip: unless("site", "the server is the network, or there is none") }, async () => {
  const { page, context, errors } = await open(host);
  try {
    await drawn(page);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // Everything is in the cache once the worker is active.
    await cell(page, "r1c1").click();
    await page.keyboard.press("5");
    await page.waitForTimeout(400);
    await host.stop();
    await page.reload();
    await drawn(page);
    await holds(page, "r1c1", "5");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await hint(page);
    await page.getByRole("link", { name: "Set" }).click();
    await page.getByRole("button", { name: "Your own rule…" }).click();
    await page.getByText("No errors.").waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
    await host.start();
  }
});
