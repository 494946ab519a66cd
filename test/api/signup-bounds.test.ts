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
