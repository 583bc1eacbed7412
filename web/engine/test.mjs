// @ts-check
// `node --test web/engine/test.mjs`: the engine in workers of node, after `cargo xtask wasm`.
import assert from "node:assert/strict";
import test from "node:test";
import { WorkerEngine } from "./engine.js";
import { Instance, TooMuchMemory } from "./instance.js";
import { load, spawn } from "./node.js";

const module = load();
const SMALL = "12..34..2.....3.";
const OTHER = "..34341..1.3...1";
/** It has so many solutions that it counts until it is ended. */
const LONG = { op: "count", puzzle: `grid: 25x25\ngivens:\n${`  ${". ".repeat(24)}.\n`.repeat(25)}` };

/** @param {Partial<import("./engine.js").Options>} [options] */
function engine(options) {
  return new WorkerEngine({ wasm: module, spawn: () => spawn({ breaks: true }), shared: false, ...options });
}

/**
 * Does something with an engine, which ends afterwards.
 * @param {Partial<import("./engine.js").Options>} options
 * @param {(engine: WorkerEngine) => Promise<void>} work
 */
async function using(options, work) {
  const it = engine(options);
  try {
    await work(it);
  } finally {
    it.dispose();
  }
}

/** A worker that fails as soon as it is told anything. @returns {import("./engine.js").WorkerLike} */
function broken() {
  return {
    onmessage: null,
    onerror: null,
    postMessage() {
      setTimeout(() => this.onerror?.({ message: "lame" }), 1);
    },
    terminate() {},
  };
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("questions are answered in order, and errors are answers", () =>
  using({}, async (engine) => {
    const opened = engine.request({ id: 1, op: "open", doc: "a", text: SMALL });
    const solved = engine.request({ id: 2, op: "solve", doc: "a" });
    const hint = engine.request({ op: "hint", doc: "a", level: 1 });
    assert.equal((await opened).id, 1);
    assert.equal((await solved).ok.status, "unique");
    assert.equal((await solved).hash, (await opened).hash);
    assert.equal((await hint).ok.status, "step");
    assert.equal((await engine.request({ op: "solve", doc: "b" })).error?.code, "no_document");
    assert.equal((await engine.request({ op: "solfe", doc: "a" })).error?.code, "bad_request");
    assert.equal((await engine.request({ op: "solve", puzzle: "nonsense" })).error?.code, "bad_input");
    assert.equal(engine.starts, 1);
  }));

for (const shared of [true, false]) {
  const how = shared ? "by shared memory" : "by a new worker";
  test(`work is ended ${how}, and documents stay open`, () =>
    using({ shared }, async (engine) => {
      await engine.request({ op: "open", doc: "a", text: SMALL });
      const long = engine.request({ id: "long", ...LONG });
      await sleep(150);
      const next = engine.request({ op: "solve", doc: "a" });
      const begun = performance.now();
      assert.equal(engine.cancel("long"), true);
      assert.equal(engine.cancel("long"), false);
      assert.deepEqual(await long, { id: "long", error: { code: "cancelled", message: "cancelled" } });
      assert.equal((await next).ok.status, "unique");
      assert.ok(performance.now() - begun < 2000, "it took long");
      assert.equal(engine.starts, shared ? 1 : 2);
    }));

  test(`the newest of a kind takes the place of others ${how}`, () =>
    using({ shared }, async (engine) => {
      await engine.request({ op: "open", doc: "a", text: LONG.puzzle });
      const running = engine.request({ op: "count", doc: "a" });
      await sleep(150);
      const queued = engine.request({ op: "solve", kind: "look", doc: "a" });
      const newest = engine.request({ op: "count", doc: "a", limits: { ms: 20 } });
      const other = engine.request({ op: "open", kind: "look", doc: "a", text: SMALL });
      assert.equal((await running).error?.code, "cancelled");
      assert.equal((await queued).error?.code, "cancelled");
      assert.notEqual((await newest).error?.code, "cancelled");
      assert.equal((await other).ok.format, "line");
    }));
}

test("`cancel` is a request, too", () =>
  using({}, async (engine) => {
    const queued = engine.request({ id: 7, op: "solve", puzzle: SMALL });
    assert.deepEqual(await engine.request({ id: 8, op: "cancel", of: 7 }), { id: 8, ok: { cancelled: true } });
    assert.equal((await queued).error?.code, "cancelled");
    assert.equal((await engine.request({ op: "cancel", of: 7 })).ok.cancelled, false);
  }));

test("after a panic documents are open again", () =>
  using({}, async (engine) => {
    const first = await engine.request({ op: "open", doc: "a", text: SMALL });
    await engine.request({ op: "open", doc: "b", text: OTHER });
    await engine.request({ op: "close", doc: "b" });
    const broken = await engine.request({ id: 3, op: "break" });
    assert.equal(broken.id, 3);
    assert.equal(broken.error?.code, "restarted");
    assert.match(broken.error?.cause ?? "", /panicked at .*capacity overflow/s);
    assert.equal((await engine.request({ op: "solve", doc: "a" })).hash, first.hash);
    assert.equal((await engine.request({ op: "solve", doc: "b" })).error?.code, "no_document");
    assert.equal(engine.starts, 2);
  }));

test("too much memory ends the work, and documents are open again", () =>
  using({ memory: 4 << 20 }, async (engine) => {
    await engine.request({ op: "open", doc: "a", text: SMALL });
    const large = await engine.request(LONG);
    assert.equal(large.error?.code, "restarted");
    assert.match(large.error?.cause ?? "", /too much memory/);
    assert.equal((await engine.request({ op: "solve", doc: "a" })).ok.status, "unique");
    assert.equal(engine.starts, 2);
  }));

test("memory that a large question took is given back after it", () =>
  using({ memory: 12 << 20 }, async (engine) => {
    await engine.request({ op: "open", doc: "a", text: SMALL });
    // The text is taken over twice.
    assert.equal((await engine.request({ op: "solve", puzzle: "x".repeat(3 << 20) })).error?.code, "bad_input");
    assert.equal((await engine.request({ op: "solve", doc: "a" })).ok.status, "unique");
    assert.equal(engine.starts, 2);
  }));

test("what is asked while the worker gets warm comes between", () =>
  using({ warm: true }, async (engine) => {
    assert.equal((await engine.request({ op: "solve", puzzle: SMALL })).ok.status, "unique");
  }));

test("an engine that is none is told of, and one that was ended answers nothing", async () => {
  const none = engine({ wasm: new Uint8Array([1, 2, 3]) });
  assert.equal((await none.request({ op: "meta" })).error?.code, "unavailable");
  await assert.rejects(none.ready);
  const ended = engine();
  const asked = ended.request({ op: "meta" });
  ended.dispose();
  assert.equal((await asked).error?.code, "cancelled");
  assert.equal((await ended.request({ op: "meta" })).error?.code, "cancelled");
  const lame = engine({ spawn: broken });
  assert.match((await lame.request({ op: "meta" })).error?.message ?? "", /does not start: lame/);
  const nowhere = engine({ spawn: () => assert.fail("no workers here") });
  assert.match((await nowhere.request({ op: "meta" })).error?.message ?? "", /does not start: .*no workers here/);
});

test("an instance alone says what a panic says, and when it has too much memory", () => {
  /** @type {string[]} */
  const said = [];
  const instance = new Instance(module, { say: (message) => said.push(message) });
  instance.handle(`{"id":1,"op":"solve","puzzle":"${SMALL}"}`);
  instance.handle("{");
  assert.deepEqual(said.map((message) => Object.keys(JSON.parse(message))[1]), ["ok", "error"]);
  assert.throws(() => instance.break());
  assert.match(instance.panic, /capacity overflow/);
  const small = new Instance(module, { say: () => {}, memory: 1 });
  assert.throws(() => small.handle(`{"id":1,"op":"solve","puzzle":"${SMALL}"}`), TooMuchMemory);
});
