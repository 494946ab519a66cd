import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hourMs, minuteMs } from "../../src/base/durations.ts";
import { issues, signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService, testStart } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const missed = { status: 404, credits: 0, errorCode: "vehicle_not_found", key: "primary" } as const;

type Report = { items: { request_id: string }[]; total: number; searched_from?: string };

const journal = "0123456789abcdef".repeat(2);
const later = "fedcba9876543210".repeat(2);

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`filters of the request log on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    let bob: Account;
    const second = "second-of-ada";
    beforeAll(async () => {
      service = await startService(kind);
      [ada, bob] = [await signUp(service), await signUp(service)];
      const other = { subscriptionId: second, userId: ada.userId };
      await recordCalls(
        service,
        [
          callOf(ada, testStart - 5 * hourMs, { requestId: "a" }),
          callOf(ada, testStart - 5 * hourMs + 1, { requestId: "b", ...missed }),
          callOf(ada, testStart - 5 * hourMs + 2, { requestId: "c", address: "2001:db8::7" }),
          callOf(ada, testStart - 3 * hourMs, {
            requestId: "d",
            api: "lien",
            operation: "lookUpLien",
            key: "secondary",
          }),
          callOf(other, testStart - 2 * hourMs, { requestId: "e", status: 403, credits: 0, key: "primary" }),
          callOf(bob, testStart - hourMs, {
            requestId: "f",
            caller: { ...callOf(bob, 0).caller, productId: "gold" },
          }),
        ],
        journal,
      );
    }, 180_000);
    afterAll(() => service.end());

    const report = async (query: string, headers = service.operatorHeaders) =>
      (await service.ask("GET", `/reports/byRequest?${query}`, { headers })).body as Report;
    const found = async (query: string, headers?: Record<string, string>) => {
      const { items, total, searched_from } = await report(query, headers);
      expect(searched_from).toBe(undefined);
      return [total, items.map(({ request_id }) => request_id).join("")];
    };

    test("filters single calls by one or several members", async () => {
      expect(await found("")).toEqual([6, "fedcba"]);
      expect(await found(`subscription_id=${ada.subscriptionId}`)).toEqual([4, "dcba"]);
      expect(await found(`subscription_id=${second}`)).toEqual([1, "e"]);
      expect(await found(`user_id=${ada.userId}`)).toEqual([5, "edcba"]);
      expect(await found("product_id=gold")).toEqual([1, "f"]);
      expect(await found("api_id=lien")).toEqual([1, "d"]);
      expect(await found("operation=lookUpOil")).toEqual([5, "fecba"]);
      expect(await found("response_code=200")).toEqual([4, "fdca"]);
      expect(await found("response_code=4xx")).toEqual([2, "eb"]);
      expect(await found("response_code=404")).toEqual([1, "b"]);
      expect(await found("ip_address=2001:db8::7")).toEqual([1, "c"]);
      expect(await found(`response_code=200&api_id=oil-lookup&user_id=${ada.userId}`)).toEqual([2, "ca"]);
      expect(await found(`response_code=2xx&subscription_id=${second}`)).toEqual([0, ""]);
      expect(await found("response_code=200&page=2&page_size=3")).toEqual([4, "a"]);
      expect(await found("error_code=vehicle_not_found")).toEqual([1, "b"]);
      expect(await found("key=secondary")).toEqual([1, "d"]);
      expect(await found("request_id=c")).toEqual([1, "c"]);
      expect(await found("url=1hgcm82633a&api_id=oil-lookup&response_code=2xx")).toEqual([3, "fca"]);
      expect(await found(`url=${encodeURIComponent("%")}`)).toEqual([0, ""]);
      const le = new Date(testStart - 5 * hourMs + 1).toISOString();
      expect(await found(`operation=lookUpOil&timestamp_le=${le}`)).toEqual([2, "ba"]);
      const got = await service.ask("GET", "/reports/byRequest?response_code=20", {
        headers: service.operatorHeaders,
      });
      expect(issues(got)).toEqual(["string_pattern_mismatch query response_code"]);
    });

    test("a customer finds only its own calls", async () => {
      const own = await signedIn(service, ada);
      expect(await found("response_code=200", own)).toEqual([3, "dca"]);
      expect(await found(`subscription_id=${bob.subscriptionId}`, own)).toEqual([0, ""]);
      expect(await found("product_id=gold", own)).toEqual([0, ""]);
    });

    test("errors are grouped by status and code, most frequent first", async () => {
      await recordCalls(
        service,
        [
          callOf(bob, testStart - 4 * hourMs, { requestId: "g", ...missed }),
          callOf(bob, testStart - 4 * hourMs - 1, { requestId: "h", ...missed }),
          callOf(bob, testStart - 4 * hourMs + 1, {
            requestId: "i",
            ...missed,
            errorCode: "record_not_found",
          }),
        ],
        later,
      );
      const errors = async (query: string, headers = service.operatorHeaders) =>
        (await service.ask("GET", `/reports/byError?${query}`, { headers })).body;
      const ends = {
        timestamp_ge: new Date(testStart - 7 * 24 * hourMs).toISOString(),
        timestamp_le: new Date(testStart).toISOString(),
      };
      const group = (
        response_code: number,
        error_code: string | null,
        calls: number,
        last: [string, number, string],
      ) => ({
        response_code,
        error_code,
        calls,
        last_at: new Date(last[1]).toISOString(),
        last_request_id: last[0],
        last_call: last[2],
      });
      expect(await errors("")).toEqual({
        items: [
          group(404, "vehicle_not_found", 3, ["g", testStart - 4 * hourMs, `${later}/1`]),
          group(403, null, 1, ["e", testStart - 2 * hourMs, `${journal}/5`]),
          group(404, "record_not_found", 1, ["i", testStart - 4 * hourMs + 1, `${later}/3`]),
        ],
        ...ends,
      });
      expect(await errors("error_code=vehicle_not_found&key=primary", await signedIn(service, ada))).toEqual({
        items: [group(404, "vehicle_not_found", 1, ["b", testStart - 5 * hourMs + 1, `${journal}/2`])],
        ...ends,
      });
      const table = await service.ask("GET", "/reports/byError?response_code=403", {
        headers: { ...service.operatorHeaders, accept: "text/csv" },
      });
      expect(table.text).toBe(
        `response_code,error_code,calls,last_at,last_request_id,last_call\r\n403,,1,${new Date(testStart - 2 * hourMs).toISOString()},e,${journal}/5\r\n`,
      );
    });

    test("a long search stops with a cursor and continues from it", async () => {
      const many = await signUp(service);
      const calls = Array.from({ length: 600 }, (_, index) =>
        callOf(many, testStart - 50 * hourMs + index * minuteMs, {
          requestId: `${index}`,
          status: index % 2 === 0 ? 200 : 404,
        }),
      );
      await recordCalls(service, calls);
      const query = `response_code=404&user_id=${many.userId}&page_size=1000`;
      const first = await report(query);
      expect(first.total).toBe(first.items.length);
      expect([first.total < 300, first.searched_from !== undefined]).toEqual([true, true]);
      const ids = first.items.map(({ request_id }) => request_id);
      let next = first;
      while (next.searched_from) {
        // A time range includes both ends.
        const until = new Date(Date.parse(next.searched_from) - 1).toISOString();
        next = await report(`${query}&timestamp_le=${until}`);
        ids.push(...next.items.map(({ request_id }) => request_id));
      }
      expect(ids).toEqual(Array.from({ length: 300 }, (_, index) => `${599 - 2 * index}`));
    });
  });
}
