// @ts-check
// What comes from SudokuPad: the bookmark and the user script of the help, run on a page that is made as SudokuPad's is.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { cell, downloaded, drawn, KIND, open, shot, trials } from "./host.mjs";

const { on, skip: missing, host } = trials();
// Other sites cannot open a file.
const skip = missing ?? (KIND === "file" ? "the page is a file" : undefined);
const row = "[{},{},{},{}]";
const PUZZLE = `{"cellSize":64,"lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5]],"color":"#67F067"}],"cells":[[{"value":1},{},{},{}],${row},${row},${row}],"metadata":{"title":"From there"}}`;
/** Names as they were and as they are. */
const CELLS = {
  old: `{row:0,col:0,given:"1"},{row:0,col:1,normal:"2"},{row:1,col:2,centres:["3","4"],corners:["1"],colors:["5"]}`,
  now: `{row:0,col:0,given:"1"},{row:0,col:1,value:"2"},{row:1,col:2,candidates:["3","4"],pencilmarks:["1"],colours:["5"]}`,
};
/** Like SudokuPad, it keeps its puzzle in a name that is no property of the window. @param {keyof typeof CELLS} names */
const page = (names) => {
  const at = names === "old" ? `app:{currentPuzzle:${PUZZLE},puzzle:{cells:[${CELLS.old}]}}` : `app:{puzzle:{currentPuzzle:${PUZZLE},cells:[${CELLS.now}]}}`;
  return `<!doctype html><title>SudokuPad</title><body><script>const Framework = {${at}};</script>`;
};

/** @param {(url: string) => Promise<void>} body @param {keyof typeof CELLS} names */
async function beside(body, names) {
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(page(names)));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(true)));
  try {
    await body(`http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`);
  } finally {
    server.close();
  }
}

/** The puzzle is there, with what was written. @param {import("playwright-core").Page} page */
async function arrived(page) {
  await page.locator("h2", { hasText: "From there" }).waitFor({ state: "attached" });
  await cell(page, "r1c2").locator(".digit", { hasText: "2" }).waitFor();
  const label = async (/** @type {string} */ name) => (await cell(page, name).getAttribute("aria-label")) ?? "";
  assert.match(await label("r1c1"), /given 1/);
  assert.match(await label("r2c3"), /corner marks 1, centre marks 3 4, colours blue/);
  // It is not in the address any more.
  assert.doesNotMatch(page.url(), /[#&]p=/);
}

for (const names of /** @type {const} */ (["old", "now"])) {
  test(`the bookmark hands over puzzle and marks (names of SudokuPad: ${names})`, { skip }, async () => {
    await beside(async (url) => {
      const { page: ours, context } = await open(host());
      await drawn(ours);
      await ours.getByRole("button", { name: "Help" }).click();
      const link = ours.getByRole("link", { name: "Open in Cluewright" });
      await shot(ours, "handover");
      const code = await link.getAttribute("href");
      assert.ok(code?.startsWith("javascript:"));
      const there = await context.newPage();
      await there.goto(url);
      /** @type {string[]} */
      const asked = [];
      context.on("request", (request) => asked.push(request.url()));
      const [came] = await Promise.all([context.waitForEvent("page"), there.evaluate((code) => void (location.href = code), code)]);
      await arrived(came);
      // What is handed over is in no request.
      for (const request of asked) assert.doesNotMatch(request, /[?&][pm]=/);
      await context.close();
    }, names);
  });
}

on("the user script is the same, behind a button", async (page) => {
  if (KIND === "file") return;
  await page.getByRole("button", { name: "Help" }).click();
  const file = await downloaded(page, () => page.getByRole("button", { name: "Save as a user script" }).click());
  assert.equal(file.name, "cluewright.user.js");
  assert.match(file.text, /@match {4}https:\/\/sudokupad\.app\/\*/);
  await beside(async (url) => {
    const context = page.context();
    const there = await context.newPage();
    await there.goto(url);
    await there.addScriptTag({ content: file.text });
    const [came] = await Promise.all([context.waitForEvent("page"), there.getByRole("button", { name: "Open in Cluewright" }).click()]);
    await arrived(came);
  }, "now");
});

test("a page without a puzzle says so", { skip }, async () => {
  const { page, context } = await open(host());
  await drawn(page);
  await page.getByRole("button", { name: "Help" }).click();
  const code = (await page.getByRole("link", { name: "Open in Cluewright" }).getAttribute("href")) ?? "";
  const there = await context.newPage();
  await there.goto("about:blank");
  const said = there.waitForEvent("dialog");
  await there.evaluate((code) => void setTimeout(() => (location.href = code)), code);
  const dialog = await said;
  assert.match(dialog.message(), /no SudokuPad puzzle/);
  await dialog.dismiss();
  await context.close();
});
