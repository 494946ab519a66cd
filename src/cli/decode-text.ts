import type { Decode } from "../vin/answer/describe.ts";
import { originOf } from "../vin/region.ts";

/** The first lines, by vPIC element number; other elements follow under their own names. */
const SUMMARY: readonly (readonly [label: string, elements: readonly number[]])[] = [
  ["Vehicle", [39, 5]],
  ["Trim", [34, 110, 38, 109]],
  ["Engine", [18, 64]],
  ["Displacement", [13]],
  ["Cylinders", [9]],
  ["Fuel", [24, 66]],
  ["Transmission", [37, 63]],
  ["Drive", [15]],
  ["Doors", [14]],
  ["Seats", [33]],
  ["Weight class", [25, 190]],
  ["Seat belts", [79]],
  ["Front air bags", [65]],
  ["Manufacturer", [27]],
  ["Plant", [31, 77, 75]],
];

const UNITS: Readonly<Record<string, string>> = { Displacement: " l" };
/** Between several values, in place of a comma. */
const BETWEEN: Readonly<Record<string, string>> = { "Weight class": " to " };

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
}

/** Colors, if the output is a terminal that accepts them. */
export function styleFor(colour: boolean): Style {
  const wrap = (code: number) => (text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  return { bold: wrap(1), dim: wrap(2), warn: wrap(33) };
}

/** A decode as aligned lines; names what the data do not have. */
export function decodeText(decode: Decode, style: Style): string {
  const stated = decode.elements.filter(({ decidedBy }) => decidedBy !== "default");
  const values = (id: number) => stated.filter((element) => element.id === id).map(({ value }) => value);
  const rows: [label: string, text: string][] = [];
  const line = (label: string, text: string) => rows.push([label, text]);
  const unknown: string[] = [];
  // The heading has make, model and year; the other displacements repeat the first in other units.
  const shown = new Set([11, 12, 26, 28, 29]);
  for (const [label, elements] of SUMMARY) {
    const found = elements.flatMap(values);
    for (const element of elements) shown.add(element);
    const derived = decode.derived.filter(({ element }) => elements.includes(element));
    found.push(...derived.map(({ value }) => `${value} (derived)`));
    if (found.length > 0)
      line(label, [...new Set(found)].join(BETWEEN[label] ?? ", ") + (UNITS[label] ?? ""));
    else unknown.push(label.toLowerCase());
  }
  for (const { id, name, value } of stated) if (!shown.has(id)) line(name, value);
  for (const { element, field, value } of decode.derived) {
    const name = field.slice(field.indexOf(".") + 1).replaceAll("_", " ");
    if (!shown.has(element)) line(name.charAt(0).toUpperCase() + name.slice(1), `${value} (derived)`);
  }
  const { region, country } = originOf(decode.vin);
  if (region !== "") line("Code assigned in", [country, region].filter((part) => part !== "").join(", "));
  const { actual, expected, valid } = decode.checkDigit;
  line("Check digit", valid ? `${actual}, right` : `${actual || "none"}, expected ${expected || "unknown"}`);
  if (unknown.length > 0) line("Not in the data", unknown.join(", "));
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  const lines = rows.map(([label, text]) => `  ${style.dim(label.padEnd(width))}${text}`);
  for (const warning of decode.warnings) lines.push(`  ${style.warn(`! ${warning}`)}`);
  const name = [
    decode.year || "year unknown",
    decode.make || "make unknown",
    decode.model || "model unknown",
  ];
  return `${style.bold(`${decode.vin}  ${name.join(" ")}`)}\n${lines.join("\n")}\n`;
}
