import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPasswords } from "../../src/access/passwords.ts";
import { sql } from "../../src/database/sql.ts";
import { trySignIn } from "../callers.ts";
import { type Ask, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`limits by address on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_TRUSTED_PROXIES: "127.0.0.1", VINGATE_SIGNUP_LIMIT: "3" });
    }, 30_000);
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
  });
}

test("an untrusted loopback proxy locks no operator out, and is logged", async () => {
  const service = await startService();
  const { operator_email: email, operator_password: password } = service.firstRun;
  const guess = () =>
    service.ask("POST", "/auth/signin", {
      headers: { ...service.clientHeaders, "x-forwarded-for": "203.0.113.5" },
      json: { email, password: "a guess" },
    });
  for (let guesses = 0; guesses < 12; guesses++) expect((await guess()).status).toBe(401);
  expect((await trySignIn(service, email, password)).status).toBe(200);
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
  const target = await signUp(service);
  const flood = Array.from({ length: 200 }, (_, index) =>
    service.ask("POST", "/auth/signin", {
      headers: service.clientHeaders,
      json: { email: target.email, password: "a guess" },
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
  expect(rows.length).toBe(200 - busy.length);
  await service.end();
}, 30_000);
