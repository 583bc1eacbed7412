// @ts-check
// `node --test web/npm/package.test.mjs`, after `cargo xtask dist npm`: the package as people get it, installed in an empty project
// without a registry; its examples, its types, and its page in Chromium (CHROMIUM, or `chromium` from PATH).
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { pathToFileURL } from "node:url";

const dist = new URL("../../target/dist/", import.meta.url);
const name = readdirSync(dist).find((file) => /^cluewright-[\d.]+\.tgz$/.test(file));
assert.ok(name, "cargo xtask dist npm makes the package first");
const archive = new URL(name, dist).pathname;
const project = mkdtempSync(join(tmpdir(), "cluewright-npm-"));
after(() => rmSync(project, { recursive: true }));
writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
execFileSync("npm", ["install", "--offline", "--silent", "--no-audit", archive], { cwd: project });
const installed = join(project, "node_modules/cluewright");

/** @param {string} example */
function run(example) {
  return execFileSync("node", [join(installed, "examples", example)], { cwd: project, encoding: "utf8", timeout: 60_000 });
}

test("the verdict", () => {
  const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  assert.equal(run("verdict.mjs"), `one solution\n${solution}\n`);
});

test("a hint in four levels", () => {
  const lines = run("hint.mjs").trim().split("\n");
  assert.deepEqual(lines.map((line) => line.slice(0, 9)), ["1 (step):", "2 (step):", "3 (step):", "4 (step):"]);
  assert.match(lines[3], /r\dc\d is \d/);
});

test("a rule typed in is solved by and told in its words", () => {
  const text = run("rule.mjs");
  assert.ok(text.startsWith("unique 254613361425542136613254425361136542\n"), text);
  assert.match(text, /the camel's leap/);
});

test("errors, and the end of work that is not wanted", async () => {
  /** @type {any} */
  const { start, CluewrightError } = await import(pathToFileURL(join(installed, "node.js")).href);
  const engine = start();
  try {
    await assert.rejects(engine.ask("solve", { puzzle: "nonsense" }), (/** @type {any} */ error) => {
      return error instanceof CluewrightError && error.code === "bad_input";
    });
    const long = `grid: 25x25\ngivens:\n${`  ${". ".repeat(24)}.\n`.repeat(25)}`;
    const signal = AbortSignal.timeout(200);
    await assert.rejects(engine.ask("count", { puzzle: long }, { signal }), { name: "TimeoutError" });
    await assert.rejects(engine.ask("count", { puzzle: long }, { signal }), { name: "TimeoutError" });
    assert.equal((await engine.ask("solve", { puzzle: "12..34..2.....3." })).status, "unique");
  } finally {
    engine.close();
  }
});

test("types: what is right is taken, what is wrong is not", (t) => {
  const compiler = new URL("../node_modules/typescript/bin/tsc", import.meta.url).pathname;
  if (spawnSync("node", [compiler, "--version"]).status !== 0) return t.skip("no TypeScript: npm --prefix web ci");
  const file = join(project, "typed.ts");
  const head = 'import { start } from "cluewright";\nconst engine = start();\n';
  const check = (/** @type {string} */ line) => {
    writeFileSync(file, head + line);
    const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "", "--lib", "es2023,dom"];
    return spawnSync("node", [compiler, ...flags, file], { cwd: project, encoding: "utf8" });
  };
  const right = check('const s: string = (await engine.ask("solve", { puzzle: "" })).status; void s; export {};');
  assert.equal(right.status, 0, right.stdout);
  for (const line of ['engine.ask("solfe", {});', 'engine.ask("hint", { level: "all" });', '(await engine.ask("solve", {})).step;']) {
    assert.notEqual(check(`${line} export {};`).status, 0, line);
  }
});

test("the page in Chromium: a verdict, and a hint", async (t) => {
  const chromium = process.env.CHROMIUM ?? "chromium";
  if (spawnSync(chromium, ["--version"], { stdio: "ignore" }).error) return t.skip("no chromium");
  /** @type {any} */
  let playwright;
  try {
    playwright = await import("../node_modules/playwright-core/index.mjs");
  } catch {
    return t.skip("no playwright-core: npm --prefix web ci");
  }
  /** @type {Record<string, string>} */
  const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    try {
      const path = new URL(request.url ?? "/", "http://localhost").pathname;
      const bytes = readFileSync(join(project, path));
      response.writeHead(200, { "Content-Type": types[path.split(".").pop() ?? ""] ?? "text/plain" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  copyFileSync(join(installed, "examples/page.html"), join(project, "page.html"));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(true)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const path = chromium.includes("/") ? chromium : execFileSync("which", [chromium], { encoding: "utf8" }).trim();
  const browser = await playwright.chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/page.html`);
    await page.getByText("one solution", { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText(/r\dc\d is \d/).waitFor({ timeout: 60_000 });
    await page.locator("textarea").fill("12..34..........");
    await page.getByText("several solutions", { exact: true }).waitFor({ timeout: 60_000 });
  } finally {
    await browser.close();
    server.close();
  }
});
