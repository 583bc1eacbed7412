// Updates of a page that a service worker stores. A new version is downloaded in the background, and replaces the old one when the
// user agrees, so that no work is lost.
import { createEffect, createRoot, createSignal } from "solid-js";
import type { Engine } from "../engine/engine";

const [waiting, setWaiting] = createSignal(false);

/** Whether a new version is ready. */
export { waiting };

/** Functions that save unsaved data before the page is replaced. */
export const before = new Set<() => Promise<unknown>>();

/** The interval at which an open page checks for updates, in milliseconds. */
const AGAIN = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;

/**
 * Stores the page for use without a network and watches for new versions. The service worker is registered when the engine is
 * ready, so that the engine has already been loaded.
 */
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
    // The first version does not replace another version, so it is not an update.
    if (found.waiting && navigator.serviceWorker.controller) setWaiting(true);
  };
  look();
  found.addEventListener("updatefound", () => {
    found.installing?.addEventListener("statechange", look);
  });
  window.setInterval(() => found.update().catch(() => {}), AGAIN);
}

/** Activates the new version in this tab. Other tabs keep the old version until they do the same. */
export async function takeOver(): Promise<void> {
  await Promise.allSettled([...before].map((keep) => keep()));
  const next = registration?.waiting;
  // Another tab may already have activated the new version.
  if (!next) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  next.postMessage("take over");
}
