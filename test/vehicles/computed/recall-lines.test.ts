import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recallCampaigns } from "../../../src/vehicles/families/apis/open-recall.ts";
import { makeKey, nameKey } from "../../../src/vehicles/families/names.ts";
import type { VehicleRow } from "../../../src/vehicles/families/record-family.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { type RecallLine, recallLines } from "./recall-lines.ts";
import { load } from "./records.ts";

/** One campaign for every name of a make in every year in which the table has one of the make's lines. */
function campaignsOfAll(): VehicleRow[] {
  const ofMake = Map.groupBy(recallLines, ({ make }) => makeKey(make));
  const years = (make: string) => new Set(ofMake.get(makeKey(make))!.map(({ year }) => year));
  const names = new Map(recallLines.map((line) => [`${makeKey(line.make)} ${nameKey(line.model)}`, line]));
  // A Ram is in the file under Dodge too, and a Scion is a Toyota of vPIC's.
  const shared = new Set(["dodge", "ram", "scion", "toyota"].flatMap((make) => [...years(make)]));
  return [...names.values()].flatMap(({ make, model }) =>
    [...(/^(dodge|ram|scion|toyota)$/.test(makeKey(make)) ? shared : years(make))].map((year) => ({
      year,
      names: [make, model, "20V123000"],
      record: { nhtsa_campaign_number: "20V123000", summary: `${make} ${model}` },
    })),
  );
}

/** The names that an answer lists, as the table writes them. */
function foundOf(
  line: RecallLine,
  matched: readonly { make: string; model: string; match: string }[],
): string {
  const own = matched.find(({ make, model }) => make === line.make && nameKey(model) === nameKey(line.model));
  const others = matched
    .filter((one) => one !== own)
    .map(({ make, model, match }) => `${make === line.make ? "" : `${make} `}${model} ${match}`);
  return [...(own ? [own.match] : []), ...others].join(", ") || "-";
}

const [kind] = kinds;

describe("recalls by NHTSA's names of lines", () => {
  let service: TestService;
  let caller: LookupCaller;
  beforeAll(async () => {
    service = await startService(kind);
    caller = await lookupCaller(service);
    await load(service, recallCampaigns, campaignsOfAll());
  });
  afterAll(() => service.end());

  test("each line's VIN finds its name, and no other line", async () => {
    const found: string[] = [];
    for (const line of recallLines) {
      const { status, body } = await caller.lookUp(`/open-recall/${line.vin}`);
      const matched = status === 200 ? (body as { data: { matched_models: [] } }).data.matched_models : [];
      found.push([line.year, line.make, line.model, line.vin, foundOf(line, matched)].join(" | "));
    }
    const expected = recallLines.map(({ year, make, model, vin, found }) =>
      [year, make, model, vin, found].join(" | "),
    );
    expect(found).toEqual(expected);
    const own = recallLines.filter((line) => /^(exact|close|model)/.test(line.found)).length;
    expect(own / recallLines.length).toBeGreaterThan(0.99);
  });
});
