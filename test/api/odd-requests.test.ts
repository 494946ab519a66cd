import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

const names = { first_name: "Grace", last_name: "Hopper" };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`odd pages and ids on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    test("pages that do not exist", async () => {
      for (const path of ["/users/", "/subscriptions", `/users/${account.userId}/subscriptions`]) {
        const page = (query: string) => operator("GET", `${path}?${query}`);
        expect((await page("page=0")).status).toBe(422);
        expect((await page("page=-1")).status).toBe(422);
        expect((await page("page_size=0")).status).toBe(422);
        expect((await page("page_size=1001")).status).toBe(422);
        expect((await page("page=1000000000")).body).toEqual([]);
        expect((await page(`page=${Number.MAX_SAFE_INTEGER}&page_size=1000`)).body).toEqual([]);
        expect((await page("page=99999999999999999999999")).status).toBeLessThan(500);
      }
    });

    test("odd IDs are never 500", async () => {
      const long = "x".repeat(300);
      const ids = ["a%2Fb", "..%2f..", "a%20b", "%C3%A9", "%25", long, "*", "a;b", "a'b", "-a", "%0a"];
      for (const id of ids) {
        for (const [method, json] of [
          ["GET"],
          ["DELETE"],
          ["PATCH", {}],
          ["PUT", { email: "e@example.com", ...names }],
        ]) {
          const got = await operator(String(method), `/users/${id}`, json);
          expect([id, method, [404, 405, 422].includes(got.status)]).toEqual([id, method, true]);
        }
        expect((await operator("GET", `/subscriptions/${id}`)).status).toBeLessThan(500);
      }
      expect((await operator("GET", "/users/%00")).status).toBe(400);
      expect((await operator("POST", "/users/__proto__", { email: "p@example.com", ...names })).status).toBe(
        200,
      );
      expect((await operator("POST", "/users/A~b_c.d-1", { email: "q@example.com", ...names })).status).toBe(
        200,
      );
    });

    test("reserved IDs have no other methods in any spelling", async () => {
      const json = { email: "r@example.com", ...names, scope: "/products/trial" };
      for (const method of ["GET", "PUT", "PATCH", "DELETE"])
        for (const path of ["/users/signup", "/users/%73ignup"]) {
          const got = await operator(method, path, method === "GET" ? undefined : json);
          expect([path, method, got.status, got.headers.get("allow")]).toEqual([
            path,
            method,
            405,
            "POST, OPTIONS",
          ]);
        }
      for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
        const got = await operator(
          method,
          "/subscriptions/sandbox-bump",
          method === "GET" ? undefined : json,
        );
        expect([method, got.status, got.headers.get("allow")]).toEqual([method, 405, "PUT, OPTIONS"]);
      }
    });
  });
}
