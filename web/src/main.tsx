import { render } from "solid-js/web";
import { App } from "./app";
import type { Engine } from "./engine/engine";
import { socketEngine } from "./engine/socket";
import { watchForUpdates } from "./state/updates";
import "./style/base.css";

/** The engine that the page names: `server`, `worker` (files next to the page), or `inline` (embedded in the page). */
const who = document.querySelector<HTMLMetaElement>('meta[name="engine"]')?.content;

async function engine(): Promise<Engine> {
  if (who !== "worker" && who !== "inline") return socketEngine();
  const { inlineEngine, localEngine } = await import("./engine/local");
  return who === "inline" ? inlineEngine() : localEngine();
}

const at = document.getElementById("app")!;
engine().then((made) => {
  render(() => <App engine={made} />, at);
  if (who === "worker") watchForUpdates(made);
});
