import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { dayMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import { kinds, problem, startService } from "../harness.ts";
import { tally } from "../subscribers.ts";

test("sign-ups have a bound for the installation and a day, and refused domains", async () => {
  const service = await startService(kinds[0]!, {
    VINGATE_SIGNUPS_PER_DAY: "2",
    VINGATE_SIGNUP_DOMAINS_REFUSED: "trash.example, other.example",
  });
  let address = 0;
  const signUp = (email: string) => {
    address += 1;
    return service.ask("POST", "/auth/signup", {
      headers: service.clientHeaders,
      json: { email, password: "long enough for it", first_name: "Ada", last_name: "Byron" },
      from: `203.0.${address}.1`,
    });
  };
  for (const email of ["a@trash.example", "a@Sub.Trash.Example", "a@other.example"]) {
    const got = await signUp(email);
    const detail = "Addresses of this domain cannot sign up here. Use another address.";
    expect(got.body).toEqual(problem("forbidden", 403, "Forbidden", detail, got));
  }
  expect((await signUp("a@nottrash.example")).status).toBe(200);
  service.advance(1000);
  expect((await signUp("b@example.com")).status).toBe(200);
  const third = await signUp("c@example.com");
  const detail =
    "So many have signed up today that no more accounts are opened. Try again later, or ask the operator.";
  expect(third.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, third));
  expect(third.headers.get("retry-after")).toBe(String(dayMs / 1000 - 1));
  // An operator still creates accounts.
  const made = await service.ask("POST", "/users/signup", {
    headers: service.operatorHeaders,
    json: { email: "d@example.com", first_name: "D", last_name: "D" },
  });
  expect(made.status).toBe(200);
  await service.end();
});

test("a network has a tenth of a day's sign-ups, and others have theirs", async () => {
  const service = await startService(kinds[0]!, { VINGATE_SIGNUPS_PER_DAY: "20" });
  let accounts = 0;
  const signUp = (from: string) => {
    accounts += 1;
    return service.ask("POST", "/auth/signup", {
      headers: service.clientHeaders,
      json: {
        email: `a${accounts}@example.com`,
        password: "long enough for it",
        first_name: "Ada",
        last_name: "Byron",
      },
      from,
    });
  };
  for (const from of ["203.0.113.1", "203.0.113.77"]) expect((await signUp(from)).status).toBe(200);
  const third = await signUp("203.0.113.200");
  const detail = "So many have signed up from this network today. Try again later, or ask the operator.";
  expect(third.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, third));
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(86_000);
  for (const from of ["203.0.114.1", "2001:db8:1::1", "127.0.0.1"])
    expect((await signUp(from)).status).toBe(200);
  await service.end();
});

test("a /48 that is refused makes no more windows of its /64s", async () => {
  const service = await startService(kinds[0]!, { VINGATE_SIGNUP_LIMIT: "3" });
  const attempt = (from: string) =>
    service.ask("POST", "/auth/signup", { headers: service.clientHeaders, json: {}, from });
  const flood = async (from: number) => {
    const statuses: number[] = [];
    for (let index = 0; index < 20; index++)
      statuses.push((await attempt(`2001:db8:d:${(from + index).toString(16)}::1`)).status);
    return tally(statuses);
  };
  const windows = async () => {
    const like = "address/sign-ups/2001:db8:d:%";
    return (await service.app.database.all(sql`select name from rate_window where name like ${like}`)).length;
  };
  expect(await flood(0x100)).toEqual({ 422: 6, 429: 14 });
  expect(await flood(0x200)).toEqual({ 422: 6, 429: 14 });
  const before = await windows();
  expect(await flood(0x300)).toEqual({ 429: 20 });
  expect(await windows()).toBe(before);
  const got = await attempt("2001:db8:d:400::1");
  const detail = "Too many sign-ups from this network.";
  expect(got.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, got));
  await service.end();
});

for (const kind of kinds)
  test.skipIf(kind.missing)(`a mailbox signs up once, on ${kind.dialect}`, async () => {
    const service = await startService(kind);
    let address = 0;
    const from = () => {
      address += 1;
      return `203.0.113.${address}`;
    };
    const signUp = async (email: string) => {
      const json = { email, password: "long enough for it", first_name: "Ada", last_name: "Byron" };
      return service.ask("POST", "/auth/signup", { headers: service.clientHeaders, json, from: from() });
    };
    const available = async (email: string) => {
      const path = `/auth/check-email?${new URLSearchParams({ email })}`;
      const got = await service.ask("GET", path, { headers: service.clientHeaders, from: from() });
      return (got.body as { available: boolean }).available;
    };
    try {
      expect((await signUp("ada+first@example.com")).status).toBe(200);
      // A tag, other case, Cyrillic letters, and the plain address.
      for (const email of ["ada+2@example.com", "Ada@Example.com", "\u0430d\u0430@ex\u0430mple.com"]) {
        const got = await signUp(email);
        const detail = "An account with this email already exists.";
        expect([email, got.body]).toEqual([email, problem("conflict", 409, "Conflict", detail, got)]);
        expect(await available(email)).toBe(false);
      }
      for (const email of ["ada@other.example", "adam@example.com", "a+da@example.com"]) {
        expect([email, await available(email)]).toEqual([email, true]);
        expect((await signUp(email)).status).toBe(200);
      }
      // Gmail passes over dots, and has two domains. What an earlier version stored with dots is compared too.
      expect((await signUp("l.e.n.a+x@gmail.com")).status).toBe(200);
      for (const email of ["lena@gmail.com", "Le.na@googlemail.com", "len.a+y@GMAIL.com"])
        expect([email, await available(email), (await signUp(email)).status]).toEqual([email, false, 409]);
      expect((await signUp("le.na@example.com")).status).toBe(200);
      await service.app.database.run(
        sql`insert into trial_mailbox (mailbox, user_id) values ('o.t.to@googlemail.com', 'former')`,
      );
      const hash = createHash("sha256").update("closed mailbox u.do@gmail.com").digest("hex");
      await service.app.database.run(
        sql`insert into closed_mailbox (digest, closed_at) values (${hash}, ${service.app.clock()})`,
      );
      expect((await signUp("o.t.to+1@googlemail.com")).status).toBe(409);
      const udo = (await signUp("u.do@gmail.com")).body as { subscription: { state_comment: string } };
      expect(udo.subscription.state_comment).toBe("Another account of this address had the trial credits.");
      // Who entered an address that it cannot receive mail at, and left it, keeps no one else from it; credits come once.
      const left = (await signUp("fay@example.com")).body as { user: { id: string } };
      const moved = await service.ask("PATCH", `/users/${left.user.id}`, {
        headers: service.operatorHeaders,
        json: { email: "moved@example.com" },
      });
      expect(moved.status).toBe(200);
      const fay = (await signUp("fay+1@example.com")).body as typeof udo;
      expect(fay.subscription.state_comment).toBe("Another account of this address had the trial credits.");
      const both = await Promise.all([signUp("eve+1@example.com"), signUp("eve+2@example.com")]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      // An operator opens further accounts; a deleted account leaves its mailbox.
      const json = { email: "ada+3@example.com", first_name: "Ada", last_name: "Byron" };
      const headers = service.operatorHeaders;
      expect((await service.ask("POST", "/users/signup", { headers, json })).status).toBe(200);
      const eve = both.find(({ status }) => status === 200)!.body as { user: { id: string } };
      expect((await service.ask("DELETE", `/users/${eve.user.id}`, { headers })).status).toBe(200);
      expect((await signUp("eve@example.com")).status).toBe(200);
    } finally {
      await service.end();
    }
  });
