// The engine over a WebSocket. A lost connection is reopened; the next request for a document then reopens the document.
import { createSignal } from "solid-js";
import type { Engine, EngineState, Lane, Listener, Message, Request } from "./engine";

type Waiting = { resolve: (message: Message) => void; listener: Listener | undefined };

const GONE: Message = { error: { code: "gone", message: "the connection to the engine was lost" } };

export function socketEngine(): Engine {
  const [state, setState] = createSignal<EngineState>("starting");
  const waiting = new Map<number, Waiting>();
  let socket: WebSocket | undefined;
  let open: Promise<void>;
  let isOpen: () => void = () => {};
  let generation = 0;
  let next = 1;
  let pause = 250;

  const await_open = () => {
    open = new Promise((resolve) => (isOpen = resolve));
  };
  await_open();

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const made = new WebSocket(`${scheme}://${location.host}/api/v1/ws`);
    socket = made;
    made.onopen = () => {
      pause = 250;
      generation++;
      setState("ready");
      isOpen();
    };
    made.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as Message;
      const one = waiting.get(message.id as number);
      if (!one) return;
      if (message.progress) one.listener?.progress?.(message.progress);
      else if (message.partial !== undefined) one.listener?.partial?.(message.partial);
      else {
        waiting.delete(message.id as number);
        one.resolve(message);
      }
    };
    made.onclose = () => {
      if (socket !== made) return;
      if (state() === "ready") await_open();
      setState("lost");
      const lost = [...waiting.values()];
      waiting.clear();
      lost.forEach((one) => one.resolve(GONE));
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, 5000);
    };
  };
  connect();
  // Reconnect at once when the network returns.
  addEventListener("online", () => (pause = 250));

  const lane: Lane = {
    generation: () => generation,
    async send(request: Request, listener?: Listener): Promise<Message> {
      const { signal } = listener ?? {};
      if (signal) await Promise.race([open, new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))]);
      else await open;
      if (signal?.aborted) return { error: { code: "cancelled", message: "cancelled" } };
      const id = next++;
      const message = { ...request, id, ...(listener?.progress ? { progress: true } : {}) };
      return new Promise((resolve) => {
        waiting.set(id, { resolve, listener });
        socket?.send(JSON.stringify(message));
        listener?.signal?.addEventListener("abort", () => {
          if (waiting.has(id)) socket?.send(JSON.stringify({ id: next++, op: "cancel", of: id }));
        });
      });
    },
  };
  return { library: true, quick: lane, long: lane, state };
}
