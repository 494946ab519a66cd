import type { Range } from "./repair-table.ts";

interface Region extends Range {
  readonly name: string;
  /** The share of the vehicles registered in the United States. */
  readonly share: number;
}

/** Dollars an hour at independent shops and at dealers, by region; estimates of 2026 (docs/repair-estimates.md). */
export const regions: readonly Region[] = [
  { name: "Northeast", share: 0.16, low: 130, high: 175 },
  { name: "Midwest", share: 0.22, low: 110, high: 148 },
  { name: "South", share: 0.38, low: 112, high: 152 },
  { name: "West", share: 0.24, low: 135, high: 180 },
];

/** The hourly rate without a region: the regions' by their share of vehicles. */
export const nationalRate: Range = {
  low: Math.round(regions.reduce((sum, { share, low }) => sum + share * low, 0)),
  high: Math.round(regions.reduce((sum, { share, high }) => sum + share * high, 0)),
};
