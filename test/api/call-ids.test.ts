import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hourMs, minuteMs } from "../../src/base/durations.ts";
import { issues, signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService, testStart } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

interface Shown {
  readonly call: string;
  readonly request_id: string;
  readonly timestamp: string;
  readonly url: string;
}

const requestId = "mine";
const vins = ["1HGCM82633A004352", "5J6RW2H59JL990075"];

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`IDs of calls on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    let bob: Account;
    beforeAll(async () => {
      service = await startService(kind);
      [ada, bob] = [await signUp(service), await signUp(service)];
    });
    afterAll(() => service.end());

    const report = async (query: string, headers = service.operatorHeaders) => {
      const got = await service.ask("GET", `/reports/byRequest?${query}`, { headers });
      const { items, total, searched_from } = got.body as {
        items: Shown[];
        total: number;
        searched_from?: string;
      };
      expect(searched_from).toBe(undefined);
      return { items, total };
    };
    const found = async (query: string, headers?: Record<string, string>) => {
      const { items, total } = await report(query, headers);
      return [total, ...items.map(({ call, timestamp }) => [call, timestamp])];
    };

    test("two calls with one request ID have an ID each", async () => {
      for (const vin of vins)
        await service.ask("GET", `/vin-decoder/${vin}`, {
          headers: { "x-authkey": ada.key, "x-request-id": requestId },
        });
      await service.ask("POST", "/vin-decoder/batch", {
        headers: { "x-authkey": ada.key, "x-request-id": requestId },
        json: { vins },
      });
      const { items } = await report(`request_id=${requestId}`, await signedIn(service, ada));
      const { journalId } = service.app.metering;
      expect(items.map(({ call, request_id, url }) => [call, request_id, url]).sort()).toEqual([
        [`${journalId}/1`, requestId, `/vin-decoder/${vins[0]}`],
        [`${journalId}/2`, requestId, `/vin-decoder/${vins[1]}`],
        [`${journalId}/3`, requestId, "/vin-decoder/batch"],
        [`${journalId}/4`, requestId, "/vin-decoder/batch"],
      ]);
      for (const one of items)
        expect((await report(`call=${encodeURIComponent(one.call)}`)).items).toEqual([one]);
    });

    test("a call is found by its ID in the chunk that has it", async () => {
      const [first, second] = ["5a".repeat(16), "a5".repeat(16)];
      const at = testStart - 30 * minuteMs;
      // In chunks of Ada's shard and of others.
      const others = [ada.userId.slice(-2), "aa", "ab"].map((end) => ({
        userId: `eve${end}`,
        subscriptionId: "eve",
      }));
      // The calls are of two nodes; the second's are not in the order of their times, as slow ones are not.
      await recordCalls(service, [callOf(ada, at, { requestId })], first);
      const calls = Array.from({ length: 150 }, (_, index) =>
        callOf([ada, ...others][index % 4]!, at + (Math.floor(index / 12) % 5) * minuteMs + index, {
          requestId,
          status: index % 2 === 0 ? 200 : 404,
        }),
      );
      await recordCalls(service, calls, second);
      for (const [id, time] of [
        [`${first}/1`, at],
        ...calls.map((call, index) => [`${second}/${index + 1}`, call.at] as const),
      ] as const)
        expect(await found(`call=${id}`)).toEqual([1, [id, new Date(time).toISOString()]]);
      const own = await signedIn(service, ada);
      const shown = [1, [`${second}/1`, new Date(at).toISOString()]];
      const query = `call=${second}/1`;
      expect(await found(query, own)).toEqual(shown);
      expect(await found(`${query}&subscription_id=${ada.subscriptionId}&response_code=200`)).toEqual(shown);
      expect(await found(`${query}&timestamp_ge=1970-01-01T00:00:00Z`)).toEqual(shown);
      const before = new Date(at - 1).toISOString();
      for (const other of [
        "&response_code=404",
        `&user_id=${bob.userId}`,
        `&subscription_id=${bob.subscriptionId}`,
        `&timestamp_le=${before}`,
      ])
        expect([other, ...(await found(query + other))]).toEqual([other, 0]);
      expect(await found(`${query}&page=2`)).toEqual([1]);
    });

    test("another's call reads as one that does not exist", async () => {
      const own = await signedIn(service, ada);
      const journal = "b7".repeat(16);
      // In one chunk with hers.
      const eve = { userId: `eve${ada.userId.slice(-2)}`, subscriptionId: "eve" };
      await recordCalls(
        service,
        [ada, eve, bob].map((account) => callOf(account, testStart - hourMs)),
        journal,
      );
      expect(await found(`call=${journal}/1`, own)).toHaveLength(2);
      for (const id of [`${journal}/2`, `${journal}/3`, `${journal}/4`, `${"0".repeat(32)}/1`])
        expect([id, ...(await found(`call=${id}`, own))]).toEqual([id, 0]);
    });

    test("errors name the newest call by its ID", async () => {
      const journal = "c3".repeat(16);
      const failed = { requestId: "failed", status: 500, credits: 0, errorCode: "internal" };
      const calls = [0, 1].map(() => callOf(bob, testStart - 2 * hourMs, failed));
      await recordCalls(service, calls, journal);
      const got = await service.ask("GET", "/reports/byError?error_code=internal", {
        headers: service.operatorHeaders,
      });
      expect((got.body as { items: object[] }).items).toEqual([
        {
          response_code: 500,
          error_code: "internal",
          calls: 2,
          last_at: new Date(testStart - 2 * hourMs).toISOString(),
          last_request_id: "failed",
          last_call: `${journal}/2`,
        },
      ]);
      const one = await service.ask("GET", `/reports/byError?call=${journal}/1`, {
        headers: service.operatorHeaders,
      });
      expect((one.body as { items: object[] }).items).toMatchObject([
        { calls: 1, last_call: `${journal}/1` },
      ]);
    });

    test("what is no ID of a call is refused", async () => {
      const journal = "5a".repeat(16);
      for (const wrong of [
        "mine",
        `${journal}/0`,
        `${journal}/01`,
        `${journal}/1/2`,
        `${journal}/9007199254740993`,
      ])
        expect(
          issues(
            await service.ask("GET", `/reports/byRequest?call=${wrong}`, {
              headers: service.operatorHeaders,
            }),
          ),
        ).toEqual(["string_pattern_mismatch query call"]);
    });
  });
}
