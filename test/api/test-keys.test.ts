import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { auctionRecords } from "../../src/vehicles/families/apis/auction.ts";
import { buildTestSet } from "../../src/vehicles/imports/demo/build-test-set.ts";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { smallSet } from "../demo/small-set.ts";
import {
  type Account,
  ask,
  type Got,
  kinds,
  problem,
  signUp,
  startService,
  type TestService,
} from "../harness.ts";
import { until } from "../until.ts";
import { loadRecords } from "../vehicles/load-records.ts";
import { auctionEvent } from "../vehicles/lookups/samples.ts";

const demoVin = "5J6RW2H59JL990075";
const realVin = "1HGCM82633A004352";
const reserved = (status: number) => `TEST0000000000${status}`;

const folder = smallSet(20);

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`test keys on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    beforeAll(async () => {
      const testSets = { build: buildTestSet, folder: await folder };
      service = await startService(kind, {}, { testSets });
      account = await signUp(service);
      // The first call begins to load the demo set.
      await until(async () => (await asTest(`/auction/${demoVin}`)).status === 200, "the demo set is loaded");
    });
    afterAll(() => service.end());

    const look = (key: string, path: string, headers: object = {}): Promise<Got> =>
      service.ask("GET", path, { headers: { "x-AuthKey": key, ...headers } });
    const asTest = (path: string, headers?: object) => look(account.testKey, path, headers);
    const recorded = (of: Account) =>
      service.app.database.all<{ status: number; credits: number; key: string; source: string | null }>(sql`
        select status, credits, key_slot as key, data_source as source from request_log
        where subscription_id = ${of.subscriptionId} order by seq`);
    const begin = async () => {
      account = await signUp(service);
    };

    test("lookups are answered from the demo set, marked, and not charged", async () => {
      await begin();
      const paths = [
        `/vin-decoder/${demoVin}`,
        `/oem-vin-decode/${demoVin}`,
        `/auction/${demoVin}`,
        `/saleshistory/${demoVin}`,
        `/market-valuation/${demoVin}`,
        `/repair-estimates/${demoVin}`,
        `/lien/${demoVin}`,
        "/us-plate-decode/DEMO123/CA",
        `/vehicles/DecodeVinValues/${demoVin}`,
        "/headlight-assembly/options/year",
      ];
      for (const path of paths) {
        const got = await asTest(path);
        expect([path, got.status, got.headers.get("x-test")]).toEqual([path, 200, "true"]);
        expect([path, got.headers.get("x-credits-remaining")]).toEqual([path, "15"]);
      }
      const rows = await recorded(account);
      expect(rows.map(({ status, credits, key }) => [status, credits, key])).toEqual(
        paths.map(() => [200, 0, "test"]),
      );
      expect(rows[2]!.source).toBe("demo");
    });

    test("test calls are in the log and in no report", async () => {
      const range = "timestamp_ge=2026-11-20T00:00:00Z&timestamp_le=2026-11-22T00:00:00Z";
      const of = `subscription_id=${account.subscriptionId}&${range}`;
      const read = (path: string) => service.ask("GET", path, { headers: service.operatorHeaders });
      const logged = (await read(`/reports/byRequest?${of}&key=test`)).body as {
        total: number;
        items: { key: string }[];
      };
      expect([logged.total, logged.items[0]!.key]).toEqual([10, "test"]);
      expect(((await read(`/reports/byApi?${of}`)).body as { items: object[] }).items).toEqual([]);
      await look(account.key, `/vin-decoder/${realVin}`);
      const { items } = (await read(`/reports/byApi?${of}`)).body as {
        items: { api_id: string; call_count_total: number; credits: number }[];
      };
      expect(
        items.map(({ api_id, call_count_total, credits }) => [api_id, call_count_total, credits]),
      ).toEqual([["vin-decoder", 1, 1]]);
      const errorsOf = async (more: string) =>
        ((await read(`/reports/byError?${of}${more}`)).body as { items: object[] }).items.length;
      expect((await asTest(`/vin-decoder/${realVin}`)).status).toBe(404);
      expect([await errorsOf(""), await errorsOf("&key=test")]).toEqual([0, 1]);
      const { compared } = await service.app.inspection.compare();
      expect(compared.flatMap(({ findings }) => findings)).toEqual([]);
    });

    test("real data do not show, and other vehicles are unknown", async () => {
      const { database } = service.app;
      const event = (vin: string) => ({
        vin,
        year: 2003,
        make: "HONDA",
        model: "Accord",
        trim: "",
        at: Date.UTC(2024, 4, 1),
        id: "lot",
        record: auctionEvent(vin, "lot", []),
      });
      const dataset = { name: "acme", version: "1", source: "test", licence: "none" };
      await loadRecords(database, auctionRecords, [event(realVin), event(demoVin)], {
        dataset,
        now: service.app.clock(),
        graceMs: 0,
      });
      forgetDatasets(database);
      const source = async (key: string, vin: string) => {
        const got = await look(key, `/auction/${vin}`);
        return [got.status, got.headers.get("x-data-source"), got.headers.get("x-test")];
      };
      expect(await source(account.key, realVin)).toEqual([200, "acme 1", null]);
      expect(await source(account.key, demoVin)).toEqual([200, "acme 1", null]);
      expect(await source(account.testKey, demoVin)).toEqual([200, "demo", "true"]);
      expect(await source(account.testKey, realVin)).toEqual([404, null, "true"]);
      const unknown = `A test key knows the vehicles of the demo set alone: ${realVin} is none of them.`;
      for (const path of ["/vin-decoder", "/oem-vin-decode", "/repair-estimates", "/vehicles/DecodeVin"]) {
        const got = await asTest(`${path}/${realVin}`);
        expect(got.body).toEqual(problem("vehicle_not_found", 404, "Vehicle not found", unknown, got));
      }
      const other = await asTest("/repair-estimates/2003/Rolls-Royce/Phantom/Base");
      expect([other.status, (other.body as { code: string }).code]).toEqual([404, "vehicle_not_found"]);
      const covered = await asTest(`/coverage/${demoVin}`);
      const { lookups, credits } = (
        covered.body as { data: { lookups: { price: number; api: string }[]; credits: number } }
      ).data;
      expect([credits, covered.headers.get("x-test")]).toEqual([0, "true"]);
      expect(lookups.find(({ api }) => api === "auction")).toMatchObject({ source: "demo", synthetic: true });
    });

    test("reserved VINs are errors for test keys alone", async () => {
      await begin();
      const error = async (
        status: number,
        code: string,
        title: string,
        detail: string,
        more: object = {},
      ) => {
        const got = await asTest(`/vin-decoder/${reserved(status)}`);
        expect([got.status, got.headers.get("x-test")]).toEqual([status, "true"]);
        expect(got.body).toEqual({ ...problem(code, status, title, detail, got), ...more });
        return got;
      };
      const unauthorized = await error(
        401,
        "invalid_credential",
        "Invalid credential",
        "Invalid API key: mistyped, expired or revoked.",
      );
      expect(unauthorized.headers.get("www-authenticate")).toContain("ApiKey");
      await error(
        402,
        "credits_exhausted",
        "Credits exhausted",
        "No credits left. Change plan or ask the operator.",
        {
          remaining: 0,
          links: { account: "http://vingate.test/", buy: "http://vingate.test/console/billing" },
        },
      );
      await error(
        404,
        "vehicle_not_found",
        "Vehicle not found",
        `A test key knows the vehicles of the demo set alone: ${reserved(404)} is none of them.`,
      );
      const limited = await error(
        429,
        "rate_limited",
        "Too many requests",
        "Rate limit exceeded: 120 calls per 60 seconds.",
      );
      expect(limited.headers.get("retry-after")).toBe("1");
      const away = await error(
        503,
        "unavailable",
        "Service unavailable",
        `The VIN ${reserved(503)} is reserved for this error; nothing was charged.`,
      );
      expect(away.headers.get("retry-after")).toBe("1");
      const invalid = await asTest(`/auction/${reserved(422).toLowerCase()}`);
      expect([invalid.status, invalid.body]).toEqual([
        422,
        {
          detail: [
            {
              type: "value_error",
              loc: ["path", "vin"],
              msg: "Value error, the VIN is reserved for this error",
              input: reserved(422),
              ctx: { error: {} },
            },
          ],
        },
      ]);
      for (const status of [401, 402, 404, 422, 429, 503])
        expect((await look(account.key, `/vin-decoder/${reserved(status)}`)).status).toBe(404);
    });

    test("a batch has reserved and unknown VINs as lines", async () => {
      await begin();
      const vins = [demoVin, reserved(422), realVin, reserved(402), demoVin];
      const got = await service.ask("POST", "/vin-decoder/batch", {
        headers: { "x-AuthKey": account.testKey },
        json: { vins },
      });
      expect([got.status, got.headers.get("x-test")]).toEqual([200, "true"]);
      const { data } = got.body as { data: { status: string; error?: { status: number } }[] };
      expect(data.map(({ status, error }) => error?.status ?? status)).toEqual([
        "success",
        422,
        404,
        402,
        "success",
      ]);
      expect(new Set((await recorded(account)).map(({ key, credits }) => `${key} ${credits}`))).toEqual(
        new Set(["test 0"]),
      );
    });

    test("a test key has a rate of its own, and no quota or credits", async () => {
      await begin();
      await service.ask("POST", "/products/tight", {
        headers: service.operatorHeaders,
        json: {
          policy: { rate_limit: { calls: 1, renewal_period_s: 3600 }, quota: { calls: 1, renewal: "day" } },
          state: "published",
          credits_granted: 0,
          apis: ["vin-decoder"],
        },
      });
      await service.change(sql`
        update subscription set product_id = 'tight', scope = '/products/tight'
        where id = ${account.subscriptionId}`);
      const statuses: number[] = [];
      const headers = { "x-AuthKey": account.testKey };
      for (let call = 0; call < 125; call++)
        statuses.push((await ask(service.serve, "GET", `/vin-decoder/${demoVin}`, { headers })).status);
      expect([statuses.indexOf(429), new Set(statuses.slice(120))]).toEqual([120, new Set([429])]);
      const live = await look(account.key, `/vin-decoder/${demoVin}`);
      expect([live.status, live.headers.get("x-test")]).toEqual([200, null]);
      const outside = await signUp(service);
      await service.change(sql`
        update subscription set product_id = 'tight', scope = '/products/tight'
        where id = ${outside.subscriptionId}`);
      const got = await look(outside.testKey, `/auction/${demoVin}`);
      expect([got.status, (got.body as { code: string }).code]).toEqual([403, "api_not_in_product"]);
    });

    test("each line of a batch counts towards the rate of a test key", async () => {
      await begin();
      const tester = await signUp(service);
      const got = await service.ask("POST", "/vin-decoder/batch", {
        headers: { "x-AuthKey": tester.testKey, "content-type": "application/x-ndjson" },
        body: `${demoVin}\n`.repeat(500),
      });
      const lines = got.text.trim().split("\n");
      expect(lines).toHaveLength(121);
      expect(lines.at(-1)).toContain("Rate limit exceeded: 120 calls per 60 seconds.");
      expect((await look(tester.testKey, `/vin-decoder/${demoVin}`)).status).toBe(429);
    });

    test("the subscription of a test key is marked", async () => {
      await begin();
      const root = (key: string) => service.ask("GET", "/", { headers: { "api-key": key } });
      expect((await root(account.testKey)).headers.get("x-test")).toBe("true");
      expect((await root(account.key)).headers.get("x-test")).toBeNull();
    });
  });
}
