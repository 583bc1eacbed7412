// @ts-check
// `node web/engine/compare.mjs REQUESTS ANSWERS`: are the messages of this engine those of another one, byte by byte?
// REQUESTS holds one request a line, ANSWERS all messages to them in order. 1: some differ; 2: it was called wrongly.
import { readFileSync } from "node:fs";
import { Instance } from "./instance.js";
import { load } from "./node.js";

const [requests, answers] = process.argv.slice(2).map((file) => readFileSync(file, "utf8").split("\n").filter(Boolean));
if (!requests || !answers) {
  console.error("usage: node web/engine/compare.mjs REQUESTS.jsonl ANSWERS.jsonl");
  process.exit(2);
}

/** How much of a message is shown. */
const SHOWN = 300;
/** How many that differ. */
const MOST = 10;

const module = load();
let [equal, different, at] = [0, 0, 0];
let request = "";

/** @param {string} message */
function say(message) {
  const wanted = answers[at++];
  if (message === wanted) {
    equal++;
    return;
  }
  if (++different > MOST) return;
  const from = wanted ? Math.max(0, [...message].findIndex((c, i) => c !== wanted[i]) - 40) : 0;
  console.log(`asked:    ${request.slice(0, SHOWN)}`);
  console.log(`here:     ${message.slice(from, from + SHOWN)}`);
  console.log(`expected: ${wanted?.slice(from, from + SHOWN) ?? "nothing"}`);
}

const instance = new Instance(module, { say });
for (request of requests) instance.handle(request);
if (at < answers.length) {
  console.log(`${answers.length - at} messages are missing here, the first: ${answers[at].slice(0, SHOWN)}`);
  different += answers.length - at;
}
console.log(`${equal} equal, ${different} different`);
process.exit(different ? 1 : 0);
