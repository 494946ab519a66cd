import { stdout } from "node:process";

/** One measured figure; `note` states what it compares with or how it was measured. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly note: string;
}

export function figure(name: string, value: number, unit: string, note = ""): Figure {
  return { name, value, unit, note };
}

/** The middle one of an odd number of values, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function medianOf<T>(items: readonly T[], value: (item: T) => number): number {
  return median(items.map(value));
}

export function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}

/** A number with its thousands separated. */
export const count = (value: number): string => value.toLocaleString("en-US");

/** Figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, note }) => {
    const maximumFractionDigits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return `| ${name} | ${value.toLocaleString("en-US", { maximumFractionDigits })} | ${unit} | ${note} |`;
  });
  return ["| figure | value | unit | |", "|---|---:|---|---|", ...rows].join("\n");
}

/** Prints the result of a child process as the line that `runJson` reads. */
export function printJson(result: unknown): void {
  stdout.write(`\n${JSON.stringify(result)}\n`);
}
