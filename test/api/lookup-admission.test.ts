import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { endpoint } from "../../src/calls/context.ts";
import { createServe } from "../../src/calls/dispatch.ts";
import { sql } from "../../src/database/sql.ts";
import { json } from "../../src/http/endpoint.ts";
import { kinds, problem, startService, type TestService } from "../harness.ts";
import { goodVin, type Subscribers, subscribers, tally, unknownVin } from "../subscribers.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`who is admitted to lookups on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_TRUSTED_PROXIES: "10.0.0.0/8" });
      who = subscribers(service);
    });
    afterAll(() => service.end());

    test("checks addresses as trusted proxies report them", async () => {
      const account = await who.subscribe({
        ip_filter: { allow: ["192.0.2.0/24", "2001:db8::/32"], deny: ["192.0.2.9"] },
      });
      const from = async (socket: string, forwarded?: string) =>
        (
          await who.decode(account, goodVin, {
            from: socket,
            ...(forwarded !== undefined && { headers: { "x-forwarded-for": forwarded } }),
          })
        ).status;
      expect(await from("192.0.2.1")).toBe(200);
      expect(await from("192.0.2.9")).toBe(403);
      expect(await from("198.51.100.1")).toBe(403);
      expect(await from("2001:db8::7")).toBe(200);
      expect(await from("::ffff:192.0.2.1")).toBe(200);
      expect(await from("10.0.0.1", "192.0.2.1")).toBe(200);
      expect(await from("10.0.0.1", "192.0.2.1, 198.51.100.1")).toBe(403);
      expect(await from("198.51.100.1", "192.0.2.1")).toBe(403);
      const got = await who.decode(account, goodVin, { from: "198.51.100.1" });
      expect(got.body).toEqual(
        problem(
          "ip_not_allowed",
          403,
          "Address not allowed",
          "Your plan blocks calls from 198.51.100.1.",
          got,
        ),
      );
      expect(tally((await who.recorded(account)).map((row) => row.status))).toEqual({ 200: 4, 403: 5 });
    });

    test("an API removed from the product is refused on the next call", async () => {
      const account = await who.subscribe({});
      await who.removeDecoder(account.productId);
      const got = await who.decode(account, "short");
      expect(got.body).toEqual(
        problem(
          "api_not_in_product",
          403,
          "API not in product",
          "Your plan does not include vin-decoder.",
          got,
        ),
      );
      expect(await who.recorded(account)).toEqual([{ status: 403, credits: 0 }]);
      await who.addDecoder(account.productId);
      expect((await who.decode(account)).status).toBe(200);
    });

    test("scopes of all APIs and of one API have no policy", async () => {
      const account = await who.subscribe({ rate_limit: { calls: 1, renewal_period_s: 60 } });
      const scope = (text: string) =>
        service.change(sql`
          update subscription set scope = ${text}, product_id = null where id = ${account.subscriptionId}`);
      for (const [text, status] of [
        ["/apis", 200],
        ["/apis/vin-decoder", 200],
        ["/apis/lien", 403],
        ["/apis/vin-decode", 403],
      ] as const) {
        await scope(text);
        expect([text, (await who.decode(account)).status]).toEqual([text, status]);
      }
    });

    test("an unpublished product is hidden; its subscriptions continue", async () => {
      const account = await who.subscribe({});
      const headers = service.operatorHeaders;
      await service.ask("PUT", `/products/${account.productId}`, {
        headers,
        json: { state: "not_published" },
      });
      expect((await who.decode(account)).status).toBe(200);
    });

    test("inactive subscriptions and owners are refused first, and recorded", async () => {
      const account = await who.subscribe({ rate_limit: { calls: 1, renewal_period_s: 60 } });
      const set = service.change;
      await set(sql`update subscription set state = 'suspended' where id = ${account.subscriptionId}`);
      for (const _ of [1, 2])
        expect((await who.decode(account)).body).toMatchObject({ code: "subscription_inactive" });
      await set(sql`update subscription set state = 'active' where id = ${account.subscriptionId}`);
      await set(sql`update app_user set state = 'blocked' where id = ${account.userId}`);
      expect((await who.decode(account)).body).toMatchObject({ code: "invalid_credential" });
      await set(sql`update app_user set state = 'active' where id = ${account.userId}`);
      expect((await who.decode(account)).status).toBe(200);
      expect((await who.recorded(account)).map((row) => row.status)).toEqual([403, 403, 401, 200]);
    });

    test("the order of checks: state, API, address, rate, quota, validation, credit", async () => {
      const account = await who.subscribe({});
      const set = (name: "suspended" | "active") =>
        service.change(sql`update subscription set state = ${name} where id = ${account.subscriptionId}`);
      const codeOf = async (vin = "short") => {
        const { status, body } = await who.decode(account, vin);
        return (body as { code?: string }).code ?? status;
      };
      const all = {
        ip_filter: { deny: ["127.0.0.1"] },
        rate_limit: { calls: 1, renewal_period_s: 60 },
        quota: { calls: 1, renewal: "day" },
      };
      await who.putPolicy(account.productId, { rate_limit: all.rate_limit, quota: all.quota });
      expect(await codeOf(unknownVin)).toBe("vehicle_not_found");
      await set("suspended");
      await who.removeDecoder(account.productId);
      await who.putPolicy(account.productId, all);
      expect(await codeOf()).toBe("subscription_inactive");
      await set("active");
      expect(await codeOf()).toBe("api_not_in_product");
      await who.addDecoder(account.productId);
      expect(await codeOf()).toBe("ip_not_allowed");
      await who.putPolicy(account.productId, { ...all, ip_filter: {} });
      expect(await codeOf()).toBe("rate_limited");
      await who.putPolicy(account.productId, { quota: all.quota });
      expect(await codeOf()).toBe("quota_exceeded");
      await who.putPolicy(account.productId, { credit_cost: { default: 16 } });
      expect(await codeOf()).toBe(422);
      expect(await codeOf(goodVin)).toBe("credits_exhausted");
    });

    test("a call's product decides its origins; preflights ask all products", async () => {
      const account = await who.subscribe({
        cors: { origins: ["https://app.example.com"], headers: ["X-Trace"] },
      });
      const origin = async (name: string) => {
        const got = await who.decode(account, goodVin, { headers: { origin: name } });
        return [got.status, got.headers.get("access-control-allow-origin"), got.headers.get("vary")];
      };
      expect(await origin("https://app.example.com")).toEqual([
        200,
        "https://app.example.com",
        "x-AuthKey, Origin, Accept-Encoding",
      ]);
      expect(await origin("https://evil.example")).toEqual([200, null, "x-AuthKey, Origin, Accept-Encoding"]);
      const preflight = async (name: string) => {
        const got = await service.ask("OPTIONS", `/vin-decoder/${goodVin}`, { headers: { origin: name } });
        expect([got.status, got.headers.get("access-control-allow-credentials")]).toEqual([200, null]);
        return ["origin", "methods", "headers"].map((part) =>
          got.headers.get(`access-control-allow-${part}`),
        );
      };
      const usual =
        "x-authkey, x-repeat-of, want-receipt, content-type, idempotency-key, if-none-match, x-request-id, traceparent";
      // The products trial and unlimited have the API without a CORS rule.
      expect(await preflight("https://evil.example")).toEqual(["*", "GET, OPTIONS", usual]);
      expect(await preflight("https://app.example.com")).toEqual(["*", "GET, OPTIONS", `${usual}, x-trace`]);
      const holders = await service.app.database.all<{ product_id: string }>(
        sql`select product_id from product_api where api_id = 'vin-decoder' and product_id <> ${account.productId}`,
      );
      await service.app.database.run(
        sql`delete from product_api where api_id = 'vin-decoder' and product_id <> ${account.productId}`,
      );
      expect(await preflight("https://evil.example")).toEqual([null, null, null]);
      expect(await preflight("https://app.example.com")).toEqual([
        "https://app.example.com",
        "GET, OPTIONS",
        `${usual}, x-trace`,
      ]);
      for (const { product_id } of holders) await who.addDecoder(product_id);
    });

    test("failures are recorded and free; the product prices selectors", async () => {
      const account = await who.subscribe({ credit_cost: { options: 2 }, charge_on: "always" });
      const lookup = { api: "vin-decoder", cost: 1 };
      const common = { method: "GET", tag: "t", summary: "s", audience: "key", lookup } as const;
      const serve = createServe({
        ...service.app,
        operations: [
          endpoint({
            ...common,
            id: "fails",
            path: "/fails",
            handle: () => {
              throw new Error("planted");
            },
          }),
          endpoint({
            ...common,
            id: "select",
            path: "/select",
            lookup: { api: "vin-decoder", cost: 0, options: true },
            handle: () => json(["2003"]),
          }),
        ],
      });
      const ask = (path: string) =>
        serve(
          new Request(`http://vingate.test${path}`, { headers: { "x-AuthKey": account.key } }),
          "127.0.0.1",
        );
      expect((await ask("/fails")).status).toBe(500);
      const selected = await ask("/select");
      expect([selected.status, selected.headers.get("x-credits-remaining")]).toEqual([200, "13"]);
      await service.app.metering.flush();
      expect(await who.recorded(account)).toEqual([
        { status: 500, credits: 0 },
        { status: 200, credits: 2 },
      ]);
    });
  });
}
