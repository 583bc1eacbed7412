// Updates of a page that a service worker stores. A new version is downloaded in the background, and replaces the old one when the
// user agrees, so that no work is lost.
import { createEffect, createRoot, createSignal } from "solid-js";
import type { Engine } from "../engine/engine";

const [waiting, setWaiting] = createSignal(false);

/** Is there a new version? */
export { waiting };

/** What is still to be kept before the page goes. */
export const before = new Set<() => Promise<unknown>>();

/** Milliseconds after which a page that stays open asks again. */
const AGAIN = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;

/** Keeps the page for when there is no network, and looks for new versions, once the engine is there: it has come by then. */
export function watchForUpdates(engine: Engine): void {
  if (!location.protocol.startsWith("http") || !navigator.serviceWorker) return;
  createRoot((done) => {
    createEffect(() => {
      if (engine.state() === "starting") return;
      // If the browser stores nothing, the page works without updates.
      watch().catch(() => {});
      queueMicrotask(done);
    });
  });
}

async function watch(): Promise<void> {
  const found = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  registration = found;
  const look = () => {
    // The first one takes nobody's place.
    if (found.waiting && navigator.serviceWorker.controller) setWaiting(true);
  };
  look();
  found.addEventListener("updatefound", () => {
    found.installing?.addEventListener("statechange", look);
  });
  window.setInterval(() => found.update().catch(() => {}), AGAIN);
}

/** The new version takes over. Other tabs keep the one they have until they are told the same. */
export async function takeOver(): Promise<void> {
  await Promise.allSettled([...before].map((keep) => keep()));
  const next = registration?.waiting;
  // Another tab may have told it so already.
  if (!next) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  next.postMessage("take over");
}
