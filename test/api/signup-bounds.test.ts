import { expect, test } from "bun:test";
import { dayMs } from "../../src/base/durations.ts";
import { kinds, problem, startService } from "../harness.ts";

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
      from: `203.0.113.${address}`,
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
