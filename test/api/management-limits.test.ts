import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, signedIn } from "../callers.ts";
import { kinds, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`limits of one account on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_MANAGEMENT_LIMIT: "4,7" });
    }, 180_000);
    afterAll(() => service.end());

    test("writes and reads per minute are limited per account", async () => {
      const account = await signUp(service);
      const path = `/users/${account.userId}`;
      const [session, other] = [await signedIn(service, account), await signedIn(service, account)];
      const write = (headers: Record<string, string>, from: string) =>
        service.ask("PATCH", path, { headers, from, json: { first_name: "A" } });
      const statuses: number[] = [];
      for (let calls = 0; calls < 3; calls++) {
        statuses.push((await write(session, "203.0.113.1")).status);
        statuses.push((await write(other, "203.0.113.2")).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      const refused = await write(session, "203.0.113.3");
      const detail = "Rate limit exceeded: 4 writes per minute.";
      expect(refused.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, refused));
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
      const reads = Array.from({ length: 9 }, () =>
        service.ask("GET", path, { headers: session, from: "203.0.113.1" }),
      );
      const read = (await Promise.all(reads)).map(({ status }) => status).sort();
      expect(read).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429]);
      // The body of a refused call is not read.
      const broken = await service.ask("PATCH", path, { headers: session, from: "203.0.113.1", body: "{" });
      expect(broken.status).toBe(429);
    });

    test("operators, loopback and other accounts are not limited", async () => {
      const account = await signUp(service);
      const by = asker(service, await signedIn(service, account));
      const operator = {
        email: service.firstRun.operator_email,
        password: service.firstRun.operator_password,
      };
      const session = await signedIn(service, operator);
      for (let calls = 0; calls < 6; calls++) {
        expect((await by("PATCH", `/users/${account.userId}`, { first_name: "A" })).status).toBe(200);
        for (const headers of [session, service.operatorHeaders]) {
          const json = { first_name: "B" };
          const got = await service.ask("PATCH", `/users/${account.userId}`, {
            headers,
            json,
            from: "203.0.113.1",
          });
          expect(got.status).toBe(200);
        }
      }
    });

    test("a customer has 20 active subscriptions; an operator may add more", async () => {
      const account = await signUp(service);
      const by = asker(service, await signedIn(service, account));
      await service.ask("PUT", "/products/many", {
        headers: service.operatorHeaders,
        json: { state: "published" },
      });
      const subscribe = (id: string) =>
        by("POST", `/subscriptions/${account.userId}-${id}`, { scope: "/products/many" });
      const statuses: number[] = [];
      for (let made = 0; made < 20; made++) statuses.push((await subscribe(String(made))).status);
      expect(statuses).toEqual([...new Array(19).fill(200), 409]);
      const refused = await subscribe("one more");
      expect(refused.status).toBe(422);
      const full = await subscribe("more");
      const detail = "Limit reached: 20 active subscriptions per user. Cancel one or ask the operator.";
      expect(full.body).toEqual(problem("conflict", 409, "Conflict", detail, full));
      expect(
        (await by("PUT", `/subscriptions/${account.userId}-put`, { scope: "/products/many" })).status,
      ).toBe(409);
      const given = await service.ask("POST", `/subscriptions/${account.userId}-given`, {
        headers: service.operatorHeaders,
        json: { scope: "/products/many", owner_id: account.userId },
      });
      expect(given.status).toBe(200);
      for (const id of ["3", "4"])
        await by("PATCH", `/subscriptions/${account.userId}-${id}`, { state: "cancelled" });
      expect((await subscribe("again")).status).toBe(200);
    });
  });
}
