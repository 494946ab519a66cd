import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, signUp, startService, type TestService, testStart } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const hour = 3_600_000;
const vin = "/vin-decoder/1HGCM82633A004352";
/** The calls of two customers: found, unknown, invalid, from two addresses. */
const sequence = [vin, vin, "/vin-decoder/ZZZCM82633A004352", vin, "/vin-decoder/short", vin, vin, vin, vin];

interface Preview {
  readonly calls: number;
  readonly refused: Record<string, number>;
  readonly refused_as_recorded: Record<string, number>;
  readonly subscriptions: readonly { subscription_id: string; refused: number }[];
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a policy against recorded calls, on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, ...(json !== undefined && { json }) });
    const preview = async (policy: unknown, product = "trial") =>
      operator("POST", `/products/${product}/policies/preview`, { policy });
    /** Calls as a new customer; returns the answers by error code. */
    const call = async () => {
      const account = await signUp(service);
      const codes: Record<string, number> = {};
      for (const [index, path] of sequence.entries()) {
        const from = index % 4 === 3 ? "198.51.100.9" : "203.0.113.1";
        const got = await service.ask("GET", path, { headers: { "x-authkey": account.key }, from });
        const { code = "answered" } = got.body as { code?: string };
        codes[code] = (codes[code] ?? 0) + 1;
      }
      return { account, codes };
    };

    test("a policy's preview equals its later effect", async () => {
      const policy = {
        rate_limit: { calls: 6, renewal_period_s: 3600 },
        quota: { calls: 4, renewal: "day" },
        ip_filter: { deny: ["198.51.100.0/24"] },
      };
      const { account } = await call();
      const received = (await preview(policy)).body as Preview;
      await operator("PUT", "/products/trial/policies/policy", { policy });
      const { codes } = await call();
      await operator("PUT", "/products/trial/policies/policy", { policy: {} });
      const { ip_not_allowed = 0, quota_exceeded = 0, rate_limited = 0 } = codes;
      const refused = ip_not_allowed + quota_exceeded + rate_limited;
      expect([ip_not_allowed > 0, quota_exceeded > 0]).toEqual([true, true]);
      expect(received.refused).toEqual({ ip_not_allowed, quota_exceeded, rate_limited, total: refused });
      expect(received.refused_as_recorded.total).toBe(0);
      expect(received.subscriptions).toEqual([
        {
          subscription_id: account.subscriptionId,
          display_name: expect.any(String),
          calls: sequence.length,
          refused,
          newly_refused: refused,
        },
      ] as unknown as Preview["subscriptions"]);
      // Some recorded calls were refused, which no policy would have refused.
      const free = (await preview({})).body as Record<string, unknown>;
      expect(free).toEqual({
        product_id: "trial",
        timestamp_ge: new Date(testStart - 24 * hour).toISOString(),
        timestamp_le: new Date(testStart).toISOString(),
        complete: true,
        calls: 2 * sequence.length,
        refused: { ip_not_allowed: 0, quota_exceeded: 0, rate_limited: 0, total: 0 },
        refused_as_recorded: { ip_not_allowed, quota_exceeded, rate_limited, total: refused },
        newly_refused: 0,
        newly_admitted: refused,
        credits_recorded: expect.any(Number),
        credits: free.credits_recorded,
        subscriptions: [],
        not_replayed: expect.any(Array),
      });
    });

    test("calls of several nodes are replayed in order of time", async () => {
      const account = { userId: "u", subscriptionId: "s-of-replay" };
      const caller = { kind: "subscription", ...account, productId: "unlimited" } as const;
      const at = (minutes: number) => callOf(account, testStart - minutes * 60_000, { caller });
      // The day before yesterday is outside the time range; the calls of two nodes alternate.
      await recordCalls(service, [at(25 * 60), at(50), at(30), at(10)]);
      await recordCalls(service, [at(45), at(31), at(9), at(8)]);
      const policy = {
        rate_limit: { calls: 1, renewal_period_s: 600 },
        quota: { calls: 9, renewal: "month" },
      };
      const received = (await preview(policy, "unlimited")).body as Preview;
      // 50, 31 and 10 minutes ago begin a period; 45, 30, 9 and 8 are within one.
      expect([received.calls, received.refused]).toEqual([
        7,
        { ip_not_allowed: 0, quota_exceeded: 0, rate_limited: 4, total: 4 },
      ]);
      const sold = { quota: { calls: 3, renewal: "month" } };
      // One call was used before the time range.
      expect(((await preview(sold, "unlimited")).body as Preview).refused.quota_exceeded).toBe(5);
    });

    test("reports calls that cannot be replayed; refuses an invalid policy", async () => {
      const cors = (await preview({ cors: { origins: ["https://a.example"] } })).body as {
        not_replayed: string[];
      };
      expect(cors.not_replayed.filter((note) => note.startsWith("Origins are not recorded"))).toHaveLength(1);
      expect((await preview({ rate_limit: { calls: 0 } })).status).toBe(422);
      expect((await preview({}, "no-such-product")).status).toBe(404);
    });
  });
