import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hourMs } from "../../src/base/durations.ts";
import { signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService, testStart } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

type Report = { items: Record<string, string | number | null>[]; total: number };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`billing reports on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    let bob: Account;
    const second = "second-of-ada";
    beforeAll(async () => {
      service = await startService(kind);
      [ada, bob] = [await signUp(service), await signUp(service)];
      await service.ask("POST", `/subscriptions/${second}`, {
        headers: service.operatorHeaders,
        json: { scope: "/products/unlimited", owner_id: ada.userId, display_name: "Second" },
      });
      const other = { subscriptionId: second, userId: ada.userId };
      await recordCalls(service, [
        ...[1, 2, 3].map((hours) => callOf(ada, testStart - hours * hourMs - 60_000, { key: "primary" })),
        callOf(ada, testStart - 5 * hourMs, {
          key: "primary",
          status: 404,
          credits: 0,
          api: "lien",
          operation: "lookUpLien",
        }),
        callOf(ada, testStart - 4 * hourMs, { key: "test", credits: 0 }),
        callOf(other, testStart - 30 * hourMs, { credits: 7, responseBytes: 50, apiMicros: 4000 }),
        callOf(bob, testStart - 2 * hourMs, { status: 402, credits: 0 }),
        callOf(bob, testStart - 20 * 24 * hourMs, { credits: 2 }),
      ]);
    }, 180_000);
    afterAll(() => service.end());

    const get = (path: string, headers = service.operatorHeaders) => service.ask("GET", path, { headers });
    const report = async (path: string, headers?: Record<string, string>) =>
      (await get(path, headers)).body as Report;
    const brief = ({ items }: Report) =>
      items.map((item) => [
        item.subscription_id ?? item.user_id,
        item.subscription_name ?? item.user_email,
        item.call_count_total,
        item.credits,
      ]);

    test("byKey: calls and credits of each key, test keys too; a customer's are its own", async () => {
      const { items, ...ends } = await report("/reports/byKey", await signedIn(service, ada));
      const window = { timestamp_ge: "2026-11-14T00:00:00.000Z", timestamp_le: "2026-11-21T00:00:00.000Z" };
      expect(ends as object).toEqual(window);
      const calls = { call_count_blocked: 0, call_count_failed: 0, call_count_fault: 0 };
      const of = { subscription_id: ada.subscriptionId, subscription_name: "Trial", user_id: ada.userId };
      expect(items).toEqual([
        {
          ...of,
          key: "primary",
          ...calls,
          call_count_success: 3,
          call_count_other: 1,
          call_count_total: 4,
          credits: 3,
          last_at: new Date(testStart - hourMs - 60_000).toISOString(),
        },
        ...[
          {
            ...of,
            key: "test",
            ...calls,
            call_count_success: 1,
            call_count_other: 0,
            call_count_total: 1,
            credits: 0,
            last_at: new Date(testStart - 4 * hourMs).toISOString(),
          },
          {
            subscription_id: second,
            subscription_name: "Second",
            user_id: ada.userId,
            key: null,
            ...calls,
            call_count_success: 1,
            call_count_other: 0,
            call_count_total: 1,
            credits: 7,
            last_at: new Date(testStart - 30 * hourMs).toISOString(),
          },
        ].sort((a, b) => (`${a.subscription_id} ${a.key}` < `${b.subscription_id} ${b.key}` ? -1 : 1)),
      ]);
      const filtered = await report("/reports/byKey?key=primary&response_code=404");
      expect(filtered.items.map((item) => [item.key, item.call_count_total])).toEqual([["primary", 1]]);
      const { text } = await get("/reports/byKey?key=test", {
        ...(await signedIn(service, ada)),
        accept: "text/csv",
      });
      expect(text.split("\r\n")[1]).toBe(
        `${ada.subscriptionId},Trial,${ada.userId},test,1,0,0,0,1,0,0,${new Date(testStart - 4 * hourMs).toISOString()}`,
      );
    });

    test("timeseries: days of a zone, also one whose days begin within an hour", async () => {
      const days = async (zone: string) => {
        const { buckets } = (
          await get(
            `/reports/timeseries?granularity=day&user_id=${ada.userId}&timestamp_ge=2026-11-19T17:00:00Z&time_zone=${zone}`,
          )
        ).body as { buckets: { timestamp: string; total: number; credits: number }[] };
        return buckets.map(({ timestamp, total, credits }) => [timestamp.slice(0, 16), total, credits]);
      };
      // The call at 18:00 is in the hour in which a day begins in India.
      expect(await days("Asia/Kolkata")).toEqual([
        ["2026-11-18T18:30", 1, 7],
        ["2026-11-19T18:30", 0, 0],
        ["2026-11-20T18:30", 4, 3],
      ]);
      expect(await days("Pacific/Auckland")).toEqual([
        ["2026-11-19T11:00", 1, 7],
        ["2026-11-20T11:00", 4, 3],
      ]);
      const refused = await get("/reports/timeseries?time_zone=Mars");
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        422,
        expect.stringContaining("must be a time zone of the IANA"),
      ]);
    });

    test("bySubscription: calls and credits, the most called first", async () => {
      const all = await report("/reports/bySubscription");
      expect(brief(all)).toEqual([
        [ada.subscriptionId, "Trial", 4, 3],
        ...[
          [second, "Second", 1, 7],
          [bob.subscriptionId, "Trial", 1, 0],
        ].sort(([a], [b]) => (a! < b! ? -1 : 1)),
      ]);
      expect(all.items.find((item) => item.subscription_id === second)).toEqual({
        subscription_id: second,
        subscription_name: "Second",
        call_count_success: 1,
        call_count_blocked: 0,
        call_count_failed: 0,
        call_count_other: 0,
        call_count_fault: 0,
        call_count_total: 1,
        credits: 7,
        bandwidth: 50,
        cache_hit_count: 0,
        cache_miss_count: 0,
        api_time_avg: 4,
        api_time_min: 4,
        api_time_max: 4,
        service_time_avg: 1,
        service_time_min: 1,
        service_time_max: 1,
      });
      expect(all).toMatchObject({ page: 1, page_size: 100, total: 3 });
    });

    test("byUser: the sum of a user's subscriptions in any time range", async () => {
      expect(brief(await report("/reports/byUser"))).toEqual([
        [ada.userId, ada.email, 5, 10],
        [bob.userId, bob.email, 1, 0],
      ]);
      const month = `timestamp_ge=${new Date(testStart - 25 * 24 * hourMs).toISOString()}`;
      expect(brief(await report(`/reports/byUser?${month}&user_id=${bob.userId}`))).toEqual([
        [bob.userId, bob.email, 2, 2],
      ]);
      expect(brief(await report("/reports/byUser?page=2&page_size=1"))).toEqual([
        [bob.userId, bob.email, 1, 0],
      ]);
      // Partial hours are read from the minutes.
      const ragged = `timestamp_ge=${new Date(testStart - 2 * hourMs - 30 * 60_000).toISOString()}`;
      expect(brief(await report(`/reports/byUser?${ragged}`))).toEqual([
        [ada.userId, ada.email, 2, 2],
        [bob.userId, bob.email, 1, 0],
      ]);
    });

    test("a customer sees its own calls; a deleted account keeps its sums", async () => {
      const own = await signedIn(service, ada);
      expect(brief(await report("/reports/byUser", own))).toEqual([[ada.userId, ada.email, 5, 10]]);
      expect(brief(await report(`/reports/bySubscription?user_id=${bob.userId}`, own))).toEqual([]);
      await service.ask("DELETE", `/users/${bob.userId}`, { headers: service.operatorHeaders });
      expect(brief(await report(`/reports/byUser?user_id=${bob.userId}`))).toEqual([[bob.userId, "", 1, 0]]);
    });

    test("CSV columns are the members", async () => {
      const headers = { ...service.operatorHeaders, accept: "text/csv" };
      const got = await get(`/reports/bySubscription?subscription_id=${second}`, headers);
      expect(got.headers.get("content-disposition")).toBe('attachment; filename="bySubscription.csv"');
      const [columns, row] = got.text.split("\r\n");
      expect(columns).toStartWith("subscription_id,subscription_name,call_count_success,");
      expect(row).toBe(`${second},Second,1,0,0,0,1,7,50,0,0,4,4,4,1,1,1,0`);
    });
  });
}
