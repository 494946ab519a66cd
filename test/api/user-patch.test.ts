import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker, issues, signedIn, trySignIn } from "../callers.ts";
import {
  type Account,
  kinds,
  problem,
  signUp,
  startService,
  type TestService,
  testStart,
} from "../harness.ts";

type Body = Record<string, unknown>;
const at = new Date(testStart).toISOString();

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`changing users on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    let customer: Record<string, string>;
    let operator: Asker;
    let asCustomer: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
      customer = await signedIn(service, account);
      operator = asker(service, service.operatorHeaders);
      asCustomer = asker(service, customer);
    });
    afterAll(() => service.end());

    test("PATCH keeps unknown members as attributes", async () => {
      const body = '{"plan":"gold","__proto__":{"admin":true},"constructor":1,"first_name":"Augusta"}';
      const got = await service.ask("PATCH", `/users/${account.userId}`, {
        headers: { ...customer, "content-type": "application/json" },
        body,
      });
      expect(got.status).toBe(200);
      expect(got.text).toContain('"attributes":{"plan":"gold","__proto__":{"admin":true},"constructor":1}');
      expect((got.body as Body).first_name).toBe("Augusta");
      expect(({} as Body).admin).toBe(undefined);
      const more = await asCustomer("PATCH", `/users/${account.userId}`, { plan: null, size: [1, 2] });
      expect(more.text).toContain('{"plan":null,"__proto__":{"admin":true},"constructor":1,"size":[1,2]}');
      const replaced = await asCustomer("PATCH", `/users/${account.userId}`, { attributes: { a: 1 }, b: 2 });
      expect((replaced.body as Body).attributes).toEqual({ a: 1, b: 2 });
    });

    test("members that a customer may not set are 403", async () => {
      const before = (await operator("GET", `/users/${account.userId}`)).body;
      const forbidden = { role: "operator", state: "active", credits: 1000, id: account.userId, note: "me" };
      for (const [name, value] of Object.entries({ ...forbidden, registered_at: at, updated_at: at })) {
        const got = await asCustomer("PATCH", `/users/${account.userId}`, { first_name: "X", [name]: value });
        const detail = `You cannot change ${name} here. Nothing was changed.`;
        expect(got.body).toEqual(problem("forbidden", 403, "Forbidden", detail, got));
      }
      expect((await operator("PATCH", `/users/${account.userId}`, { id: "another" })).status).toBe(403);
      expect((await operator("PATCH", `/users/${account.userId}`, { credits: 5 })).status).toBe(403);
      expect((await operator("GET", `/users/${account.userId}`)).body).toEqual(before);
    });

    test("wrong types and bodies other than objects are 422", async () => {
      const path = `/users/${account.userId}`;
      const wrong = {
        email: "not an email",
        first_name: "",
        last_name: null,
        password: "short",
        role: "king",
        state: "deleted",
        note: 5,
        id: 1,
        attributes: [],
      };
      expect(issues(await operator("PATCH", path, wrong))).toEqual([
        "value_error body email",
        "string_too_short body first_name",
        "string_type body last_name",
        "string_too_short body password",
        "dict_type body attributes",
        "literal_error body role",
        "literal_error body state",
        "string_type body note",
        "string_type body id",
      ]);
      for (const json of [[], "text", 5, [{ first_name: "X" }]])
        expect(issues(await asCustomer("PATCH", path, json))).toEqual(["model_attributes_type body"]);
      expect(issues(await asCustomer("PATCH", path, null))).toEqual(["missing body"]);
      expect(issues(await asCustomer("PATCH", path, { first_name: "a\0b" }))).toEqual([
        "value_error body first_name",
      ]);
      expect(issues(await asCustomer("PATCH", path, { email: "a\0b@example.com" }))).toEqual([
        "value_error body email",
      ]);
    });

    test("attributes are limited in size and depth", async () => {
      const path = `/users/${(await signUp(service)).userId}`;
      const patch = async (json: unknown) => {
        const got = await operator("PATCH", path, json);
        return got.status === 422 ? issues(got) : got.status;
      };
      expect(await patch({ deep: { 2: { 3: { 4: { 5: 1 } } } } })).toBe(200);
      expect(await patch({ deep: { 2: { 3: { 4: { 5: {} } } } } })).toEqual(["value_error body"]);
      expect(await patch({ long: "x".repeat(16_000) })).toBe(200);
      expect(await patch({ more: "x".repeat(1000) })).toEqual(["value_error body"]);
      expect(await patch({ nul: "a\0b" })).toBe(200);
      const large = { first_name: "X", large: "x".repeat(200_000) };
      expect(await patch(large)).toEqual(["value_error body"]);
      const deep = `{"a":${"[".repeat(20)}${"]".repeat(20)}}`;
      const headers = { ...service.operatorHeaders, "content-type": "application/json" };
      expect((await service.ask("PATCH", path, { headers, body: deep })).status).toBe(422);
      const user = (await operator("GET", path)).body as { attributes: Body; first_name: string };
      expect([user.first_name, Object.keys(user.attributes)]).toEqual(["Ada", ["deep", "long", "nul"]]);
    });

    test("a new password needs the current one and ends other sessions", async () => {
      const target = await signUp(service);
      const path = `/users/${target.userId}`;
      const [mine, other] = [await signedIn(service, target), await signedIn(service, target)];
      const change = (json: Body) => service.ask("PATCH", path, { headers: mine, json });
      const password = "another good password";
      expect((await change({ password })).status).toBe(403);
      expect((await change({ password, current_password: "wrong" })).status).toBe(403);
      expect((await service.ask("GET", path, { headers: other })).status).toBe(200);
      const changed = await change({ password, current_password: target.password });
      expect([changed.status, Object.hasOwn(changed.body as Body, "password")]).toEqual([200, false]);
      expect((changed.body as Body).attributes).toEqual({});
      expect((await service.ask("GET", path, { headers: mine })).status).toBe(200);
      expect((await service.ask("GET", path, { headers: other })).status).toBe(401);
      expect((await trySignIn(service, target.email, target.password)).status).toBe(401);
      expect((await trySignIn(service, target.email, password)).status).toBe(200);
      for (let guess = 0; guess < 5; guess++) await change({ password, current_password: "guess" });
      const locked = await change({ password, current_password: password });
      expect([locked.status, Number(locked.headers.get("retry-after")) > 800]).toEqual([429, true]);
      // The operator needs no current password, and ends every session.
      expect((await operator("PATCH", path, { password: "set by the operator" })).status).toBe(200);
      expect((await service.ask("GET", path, { headers: mine })).status).toBe(401);
    });

    test("only operators read notes and delete users", async () => {
      await operator("PATCH", `/users/${account.userId}`, { note: "pays late" });
      expect((await asCustomer("GET", `/users/${account.userId}`)).text).not.toContain("note");
      expect((await operator("GET", `/users/${account.userId}`)).body).toMatchObject({ note: "pays late" });
      expect((await asCustomer("DELETE", `/users/${account.userId}`)).status).toBe(403);
    });
  });
}
