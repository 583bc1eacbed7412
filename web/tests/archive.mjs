// @ts-check
// `node web/tests/archive.mjs [COUNT [PUZZLES.jsonl]]`: from a published link to the end of its path, in Chromium, as a person
// goes: paste, see what was read, ten digits by keyboard, a hint at its four levels, a mistake found and undone, the path. Of the
// archive beside the project (../shared) those with the smallest sha256 of their id whose text is read, 30 without COUNT. A line a
// puzzle: `pass`, or where it ended and why. Ends with 1 when one failed. SHOTS: a picture of each hint goes there.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cell, drawn, missing, open, paste, shot, startHost, stopBrowser } from "./host.mjs";

const count = Number(process.argv[2] ?? 30);
const file = process.argv[3] ?? fileURLToPath(new URL("../../../shared/data/variants/ctc_archive_dev.jsonl", import.meta.url));
const why = missing() ?? (existsSync(file) ? undefined : "no ../shared");
if (why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}
/** @typedef {{ id: string, rows: number, cols: number, title: string, solution: string, payload: string }} Record */
const sha = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex");
const records = readFileSync(file, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => /** @type {Record} */ (JSON.parse(line)))
  .filter(({ solution, rows, cols }) => solution?.length === rows * cols && /^\d+$/.test(solution))
  .sort((a, b) => (sha(a.id) < sha(b.id) ? -1 : 1));

/** Milliseconds that a hint, and that a path may take. */
const HINT = 60_000;
const PATH = 180_000;

/** @typedef {import("playwright-core").Page} Page */

/** Is all of its text understood? @param {Page} page */
async function isRead(page) {
  const panel = page.getByRole("region", { name: "How the text was read" });
  await panel.locator(".note").first().waitFor({ timeout: 10_000 });
  const whole = (await panel.locator(".reading-head .note-unknown").count()) === 0;
  return whole && (await page.getByRole("region", { name: "Not understood" }).count()) === 0;
}

/** Goes to the next empty cell, by its key: its name. @param {Page} page */
async function next(page) {
  await page.keyboard.press("n");
  return page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? "");
}

/** @param {Page} page @param {string} name */
const digit = (page, name) => cell(page, name).locator(".digit").innerText({ timeout: 5_000 });

/** @param {Record} record @param {string} name */
function right(record, name) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return record.solution[(Number(row) - 1) * record.cols + Number(column) - 1] ?? "";
}

/** Ten digits by keyboard. @param {Page} page @param {Record} record */
async function moves(page, record) {
  await page.keyboard.press("Escape");
  await cell(page, "r1c1").focus();
  for (let n = 0; n < 10; n++) {
    const name = await next(page);
    await page.keyboard.press(right(record, name));
    const found = await digit(page, name);
    if (found !== right(record, name)) throw new Error(`${name} holds ${found || "nothing"} in place of ${right(record, name)}`);
  }
  const wrong = await page.locator(".conflicts li").allTextContents();
  if (wrong.length) throw new Error(`right digits are told to be wrong: ${wrong[0]}`);
}

/** The next hint, level by level; its thoughts, one by one. @param {Page} page @param {string} name */
async function hint(page, name) {
  for (let level = 1; level <= 4; level++) {
    await page.keyboard.press("h");
    await page.getByText(`Hint, ${level} of 4`).waitFor({ timeout: HINT });
  }
  const thought = page.locator(".thought");
  if (!(await thought.count())) throw new Error(`no step: ${(await page.locator(".hint-box p").allTextContents()).join(" ")}`);
  await shot(page, name);
  const further = thought.getByRole("button", { name: "Next" });
  const end = thought.getByRole("button", { name: "Skip to the end" });
  if (await end.count()) await end.click();
  while ((await further.count()) && !(await further.isDisabled())) await further.click();
  await shot(page, `${name}-end`);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.locator(".hint-box").waitFor({ state: "detached" });
}

/** A wrong digit, found by *Check* and undone by its button. @param {Page} page @param {Record} record */
async function mistake(page, record) {
  await cell(page, "r1c1").focus();
  const name = await next(page);
  const wrong = [...new Set(record.solution)].find((digit) => digit !== right(record, name)) ?? "";
  await page.keyboard.press(wrong);
  if ((await digit(page, name)) !== wrong) throw new Error(`${wrong} is not written in ${name}`);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const box = page.locator(".hint-box");
  await box.locator(".mistakes li").first().waitFor({ timeout: HINT });
  await box.getByRole("button", { name: "Undo to before the mistake" }).click();
  await page.waitForFunction((name) => !document.querySelector(`[data-cell="${name}"] .digit`)?.textContent, name, { timeout: HINT });
}

/** The path to its end. @param {Page} page */
async function path(page) {
  await page.getByRole("link", { name: "Explain" }).click();
  const rating = page.locator(".explain .rating");
  const begin = page.getByRole("button", { name: "Explain", exact: true });
  if (await begin.count()) await begin.click({ timeout: 2_000 }).catch(() => {});
  await rating.waitFor({ timeout: PATH });
  const said = (await rating.locator("p").allTextContents()).join(" ");
  if (!said.includes("Solved completely.")) throw new Error(said);
}

const host = await startHost();
let read = 0;
let failed = 0;
for (const record of records) {
  if (read >= count) break;
  const { page, context, errors } = await open(host, { screen: "play" });
  let at = "paste";
  const name = `archive-${record.id.replaceAll("/", "-")}`;
  try {
    await drawn(page);
    // Some are kept as the text that a link packs.
    await paste(page, record.payload.startsWith("{") ? record.payload : `https://sudokupad.app/${record.payload}`);
    await page.locator("h2.puzzle-title", { hasText: record.title.trim() }).waitFor({ state: "attached", timeout: 20_000 });
    at = "reading";
    if (!(await isRead(page).catch(() => false))) continue;
    read++;
    at = "moves";
    await moves(page, record);
    at = "hint";
    await hint(page, name);
    at = "mistake";
    await mistake(page, record);
    at = "path";
    await path(page);
    if (errors.length) throw new Error(errors[0]);
    console.log(`${record.id} pass: ${record.title}`);
  } catch (error) {
    if (at === "paste") read++;
    failed++;
    const said = error instanceof Error ? error.message.split("\n")[0] : String(error);
    console.log(`${record.id} ${at}: ${record.title}: ${said}`);
    await shot(page, `${name}-${at}`);
  } finally {
    await context.close();
  }
}
console.log(`${read - failed} of ${read} pass`);
await stopBrowser();
await host.stop();
process.exit(failed ? 1 : 0);
