import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServe } from "../../src/calls/dispatch.ts";
import { features } from "../../src/features.ts";
import { createApp } from "../../src/server/app.ts";
import {
  type Got,
  kinds,
  meteringOver,
  problem,
  startService,
  type TestService,
  testOrigin,
} from "../harness.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import { goodVin, type Subscribers, subscribers, tally, unknownVin } from "../subscribers.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the limits and costs of lookups on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_TRUSTED_PROXIES: "10.0.0.0/8" });
      who = subscribers(service);
    });
    afterAll(() => service.end());

    test("a rate limit admits exactly its calls of 64 simultaneous ones", async () => {
      const account = await who.subscribe({ rate_limit: { calls: 5, renewal_period_s: 3600 } });
      const answers = await Promise.all(Array.from({ length: 64 }, () => who.decode(account)));
      expect(tally(answers.map((got) => got.status))).toEqual({ 200: 5, 429: 59 });
      const served = answers.filter((got) => got.status === 200);
      expect(served.map((got) => got.headers.get("ratelimit")).sort()).toEqual(
        [0, 1, 2, 3, 4].map((rest) => `"default";r=${rest};t=3600`),
      );
      const refused = answers.find((got) => got.status === 429)!;
      expect(refused.headers.get("ratelimit-policy")).toBe('"default";q=5;w=3600');
      expect(refused.headers.get("ratelimit")).toBe('"default";r=0;t=3600');
      expect(refused.headers.get("retry-after")).toBe("3600");
      expect(refused.body).toEqual(
        problem(
          "rate_limited",
          429,
          "Too many requests",
          "Rate limit exceeded: 5 calls per 3600 seconds.",
          refused,
        ),
      );
      const rows = await who.recorded(account);
      expect(tally(rows.map((row) => row.status))).toEqual({ 200: 5, 429: 59 });
      expect(await who.used(account)).toBe(5);
    });

    test("a new policy applies from the next call", async () => {
      const account = await who.subscribe({});
      const free = await who.decode(account);
      expect([free.status, free.headers.get("ratelimit"), free.headers.get("ratelimit-policy")]).toEqual([
        200,
        null,
        null,
      ]);
      await who.putPolicy(account.productId, { rate_limit: { calls: 1, renewal_period_s: 60 } });
      expect([(await who.decode(account)).status, (await who.decode(account)).status]).toEqual([200, 429]);
      await who.putPolicy(account.productId, {});
      expect((await who.decode(account)).status).toBe(200);
    });

    test("a quota is exact for 64 callers and renews at midnight UTC", async () => {
      const account = await who.subscribe({ quota: { calls: 7, renewal: "day" } });
      const answers = await Promise.all(Array.from({ length: 64 }, () => who.decode(account)));
      expect(tally(answers.map((got) => got.status))).toEqual({ 200: 7, 429: 57 });
      expect(await who.used(account)).toBe(7);
      const refused = await who.decode(account);
      expect(refused.headers.get("retry-after")).toBe("86400");
      expect(refused.headers.get("ratelimit-policy")).toBe('"quota";q=7;w=86400');
      expect(refused.headers.get("ratelimit")).toBe('"quota";r=0;t=86400');
      expect(refused.body).toEqual(
        problem(
          "quota_exceeded",
          429,
          "Quota exceeded",
          "Quota exceeded. Resets at 2026-11-22T00:00:00.000Z.",
          refused,
        ),
      );
      expect(tally((await who.recorded(account)).map((row) => row.status))).toEqual({ 200: 7, 429: 58 });
      service.advance(86_399_999);
      expect((await who.decode(account)).headers.get("retry-after")).toBe("1");
      service.advance(1);
      expect((await who.decode(account)).status).toBe(200);
      service.advance(-86_400_000);
      // A call counts in the day of its record: with a clock set back, the old day's quota is exceeded.
      const rest = await Promise.all(Array.from({ length: 10 }, () => who.decode(account)));
      expect(tally(rest.map((got) => got.status))).toEqual({ 429: 10 });
    });

    test("a call refused by the quota does not count towards the rate", async () => {
      const account = await who.subscribe({
        rate_limit: { calls: 9, renewal_period_s: 3600 },
        quota: { calls: 2, renewal: "day" },
      });
      const received = (got: Got) => [
        got.status,
        ...["ratelimit-policy", "ratelimit", "retry-after"].map((name) => got.headers.get(name)),
      ];
      const policies = '"default";q=9;w=3600, "quota";q=2;w=86400';
      expect(received(await who.decode(account))).toEqual([200, policies, '"default";r=8;t=3600', null]);
      expect(received(await who.decode(account))).toEqual([200, policies, '"default";r=7;t=3600', null]);
      await who.decode(account);
      for (let call = 0; call < 5; call++)
        expect(received(await who.decode(account))).toEqual([429, policies, '"quota";r=0;t=86400', "86400"]);
      await who.putPolicy(account.productId, { rate_limit: { calls: 9, renewal_period_s: 3600 } });
      const left = (await who.decode(account)).headers.get("ratelimit");
      // Calls that the quota refuses count no rate.
      expect(left).toMatch(/^"default";r=6;t=(3600|35[89]\d)$/);
    });

    test("headers report a quota of bytes", async () => {
      const account = await who.subscribe({ quota: { bandwidth_kb: 1, renewal: "lifetime" } });
      const answers = [await who.decode(account), await who.decode(account), await who.decode(account)];
      const refused = answers.find((got) => got.status === 429)!;
      expect(refused.headers.get("ratelimit-policy")).toBe('"bandwidth";q=1024;qu="content-bytes"');
      expect(refused.headers.get("ratelimit")).toBe('"bandwidth";r=0');
      expect(refused.headers.get("retry-after")).toBeNull();
    });

    test("nodes share a quota to the last call", async () => {
      const { config, database, vinPack, clock } = service.app;
      const { app } = await createApp(config, features, {
        database,
        vinPack,
        clock,
        ...meteringOver(database),
      });
      const other = createServe(app);
      const account = await who.subscribe({ quota: { calls: 9, renewal: "month" } });
      const request = () =>
        new Request(`${testOrigin}/vin-decoder/${goodVin}`, { headers: { "x-AuthKey": account.key } });
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          index % 2 === 0 ? who.decode(account) : other(request(), "127.0.0.1"),
        ),
      );
      expect(tally(answers.map((got) => got.status))).toEqual({ 200: 9, 429: 23 });
      await app.metering.close();
      app.identity.keys.close();
      expect(await who.used(account)).toBe(9);
    });

    test("a quota counts 404s, not refusals", async () => {
      const account = await who.subscribe({ quota: { calls: 2, renewal: "lifetime" } });
      expect((await who.decode(account, "short")).status).toBe(422);
      expect((await who.decode(account, unknownVin)).status).toBe(404);
      expect((await who.decode(account)).status).toBe(200);
      const refused = await who.decode(account);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, null]);
      expect(await who.recorded(account)).toEqual([
        { status: 422, credits: 0 },
        { status: 404, credits: 0 },
        { status: 200, credits: 1 },
        { status: 429, credits: 0 },
      ]);
    });

    test("a quota of bytes ends with the response that exceeds it", async () => {
      const account = await who.subscribe({ quota: { bandwidth_kb: 1, renewal: "month" } });
      const size = Buffer.byteLength((await who.decode(account)).text);
      for (let sent = size; sent < 1024; sent += size) expect((await who.decode(account)).status).toBe(200);
      expect((await who.decode(account)).body).toMatchObject({ code: "quota_exceeded" });
    });

    test("charges per API, nothing, or more than the balance", async () => {
      const dear = await who.subscribe({ credit_cost: { default: 1, per_api: { "vin-decoder": 8 } } });
      expect((await who.decode(dear)).headers.get("x-credits-remaining")).toBe("7");
      const short = await who.decode(dear);
      expect([short.status, short.headers.get("x-credits-remaining")]).toEqual([402, "7"]);
      expect(short.body).toMatchObject({ code: "credits_exhausted", remaining: 7 });
      await who.putPolicy(dear.productId, { credit_cost: { default: 0 } });
      expect((await who.decode(dear)).headers.get("x-credits-remaining")).toBe("7");
      await who.putPolicy(dear.productId, { credit_cost: { default: 7 } });
      expect((await who.decode(dear)).headers.get("x-credits-remaining")).toBe("0");
      await who.putPolicy(dear.productId, { credit_cost: { default: 0 } });
      expect((await who.decode(dear)).status).toBe(200);
      expect((await who.recorded(dear)).map((row) => row.credits)).toEqual([8, 0, 0, 7, 0]);
    });

    test("charge_on always charges a 404 and no other refusal", async () => {
      const account = await who.subscribe({ charge_on: "always" });
      const missed = await who.decode(account, unknownVin);
      expect([missed.status, missed.headers.get("x-credits-remaining")]).toEqual([404, "14"]);
      expect((await who.decode(account, "short")).status).toBe(422);
      expect(await who.recorded(account)).toEqual([
        { status: 404, credits: 1 },
        { status: 422, credits: 0 },
      ]);
      const answers = await Promise.all(Array.from({ length: 20 }, () => who.decode(account, unknownVin)));
      expect(tally(answers.map((got) => got.status))).toEqual({ 402: 6, 404: 14 });
      expect(await who.used(account)).toBe(15);
      await who.putPolicy(account.productId, { charge_on: "found" });
      expect((await who.decode(account, unknownVin)).status).toBe(402);
    });

    test("balances, quotas and the request log agree", async () => {
      expect(await consistencyFindings(service.app.database)).toEqual([]);
    });
  });
}
