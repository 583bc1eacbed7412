import { render } from "solid-js/web";
import { App } from "./app";
import type { Engine } from "./engine/engine";
import { socketEngine } from "./engine/socket";
import "./style/base.css";

declare global {
  interface Window {
    /** In a page that is one file: its engine. */
    cluewrightInline?: () => { wasm: Promise<BufferSource>; spawn: () => Worker };
  }
}

async function engine(): Promise<Engine> {
  const who = document.querySelector<HTMLMetaElement>('meta[name="engine"]')?.content;
  if (who !== "worker") return socketEngine();
  const { localEngine } = await import("./engine/local");
  return localEngine();
}

// Those who asked the page to come as a file of its own start it with what is in the file.
const at = document.getElementById("app")!;
engine().then((made) => render(() => <App engine={made} />, at));
