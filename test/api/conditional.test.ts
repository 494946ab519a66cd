import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isManaged } from "../../src/http/etag.ts";
import { operationsAt } from "../../src/http/paths.ts";
import { operations } from "../../src/operations.ts";
import { signedIn } from "../callers.ts";
import { type Account, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`conditional and repeated calls on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const ask = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
      service.ask(method, path, {
        headers: { ...service.operatorHeaders, ...headers },
        ...(json !== undefined && { json }),
      });

    test("an unchanged resource is 304 without a body", async () => {
      await ask("POST", "/products/gold", { display_name: "Gold" });
      const first = await ask("GET", "/products/gold");
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await ask("GET", "/products/gold", undefined, { "if-none-match": header });
        expect([header, again.status, again.text, again.headers.get("etag")]).toEqual([
          header,
          304,
          "",
          etag,
        ]);
      }
      const changed = await ask("GET", "/products/gold", undefined, { "if-none-match": '"other"' });
      expect([changed.status, changed.body]).toEqual([200, first.body]);
    });

    test("If-Match with another version is 412 and changes nothing", async () => {
      const before = await ask("GET", "/products/gold");
      const stale = await ask("PUT", "/products/gold", { display_name: "Silver" }, { "if-match": '"stale"' });
      expect(stale.status).toBe(412);
      expect(stale.body).toEqual(
        problem(
          "precondition_failed",
          412,
          "Precondition failed",
          "The resource is not the version that If-Match names; read it again.",
          stale,
        ),
      );
      expect((await ask("GET", "/products/gold")).body).toEqual(before.body);
      const fresh = before.headers.get("etag") ?? "";
      const put = await ask("PUT", "/products/gold", { display_name: "Silver" }, { "if-match": fresh });
      expect([put.status, (put.body as { display_name: string }).display_name]).toEqual([200, "Silver"]);
      expect((await ask("DELETE", "/users/nobody", undefined, { "if-match": "*" })).status).toBe(412);
    });

    test("If-None-Match: * creates a resource, or is 412", async () => {
      const only = { "if-none-match": "*" };
      const first = await ask("PUT", "/products/once", { display_name: "First" }, only);
      const created =
        first.status === 404 ? await ask("POST", "/products/once", { display_name: "First" }) : first;
      expect(created.status).toBe(200);
      const second = await ask("PUT", "/products/once", { display_name: "Second" }, only);
      expect(second.body).toEqual(
        problem(
          "precondition_failed",
          412,
          "Precondition failed",
          "The resource exists already, against If-None-Match.",
          second,
        ),
      );
      const now = await ask("GET", "/products/once");
      expect((now.body as { display_name: string }).display_name).toBe("First");
    });

    test("other origins' scripts may ask for any management call", async () => {
      const got = await service.ask("OPTIONS", "/products/gold", {
        headers: { origin: "https://app.example.com", "access-control-request-method": "PUT" },
      });
      const names = ["origin", "methods", "headers"].map((name) => `access-control-allow-${name}`);
      expect([got.status, ...names.map((name) => got.headers.get(name))]).toEqual([
        200,
        "*",
        "GET, POST, PUT, DELETE, OPTIONS",
        "authorization, api-key, x-authkey, if-match, content-type, idempotency-key, if-none-match, x-request-id, traceparent",
      ]);
      const answer = await ask("GET", "/products/gold", undefined, { origin: "https://app.example.com" });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    });

    test("If-Match works for users, whose path has two templates", async () => {
      const made = await ask("POST", "/users/ada", {
        email: "ada@example.com",
        first_name: "Ada",
        last_name: "B",
      });
      expect(made.status).toBe(200);
      const etag = (await ask("GET", "/users/ada")).headers.get("etag") ?? "";
      expect((await ask("PATCH", "/users/ada", { first_name: "A." }, { "if-match": etag })).status).toBe(200);
      expect((await ask("PATCH", "/users/ada", { first_name: "B." }, { "if-match": etag })).status).toBe(412);
    });

    test("a repeated Idempotency-Key returns the first answer, secrets included", async () => {
      const body = { email: "grace@example.com", first_name: "Grace", last_name: "Hopper" };
      const headers = { "idempotency-key": '"key-1"' };
      const first = await ask("POST", "/users/signup", body, headers);
      const again = await ask("POST", "/users/signup", body, { "idempotency-key": "key-1" });
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(first.status).toBe(200);
      expect([again.status, again.text]).toEqual([200, first.text]);
      const other = await ask("POST", "/users/signup", { ...body, email: "g2@example.com" }, headers);
      expect([other.status, other.body]).toEqual([
        422,
        {
          detail: [
            {
              type: "value_error",
              loc: ["header", "Idempotency-Key"],
              msg: "Value error, was used with another request",
              input: '"key-1"',
              ctx: { error: {} },
            },
          ],
        },
      ]);
    });

    test("callers and operations may share an Idempotency-Key", async () => {
      const shared = { "idempotency-key": "shared" };
      await ask("POST", "/products/open-to-all", { state: "published" });
      const [ada, bob] = [await signUp(service), await signUp(service)];
      const subscribe = async (account: Account, id: string) =>
        service.ask("POST", `/subscriptions/${id}`, {
          headers: { ...(await signedIn(service, account)), ...shared },
          json: { scope: "/products/open-to-all" },
        });
      const first = await subscribe(ada, "same-name");
      expect([first.status, first.body]).toMatchObject([200, { owner_id: ada.userId }]);
      expect((await subscribe(ada, "same-name")).text).toBe(first.text);
      // Another customer receives neither the answer nor the subscription.
      expect((await subscribe(bob, "same-name")).status).toBe(409);
      const other = await subscribe(bob, "other-name");
      expect([other.status, other.body]).toMatchObject([200, { owner_id: bob.userId }]);
      const person = { email: "shared@example.com", first_name: "A", last_name: "B" };
      for (const [path, json] of [
        ["/products/shared-key", {}],
        ["/users/shared-key", person],
      ] as const)
        expect([path, (await ask("POST", path, json, shared)).status]).toEqual([path, 200]);
    });

    test("one of 20 changes of the same version succeeds", async () => {
      const account = await signUp(service);
      const resources: [string, (round: number) => object][] = [
        // The password is hashed before the change: the slowest path to a transaction.
        [
          `/users/${account.userId}`,
          (round) => ({ first_name: `A${round}`, password: `a password ${round}` }),
        ],
        [`/subscriptions/${account.subscriptionId}`, (round) => ({ display_name: `S${round}` })],
        ["/apis/vin-decoder", (round) => ({ display_name: `V${round}` })],
      ];
      for (const [path, json] of resources) {
        const etag = (await ask("GET", path)).headers.get("etag") ?? "";
        const got = await Promise.all(
          Array.from({ length: 20 }, (_, round) => ask("PATCH", path, json(round), { "if-match": etag })),
        );
        const statuses = got.map(({ status }) => status).sort();
        expect([path, ...statuses]).toEqual([path, 200, ...Array.from({ length: 19 }, () => 412)]);
        const made = got.find(({ status }) => status === 200)!.body as object;
        expect((await ask("GET", path)).body).toEqual(made);
      }
    });

    test("100 simultaneous calls with one key have one effect", async () => {
      const once = () => ask("POST", "/products/platinum", {}, { "idempotency-key": "all-at-once" });
      const got = await Promise.all(Array.from({ length: 100 }, once));
      expect(new Set(got.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
      expect([got[0]!.status, (await once()).text]).toEqual([200, got[0]!.text]);
      expect((await ask("GET", "/audit?object=%2Fproducts%2Fplatinum")).body).toHaveLength(1);
    });

    test("a refused call leaves its key free; keys expire after a day", async () => {
      const headers = { "idempotency-key": "free-again" };
      const bad = await ask("POST", "/products/gold", { display_name: "Twice" }, headers);
      expect(bad.status).toBe(409);
      expect((await ask("POST", "/products/bronze", {}, headers)).status).toBe(200);
      service.advance(24 * 3_600_000);
      expect((await ask("POST", "/products/iron", {}, headers)).status).toBe(200);
      const malformed = await ask("POST", "/products/tin", {}, { "idempotency-key": "a b" });
      expect(malformed.status).toBe(422);
    });
  });
}

test("every change locks its resource before If-Match is checked", () => {
  const changing = operations.filter(
    // An upload starts an import, which changes the resource after its response.
    ({ method, path, upload }) =>
      !upload &&
      /^(PUT|PATCH|DELETE)$/.test(method) &&
      operationsAt(operations, path.replaceAll(/[{}]/g, "")).some(
        (other) => other.method === "GET" && isManaged(other),
      ),
  );
  expect(changing.length).toBeGreaterThan(8);
  expect(changing.filter(({ lock }) => !lock).map(({ id }) => id)).toEqual([]);
});
