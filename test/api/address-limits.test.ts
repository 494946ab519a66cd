import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPasswords } from "../../src/access/passwords.ts";
import { sql } from "../../src/database/sql.ts";
import { signedIn, trySignIn } from "../callers.ts";
import { type Ask, embedded, type Got, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of embedded) {
  describe.skipIf(kind.missing)(`limits by address on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_TRUSTED_PROXIES: "127.0.0.1", VINGATE_SIGNUP_LIMIT: "3" });
    }, 180_000);
    afterAll(() => service.end());

    const json = { email: "taken", password: "a good password", first_name: "A", last_name: "B" };
    const attempt = (how: Ask) =>
      service.ask("POST", "/auth/signup", { headers: service.clientHeaders, json, ...how });
    const statusesOf = async (from: readonly Ask[]) => {
      const statuses: number[] = [];
      for (const how of from) statuses.push((await attempt(how)).status);
      return statuses;
    };
    const forwarded = (address: string): Ask => ({
      headers: { ...service.clientHeaders, "x-forwarded-for": address },
    });

    const tryPassword = async (email: string, password: string, from: string) =>
      (
        await service.ask("POST", "/auth/signin", {
          headers: service.clientHeaders,
          json: { email, password },
          from,
        })
      ).status;
    const guess = (email: string, from: string) => tryPassword(email, "a guess", from);
    const many = async (count: number, attempt: (index: number) => Promise<number>) => {
      const statuses: Record<number, number> = {};
      for (let index = 0; index < count; index++) {
        const status = await attempt(index);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      return statuses;
    };

    test("an IPv6 client counts by its /64", async () => {
      const hosts = ["::1", "::2", ":a:b:c:d", "::ffff"].map((host) => ({ from: `2001:db8:0:7${host}` }));
      expect(await statusesOf([...hosts, { from: "2001:db8:0:8::1" }])).toEqual([422, 422, 422, 429, 422]);
    });

    test("forwarded addresses count without port; unreadable ones count together", async () => {
      const ports = [1, 2, 3, 4].map((port) => forwarded(`203.0.113.1:5000${port}`));
      expect(await statusesOf(ports)).toEqual([422, 422, 422, 429]);
      const strangers = ["unknown", "_secret", "198.51.100.7, unknown", ""].map(forwarded);
      expect(await statusesOf(strangers)).toEqual([422, 422, 422, 429]);
    });

    test("an IPv6 client counts by its /56 and /48, with twice the bound each", async () => {
      const attempts = (count: number, from: (index: number) => string) =>
        many(count, async (index) => (await attempt({ from: from(index) })).status);
      expect(await attempts(20, (index) => `2001:db8:a:70${index.toString(16).padStart(2, "0")}::1`)).toEqual(
        {
          422: 6,
          429: 14,
        },
      );
      // 6 of the /48's 12 are used.
      expect(await attempts(20, (index) => `2001:db8:a:${(index << 8).toString(16)}::1`)).toEqual({
        422: 6,
        429: 14,
      });
      const got = await attempt({ from: "2001:db8:a:ffff::1" });
      const detail = "Too many sign-ups from this network.";
      expect(got.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, got));
      expect(await attempts(1, () => "2001:db8:b::1")).toEqual({ 422: 1 });
    });

    test("429 has Retry-After", async () => {
      const got = await attempt(forwarded("203.0.113.1"));
      const detail = "Too many sign-ups from this address.";
      expect(got.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, got));
      expect(Number(got.headers.get("retry-after"))).toBeGreaterThan(3500);
    });

    test("wrong passwords lock an account for their address on all nodes", async () => {
      const target = await signUp(service);
      const from = (address: string, password = target.password) =>
        service.ask("POST", "/auth/signin", {
          headers: { ...service.clientHeaders, "x-forwarded-for": address },
          json: { email: target.email, password },
        });
      const guesses = Array.from({ length: 7 }, (_, host) => from(`2001:db8:1:1::${host}`, "a guess"));
      const statuses = (await Promise.all(guesses)).map((got) => got.status);
      expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect((await from("2001:db8:1:1::9")).status).toBe(429);
      expect((await from("2001:db8:1:2::9")).status).toBe(200);
      service.advance(15 * 60_000);
      expect((await from("2001:db8:1:1::9")).status).toBe(200);
      // A correct password removes earlier failures.
      for (let round = 0; round < 3; round++) {
        for (let guess = 0; guess < 4; guess++) await from("203.0.113.77", "a guess");
        expect((await from("203.0.113.77")).status).toBe(200);
      }
    });

    test("guesses from 100 addresses lock an account, but not where it signed in before", async () => {
      const target = await signUp(service);
      const home = "192.0.2.1";
      expect(await tryPassword(target.email, target.password, home)).toBe(200);
      expect(await many(100, (host) => guess(target.email, `203.0.113.${100 + host}`))).toEqual({
        401: 20,
        429: 80,
      });
      const got = await service.ask("POST", "/auth/signin", {
        headers: service.clientHeaders,
        json: { email: target.email, password: target.password },
        from: "198.51.100.99",
      });
      const detail =
        "Too many failed sign-ins for this account. Addresses that signed in before can still sign in.";
      expect(got.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, got));
      expect(Number(got.headers.get("retry-after"))).toBe(900);
      expect(await tryPassword(target.email, target.password, home)).toBe(200);
      // The owner's address has its own bound of five.
      expect(await many(7, () => guess(target.email, home))).toEqual({ 401: 5, 429: 2 });
      service.advance(15 * 60_000);
      expect(await tryPassword(target.email, target.password, "198.51.100.99")).toBe(200);
      expect(await tryPassword(target.email, target.password, home)).toBe(200);
    });

    test("an unknown account is locked as a known one", async () => {
      const attempts = await many(30, (host) => guess("not-a-customer@example.com", `203.0.113.${host}`));
      expect(attempts).toEqual({ 401: 20, 429: 10 });
    });

    test("refused guesses of one address do not count for the account", async () => {
      const target = await signUp(service);
      expect(await many(40, () => guess(target.email, "203.0.113.1"))).toEqual({ 401: 5, 429: 35 });
      expect(await many(20, (host) => guess(target.email, `203.0.113.${2 + host}`))).toEqual({
        401: 15,
        429: 5,
      });
    });

    test("right passwords from many new addresses count nothing", async () => {
      const target = await signUp(service);
      const right = await many(30, (host) => tryPassword(target.email, target.password, `203.0.113.${host}`));
      expect(right).toEqual({ 200: 30 });
      // The last 20 are known, the first are not.
      await many(20, (host) => guess(target.email, `198.51.100.${host}`));
      const again = await many(30, (host) =>
        tryPassword(target.email, target.password, `203.0.113.${29 - host}`),
      );
      expect(again).toEqual({ 200: 20, 429: 10 });
    });

    test("guesses from a /56 or a /48 lock an account sooner than its bound", async () => {
      const target = await signUp(service);
      const home = "2001:db8:c:1::1";
      expect(await tryPassword(target.email, target.password, home)).toBe(200);
      const inside = await many(20, (index) =>
        guess(target.email, `2001:db8:c:${(16 + index).toString(16)}::1`),
      );
      expect(inside).toEqual({ 401: 10, 429: 10 });
      expect(
        await many(20, (index) => guess(target.email, `2001:db8:c:${(256 + (index << 8)).toString(16)}::1`)),
      ).toEqual({
        401: 10,
        429: 10,
      });
      expect(await guess(target.email, "203.0.113.1")).toBe(429);
      expect(await tryPassword(target.email, target.password, home)).toBe(200);
    });

    test("a reset link makes its address known", async () => {
      const target = await signUp(service);
      await many(20, (host) => guess(target.email, `203.0.113.${host}`));
      const from = "198.51.100.50";
      expect(await tryPassword(target.email, target.password, from)).toBe(429);
      const made = await service.ask("POST", `/users/${target.userId}/resetLink`, {
        headers: service.operatorHeaders,
      });
      const { reset_token } = made.body as { reset_token: string };
      const json = { reset_token, password: "another password" };
      const used = await service.ask("POST", "/auth/reset", { headers: service.clientHeaders, json, from });
      expect(used.status).toBe(200);
      expect(await tryPassword(target.email, "another password", from)).toBe(200);
    });

    test("a session's wrong current passwords are counted by account too", async () => {
      const target = await signUp(service);
      const headers = await signedIn(service, target);
      const patch = async (from: string, current_password: string) => {
        const json = { password: "another password", current_password };
        return (await service.ask("PATCH", `/users/${target.userId}`, { headers, json, from })).status;
      };
      expect(await many(40, (host) => patch(`203.0.113.${host}`, "a guess"))).toEqual({ 403: 20, 429: 20 });
      expect(await patch("127.0.0.1", target.password)).toBe(200);
    });

    test("a deleted account keeps no addresses", async () => {
      const target = await signUp(service);
      expect(await tryPassword(target.email, target.password, "192.0.2.1")).toBe(200);
      const known = () =>
        service.app.database.all(sql`select user_id from known_address where user_id = ${target.userId}`);
      expect(await known()).toEqual([{ user_id: target.userId }]);
      await service.ask("DELETE", `/users/${target.userId}`, { headers: service.operatorHeaders });
      expect(await known()).toEqual([]);
    });
  });
}

test("an untrusted loopback proxy is one client with limits, and is logged", async () => {
  const service = await startService(undefined, { VINGATE_MANAGEMENT_LIMIT: "30,600" });
  const { operator_email: email, operator_password: password } = service.firstRun;
  const account = await signUp(service);
  const session = await signedIn(service, account);
  const count = async (times: number, call: (headers: Record<string, string>) => Promise<Got>) => {
    const statuses: Record<number, number> = {};
    for (let index = 0; index < times; index++) {
      const { status } = await call({ "x-forwarded-for": `203.0.113.${index % 250}` });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  };
  const json = { email: "taken", password: "a good password", first_name: "A", last_name: "B" };
  const signUps = await count(60, (headers) =>
    service.ask("POST", "/auth/signup", { headers: { ...service.clientHeaders, ...headers }, json }),
  );
  const guesses = await count(40, (headers) =>
    service.ask("POST", "/auth/signin", {
      headers: { ...service.clientHeaders, ...headers },
      json: { email, password: "a guess" },
    }),
  );
  const writes = await count(300, (headers) =>
    service.ask("PATCH", `/users/${account.userId}`, {
      headers: { ...session, ...headers },
      json: { first_name: "A" },
    }),
  );
  expect({ signUps, guesses, writes }).toEqual({
    signUps: { 422: 20, 429: 40 },
    guesses: { 401: 5, 429: 35 },
    writes: { 200: 30, 429: 270 },
  });
  // Without the proxy the operator is not locked out.
  expect((await trySignIn(service, email, password)).status).toBe(200);
  expect((await service.ask("POST", "/auth/signup", { headers: service.clientHeaders, json })).status).toBe(
    422,
  );
  const warnings = service.logged.filter((line) => line.includes("VINGATE_TRUSTED_PROXIES"));
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    {
      time: "2026-11-21T00:00:00.000Z",
      level: "warn",
      event: "X-Forwarded-For is ignored because its sender is not trusted; all its clients count as one",
      sender: "127.0.0.1",
      setting: "VINGATE_TRUSTED_PROXIES",
    },
  ]);
  await service.end();
});

test("200 simultaneous wrong sign-ins end within a second; unchecked ones count nothing", async () => {
  const service = await startService(undefined, {}, { passwords: createPasswords() });
  // The guesses are for many accounts: those for one account would be refused sooner.
  const flood = Array.from({ length: 200 }, (_, index) =>
    service.ask("POST", "/auth/signin", {
      headers: service.clientHeaders,
      json: { email: `guessed${index >> 2}@example.com`, password: "a guess" },
      from: `203.0.113.${index}`,
    }),
  );
  const got = await Promise.all(flood);
  const busy = got.filter(({ status }) => status === 503);
  expect(got.filter(({ status }) => status === 401).length + busy.length).toBe(200);
  expect(busy.length).toBeGreaterThan(100);
  const detail = "Too many passwords are being checked. Nothing was changed. Retry.";
  expect(busy[0]!.body).toEqual(problem("unavailable", 503, "Service unavailable", detail, busy[0]!));
  expect(busy[0]!.headers.get("retry-after")).toBe("1");
  const rows = await service.app.database.all(sql`select name from password_failure where failures > 0`);
  // One name for the account and the address, and one for the account.
  const checked = 200 - busy.length;
  expect(rows.length).toBeGreaterThan(checked);
  expect(rows.length).toBeLessThanOrEqual(2 * checked);
  await service.end();
}, 180_000);
