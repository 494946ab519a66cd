import { afterAll, beforeAll, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import { realVins } from "../../../bench/common/vins.ts";
import { sql } from "../../../src/database/sql.ts";
import { anyTrim } from "../../../src/vehicles/families/apis/repair-estimates.ts";
import { decoderOf } from "../../../src/vehicles/lookups/decoder.ts";
import { elementOf } from "../../../src/vehicles/lookups/names/subject.ts";
import { FUEL, SECOND_FUEL } from "../../../src/vin/elements.ts";
import { type DemoService, startDemo } from "../../demo/demo-service.ts";
import { schemaFaults } from "../lookups/json-schema.ts";
import { repairEstimates } from "../lookups/schemas.ts";

interface Repairs {
  readonly data: {
    data: {
      year: string;
      make: string;
      model: string;
      repair: { trim: string; repair: { value: string; description: string }[] }[];
      note?: string;
    };
  };
}

let demo: DemoService;
beforeAll(async () => {
  demo = await startDemo();
}, 120_000);
afterAll(() => demo.service.end());

/** Why the forms of a VIN differ; `""` if they agree, `undefined` if the VIN has no estimates. */
async function disagreement(vin: string): Promise<string | undefined> {
  const byVin = await demo.caller.lookUp(`/repair-estimates/${vin}`);
  if (byVin.status === 404) return undefined;
  const faults = schemaFaults(repairEstimates, byVin.body);
  if (byVin.status !== 200 || faults.length > 0)
    return `${vin} answered ${byVin.status}: ${faults.join("; ")}`;
  const { year, make, model, repair, note } = (byVin.body as Repairs).data.data;
  for (const group of repair) {
    // If a trim is unknown by names, the note has its name.
    const trim = group.trim || (/^No trim "(.*)" of/.exec(note ?? "")?.[1] ?? anyTrim);
    const path = `/repair-estimates/${[year, make, model, trim].map(encodeURIComponent).join("/")}`;
    const byNames = await demo.caller.lookUp(path);
    // A VIN with several groups has those of as many lookups by names.
    const same =
      repair.length === 1
        ? byNames.text === byVin.text
        : (byNames.body as Repairs).data.data.repair.some((one) => isDeepStrictEqual(one, group));
    if (!same) return `${vin}: ${path}`;
  }
  return "";
}

async function check(vins: readonly string[], least: number): Promise<void> {
  const faults: string[] = [];
  let answered = 0;
  for (const vin of vins) {
    const fault = await disagreement(vin);
    if (fault !== undefined) answered += 1;
    if (fault) faults.push(fault);
    if (answered === least) break;
  }
  expect(faults).toEqual([]);
  expect(answered).toBe(least);
}

test("1,000 demo VINs have the same bytes by their names, or as many groups", async () => {
  const rows = await demo.service.app.database.all<{ vin: string }>(
    sql`select distinct vin from auction_record where year >= 1991 order by vin`,
  );
  await check(
    rows.map(({ vin }) => vin).filter((vin) => vin.length === 17),
    1000,
  );
}, 120_000);

test("real VINs too; electric cars have no engine services", async () => {
  const vins = realVins();
  await check(vins, vins.length > 1000 ? 250 : 3);
  const decoder = decoderOf(demo.service.app);
  const electric = vins.filter((vin) => {
    const decode = decoder.decode(vin);
    if (typeof decode === "string" || decode.year < 1991) return false;
    return elementOf(decode, FUEL) === "Electric" && elementOf(decode, SECOND_FUEL) === "";
  });
  expect(electric.length).toBeGreaterThan(0);
  const oiled: string[] = [];
  for (const vin of electric) {
    const got = await demo.caller.lookUp(`/repair-estimates/${vin}`);
    if (got.status !== 200) continue;
    const { data } = (got.body as Repairs).data;
    // A trim that is also sold with an engine has engine services too, each labelled.
    const services = data.repair.flatMap(({ repair }) => repair);
    const oil = services.filter(({ value }) => value === "oil-change");
    if (oil.some(({ description }) => !description.endsWith(" versions only.")))
      oiled.push(`${vin} ${data.year} ${data.make} ${data.model}`);
  }
  expect(oiled).toEqual([]);
}, 120_000);
