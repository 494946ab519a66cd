import { expect, test } from "bun:test";
import { auctionRecords } from "../../families/apis/auction.ts";
import { bodyText, JsonBytes, storedJson } from "../../families/body.ts";
import type { EventRow } from "../../families/record-family.ts";
import { RowMemory } from "../staging/row-memory.ts";
import { recordsSource } from "./own-records.ts";

const history = Object.fromEntries(
  Array.from({ length: 100 }, (_, day) => [`2026-01-01 ${day}`, "Listed with a starting bid of $1,000"]),
);

/** The stored record of one line of NDJSON. */
async function recordOf(line: string): Promise<Record<string, unknown>> {
  async function* utf8() {
    yield Buffer.from(line);
  }
  for await (const { rows } of recordsSource(auctionRecords, { yearMax: 2028 }).rows(utf8()))
    return ([...rows][0] as EventRow).record as Record<string, unknown>;
  throw new Error("no row");
}

test("a long history is stored as if it was parsed", async () => {
  const given = { ...auctionRecords.example, "listing-history": history };
  const carried = await recordOf(JSON.stringify(given));
  expect(carried["listing-history"]).toEqual(new JsonBytes(Buffer.from(JSON.stringify(history))));
  // Spaces between members are not stored.
  const parsed = await recordOf(JSON.stringify(given, undefined, 1).replaceAll("\n", ""));
  expect(parsed["listing-history"]).toEqual(history);
  const plan = { images: ["image"] } as const;
  const stored = (record: unknown) => storedJson(new RowMemory().body(bodyText(record, plan)));
  expect(stored(carried)).toBe(stored(parsed));
});
