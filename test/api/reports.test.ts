import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../callers.ts";
import {
  type Account,
  type Got,
  kinds,
  signUp,
  startService,
  type TestService,
  testStart,
} from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const hour = 3_600_000;
const day = 24 * hour;

type Body = Record<string, unknown> & {
  items: Record<string, unknown>[];
  buckets: Record<string, unknown>[];
};

const journal = "0123456789abcdef".repeat(2);

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`reports on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    let bob: Account;
    let adaHeaders: Record<string, string>;

    const get = (path: string, headers = service.operatorHeaders): Promise<Got> =>
      service.ask("GET", path, { headers });
    const body = async (path: string, headers?: Record<string, string>) =>
      (await get(path, headers)).body as Body;

    beforeAll(async () => {
      service = await startService(kind);
      ada = await signUp(service);
      bob = await signUp(service);
      adaHeaders = await signedIn(service, ada);
      await recordCalls(
        service,
        [
          callOf(ada, testStart - 2 * hour),
          callOf(ada, testStart - 2 * hour + 1, { status: 304, cache: "hit", responseBytes: 0 }),
          callOf(ada, testStart - hour, { status: 402, credits: 0, apiMicros: 10_500, cache: "miss" }),
          callOf(ada, testStart - hour + 1, { status: 422, credits: 0, apiMicros: 1 }),
          callOf(ada, testStart - hour + 2, {
            status: 404,
            credits: 0,
            api: "lien",
            operation: "lookUpLien",
          }),
          callOf(bob, testStart - 3 * day, { status: 503, credits: 0 }),
          callOf(bob, testStart - 8 * day, { credits: 5 }),
        ],
        journal,
      );
    });
    afterAll(() => service.end());

    test("a key reads the calls of its own subscription", async () => {
      const ofKey = await body("/usage?page_size=7", { "x-authkey": ada.key });
      expect(ofKey).toEqual(await body("/reports/byApi?page_size=7", adaHeaders));
      expect(ofKey.items.map((item) => item.call_count_total)).toEqual([4, 1]);
      const month = `timestamp_ge=${new Date(testStart - 30 * day).toISOString()}`;
      const [oil] = (await body(`/usage?${month}`, { "x-authkey": bob.testKey })).items;
      expect([oil?.call_count_total, oil?.credits]).toEqual([2, 5]);
      expect((await get("/usage", {})).status).toBe(401);
    });

    test("byApi: the last seven days, the most called first", async () => {
      expect((await get("/reports/byApi")).body).toEqual({
        items: [
          {
            api_id: "oil-lookup",
            api_name: expect.any(String),
            call_count_success: 2,
            call_count_blocked: 1,
            call_count_failed: 2,
            call_count_other: 0,
            call_count_fault: 1,
            call_count_total: 5,
            credits: 2,
            bandwidth: 400,
            cache_hit_count: 1,
            cache_miss_count: 1,
            api_time_avg: 3.3,
            api_time_min: 0.001,
            api_time_max: 10.5,
            service_time_avg: 1,
            service_time_min: 1,
            service_time_max: 1,
          },
          expect.objectContaining({ api_id: "lien", call_count_other: 1, call_count_total: 1 }),
        ],
        page: 1,
        page_size: 100,
        total: 2,
        timestamp_ge: "2026-11-14T00:00:00.000Z",
        timestamp_le: "2026-11-21T00:00:00.000Z",
      });
    });

    test("byApi by subscription, by user, and in pages", async () => {
      const totals = async (query: string) =>
        (await body(`/reports/byApi${query}`)).items.map((item) => [item.api_id, item.call_count_total]);
      expect(await totals(`?subscription_id=${ada.subscriptionId}`)).toEqual([
        ["oil-lookup", 4],
        ["lien", 1],
      ]);
      expect(await totals(`?user_id=${bob.userId}`)).toEqual([["oil-lookup", 1]]);
      expect(await totals(`?user_id=${bob.userId}&subscription_id=${ada.subscriptionId}`)).toEqual([]);
      expect(await totals("?timestamp_ge=2026-11-01T00:00:00Z")).toEqual([
        ["oil-lookup", 6],
        ["lien", 1],
      ]);
      expect(await totals("?page=2&page_size=1")).toEqual([["lien", 1]]);
      expect(await totals("?page=1000000000&page_size=1000")).toEqual([]);
    });

    test("a customer's reports contain its own calls", async () => {
      const own = await body("/reports/byApi", adaHeaders);
      expect(own.items.map((item) => item.call_count_total)).toEqual([4, 1]);
      for (const query of [
        `user_id=${bob.userId}`,
        "user_id=nobody",
        `subscription_id=${bob.subscriptionId}`,
        "subscription_id=none",
      ])
        expect((await body(`/reports/byApi?${query}`, adaHeaders)).items).toEqual([]);
      expect((await body(`/reports/byApi?user_id=${ada.userId}`, adaHeaders)).total).toBe(2);
      expect((await body(`/reports/byRequest?user_id=${bob.userId}`, adaHeaders)).total).toBe(0);
      expect((await body("/reports/byRequest", adaHeaders)).total).toBe(5);
      const series = await body(`/reports/timeseries?subscriptionId=${bob.subscriptionId}`, adaHeaders);
      expect(series.buckets.filter(({ total }) => total !== 0)).toEqual([]);
    });

    test("byRequest: newest first, exact to the millisecond", async () => {
      const got = await body("/reports/byRequest?page_size=2");
      expect(got).toMatchObject({
        page: 1,
        page_size: 2,
        total: 6,
        available_from: "2026-11-13T00:00:00.000Z",
        timestamp_ge: "2026-11-14T00:00:00.000Z",
        timestamp_le: "2026-11-21T00:00:00.000Z",
      });
      expect(got.items.map((item) => item.response_code)).toEqual([404, 422]);
      expect((await body("/reports/byRequest?page_size=2&page=2")).items[0]).toEqual({
        request_id: `r${testStart - hour}`,
        timestamp: "2026-11-20T23:00:00.000Z",
        api_id: "oil-lookup",
        operation: "lookUpOil",
        product_id: "trial",
        user_id: ada.userId,
        subscription_id: ada.subscriptionId,
        method: "GET",
        url: "/oil-lookup/1HGCM82633A004352",
        ip_address: "203.0.113.9",
        response_code: 402,
        response_size: 100,
        request_size: 0,
        cache: "miss",
        api_time: 10.5,
        service_time: 1,
        credits: 0,
        error_code: null,
        key: null,
        data_source: null,
        source: "http",
        call: `${journal}/3`,
      });
      expect((await body("/reports/byRequest?page_size=2&page=4")).items).toEqual([]);
      const window = "timestamp_ge=2026-11-20T23:00:00.001Z&timestamp_le=2026-11-20T23:00:00.001Z";
      const one = await body(`/reports/byRequest?${window}`);
      expect([one.total, one.items.map((item) => item.response_code)]).toEqual([1, [422]]);
    });

    test("timeseries: buckets without gaps, whose sums are byApi's", async () => {
      const got = await body("/reports/timeseries");
      expect([got.granularity, got.buckets.length]).toEqual(["hour", 169]);
      expect(got.buckets.at(-2)).toEqual({
        timestamp: "2026-11-20T23:00:00.000Z",
        total: 3,
        success: 0,
        blocked: 1,
        failed: 1,
        other: 1,
        credits: 0,
        bandwidth: 300,
        api_time_avg: 4.167,
        fault: 0,
      });
      expect(got.buckets.filter(({ fault }) => fault !== 0)).toEqual([
        expect.objectContaining({ timestamp: "2026-11-18T00:00:00.000Z", failed: 1, fault: 1 }),
      ]);
      expect(got.buckets[0]).toEqual({
        timestamp: "2026-11-14T00:00:00.000Z",
        total: 0,
        success: 0,
        blocked: 0,
        failed: 0,
        other: 0,
        credits: 0,
        bandwidth: 0,
        api_time_avg: 0,
        fault: 0,
      });
      const lien = await body("/reports/timeseries?granularity=day&apiId=lien");
      expect(lien.buckets.map(({ timestamp, total }) => [timestamp, total]).at(-2)).toEqual([
        "2026-11-20T00:00:00.000Z",
        1,
      ]);
      const years = "timestamp_ge=2024-02-29T12:00:00Z&granularity=";
      const weeks = (await body(`/reports/timeseries?${years}week`)).buckets;
      expect([weeks[0]?.timestamp, weeks.at(-1)?.timestamp, weeks.at(-1)?.total]).toEqual([
        "2024-02-26T00:00:00.000Z",
        "2026-11-16T00:00:00.000Z",
        6,
      ]);
      const months = (await body(`/reports/timeseries?${years}month`)).buckets;
      expect([months.length, months[0]?.timestamp, months.at(-1)?.total]).toEqual([
        34,
        "2024-02-01T00:00:00.000Z",
        7,
      ]);
      const ragged = "granularity=minute&timestamp_ge=2026-11-20T22:00:30Z&timestamp_le=2026-11-20T23:00:30Z";
      const minutes = await body(`/reports/timeseries?${ragged}`);
      expect([minutes.timestamp_ge, minutes.timestamp_le, minutes.buckets.length]).toEqual([
        "2026-11-20T22:00:00.000Z",
        "2026-11-20T23:00:59.999Z",
        61,
      ]);
      expect(minutes.buckets.map(({ total }) => total).filter(Boolean)).toEqual([2, 3]);
    });

    test("time ranges over all time are answered", async () => {
      const all = "timestamp_ge=0001-01-01T00:00:00Z&timestamp_le=9999-12-31T23:59:59.999Z";
      expect((await body(`/reports/byApi?${all}`)).items.map((item) => item.call_count_total)).toEqual([
        6, 1,
      ]);
      expect((await body(`/reports/byRequest?${all}`)).total).toBe(7);
      const future = "timestamp_ge=2030-01-01T00:00:00Z&timestamp_le=2031-01-01T00:00:00Z";
      expect((await body(`/reports/byApi?${future}`)).items).toEqual([]);
      expect((await body(`/reports/byRequest?${future}`)).items).toEqual([]);
    });

    test("every report shows a lookup immediately and needs a credential", async () => {
      const before = (await body("/reports/byRequest", adaHeaders)).total as number;
      const got = await service.ask("GET", "/vin-decoder/1HGCM82633A004352", {
        headers: { "x-AuthKey": ada.key },
      });
      expect(got.status).toBe(200);
      const log = await body("/reports/byRequest", adaHeaders);
      expect([log.total, log.items[0]?.request_id]).toEqual([before + 1, got.headers.get("x-request-id")]);
      const decodes = (await body("/reports/byApi", adaHeaders)).items.find(
        (item) => item.api_id === "vin-decoder",
      );
      expect(decodes).toMatchObject({
        call_count_success: 1,
        credits: 1,
        bandwidth: Buffer.byteLength(got.text),
      });
      expect((await body("/reports/timeseries?apiId=vin-decoder", adaHeaders)).buckets.at(-1)?.total).toBe(1);
      expect((await service.ask("GET", "/reports/byApi?page=0")).status).toBe(401);
      expect((await get("/reports/byApi", service.clientHeaders)).status).toBe(403);
    });
  });
}
