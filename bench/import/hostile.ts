import { lienRecords } from "../../src/vehicles/families/apis/lien.ts";
import { imageRecords } from "../../src/vehicles/families/apis/vehicle-images.ts";
import type { RecordFamily } from "../../src/vehicles/families/record-family.ts";

/** A family that a hostile file is sent to, with the beginning of a table and of its rows. */
export interface Target {
  readonly family: RecordFamily;
  readonly head: string;
  start(at: number): string;
  /** A record as a line of JSON. */
  line(at: number): string;
}

export const targets: readonly [Target, Target] = [
  {
    family: lienRecords,
    head: "vin,as_of\n",
    start: (at) => `1HGCM82633A${String(at).padStart(6, "0")},`,
    line: (at) => `{"vin":"1HGCM82633A${String(at).padStart(6, "0")}"}\n`,
  },
  {
    family: imageRecords,
    head: "year,make,model,trim,images.1.url,images.1.color\n",
    start: (at) => `2018,Honda,CR-V,EX ${at},a.jpg,`,
    line: (at) => `{"year":"2018","make":"Honda","model":"CR-V","trim":"EX ${at}"}\n`,
  },
];

const cellBytes = 900_000;

function repeated(bytes: number, head: string, row: (at: number) => string): string {
  const rows = [head];
  for (let size = 0, at = 0; size < bytes; at += 1) {
    const next = row(at);
    rows.push(next);
    size += next.length;
  }
  return rows.join("");
}

/** Rows that are rejected, and now and then another one: a file without any would be refused early. */
const rejected =
  (row: string, count: number) =>
  (bytes: number, { head, start }: Target): string =>
    repeated(bytes, head, (at) => `${row.repeat(count)}${start(at)}\n`);

const linesOf =
  (value: string) =>
  (bytes: number, { line }: Target): string =>
    repeated(bytes, "", (at) => `{"x":${value}}\n${line(at)}`);

const list = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;

/** Files of about so many bytes that take time or memory, most of them if a reader is careless. */
export const hostile: Readonly<Record<string, (bytes: number, target: Target) => string>> = {
  "cells of 900 KB": (bytes, { head, start }) =>
    repeated(bytes, head, (at) => `${start(at)}${"x".repeat(cellBytes)}\n`),
  "cells of doubled quotes": (bytes, { head, start }) =>
    repeated(bytes, head, (at) => `${start(at)}"${'""'.repeat(cellBytes / 2)}"\n`),
  "rows of 10,000 values": rejected(`${",".repeat(9_999)}\n`, 20),
  "rows of one character": rejected("1\n", 40),
  "empty lines": rejected("\n", 1000),
  "JSON of 90,000 lists a line": linesOf(list(list("[]", 9_000), 10)),
  "JSON of 3.6 MB a line": linesOf(list(`"${"x".repeat(cellBytes)}"`, 4)),
};
