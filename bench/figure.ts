/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is to be compared with, or how it came about. */
  readonly note?: string;
}

/** The middle one of an odd number of values, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const digits = figure.value >= 100 ? 0 : figure.value >= 10 ? 1 : 2;
    const value = figure.value.toLocaleString("en-US", { maximumFractionDigits: digits });
    return `| ${figure.name} | ${value} | ${figure.unit} | ${figure.note ?? ""} |`;
  });
  return ["| figure | value | unit | |", "|---|---:|---|---|", ...rows].join("\n");
}
