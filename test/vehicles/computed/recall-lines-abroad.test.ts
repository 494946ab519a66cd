import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { campaignsAbroad } from "../../../src/vehicles/families/apis/recalls-abroad.ts";
import { makeKey, nameKey } from "../../../src/vehicles/families/names.ts";
import type { VehicleRow } from "../../../src/vehicles/families/record-family.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { load } from "./records.ts";

const texts = readFileSync(join(import.meta.dir, "recall-lines-abroad.txt"), "utf8")
  .trim()
  .split("\n");

const further = texts
  .filter((text) => text.startsWith("+ "))
  .map((text) => {
    const [market, make, names] = text.slice(2).split(" | ") as [string, string, string];
    return { market, make, names: names.split(", ") };
  });

const lines = texts
  .filter((text) => !/^[#+]/.test(text))
  .map((text) => {
    const [market, year, make, model] = text.split(" | ") as [string, string, string, string];
    return { text, market, year: Number(year), make, model, vin: text.split(" | ")[4]! };
  });

/** One campaign for every name of a make in every year in which the table has one of the make's lines. */
function campaignsOf(market: string): VehicleRow[] {
  const own = lines.filter((line) => line.market === market);
  return [...Map.groupBy(own, ({ make }) => make)].flatMap(([make, ofMake]) => {
    const more = further.filter((one) => one.market === market && one.make === make);
    const names = [...ofMake.map(({ model }) => model), ...more.flatMap((one) => one.names)];
    const distinct = new Map(names.map((name) => [nameKey(name), name]));
    const years = new Set(ofMake.map(({ year }) => year));
    return [...years].flatMap((year) =>
      [...distinct.values()].map((name) => ({ year, names: [make, name, "1"], record: {} })),
    );
  });
}

interface Matched {
  readonly make: string;
  readonly model: string;
  readonly match: string;
}

const [kind] = kinds;

describe("recalls by the names of other authorities", () => {
  let service: TestService;
  let caller: LookupCaller;
  beforeAll(async () => {
    service = await startService(kind);
    caller = await lookupCaller(service);
    await load(service, campaignsAbroad.CA, campaignsOf("CA"));
    await load(service, campaignsAbroad.GB, campaignsOf("GB"));
  });
  afterAll(() => service.end());

  test("each line's VIN finds its name, and no other line", async () => {
    const found: string[] = [];
    for (const { market, year, make, model, vin } of lines) {
      const { status, body } = await caller.lookUp(`/open-recall/${vin}?market=${market}`);
      const matched =
        status === 200 ? (body as { data: { matched_models: Matched[] } }).data.matched_models : [];
      const own = matched.find(
        (one) => makeKey(one.make) === makeKey(make) && nameKey(one.model) === nameKey(model),
      );
      const others = matched.filter((one) => one !== own).map((one) => `${one.model} ${one.match}`);
      const all = [...(own ? [own.match] : []), ...others].join(", ") || "-";
      found.push([market, year, make, model, vin, all].join(" | "));
    }
    expect(found).toEqual(lines.map(({ text }) => text));
    expect(lines.filter(({ market }) => market === "CA").length).toBeGreaterThan(100);
    expect(lines.filter(({ market }) => market === "GB").length).toBeGreaterThan(60);
  });
});
