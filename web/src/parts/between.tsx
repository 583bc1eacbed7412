// Input fields for a range of numbers; each end may be absent.
import type { JSX } from "solid-js";
import { t } from "../texts";

export type Range = [number | undefined, number | undefined];

/** Whether the range is invalid because its start exceeds its end. */
export function backwards(range: readonly [number | undefined, number | undefined]): boolean {
  return range[0] !== undefined && range[1] !== undefined && range[0] > range[1];
}

export function Between(props: {
  legend: string;
  /** The labels of the two fields. */
  names: [string, string];
  least?: number;
  most: number;
  step: number;
  value: Range;
  change: (value: Range) => void;
  disabled?: boolean;
}): JSX.Element {
  const read = (text: string) => {
    const value = Number(text);
    return text.trim() === "" || !Number.isFinite(value) ? undefined : Math.min(Math.max(value, props.least ?? 0), props.most);
  };
  const end = (n: 0 | 1) => (
    <label>
      <span aria-hidden="true">{n ? t("make.to") : t("make.from")}</span>
      <input
        type="number"
        inputmode={props.step < 1 ? "decimal" : "numeric"}
        min={props.least ?? 0}
        max={props.most}
        step={props.step}
        placeholder={t("make.any")}
        aria-label={props.names[n]}
        disabled={props.disabled}
        value={props.value[n] ?? ""}
        onChange={(event) => {
          const value: Range = [...props.value];
          value[n] = read(event.currentTarget.value);
          props.change(value);
          event.currentTarget.value = String(value[n] ?? "");
        }}
      />
    </label>
  );
  return (
    <fieldset class="between" disabled={props.disabled}>
      <legend>{props.legend}</legend>
      {end(0)}
      {end(1)}
    </fieldset>
  );
}
