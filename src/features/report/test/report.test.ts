import { afterAll, beforeAll, expect, test } from "bun:test";
import { type FamilyService, startSource } from "../../../../test/gateway/family-upstreams.ts";
import { problem, testOrigin } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { reportOf, startReports, statusesOf, strangeVin, vin } from "./reports.ts";

let service: FamilyService;
beforeAll(async () => {
  service = await startReports();
});
afterAll(() => service.end());

test("no part is charged if the client leaves before the last one is answered", async () => {
  await using source = startSource();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  source.answer = () => {
    asked.resolve();
    return answer.promise;
  };
  const upstream = { source: "acme", keep_days: null, on_failure: "not_found" };
  await service.setUpstream("auction", { service_url: source.url, upstream });
  const who = await service.customer();
  const leaving = new AbortController();
  const request = new Request(`${testOrigin}/report/${strangeVin}?families=vin-decoder,auction`, {
    headers: { "x-authkey": who.key },
    signal: leaving.signal,
  });
  const reply = service.serve(request, "127.0.0.1");
  await asked.promise;
  leaving.abort();
  answer.resolve(new Response(null, { status: 404 }));
  await reply;
  await service.app.metering.flush();
  expect((await service.charged(who)).map(({ status, credits }) => [status, credits])).toEqual([
    [200, 0],
    [404, 0],
  ]);
  await service.setUpstream("auction", { service_url: null });
});

test("a slow part holds its report up, and none of its answers is lost", async () => {
  await using source = startSource();
  const answer = Promise.withResolvers<Response>();
  source.answer = () => answer.promise;
  const upstream = { source: "acme", keep_days: null, on_failure: "unavailable" };
  await service.setUpstream("auction", { service_url: source.url, upstream });
  const who = await service.customer();
  const reply = service.lookUp(who, `/report/${strangeVin}?families=vin-decoder,auction`);
  await until(() => source.received.length > 0, "the upstream is asked");
  await service.app.metering.flush();
  expect(await service.charged(who)).toEqual([]);
  answer.resolve(new Response(null, { status: 500 }));
  const { parts, credits_charged } = reportOf(await reply);
  expect([parts["vin-decoder"]!.status, parts.auction!.error, credits_charged]).toEqual([
    200,
    {
      code: "upstream_unavailable",
      detail:
        "There is no record here, and the source of further records is failing. Nothing was charged. Retry.",
      retry_after_s: 5,
    },
    1,
  ]);
  await service.setUpstream("auction", { service_url: null });
});

test("a price knows that a plan does not charge for a VIN with a wrong check digit", async () => {
  const who = await service.customer({ charge_on: "valid" });
  const wrong = `${vin.slice(0, 8)}${vin[8] === "1" ? 2 : 1}${vin.slice(9)}`;
  const prices = [];
  for (const one of [vin, wrong]) {
    const price = await service.lookUp(who, `/report/${one}/price?families=vin-decoder,auction`);
    prices.push((price.body as { data: { credits_max: number } }).data.credits_max);
  }
  expect(prices).toEqual([2, 0]);
  const made = await service.lookUp(who, `/report/${wrong}?families=vin-decoder,auction`);
  expect((made.body as { data: { credits_charged: number } }).data.credits_charged).toBe(0);
});

test("a price is the most that the report costs, and is free", async () => {
  const who = await service.customer({ credit_cost: { default: 2, per_api: { auction: 5 } } });
  const price = await service.lookUp(who, `/report/${vin}/price?families=auction,ymm-specs,us-plate-decode`);
  expect(price.body).toEqual({
    status: "success",
    data: {
      parts: {
        "us-plate-decode": { operation: null, credits: 0 },
        "ymm-specs": { operation: "getSpecificationsV3ByTrim", credits: 2 },
        auction: { operation: "getAuctionHistory", credits: 5 },
      },
      credits_max: 7,
      credits_remaining: 15,
    },
  });
  expect(await service.charged(who)).toEqual([]);
  const got = reportOf(
    await service.lookUp(who, `/report/${vin}?families=auction,ymm-specs,us-plate-decode`),
  );
  expect(got.credits_charged).toBe(7);
  expect(got.parts["us-plate-decode"]).toMatchObject({
    status: 422,
    operation: null,
    error: {
      detail: "The lookup needs license_plate, state. Not known: license_plate, state. It was not called.",
    },
  });
});

test("names of a VIN are not shown to a key that cannot pay for them", async () => {
  const who = await service.customer({ credit_cost: { default: 16 } });
  const got = reportOf(await service.lookUp(who, `/report/${vin}?families=ymm-specs,oem-parts`));
  expect([statusesOf(got), got.vehicle]).toEqual([{ "ymm-specs": 402, "oem-parts": 422 }, null]);
  expect(JSON.stringify(got)).not.toMatch(/honda|CR-V/i);
});

test("names and plates have the families that take them", async () => {
  const who = await service.customer();
  const named = reportOf(
    await service.lookUp(who, "/report/vehicle?year=2018&make=Honda&model=CR-V&trim=EX"),
  );
  expect(named.vehicle).toBeNull();
  expect(statusesOf(named)).toEqual({
    "headlight-assembly": 200,
    "vehicle-images": 200,
    "market-valuation": 200,
    "windshield-api": 200,
    "ymm-specs": 200,
    "motorcycle-decode": 404,
    "repair-estimates": 200,
    recalls: 200,
    "safety-ratings": 200,
    "known-problems": 200,
  });
  const plated = reportOf(await service.lookUp(who, "/report/plate/ca/demo-123"));
  expect(statusesOf(plated)).toEqual({
    "windshield-api": 200,
    "us-plate-decode": 200,
    "license-decoder": 200,
    "oil-lookup": 200,
  });
});

test("a plan's reports have its lookups alone", async () => {
  const who = await service.customer();
  const { productId } = (await service.app.database.get<{ productId: string }>(sql`
    select product_id as "productId" from subscription where id = ${who.subscriptionId}`))!;
  await service.ask("DELETE", `/products/${productId}/apis/lien`, { headers: service.operatorHeaders });
  expect(Object.keys(reportOf(await service.lookUp(who, `/report/${vin}`)).parts)).not.toContain("lien");
  const { parts, credits_charged } = reportOf(await service.lookUp(who, `/report/${vin}?families=lien`));
  expect([parts.lien!.status, parts.lien!.error!.code, credits_charged]).toEqual([
    403,
    "api_not_in_product",
    0,
  ]);
});

test("each part counts towards the rate and the quota", async () => {
  const rated = await service.customer({ rate_limit: { calls: 2, renewal_period_s: 60 } });
  const families = "vin-decoder,lien,auction";
  const got = reportOf(await service.lookUp(rated, `/report/${vin}?families=${families}`));
  const refused = Object.values(got.parts).filter(({ status }) => status === 429);
  expect(refused.map(({ error }) => [error?.code, (error?.retry_after_s ?? 0) > 0])).toEqual([
    ["rate_limited", true],
  ]);
  const quoted = await service.customer({ quota: { calls: 2, renewal: "day" } });
  const second = reportOf(await service.lookUp(quoted, `/report/${vin}?families=${families}`));
  expect(Object.values(second.parts).filter(({ status }) => status === 429).length).toBe(1);
  expect(second.credits_charged).toBe(2);
});

test("a test key is free, and its reserved VINs end as their lookups", async () => {
  const who = await service.customer();
  await service.app.testData.open();
  const headers = { "x-authkey": who.testKey };
  const got = await service.ask("GET", `/report/${vin}?families=vin-decoder`, { headers });
  const { parts, credits_charged } = reportOf(got);
  expect([got.headers.get("x-test"), parts["vin-decoder"]!.status, credits_charged]).toEqual([
    "true",
    200,
    0,
  ]);
  const reserved = await service.ask("GET", "/report/TEST0000000000402?families=lien", { headers });
  expect(statusesOf(reportOf(reserved))).toEqual({ lien: 402 });
});

test.each([
  ["lien,oil", 'Value error, no family "oil": use headlight-assembly, '],
  [",", 'Value error, no family "": use headlight-assembly, '],
])("families %p are refused", async (families, begin) => {
  const who = await service.customer();
  const got = await service.lookUp(who, `/report/${vin}?families=${encodeURIComponent(families)}`);
  const { detail } = got.body as { detail: [{ msg: string; loc: string[] }] };
  expect([got.status, detail[0].loc, detail[0].msg.slice(0, begin.length)]).toEqual([
    422,
    ["query", "families"],
    begin,
  ]);
  expect(await service.charged(who)).toEqual([]);
});

test("a report without a key, or of no vehicle, is refused", async () => {
  const got = await service.ask("GET", `/report/${vin}`);
  expect(got.body).toEqual(
    problem("not_authenticated", 401, "Not authenticated", "Missing API key. Send it in x-AuthKey.", got),
  );
  const who = await service.customer();
  for (const path of ["IOQIOQIOQIOQIOQIO", "1234", "plate/XX/ABC", "vehicle?year=2018"])
    expect([path, (await service.lookUp(who, `/report/${path}`)).status]).toEqual([path, 422]);
  const old = reportOf(await service.lookUp(who, "/report/abc-1234?families=lien,auction"));
  expect(statusesOf(old)).toEqual({ lien: 422, auction: 404 });
  expect(old.parts.lien!.error!.detail).toBe("The lookup takes VINs of 17 characters. It was not called.");
  const unknown = reportOf(
    await service.lookUp(who, "/report/0000M82633A004352?families=vin-decoder,ymm-specs"),
  );
  expect(statusesOf(unknown)).toEqual({ "ymm-specs": 422, "vin-decoder": 404 });
});
