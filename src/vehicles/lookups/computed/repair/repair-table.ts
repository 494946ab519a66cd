import { repairTable } from "./repair-services.ts";
import type { Build, Powertrain } from "./vehicle-class.ts";

/** From low to high. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A service of the table. */
export interface Service {
  readonly title: string;
  /** The slug of the title. */
  readonly value: string;
  readonly description: string;
  readonly powertrains: readonly Powertrain[];
  /** Only vehicles that are known to drive all four wheels have it. */
  readonly fourWheelDrive: boolean;
  /** Labor hours; a build that is absent has no such service. */
  readonly hours: Readonly<Partial<Record<Build, Range>>>;
  /** Dollars for a car of a common make, of four cylinders where the parts scale with them. */
  readonly parts: Range;
  readonly perCylinder: boolean;
  readonly years: Range;
  /** Where the hours come from. */
  readonly origin: "list" | "estimate";
}

const groups: Readonly<Record<string, readonly Powertrain[]>> = {
  all: ["gasoline", "diesel", "hybrid", "electric"],
  engine: ["gasoline", "diesel", "hybrid"],
  "four-wheel": ["gasoline", "diesel", "hybrid"],
  spark: ["gasoline", "hybrid"],
  belt: ["gasoline", "diesel"],
  battery: ["hybrid", "electric"],
  diesel: ["diesel"],
  hybrid: ["hybrid"],
  electric: ["electric"],
};

/** Lower case, words joined by hyphens. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function rangeOf(text: string, least: number, most: number): Range {
  const [low, high] = text.split("-");
  return { low: low ? Number(low) : least, high: high ? Number(high) : most };
}

function serviceOf(line: string): Service {
  const cells = line.split("|").map((cell) => cell.trim());
  const [title, who, car, suv, truck, parts, scale, years, origin, description] = cells as [
    ...[string, string, string, string, string, string, string, string],
    "list" | "estimate",
    string,
  ];
  const hours = Object.entries({ car, suv, truck }).filter(([, text]) => text !== "-");
  return {
    title,
    value: slugOf(title),
    description,
    powertrains: groups[who]!,
    fourWheelDrive: who === "four-wheel",
    hours: Object.fromEntries(hours.map(([build, text]) => [build, rangeOf(text, 0, 0)])),
    parts: rangeOf(parts, 0, 0),
    perCylinder: scale === "cylinders",
    years: rangeOf(years, 0, 9999),
    origin,
  };
}

/** Every service, in the table's order. */
export const services: readonly Service[] = repairTable.trim().split("\n").map(serviceOf);
