import type { Measured, Naming } from "./arithmetic/price-fit.ts";
import type { ValueCheck } from "./value-check.ts";

const count = (value: number): string => value.toLocaleString("en");
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const namingTexts: Readonly<Record<Naming, string>> = { vin: "by VIN", names: "by year, make, model" };

/** The result of `vingate valuation` for people. */
export function checkText({
  dataset,
  records,
  sales,
  models,
  fitted_at,
  least,
  measured,
  stored,
}: ValueCheck): string {
  const about = `${dataset}: ${count(sales)} of ${count(records)} records are sales of the last 365 days with a price, of ${count(models)} models.\n`;
  if (!measured)
    return `${about}Nothing can be measured: that takes ${count(least)} sales. Values use the documented defaults.\n`;
  const rows = (["vin", "names"] as const).flatMap((naming) => {
    const { all, high, medium, low } = measured[naming];
    return [
      row(namingTexts[naming], all),
      row("  confidence high", high),
      row("  confidence medium", medium),
      row("  confidence low", low),
    ];
  });
  const makes = Object.entries(measured.makes).map(([make, one]) => row(`  ${make}`, one));
  const heading = ["", "n", "mean error", "median error", "p15 to p85 holds"];
  const table = [heading, ...rows, ["by VIN, most sold makes", "", "", "", ""], ...makes];
  const widths = heading.map((_, at) => Math.max(...table.map((cells) => cells[at]!.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!))).join("  ");
  const state = stored
    ? "The fit is stored; a running service uses it within two seconds."
    : fitted_at === null
      ? "No fit is stored: values use the documented defaults. Store one with vingate valuation --fit."
      : `Values use the fit of ${day(fitted_at)}.`;
  return `${about}\n${table.map((cells) => line(cells).trimEnd()).join("\n")}\n\np15 to p85 is made to hold 70 % of prices. ${state}\n`;
}

function row(name: string, measured: Measured | null): string[] {
  if (!measured) return [name, "0", "", "", ""];
  const { n, mean, median, coverage } = measured;
  return [name, count(n), percent(mean), percent(median), percent(coverage)];
}
