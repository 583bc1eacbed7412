// Undo and redo of immutable values that share their unchanged parts, and named checkpoints.
import { createSignal, type Accessor } from "solid-js";

export type Checkpoint<T> = { name: string; value: T };

/** The maximum number of undo steps. Nobody undoes more steps one by one. */
const MOST = 2000;

export class History<T> {
  #past: T[] = [];
  #future: T[] = [];
  readonly #now: Accessor<T>;
  readonly #set: (value: T) => void;
  readonly #lengths = createSignal<readonly [number, number]>([0, 0]);

  constructor(start: T) {
    const [now, set] = createSignal<T>(start, { equals: (a, b) => a === b });
    this.#now = now;
    this.#set = (value) => set(() => value);
  }

  now(): T {
    return this.#now();
  }

  #told(): void {
    this.#lengths[1]([this.#past.length, this.#future.length]);
  }

  push(value: T): void {
    if (value === this.#now()) return;
    this.#past.push(this.#now());
    if (this.#past.length > MOST) this.#past.splice(0, this.#past.length - MOST);
    this.#future = [];
    this.#set(value);
    this.#told();
  }

  /** Replaces the current value, so that the change belongs to the same undo step as the previous change. */
  replace(value: T): void {
    this.#future = [];
    this.#set(value);
    this.#told();
  }

  canUndo(): boolean {
    return this.#lengths[0]()[0] > 0;
  }

  canRedo(): boolean {
    return this.#lengths[0]()[1] > 0;
  }

  undo(): boolean {
    const value = this.#past.pop();
    if (value === undefined) return false;
    this.#future.push(this.#now());
    this.#set(value);
    this.#told();
    return true;
  }

  redo(): boolean {
    const value = this.#future.pop();
    if (value === undefined) return false;
    this.#past.push(this.#now());
    this.#set(value);
    this.#told();
    return true;
  }

  /** All values from the oldest to the current one. */
  all(): T[] {
    return [...this.#past, this.#now()];
  }

  /** Goes back to the value of `all()` with this index. The later values can be redone. */
  backTo(index: number): void {
    while (this.#past.length > index && this.undo());
  }

  /** Replaces the whole history, for example with a saved history. */
  reset(past: T[], now: T, future: T[] = []): void {
    this.#past = past;
    this.#future = future;
    this.#set(now);
    this.#told();
  }

  past(): readonly T[] {
    return this.#past;
  }

  future(): readonly T[] {
    return this.#future;
  }
}
