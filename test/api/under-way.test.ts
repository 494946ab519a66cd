import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mintToken } from "../../src/access/tokens.ts";
import { signedIn } from "../callers.ts";
import { embedded, type Got, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of embedded)
  describe.skipIf(kind.missing)(`requests under way on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    }, 180_000);
    afterAll(() => service.end());

    const sessionOf = async () => signedIn(service, await signUp(service));
    const report = (headers: Record<string, string>, from: string) =>
      service.ask("GET", "/reports/byApi", { headers, from });
    const statuses = (all: readonly Got[]) =>
      Object.fromEntries(
        [...Map.groupBy(all, ({ status }) => status)].map(([status, each]) => [status, each.length]),
      );

    test("a network has 128 at a time, and others are answered beside it", async () => {
      // Each reads the database.
      const check = (from: string) =>
        service.ask("GET", "/auth/accounts", {
          headers: { authorization: `Bearer ${mintToken("vgs")}` },
          from,
        });
      const flood = Array.from({ length: 140 }, (_, host) => check(`2001:db8:1:${host.toString(16)}::1`));
      const others = await Promise.all([check("2001:db8:2::1"), check("203.0.113.1"), check("127.0.0.1")]);
      expect(statuses(others)).toEqual({ 401: 3 });
      const all = await Promise.all(flood);
      expect(statuses(all)).toEqual({ 401: 128, 429: 12 });
      const refused = all.at(-1)!;
      const detail = "Too many requests of your network are under way. Retry when one has ended.";
      expect(refused.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, refused));
      expect(refused.headers.get("retry-after")).toBe("1");
      expect((await check("2001:db8:1::1")).status).toBe(401);
    });

    test("an account has 32 at a time from all its addresses, and others are answered beside it", async () => {
      const [headers, other] = [await sessionOf(), await sessionOf()];
      const flood = Array.from({ length: 40 }, (_, host) => report(headers, `203.0.113.${host}`));
      const beside = await Promise.all([
        report(other, "203.0.113.1"),
        report(service.operatorHeaders, "203.0.113.1"),
      ]);
      expect(statuses(beside)).toEqual({ 200: 2 });
      const all = await Promise.all(flood);
      expect(statuses(all)).toEqual({ 200: 32, 429: 8 });
      const refused = all.find(({ status }) => status === 429)!;
      const detail = "Too many requests of your account are under way. Retry when one has ended.";
      expect(refused.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, refused));
      expect((await report(headers, "203.0.113.1")).status).toBe(200);
    });

    test("reports of vehicles have the bounds of their plan alone", async () => {
      const { key } = await signUp(service);
      const path = "/report/5J6RW2H59JL990075?families=vin-decoder";
      const ask = () => service.ask("GET", path, { headers: { "x-authkey": key }, from: "203.0.113.9" });
      const all = await Promise.all(Array.from({ length: 140 }, ask));
      expect(all.filter(({ status }) => status === 429)).toEqual([]);
    });

    test("an account's reports wait for its own, and another's come between", async () => {
      const [headers, other] = [await sessionOf(), await sessionOf()];
      const ended: string[] = [];
      const asked = Array.from({ length: 30 }, () =>
        report(headers, "203.0.113.1").then(() => ended.push("own")),
      );
      await report(other, "203.0.113.2").then(() => ended.push("other"));
      await Promise.all(asked);
      expect(ended.length).toBe(31);
      expect(ended.indexOf("other")).toBeLessThan(12);
    });
  });
