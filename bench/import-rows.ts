import { closeSync, openSync, writeSync } from "node:fs";
import { auctionRecords } from "../src/vehicles/families/apis/auction.ts";
import { lienRecords } from "../src/vehicles/families/apis/lien.ts";
import type { RecordFamily } from "../src/vehicles/families/record-family.ts";
import { exampleRow } from "../src/vehicles/imports/columns/examples.ts";

/** Rows that are imported, and as many as a benchmark takes of them. */
export interface Generated {
  readonly family: RecordFamily;
  readonly format: "csv" | "ndjson";
  readonly rows: number;
  readonly head: string;
  line(at: number): string;
}

/** Rows of the files of small records; `VINGATE_BENCH_ROWS=10000000` for the larger. */
const rows = Number(process.env.VINGATE_BENCH_ROWS ?? 1_000_000);

/** In no order, as an export of a register is: neighbours stand far apart. */
const vinOf = (at: number) => `1HGCM${String(at % 1000).padStart(3, "0")}3A${String(at).padStart(7, "0")}`;

const note = "filed at the county recorder, book 12, page 118; ".repeat(3);
const event = exampleRow(auctionRecords);
const history = Object.fromEntries(
  Array.from({ length: 190 }, (_, day) => [`2026-01-01 ${day}`, "Listed with a starting bid of $1,000"]),
);

export const generated = {
  csv: {
    family: lienRecords,
    format: "csv",
    rows,
    head: "vin,liens.1.lienholder,liens.1.state,liens.1.filed_at,liens.1.status,as_of\n",
    line: (at) => `${vinOf(at)},"Bank ${at % 977}, N.A., ${note}",CA,2024-03-01,active,2026-11-01\n`,
  },
  ndjson: {
    family: lienRecords,
    format: "ndjson",
    rows,
    head: "",
    line: (at) =>
      `{"vin":"${vinOf(at)}","liens":[{"lienholder":"Bank ${at % 977}, N.A., ${note}","state":"CA","filed_at":"2024-03-01","status":"active"}],"as_of":"2026-11-01"}\n`,
  },
  "10 KB": {
    family: auctionRecords,
    format: "ndjson",
    rows: Math.ceil(rows / 50),
    head: "",
    line: (at) => `${JSON.stringify({ ...event, vin: vinOf(at), "listing-history": history })}\n`,
  },
} as const satisfies Readonly<Record<string, Generated>>;

export type GeneratedName = keyof typeof generated;

/** Writes a file of them, a piece at a time. */
export function writeRows(file: string, name: GeneratedName): void {
  const { head, line, rows: count } = generated[name];
  const handle = openSync(file, "w");
  let text: string = head;
  for (let at = 0; at < count; at += 1) {
    text += line(at);
    if (text.length < 1 << 20) continue;
    writeSync(handle, text);
    text = "";
  }
  writeSync(handle, text);
  closeSync(handle);
}
