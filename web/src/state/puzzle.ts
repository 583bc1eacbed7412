// The open puzzle, which all screens share: its report, its picture, and the history of its changes.
import { createEffect, createMemo, createSignal, on, type Accessor } from "solid-js";
import type { Engine } from "../engine/engine";
import { isCancelled } from "../engine/engine";
import type { Picture, PuzzleReport } from "../engine/types";
import { Doc } from "./doc";
import { History } from "./history";
import { theme } from "./theme";

/** `key` identifies the opened puzzle: it stays the same while the puzzle is changed. */
export type Opened = { report: PuzzleReport; hash: string; text: string; key: string };

export class PuzzleState {
  readonly engine: Engine;
  readonly doc: Doc;
  readonly opened: Accessor<Opened | undefined>;
  readonly #setOpened: (opened: Opened) => void;
  /** The hash of the puzzle, which does not depend on title, texts and drawings. */
  readonly hash: Accessor<string | undefined>;
  /** A key that differs for each opened puzzle. */
  readonly key: Accessor<string | undefined>;
  readonly picture: Accessor<Picture | undefined>;
  /** The history of the puzzle's text while it is being set. */
  readonly past = new History<string>("");
  /** The index of each cell by its name. */
  readonly index: Accessor<ReadonlyMap<string, number>>;
  /** For each cell, the cells that share a house with it. */
  readonly peers: Accessor<readonly ReadonlySet<number>[]>;
  /** The given digit of each cell that has one. */
  readonly givens: Accessor<ReadonlyMap<number, number>>;
  #key = "";
  /** The last queued change: changes are made one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    this.engine = engine;
    this.doc = new Doc(engine);
    const [opened, setOpened] = createSignal<Opened>();
    this.opened = opened;
    this.#setOpened = setOpened;
    this.hash = createMemo(() => opened()?.hash);
    this.key = createMemo(() => opened()?.key);
    const [picture, setPicture] = createSignal<Picture>();
    this.picture = picture;
    createEffect(
      on([opened, theme], ([now, theme]) => {
        if (!now) return;
        this.doc
          .ask<Picture>("draw", { layers: true, theme, prefix: "board-", position: [] }, { kind: "board" })
          .then((drawn) => {
            if (opened() === now) setPicture(drawn);
          })
          .catch((error: unknown) => {
            if (!isCancelled(error)) console.error(error);
          });
      }),
    );
    this.index = createMemo(() => new Map((opened()?.report.cells ?? []).map((name, i) => [name, i])));
    this.peers = createMemo(() => {
      const report = opened()?.report;
      const peers = (report?.cells ?? []).map(() => new Set<number>());
      for (const house of report?.houses ?? []) {
        const cells = house.cells.map((name) => this.index().get(name)!);
        for (const a of cells) for (const b of cells) if (a !== b) peers[a]!.add(b);
      }
      return peers;
    });
    this.givens = createMemo(() => {
      const report = opened()?.report;
      const all = new Map<number, number[]>();
      for (const { cell, value } of report?.givens ?? []) {
        const i = this.index().get(cell)!;
        all.set(i, [...(all.get(i) ?? []), value]);
      }
      return new Map([...all].filter(([, values]) => values.length === 1).map(([i, values]) => [i, values[0]!]));
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /**
   * Opens text in any format. If the text is invalid, the promise is rejected with the error, and the previous puzzle stays
   * open.
   */
  open(text: string): Promise<Opened> {
    return this.#inTurn(async () => {
      const { ok, hash } = await this.doc.open(text);
      this.#key = `${Date.now()}`;
      const opened = { report: ok, hash, text: ok.clue ?? text, key: this.#key };
      // Replacing the puzzle with another can be undone like any change.
      if (this.opened()) this.past.push(opened.text);
      else this.past.reset([], opened.text);
      this.#setOpened(opened);
      return opened;
    });
  }

  /**
   * Changes the puzzle with the fields of the operation `change`. The fields may be computed when it is this change's turn. The
   * change can be undone, separately or together with the previous change.
   */
  change(
    fields: Record<string, unknown> | ((report: PuzzleReport) => Record<string, unknown>),
    withLast = false,
  ): Promise<Opened> {
    return this.#inTurn(async () => {
      const opened = await this.#changed(typeof fields === "function" ? fields(this.opened()!.report) : fields);
      if (withLast) this.past.replace(opened.text);
      else this.past.push(opened.text);
      return opened;
    });
  }

  async #changed(fields: Record<string, unknown>): Promise<Opened> {
    const { ok, hash } = await this.doc.change(fields);
    const opened = { report: ok, hash, text: ok.clue ?? this.doc.text, key: this.#key };
    this.#setOpened(opened);
    return opened;
  }

  undo(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.past.undo()) return;
      try {
        await this.#changed({ text: this.past.now() });
      } catch (error) {
        this.past.redo();
        throw error;
      }
    });
  }

  redo(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.past.redo()) return;
      try {
        await this.#changed({ text: this.past.now() });
      } catch (error) {
        this.past.undo();
        throw error;
      }
    });
  }

  /** The label of a digit. */
  label(value: number): string {
    const report = this.opened()?.report;
    return report?.labels?.[value - report.first] ?? String(value);
  }

  /** The digits of the puzzle. */
  digits(): number[] {
    const report = this.opened()?.report;
    return report ? Array.from({ length: report.digits }, (_, i) => report.first + i) : [];
  }
}
