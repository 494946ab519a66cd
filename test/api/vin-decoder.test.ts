import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import type { Explanation } from "../../src/vin/answer/explain.ts";
import { type Account, kinds, problem, signUp, startService, type TestService } from "../harness.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`charged lookups on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const decode = (vin: string, key: string) =>
      service.ask("GET", `/vin-decoder/${vin}`, { headers: { "x-AuthKey": key } });
    const credits = async (subscriptionId: string) =>
      service.app.database.get<Record<string, number>>(
        sql`select granted, used, granted - used as remaining from credit_total where subscription_id = ${subscriptionId}`,
      );
    const recorded = (subscriptionId: string) =>
      service.app.database.all<{ status: number; credits: number }>(
        sql`select status, credits from request_log where subscription_id = ${subscriptionId} order by seq`,
      );

    test("a VIN is decoded, charged and recorded", async () => {
      account = await signUp(service);
      const got = await decode("1HGCM82633A004352", account.key);
      expect(got.status).toBe(200);
      expect(got.headers.get("x-credits-remaining")).toBe("14");
      expect(got.headers.get("access-control-allow-origin")).toBe("*");
      expect(got.body).toMatchObject({
        status: "success",
        data: {
          intro: { vin: "1HGCM82633A004352" },
          basic: { make: "HONDA", model: "Accord", year: "2003" },
          check: { valid: true, check_digit: "3", expected: "3", warnings: [] },
        },
      });
      expect(await credits(account.subscriptionId)).toEqual({ granted: 15, used: 1, remaining: 14 });
      const row = await service.app.database.get(sql`
        select subscription_id, user_id, product_id, api_id, operation, method, url, ip_address, status, credits,
          response_size from request_log where subscription_id = ${account.subscriptionId}`);
      expect(row).toEqual({
        subscription_id: account.subscriptionId,
        user_id: account.userId,
        product_id: "trial",
        api_id: "vin-decoder",
        operation: "decodeVin",
        method: "GET",
        url: "/vin-decoder/1HGCM82633A004352",
        ip_address: "127.0.0.1",
        status: 200,
        credits: 1,
        response_size: Buffer.byteLength(got.text),
      });
    });

    test("accepts spaces, hyphens and lower case", async () => {
      const got = await decode("1hgcm-82633%20a004352", account.key);
      expect(got.body).toMatchObject({ data: { intro: { vin: "1HGCM82633A004352" } } });
    });

    test("explain adds the reasons for each element", async () => {
      const vin = "1B7FL23X9PS134560";
      const { key } = await signUp(service);
      const plain = await decode(vin, key);
      const got = await decode(`${vin}?explain=true`, key);
      const { explanation, ...rest } = (
        got.body as { data: Record<string, unknown> & { explanation: Explanation } }
      ).data;
      expect(rest).toEqual((plain.body as { data: Record<string, unknown> }).data);
      expect(explanation.positions).toHaveLength(17);
      expect(explanation.elements.find(({ code }) => code === "ModelYear")).toEqual({
        element_id: 29,
        name: "Model Year",
        code: "ModelYear",
        value: "1993",
        decided_by: "year",
        pattern_id: null,
        key: "",
        positions: [10],
        rule: "",
        alternatives: [
          { value: "2023", decided_by: "year", pattern_id: null, key: "", lost_by: "model_year" },
        ],
      });
      expect((await decode(`${vin}?explain=false`, key)).text).toBe(plain.text);
      expect((await decode(`${vin}?explain=maybe`, key)).body).toEqual({
        detail: [
          {
            type: "enum",
            loc: ["query", "explain"],
            msg: "Input should be 'true' or 'false'",
            input: "maybe",
            ctx: { expected: "'true' or 'false'" },
          },
        ],
      });
    });

    test("a given year decides between a VIN's two possible years", async () => {
      const fresh = await signUp(service);
      const ask = async (url: string) => {
        const got = await service.ask("GET", url, { headers: { "x-AuthKey": fresh.key } });
        const { data, detail } = got.body as {
          data?: { basic: { year: string; model: string } };
          detail?: unknown;
        };
        return [got.status, data ? [data.basic.year, data.basic.model] : detail];
      };
      const vin = "1M8GDM9AXKP042788";
      expect(await ask(`/vin-decoder/${vin}`)).toEqual([200, ["1989", "102C3 Intercity"]]);
      expect(await ask(`/vin-decoder/${vin}?year=2019`)).toEqual([200, ["2019", "D4520"]]);
      expect(await ask(`/oem-vin-decode/${vin}?year=2019`)).toEqual([200, ["2019", "D4520"]]);
      expect(await ask(`/oil-lookup/${vin}?year=2019`)).toEqual([
        404,
        expect.stringContaining("2019 MOTOR COACH INDUSTRIES D4520"),
      ]);
      const [status, refused] = await ask(`/vin-decoder/${vin}?year=1979`);
      expect([status, refused]).toEqual([
        422,
        [
          {
            type: "value_error",
            loc: ["query", "year"],
            msg: "Value error, must be a model year from 1980 to two years from now",
            input: "1979",
            ctx: { error: {} },
          },
        ],
      ]);
    });

    test("the secondary key charges the same subscription", async () => {
      const got = await decode("5YJ3E1EA7KF317000", account.secondaryKey);
      expect(got.headers.get("x-credits-remaining")).toBe("12");
    });

    test("an unknown manufacturer answers 404 and costs nothing", async () => {
      const before = await credits(account.subscriptionId);
      const got = await decode("0000M82633A004352", account.key);
      expect(got.status).toBe(404);
      expect(got.body).toEqual(
        problem("vehicle_not_found", 404, "Vehicle not found", "Unknown manufacturer code 000.", got),
      );
      const chinese = await decode("HY7CM82633A004352", account.key);
      expect([chinese.status, (chinese.body as { detail: string }).detail]).toEqual([
        404,
        "Unknown manufacturer code HY7. Codes that begin with HY are assigned in China, Asia.",
      ]);
      expect(await credits(account.subscriptionId)).toEqual(before!);
      expect((await recorded(account.subscriptionId)).at(-1)).toEqual({ status: 404, credits: 0 });
    });

    test("a VIN of another length answers 422 and costs nothing", async () => {
      const got = await decode("1HGCM82633A00435", account.key);
      expect(got.status).toBe(422);
      expect(got.body).toEqual({
        detail: [
          {
            type: "string_too_short",
            loc: ["path", "vin"],
            msg: "String should have at least 17 characters",
            input: "1HGCM82633A00435",
            ctx: { min_length: 17 },
          },
        ],
      });
      expect((await recorded(account.subscriptionId)).at(-1)).toEqual({ status: 422, credits: 0 });
    });

    test("the 16th charged call answers 402", async () => {
      const fresh = await signUp(service);
      for (let left = 14; left >= 0; left--) {
        const got = await decode("1FTFW1ET5DFC10312", fresh.key);
        expect([got.status, got.headers.get("x-credits-remaining")]).toEqual([200, String(left)]);
      }
      const got = await decode("1FTFW1ET5DFC10312", fresh.key);
      expect(got.status).toBe(402);
      expect(got.body).toMatchObject({ code: "credits_exhausted", status: 402, remaining: 0 });
      expect(await credits(fresh.subscriptionId)).toEqual({ granted: 15, used: 15, remaining: 0 });
    });

    test("64 callers on 15 credits: exactly 15 are served", async () => {
      const fresh = await signUp(service);
      const calls = Array.from({ length: 64 }, () => decode("1HGCM82633A004352", fresh.key));
      const statuses = (await Promise.all(calls)).map((got) => got.status);
      expect(statuses.filter((status) => status === 200).length).toBe(15);
      expect(statuses.filter((status) => status === 402).length).toBe(49);
      const rows = await recorded(fresh.subscriptionId);
      expect(rows.length).toBe(64);
      expect(rows.reduce((sum, row) => sum + row.credits, 0)).toBe(15);
    });

    test("invalid keys are 401 before the VIN is checked", async () => {
      const keys = [
        undefined,
        `${account.key}, ${account.key}`,
        `${account.key.slice(0, -1)}${account.key.endsWith("0") ? "1" : "0"}`,
        "0123456789abcdef",
      ];
      for (const key of keys) {
        const got = await service.ask(
          "GET",
          "/vin-decoder/bad",
          key === undefined ? {} : { headers: { "x-AuthKey": key } },
        );
        expect(got.status).toBe(401);
        expect(got.headers.get("www-authenticate")).toBe('ApiKey realm="vingate", header="x-AuthKey"');
        expect(got.body).toMatchObject({
          code: key === undefined ? "not_authenticated" : "invalid_credential",
        });
      }
    });

    test("an inactive subscription is 403 with its state", async () => {
      const fresh = await signUp(service);
      const rest = service.change;
      await rest(sql`update subscription set state = 'suspended' where id = ${fresh.subscriptionId}`);
      expect((await decode("1HGCM82633A004352", fresh.key)).body).toMatchObject({
        code: "subscription_inactive",
        state: "suspended",
      });
      await rest(sql`
        update subscription set state = 'active', expires_at = ${service.app.clock()} where id = ${fresh.subscriptionId}`);
      const expired = await decode("1HGCM82633A004352", fresh.key);
      expect(expired.status).toBe(403);
      expect(expired.body).toMatchObject({ code: "subscription_inactive", state: "expired" });
    });

    test("a disconnected client pays nothing", async () => {
      const fresh = await signUp(service);
      const gone = new AbortController();
      gone.abort();
      const request = new Request("http://vingate.test/vin-decoder/1HGCM82633A004352", {
        headers: { "x-AuthKey": fresh.key },
        signal: gone.signal,
      });
      await service.serve(request, "127.0.0.1");
      await service.app.metering.flush();
      expect(await credits(fresh.subscriptionId)).toEqual({ granted: 15, used: 0, remaining: 15 });
    });

    test("ledger, balance and request log agree", async () => {
      expect(await consistencyFindings(service.app.database)).toEqual([]);
    });
  });
}
