// The engine in two workers: one for what has to be there at once, one for what may take long. Loaded only where it is used.
import { createSignal } from "solid-js";
import { WorkerEngine } from "../../engine/engine.js";
import type { Engine, EngineState, Lane, Listener, Message, Request } from "./engine";

/** Where the engine and its worker are, when they are not beside the page: in a page that is one file. */
export type Inline = { wasm: BufferSource | WebAssembly.Module; spawn: () => Worker };

function spawn(): Worker {
  return new Worker(new URL("../../engine/worker.js", import.meta.url), { type: "module" });
}

export function localEngine(inline?: Inline): Engine {
  const [state, setState] = createSignal<EngineState>("starting");
  let next = 1;
  const module: Promise<WebAssembly.Module> = inline
    ? inline.wasm instanceof WebAssembly.Module
      ? Promise.resolve(inline.wasm)
      : WebAssembly.compile(inline.wasm)
    : compiled(new URL("cluewright.wasm", document.baseURI));
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
      // A worker that had to be started anew opens its documents again by itself.
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

async function compiled(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
