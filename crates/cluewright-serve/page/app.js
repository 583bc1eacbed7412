// The page's part of the conversation: requests over one WebSocket, answers into the page as text.
"use strict";

const EXAMPLES = {
  "Classic": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
  "Two digits (miracle)": `title: Two digits
grid: 9x9
rules: miracle
givens:
  .........
  .........
  .........
  .........
  ..1......
  ......2..
  .........
  .........
  .........
`,
  "Rising (thermometers)": `title: Rising
rules: classic
thermometer r2c2 r2c3 r2c4 r3c4 r4c4
thermometer r8c8 r8c7 r8c6 r7c6 r6c6
thermometer r2c8 r3c8 r4c8 r4c7 r4c6
thermometer r8c2 r7c2 r6c2 r6c3 r6c4
thermometer r5c1 r5c2 r5c3
thermometer r5c9 r5c8 r5c7
thermometer r9c4 r8c4 r7c4
givens:
  ...5.....
  ......7..
  6...13...
  .........
  .........
  .........
  ...37...2
  ..9......
  .....8...
`,
  "Six by six (dots)": `title: Six by six
grid: 6x6
boxes: 2x3
rules: classic
white-dot r1c1 r1c2
white-dot r3c3 r4c3
black-dot r2c4 r2c5
black-dot r5c5 r6c5
white-dot r4c1 r5c1
black-dot r4c6 r5c6
white-dot r6c3 r6c4
givens:
  ....14
  ..4...
  ......
  ......
  ...6..
  41....
`,
};

/** The document that this page asks about. */
const DOC = "page";
const at = (id) => document.getElementById(id);
const submit = at("form").querySelector("button");

/** The connection, and who waits for which answer. */
let socket = null;
let next = 1;
let wait = 500;
/** The names of what can be asked. */
let operations = new Set();
const waiting = new Map();
/** The request that Stop ends. */
let running = null;
/** Counts what was opened: answers about older puzzles are not shown. */
let opened = 0;

/** Asks; `told` is called with each progress and partial message. The promise has the answer, or fails with the error. */
function ask(op, fields, told = () => {}) {
  const id = next++;
  const answer = new Promise((ok, error) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      error({ code: "gone", message: "there is no connection to the engine" });
      return;
    }
    waiting.set(id, { ok, error, told });
    socket.send(JSON.stringify({ id, op, ...fields }));
  });
  answer.id = id;
  return answer;
}

function hear(message) {
  const one = waiting.get(message.id);
  if (!one) return;
  if (message.progress || message.partial !== undefined) {
    one.told(message);
    return;
  }
  waiting.delete(message.id);
  if (message.error) one.error(message.error);
  else one.ok(message.ok);
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/api/v1/ws`);
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("open", async () => {
    wait = 500;
    try {
      const meta = await ask("meta", {});
      operations = new Set(meta.operations.map((o) => o.name));
      at("connection").textContent = `Version ${meta.version}`;
      for (const name of ["hint", "explain", "rate"]) at(name).hidden = !operations.has(name);
      submit.disabled = false;
      if (!at("questions").disabled) open();
    } catch (error) {
      at("connection").textContent = words(error);
    }
  });
  socket.addEventListener("close", () => {
    submit.disabled = true;
    at("connection").textContent = "No connection to the engine: is `cluewright serve` running?";
    for (const { error } of waiting.values()) error({ code: "gone", message: "the connection was lost" });
    waiting.clear();
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 10000);
  });
}

/** An error in words. */
function words(error) {
  const place = error.place ? `line ${error.place[0]}, column ${error.place[1]}: ` : "";
  return place + (error.message ?? String(error)) + (error.hint ? ` (${error.hint})` : "");
}

function paragraphs(texts, kind = "") {
  at("told").replaceChildren(...texts.map((text) => {
    const p = document.createElement("p");
    p.textContent = text;
    if (kind) p.className = kind;
    return p;
  }));
}

const VERDICTS = {
  unique: "It has exactly one solution.",
  multiple: "It has more than one solution.",
  none: "It has no solution.",
  unknown: "Whether it has one solution was not found out in time.",
};

async function open() {
  const mine = ++opened;
  const current = () => mine === opened;
  at("verdict").className = "";
  at("verdict").textContent = "Reading…";
  at("told").replaceChildren();
  at("steps").replaceChildren();
  at("steps").hidden = true;
  picture(null);
  try {
    const { format } = await ask("open", { doc: DOC, text: at("text").value });
    if (!current()) return;
    at("questions").disabled = false;
    draw(current);
    at("verdict").textContent = `Read as ${format}. Solving…`;
    const solved = await ask("solve", { doc: DOC });
    if (!current()) return;
    at("verdict").textContent = (VERDICTS[solved.status] ?? solved.status) + (solved.clash ? ` ${solved.clash}` : "");
  } catch (error) {
    if (!current() || error.code === "cancelled") return;
    at("verdict").className = "bad";
    at("verdict").textContent = words(error);
    // What is open there still is the puzzle before.
    at("questions").disabled = true;
  }
}

async function draw(current) {
  if (!operations.has("draw")) return;
  try {
    const { svg } = await ask("draw", { doc: DOC });
    if (current()) picture(svg);
  } catch {
    // The words say what there is to say.
  }
}

/** Shows a picture. As an image its text cannot run anything, and its styles are its own. */
function picture(svg) {
  const old = at("picture").firstElementChild;
  if (old) URL.revokeObjectURL(old.src);
  at("picture").replaceChildren();
  if (!svg) return;
  const image = document.createElement("img");
  image.alt = "The puzzle as a picture";
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  at("picture").append(image);
}

/** Asks something that may take a while, with Stop to end it. */
async function question(op, fields, show, part = () => {}) {
  const mine = opened;
  at("told").replaceChildren();
  at("steps").replaceChildren();
  at("steps").hidden = true;
  at("working").textContent = "Working…";
  const answer = ask(op, { doc: DOC, progress: true, ...fields }, ({ progress, partial }) => {
    if (mine !== opened) return;
    if (progress) at("working").textContent = `${progress.doing ?? "Working"}… ${Math.round(progress.share * 100)} %`;
    else part(partial);
  });
  running = answer.id;
  at("stop").disabled = false;
  try {
    const ok = await answer;
    if (mine === opened) show(ok);
  } catch (error) {
    if (mine === opened) paragraphs([error.code === "cancelled" ? "Stopped." : words(error)], error.code === "cancelled" ? "" : "bad");
  }
  if (running === answer.id) {
    running = null;
    at("stop").disabled = true;
    at("working").textContent = "";
  }
}

const HINTS = {
  done: "The grid is full.",
  stuck: "No step was found.",
  limit: "No step was found in time.",
  contradiction: "The rules contradict each other here.",
  none: "It has no solution.",
  multiple: "It has more than one solution.",
};

function hint() {
  question("hint", { level: Number(at("level").value) }, (ok) => {
    const texts = [...(ok.mistakes ?? []), ...(ok.text ?? [])];
    paragraphs(texts.length > 0 ? texts : [HINTS[ok.status] ?? ok.status]);
  });
}

function step(text) {
  const item = document.createElement("li");
  item.textContent = text;
  at("steps").append(item);
  at("steps").hidden = false;
}

/** The words of a step, however it is wrapped. */
const wordsOf = (part) => part?.step?.text ?? part?.text ?? part?.technique ?? "";

function explain() {
  question("explain", { stream: true }, (ok) => {
    // What came in parts may be all, or none where the answer has them.
    if (ok.steps && at("steps").childElementCount < ok.steps.length) {
      at("steps").replaceChildren();
      for (const one of ok.steps) step(wordsOf(one));
    }
    const count = at("steps").childElementCount;
    paragraphs([`${count} ${count === 1 ? "step" : "steps"}: ${ok.status}.`]);
  }, (part) => {
    for (const one of part?.steps ?? [part]) if (wordsOf(one)) step(wordsOf(one));
  });
}

function rate() {
  question("rate", {}, (ok) => {
    if (ok.status !== "unique") {
      paragraphs([VERDICTS[ok.status] ?? ok.status, "Only a puzzle with one solution has a rating."]);
      return;
    }
    const least = ok.word ? "" : "at least ";
    const hardest = ok.technique ? ` The hardest of its ${ok.steps} steps: ${ok.technique.replaceAll("_", " ")}.` : "";
    paragraphs([`Rated ${least}${ok.rating}${ok.word ? `: ${ok.word}` : ""}.${hardest}`]);
  });
}

for (const name of Object.keys(EXAMPLES)) at("example").append(new Option(name, name));
at("example").addEventListener("change", () => {
  const text = EXAMPLES[at("example").value];
  if (text === undefined) return;
  at("text").value = text;
  if (!submit.disabled) open();
});
at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  open();
});
at("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !submit.disabled) open();
});
at("hint").addEventListener("click", hint);
at("explain").addEventListener("click", explain);
at("rate").addEventListener("click", rate);
at("stop").addEventListener("click", () => {
  if (running !== null) ask("cancel", { of: running }).catch(() => {});
});
connect();
