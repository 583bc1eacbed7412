// New versions of a page that a service worker keeps. One is fetched in the background, and takes the place of the old one when
// somebody says so: nobody loses what they are at.
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
      // Where the browser keeps nothing, the page works as it is.
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
