import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { FamilyService } from "../../../../test/gateway/family-upstreams.ts";
import { type Account, kinds, problem, testOrigin } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { type Reported, startReports, statusesOf, strangeVin, used, vin } from "./reports.ts";

interface Line {
  readonly status: string;
  readonly line: number;
  readonly vin?: string;
  readonly data?: Reported;
  readonly error?: object;
}

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`batches of reports on ${kind.dialect}`, () => {
    let service: FamilyService;
    beforeAll(async () => {
      service = await startReports(kind);
    });
    afterAll(() => service.end());

    const batch = (who: Account, json: object, headers = {}) =>
      service.ask("POST", "/report/batch", { headers: { "x-authkey": who.key, ...headers }, json });
    const events = async ({ subscriptionId }: Account) => {
      const rows = await service.app.database.all<{ data: string }>(sql`
        select data from outbox_event where type = 'batch.done' and subscription_id = ${subscriptionId}
        order by event_id`);
      return rows.map(({ data }) => JSON.parse(data));
    };

    test("lines have reports in their order, and an event says how the batch ended", async () => {
      const who = await service.customer();
      const vins = [vin, "bad", { vin: strangeVin, year: 2003 }, 7, { vin: "", mileage: "1" }];
      const got = await batch(who, { vins, families: ["vin-decoder", "lien"] });
      const lines = linesOf(got.text);
      const invalid = {
        status: 422,
        code: "validation_error",
        detail: "An entry is a VIN, or an object with vin and, where they are known, year and mileage.",
      };
      expect(got.headers.get("content-type")).toBe("application/x-ndjson");
      expect(
        lines.map(({ data, ...line }) => ({ ...line, ...(data && { parts: statusesOf(data) }) })),
      ).toEqual([
        { status: "success", line: 1, parts: { lien: 200, "vin-decoder": 200 } },
        { status: "error", line: 2, vin: "bad", error: invalid },
        { status: "success", line: 3, parts: { lien: 404, "vin-decoder": 200 } },
        { status: "error", line: 4, vin: "", error: invalid },
        { status: "error", line: 5, vin: "", error: invalid },
      ] as never);
      expect(await events(who)).toEqual([
        {
          subscription_id: who.subscriptionId,
          request_id: got.headers.get("x-request-id"),
          operation: "reportVehicles",
          ended: "complete",
          lines: 5,
          reports: 2,
          from_line: null,
          credits_charged: 3,
        },
      ]);
      expect(await used(service, who)).toBe(3);
    });

    test("a batch ends where the credits do", async () => {
      const who = await service.customer({ credit_cost: { default: 7 } });
      const vins = Array.from({ length: 20 }, () => vin);
      const lines = linesOf((await batch(who, { vins, families: ["vin-decoder"] })).text);
      const last = lines.at(-1)!;
      expect(lines.filter(({ data }) => data?.credits_charged === 7).length).toBe(2);
      expect(lines.length).toBeLessThan(10);
      expect(last).toEqual({
        status: "error",
        line: lines.length,
        vin,
        error: {
          status: 402,
          code: "credits_exhausted",
          detail: `This call costs 7 credits; 1 are left. Change plan or ask the operator. Lines from ${lines.length} on have no report.`,
          from_line: lines.length,
        },
      });
      const [{ ended, from_line, credits_charged }] = await events(who);
      expect([ended, from_line, credits_charged, await used(service, who)]).toEqual([
        "refused",
        lines.length,
        14,
        14,
      ]);
    });

    test("a batch with a key is charged once, line by line", async () => {
      const who = await service.customer();
      const keyed = { "idempotency-key": "mine" };
      const body = { vins: [vin, vin, strangeVin], families: ["vin-decoder"] };
      const creditsOf = (text: string) => linesOf(text).map(({ data }) => data!.credits_charged);
      expect(creditsOf((await batch(who, body, keyed)).text)).toEqual([1, 1, 1]);
      expect(creditsOf((await batch(who, body, keyed)).text)).toEqual([0, 0, 0]);
      expect(await used(service, who)).toBe(3);
    });

    test("a batch counts once towards the rate, and each refused part", async () => {
      const who = await service.customer({ rate_limit: { calls: 3, renewal_period_s: 60 } });
      const vins = [vin, vin, vin, vin];
      const first = linesOf((await batch(who, { vins, families: ["vin-decoder"] })).text);
      expect(first.map(({ data }) => data!.parts["vin-decoder"]!.status)).toEqual([200, 200, 200, 200]);
      // Four parts are refused: a plate is no VIN, and its lookup is not called.
      await batch(who, { vins, families: ["us-plate-decode"] });
      const refused = await batch(who, { vins, families: ["vin-decoder"] });
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([429, "rate_limited"]);
    });

    test("a batch whose key ends says from which line on, and all that it charged is sent", async () => {
      const who = await service.customer();
      const headers = { "x-authkey": who.key, "content-type": "application/json" };
      const body = JSON.stringify({ vins: Array.from({ length: 12 }, () => vin), families: ["vin-decoder"] });
      const request = new Request(`${testOrigin}/report/batch`, { method: "POST", headers, body });
      const response = await service.serve(request, "127.0.0.1");
      const reader = response.body!.getReader();
      const decoder = new TextDecoder();
      let text = decoder.decode((await reader.read()).value);
      const path = `/subscriptions/${who.subscriptionId}/regeneratePrimaryKey`;
      expect((await service.ask("POST", path, { headers: service.operatorHeaders })).status).toBe(200);
      for (let next = await reader.read(); !next.done; next = await reader.read())
        text += decoder.decode(next.value);
      const lines = linesOf(text);
      const from_line = lines.length;
      expect(lines.at(-1)).toEqual({
        status: "error",
        line: from_line,
        vin,
        error: {
          status: 401,
          code: "invalid_credential",
          detail: `Invalid API key: mistyped, expired or revoked. Lines from ${from_line} on have no report.`,
          from_line,
        },
      });
      const charged = lines.reduce((sum, { data }) => sum + (data?.credits_charged ?? 0), 0);
      expect([from_line < 12, await used(service, who)]).toEqual([true, charged]);
    });

    test("a batch whose client leaves is cut", async () => {
      const who = await service.customer();
      const leaving = new AbortController();
      const request = new Request(`${testOrigin}/report/batch`, {
        method: "POST",
        headers: { "x-authkey": who.key, "content-type": "application/json" },
        body: JSON.stringify({ vins: Array.from({ length: 50 }, () => vin), families: ["vin-decoder"] }),
        signal: leaving.signal,
      });
      const { body } = await service.serve(request, "127.0.0.1");
      const reader = body!.getReader();
      await reader.read();
      leaving.abort();
      await reader.cancel().catch(() => undefined);
      let made: object[] = [];
      while (made.length === 0) {
        await new Promise(setImmediate);
        made = await events(who);
      }
      expect(made).toMatchObject([{ ended: "cut", lines: 50 }]);
      expect(await used(service, who)).toBeLessThan(15);
    });

    const openBatch = ({ key }: Account) =>
      service.serve(
        new Request(`${testOrigin}/report/batch`, {
          method: "POST",
          headers: { "x-authkey": key, "content-type": "application/json" },
          body: JSON.stringify({ vins: [vin], families: ["vin-decoder"] }),
        }),
        "127.0.0.1",
      );

    test("a subscription has two batches at a time", async () => {
      const who = await service.customer();
      const both = [await openBatch(who), await openBatch(who)];
      const got = await batch(who, { vins: [vin] });
      const detail = "Too many batches of reports are under way. Nothing was charged. Retry.";
      expect(got.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, got));
      for (const response of both) await response.text();
      expect((await batch(who, { vins: [vin], families: ["lien"] })).status).toBe(200);
    });

    test("an account has eight batches at a time, by any number of subscriptions", async () => {
      const who = await service.customer();
      const more: Account[] = [];
      while (more.length < 4) {
        const one = await service.customer();
        more.push(one);
        await service.change(
          sql`update subscription set owner_id = ${who.userId} where id = ${one.subscriptionId}`,
        );
      }
      const open: Response[] = [];
      for (const one of [...more, ...more]) open.push(await openBatch(one));
      expect(open.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const refused = await openBatch(who);
      expect(refused.status).toBe(429);
      const beside = await openBatch(await service.customer());
      expect(beside.status).toBe(200);
      for (const response of [...open, beside]) await response.text();
      expect((await batch(who, { vins: [vin] })).status).toBe(200);
    });
  });
}
