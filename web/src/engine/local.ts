// The engine in two workers: one for quick requests, one for long requests. This file is loaded only if it is used.
import { createSignal } from "solid-js";
import { WorkerEngine } from "../../engine/engine.js";
import type { Engine, EngineState, Lane, Listener, Message, Request } from "./engine";

/** The engine's module and a function that starts its worker, if they are embedded in the page. */
type Inline = { module: Promise<WebAssembly.Module>; spawn: () => Worker };

function spawn(): Worker {
  return new Worker(new URL("../../engine/worker.js", import.meta.url), { type: "module" });
}

export function localEngine(inline?: Inline): Engine {
  const [state, setState] = createSignal<EngineState>("starting");
  let next = 1;
  const module = inline?.module ?? compiled(new URL("cluewright.wasm", document.baseURI));
  module.catch(() => setState("lost"));

  const lane = (warm: boolean): Lane => {
    let worker: Promise<WorkerEngine> | undefined;
    const start = () =>
      (worker ??= module.then((wasm) => {
        const made = new WorkerEngine({ wasm, spawn: inline?.spawn ?? spawn, warm });
        made.ready.then(
          () => setState("ready"),
          () => setState("lost"),
        );
        return made;
      }));
    if (warm) start().catch(() => {});
    return {
      // A restarted worker reopens its documents by itself.
      generation: () => 1,
      async send(request: Request, listener?: Listener): Promise<Message> {
        let engine: WorkerEngine;
        try {
          engine = await start();
        } catch (error) {
          return { error: { code: "unavailable", message: `the engine cannot be loaded: ${error}` } };
        }
        if (listener?.signal?.aborted) return { error: { code: "cancelled", message: "cancelled" } };
        const id = next++;
        listener?.signal?.addEventListener("abort", () => engine.cancel(id));
        const message = { ...request, id, ...(listener?.progress ? { progress: true } : {}) };
        return engine.request(message, (part) => {
          if (part.progress) listener?.progress?.(part.progress);
          else listener?.partial?.(part.partial);
        }) as Promise<Message>;
      },
    };
  };
  return { library: false, quick: lane(true), long: lane(false), state };
}

/** The engine of the single-file page, which contains it as text (see xtask/src/site.rs). */
export function inlineEngine(): Engine {
  // A page from a file may only start workers that it creates itself.
  const script = new Blob([textOf("engine-worker")], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  return localEngine({ module: unpacked(), spawn: () => new Worker(url) });
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

/**
 * Decodes the text that xtask/src/site.rs writes: five characters for every four bytes. The digits are the characters from `#`,
 * with `x` instead of `<`.
 */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  for (let from = 0, to = 0; from < text.length; from += 5) {
    let word = 0;
    for (let i = from; i < from + 5; i++) {
      const code = text.charCodeAt(i);
      word = word * 85 + (i < text.length ? (code === 120 ? 60 : code) - 35 : 84);
    }
    for (let shift = 24; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = word >>> shift;
  }
  return bytes;
}

async function unpacked(): Promise<WebAssembly.Module> {
  // Let the browser show the page first.
  await new Promise((shown) => setTimeout(shown));
  const stream = new Blob([bytesOf(textOf("engine-module"))]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

async function compiled(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
