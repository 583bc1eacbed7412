// @ts-check
// `node web/engine/times.mjs REQUESTS [ROUNDS]`: how long requests take, one a line, all of them again in each round. Prints how
// long the engine takes to be there, and for each request its fastest and its median time, in milliseconds.
// `cargo xtask wasm --times` sets them beside those of a native engine.
import { readFileSync } from "node:fs";
import { Instance } from "./instance.js";
import { WASM } from "./node.js";

const [file, rounds = "30"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node web/engine/times.mjs REQUESTS.jsonl [ROUNDS]");
  process.exit(2);
}

/** @param {() => void} work */
function took(work) {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** @param {number[]} times */
function told(times) {
  const sorted = times.sort((a, b) => a - b);
  return `${sorted[0].toFixed(4)} ${sorted[sorted.length >> 1].toFixed(4)}`;
}

const requests = readFileSync(file, "utf8").split("\n").filter(Boolean);
const bytes = readFileSync(process.env.CLUEWRIGHT_WASM ?? WASM);
/** @type {WebAssembly.Module | undefined} */
let module;
const compile = took(() => (module = new WebAssembly.Module(bytes)));
/** @type {Instance | undefined} */
let instance;
const start = took(() => (instance = new Instance(/** @type {WebAssembly.Module} */ (module), { say: () => {} })));
console.log(`compile ${compile.toFixed(1)} start ${start.toFixed(1)}`);
/** @type {number[][]} */
const times = requests.map(() => []);
const first = requests.map((request) => took(() => instance?.handle(request)));
for (let round = 0; round < Number(rounds); round++) {
  requests.forEach((request, i) => times[i].push(took(() => instance?.handle(request))));
}
times.forEach((list, i) => console.log(`${told(list)} ${first[i].toFixed(4)}`));
console.log(`memory ${instance?.memory}`);
