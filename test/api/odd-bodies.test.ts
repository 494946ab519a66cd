import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

const names = [
  "email",
  "first_name",
  "last_name",
  "password",
  "current_password",
  "role",
  "state",
  "note",
  "id",
  "credits",
  "attributes",
  "scope",
  "owner_id",
  "display_name",
  "state_comment",
  "expires_at",
  "primary_key",
  "secondary_key",
  "subscription_id",
  "reason",
  "idempotency_key",
  "grace_seconds",
  "reset_token",
  "__proto__",
];

const plausible = fc.constantFrom<unknown>(
  "ada@example.com",
  "a good password",
  "active",
  "expired",
  "operator",
  "/products/trial",
  "/apis",
  "9999-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00Z",
  "a\0b",
  "\ud83d\ude97",
  "a-key-to-be-supplied",
  1e308,
  Number.MAX_SAFE_INTEGER,
  -0,
  null,
);
const member = fc.oneof(plausible, fc.jsonValue());
const body = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...names), member, { maxKeys: 6 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`odd bodies on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
    });
    afterAll(() => service.end());

    const calls: [method: string, path: (account: Account) => string][] = [
      ["PATCH", ({ userId }) => `/users/${userId}`],
      ["POST", () => "/users/odd"],
      ["PUT", () => "/users/odd"],
      ["POST", () => "/users/signup"],
      ["POST", () => "/auth/signin"],
      ["POST", () => "/auth/signup"],
      ["POST", () => "/auth/reset"],
      ["POST", () => "/auth/enter"],
      ["POST", () => "/auth/take-back"],
      ["POST", () => "/subscriptions/odd"],
      ["PUT", () => "/subscriptions/odd"],
      ["PATCH", ({ subscriptionId }) => `/subscriptions/${subscriptionId}`],
      ["PUT", () => "/subscriptions/sandbox-bump"],
      ["POST", ({ subscriptionId }) => `/subscriptions/${subscriptionId}/regeneratePrimaryKey`],
    ];
    for (const [method, path] of calls)
      test(`${method} ${path({ userId: "{id}", subscriptionId: "{id}" } as Account)}`, async () => {
        const ask = async (json: unknown) => {
          const headers = service.operatorHeaders;
          const got = await service.ask(method, path(account), { headers, json });
          expect([json, [200, 401, 403, 404, 409, 413, 422, 429].includes(got.status), got.status]).toEqual([
            json,
            true,
            got.status,
          ]);
        };
        await fc.assert(fc.asyncProperty(body, ask), { numRuns: 150 });
      });
  });
}
