import { afterAll, beforeAll, expect, test } from "bun:test";
import { smallSet } from "../../../../test/demo/small-set.ts";
import { type FamilyService, startFamilies, startSource } from "../../../../test/gateway/family-upstreams.ts";
import { kinds, problem } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { lookupApis } from "../../../vehicles/families/lookup-apis.ts";
import { loadDemo } from "../../../vehicles/imports/demo/load-demo.ts";
import { forgetDatasets } from "../../../vehicles/lookups/records/datasets.ts";
import { agreement, type Covered, coverageOf } from "./coverage-calls.ts";

const demoVin = "5J6RW2H59JL990075";
const strangeVin = "1HGCM82633A004352";
/** Its check digit is wrong. */
const wrongVin = "1HGCM82643A004352";
let service: FamilyService;

beforeAll(async () => {
  service = await startFamilies(kinds[0]!);
  const { database, clock, config } = service.app;
  await loadDemo(database, { clock, folder: await smallSet(60), datasetFits: config.datasetFits });
  forgetDatasets(database);
});
afterAll(() => service.end());

async function vehicles(): Promise<string[]> {
  const { database } = service.app;
  const rows = await database.all<{
    vin: string;
    year: number;
    make: string;
    model: string;
    trim: string;
  }>(sql`
    select vin, year, make, model, trim from sale_record order by vin limit 400`);
  const plates = await database.all<{ state: string; plate: string }>(sql`
    select state, plate from plate_record order by plate limit 400`);
  const every = <T>(all: readonly T[], step: number) => all.filter((_, index) => index % step === 0);
  return [
    ...[
      demoVin,
      strangeVin,
      wrongVin,
      "1M8GDM9AXKP042788?year=1989",
      "0000M82633A004352",
      "ABC1234",
      "12345",
    ],
    ...every(rows, 20).map(({ vin }) => vin),
    ...every(plates, 40).map(({ state, plate }) => `plate/${state}/${plate}`),
    "plate/CA/NONE1",
    "plate/NL/NONE1",
    ...every(rows, 40).map(
      ({ year, make, model, trim }) =>
        `vehicle?${new URLSearchParams({ year: String(year), make, model, ...(trim && { trim }) })}`,
    ),
    "vehicle?year=2018&make=Honda&model=CR-V",
    "vehicle?year=2018&make=Honda&model=CR-V&trim=EX&category=Brakes&subcategory=Front%20Brakes",
    "vehicle?year=1950&make=Unknown&model=None",
  ];
}

for (const charge_on of ["found", "always", "valid"] as const)
  test(`lookups end and cost as previewed, charged ${charge_on}`, async () => {
    const policy = { charge_on, credit_cost: { default: 2, per_api: { auction: 5, lien: 0 } } };
    const who = await service.customer(policy);
    await service.ask("POST", `/subscriptions/${who.subscriptionId}/credits`, {
      headers: service.operatorHeaders,
      json: { change: 5000, reason: "test" },
    });
    const look = (path: string) => service.lookUp(who, path);
    const { pairs, differing } = await agreement(await vehicles(), look);
    expect(differing).toEqual([]);
    expect(pairs).toBeGreaterThan(400);
  });

const only = (covered: Covered, api: string) => covered.lookups.find((one) => one.api === api)!;

test("a preview shows each lookup, its data and its price", async () => {
  const who = await service.customer({ credit_cost: { per_api: { auction: 5 } } });
  const got = await service.lookUp(who, `/coverage/${demoVin}`);
  const covered = coverageOf(got);
  const { datasets, ...auction } = only(covered, "auction");
  expect(auction).toEqual({
    api: "auction",
    name: "Auction history",
    operation: "getAuctionHistory",
    path: `/auction/${demoVin}`,
    outcome: "found",
    status: 200,
    code: null,
    detail: null,
    price: 5,
    credits: 5,
    kind: "records",
    source: "demo",
    match: null,
    synthetic: true,
  });
  const [dataset, ...others] = datasets;
  expect(others).toEqual([]);
  expect(dataset).toMatchObject({ family: "auction", name: "demo", synthetic: true });
  const { kind, synthetic, source } = only(covered, "vin-decoder");
  expect([kind, synthetic, source]).toEqual(["decoder", false, covered.vin_data]);
  const ofVins = lookupApis.filter(({ families }) =>
    families.some(({ namings }) => namings.includes("vin") || namings.includes("any-vin")),
  );
  expect(covered.lookups.map(({ api }) => api).sort()).toEqual(ofVins.map(({ id }) => id).sort());
  expect(covered.credits).toBe(covered.lookups.reduce((sum, { credits }) => sum + credits, 0));
  expect([covered.credits_remaining, covered.quota_used_up]).toEqual([15, false]);
});

test("a VIN as people have it is previewed as its VIN", async () => {
  const who = await service.customer({});
  const look = (vin: string) => service.ask("GET", `/coverage/${vin}`, { headers: { "x-AuthKey": who.key } });
  const [meant, damaged] = [await look(demoVin), await look(`*I${demoVin.replace("0", "O")}*`)];
  expect([damaged.status, damaged.text]).toEqual([200, meant.text]);
  expect(damaged.headers.get("x-vin-read")).toBe(`"${demoVin}";repairs="around leading_i o"`);
});

test("a preview is neither charged, recorded nor counted by the quota", async () => {
  const who = await service.customer({ quota: { calls: 1, renewal: "day" } });
  for (let call = 0; call < 3; call++)
    expect((await service.lookUp(who, `/coverage/${demoVin}`)).status).toBe(200);
  expect(await service.charged(who)).toEqual([]);
  expect((await service.lookUp(who, `/auction/${demoVin}`)).status).toBe(200);
  expect((await service.lookUp(who, `/auction/${demoVin}`)).status).toBe(429);
  const covered = coverageOf(await service.lookUp(who, `/coverage/${demoVin}`));
  expect([covered.quota_used_up, covered.credits]).toEqual([true, 0]);
  expect([...new Set(covered.lookups.map(({ status, code }) => `${status} ${code}`))]).toEqual([
    "429 quota_exceeded",
  ]);
});

test("a preview counts towards the rate", async () => {
  const who = await service.customer({ rate_limit: { calls: 2, renewal_period_s: 60 } });
  const statuses: number[] = [];
  for (let call = 0; call < 3; call++)
    statuses.push((await service.lookUp(who, `/coverage/${demoVin}`)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await service.lookUp(who, `/auction/${demoVin}`)).status).toBe(429);
});

test("lookups without credits and outside the plan are refused as previewed", async () => {
  const who = await service.customer({ credit_cost: { default: 16, per_api: { auction: 15 } } });
  const { database } = service.app;
  const { productId } = (await database.get<{ productId: string }>(sql`
    select product_id as "productId" from subscription where id = ${who.subscriptionId}`))!;
  await service.ask("DELETE", `/products/${productId}/apis/lien`, { headers: service.operatorHeaders });
  const covered = coverageOf(await service.lookUp(who, `/coverage/${demoVin}`));
  const ends = (api: string) => {
    const { outcome, status, code, credits } = only(covered, api);
    return [outcome, status, code, credits];
  };
  expect(ends("auction")).toEqual(["found", 200, null, 15]);
  // Whether there is an answer is not shown to a key that cannot pay for it.
  expect(ends("vin-decoder")).toEqual(["no_credits", 402, "credits_exhausted", 0]);
  const { source, match } = only(covered, "vin-decoder");
  expect([source, match]).toEqual([null, null]);
  expect(ends("lien")).toEqual(["not_allowed", 403, "api_not_in_product", 0]);
  const { differing } = await agreement([strangeVin], (path) => service.lookUp(who, path));
  expect(differing).toEqual([]);
});

test("a plan can be without coverage", async () => {
  const who = await service.customer({ coverage: false });
  const got = await service.lookUp(who, `/coverage/${demoVin}`);
  const detail = "Your plan does not include coverage. Call the lookups themselves.";
  expect(got.body).toEqual(problem("forbidden", 403, "Forbidden", detail, got));
  expect((await service.lookUp(who, `/auction/${demoVin}`)).status).toBe(200);
});

test("an upstream is not asked, and may answer", async () => {
  await using source = startSource();
  source.answer = () => new Response(null, { status: 500 });
  const upstream = { source: "acme", keep_days: null, on_failure: "unavailable" };
  await service.setUpstream("auction", { service_url: source.url, upstream });
  const who = await service.customer();
  const covered = coverageOf(await service.lookUp(who, `/coverage/${strangeVin}`));
  const { outcome, status, kind, credits } = only(covered, "auction");
  expect([outcome, status, kind, credits]).toEqual(["may_answer", null, "upstream", 1]);
  expect(source.received).toEqual([]);
  expect(only(coverageOf(await service.lookUp(who, `/coverage/${demoVin}`)), "auction").outcome).toBe(
    "found",
  );
  await service.setUpstream("auction", { service_url: null });
});

test("a preview without a key, or of no vehicle, is refused", async () => {
  const got = await service.ask("GET", `/coverage/${demoVin}`);
  expect(got.body).toEqual(
    problem("not_authenticated", 401, "Not authenticated", "Missing API key. Send it in x-AuthKey.", got),
  );
  const who = await service.customer();
  for (const path of ["IOQIOQIOQIOQIOQIO", "1234", "plate/XX/ABC", "vehicle?year=2018"])
    expect([path, (await service.lookUp(who, `/coverage/${path}`)).status]).toEqual([path, 422]);
});
