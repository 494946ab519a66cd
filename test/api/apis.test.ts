import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { authContext } from "../../src/access/upstream-credentials.ts";
import { sql } from "../../src/database/sql.ts";
import { builtinApis } from "../../src/vehicles/families/builtin-apis.ts";
import { signedIn } from "../callers.ts";
import { type Got, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

const now = "2026-11-21T00:00:00.000Z";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`APIs on ${kind.dialect}`, () => {
    let service: TestService;
    let customer: Record<string, string>;
    beforeAll(async () => {
      service = await startService(kind);
      customer = await signedIn(service, await signUp(service));
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, json });
    const asCustomer = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: customer, json });
    const conflict = (detail: string, got: Got) => problem("conflict", 409, "Conflict", detail, got);
    let registered: { id: string };

    const decoder = {
      id: "vin-decoder",
      name: "vin-decoder",
      display_name: "Basic VIN decoder",
      path: "vin-decoder",
      description: "Make, model, year and more, decoded from a VIN.",
      service_url: null,
      ca_certificate: null,
      protocols: ["http", "https"],
      subscription_required: true,
      timeout_ms: null,
      max_concurrent: null,
      request_max_bytes: null,
      validate: false,
      set_cookies: false,
      auth: null,
      fallback: null,
      upstream: null,
      contact: null,
      license: null,
      terms_of_service_url: null,
      builtin: true,
      created_at: now,
      updated_at: now,
    };

    test("lists every built-in API", async () => {
      const got = await operator("GET", "/apis");
      expect([got.status, got.headers.get("x-total-count")]).toEqual([200, String(builtinApis.length)]);
      const ids = (got.body as { id: string }[]).map(({ id }) => id);
      expect(ids.sort()).toEqual(builtinApis.map(({ id }) => id).sort());
      expect((await asCustomer("GET", "/apis/vin-decoder")).body).toEqual(decoder);
    });

    test("a registered API's backend credential is sealed and never shown", async () => {
      const requested = {
        name: "tyres",
        display_name: "Tyres",
        path: "/tyres/v1/",
        description: "Sizes",
        service_url: "https://backend.example:8443/tyres",
        ca_certificate: null,
        protocols: ["https"],
        subscription_required: false,
        timeout_ms: 5000,
        max_concurrent: 7,
        request_max_bytes: 2048,
        validate: false,
        set_cookies: true,
        contact: { name: "Ada", email: "ada@example.com", url: "https://example.com/ada" },
        license: { name: "MIT", url: "https://example.com/mit" },
        terms_of_service_url: "https://example.com/terms",
      };
      const value = "a very secret backend key";
      service.advance(1000);
      const later = "2026-11-21T00:00:01.000Z";
      const got = await operator("POST", "/apis", { ...requested, auth: { header: "X-Backend-Key", value } });
      expect(got.status).toBe(200);
      registered = got.body as { id: string };
      const shown = {
        ...requested,
        id: registered.id,
        path: "tyres/v1",
        auth: { header: "X-Backend-Key" },
        fallback: null,
        upstream: null,
        builtin: false,
        created_at: later,
        updated_at: later,
      };
      expect(got.body).toEqual(shown);
      expect((await operator("GET", `/apis/${registered.id}`)).body).toEqual(shown);
      expect((await operator("GET", "/apis?page_size=1")).body).toEqual([shown]);
      const { database, identity } = service.app;
      const row = await database.get<{ auth_header: string; auth_sealed: Uint8Array }>(
        sql`select auth_header, auth_sealed from api where id = ${registered.id}`,
      );
      expect(row!.auth_header).toBe("X-Backend-Key");
      expect(identity.vault.open(row!.auth_sealed, authContext(registered.id))).toBe(value);
      const entry = await database.get<{ action: string; after: string }>(
        sql`select action, after from audit_log where object = ${`/apis/${registered.id}`}`,
      );
      expect(entry!.action).toBe("api.create");
      expect(JSON.parse(entry!.after)).toEqual({
        ...shown,
        auth: { header: "X-Backend-Key", value: "[redacted]" },
      });
      const everything = [
        got.text,
        service.logged.join(""),
        entry!.after,
        Buffer.from(row!.auth_sealed).toString("latin1"),
      ];
      expect(everything.filter((text) => text.includes(value))).toEqual([]);
    });

    test("a refused body does not show its secret", async () => {
      const value = "a very secret backend key";
      for (const auth of [
        { header: "Host", value },
        { header: "X-Key", value: ` ${value}` },
        { header: "X-Key", value: [value] },
        { value },
      ]) {
        const got = await operator("POST", "/apis", {
          name: "leaky",
          display_name: "Leaky",
          path: "leaky",
          auth,
        });
        expect([got.status, got.text.includes(value)]).toEqual([422, false]);
      }
    });

    test("PATCH changes given members, null empties them", async () => {
      const path = `/apis/${registered.id}`;
      const before = (await operator("GET", path)).body as object;
      const sent = {
        display_name: "Tyres and rims",
        path: "tyres/v2",
        contact: null,
        timeout_ms: null,
        max_concurrent: null,
        request_max_bytes: null,
        validate: false,
        set_cookies: false,
        protocols: ["http"],
      };
      const got = await operator("PATCH", path, sent);
      expect([got.status, got.body]).toEqual([200, { ...before, ...sent }]);
      expect((await operator("PATCH", path, {})).body).toEqual(got.body as object);
      const sealed = () =>
        service.app.database.get<{ auth_header: string | null; auth_sealed: Uint8Array | null }>(
          sql`select auth_header, auth_sealed from api where id = ${registered.id}`,
        );
      expect((await sealed())!.auth_header).toBe("X-Backend-Key");
      await operator("PATCH", path, { auth: { header: "X-Other", value: "another" } });
      const changed = await sealed();
      expect(service.app.identity.vault.open(changed!.auth_sealed!, authContext(registered.id))).toBe(
        "another",
      );
      await operator("PATCH", path, { auth: null });
      expect(await sealed()).toEqual({ auth_header: null, auth_sealed: null });
    });

    test("a customer reads the APIs of published products, not their backends", async () => {
      const path = `/apis/${registered.id}`;
      const own = { service_url: "https://backend.example", auth: { query: "key", value: "v" } };
      expect((await operator("PATCH", path, own)).body).toMatchObject({ auth: { query: "key" } });
      const seen = { name: "tyres", service_url: null, auth: null };
      const hidden = await asCustomer("GET", path);
      expect(hidden.body).toEqual(
        problem("not_found", 404, "Not found", `API ${registered.id} not found.`, hidden),
      );
      await operator("PUT", `/products/trial/apis/${registered.id}`);
      expect((await asCustomer("GET", path)).body).toMatchObject(seen);
      expect((await asCustomer("GET", "/apis?page_size=1")).body).toMatchObject([seen]);
      expect((await asCustomer("GET", "/products/trial/apis?page_size=1")).body).toMatchObject([seen]);
      await operator("DELETE", `/products/trial/apis/${registered.id}`);
      const total = (await asCustomer("GET", "/apis")).headers.get("x-total-count");
      expect(total).toBe(String(builtinApis.length));
      for (const [method, at] of [
        ["POST", "/apis"],
        ["PATCH", path],
        ["DELETE", path],
      ] as const)
        expect([
          method,
          (await asCustomer(method, at, { name: "a", display_name: "A", path: "a" })).status,
        ]).toEqual([method, 403]);
    });

    test("names and paths are unique", async () => {
      const other = { name: "other", display_name: "Other", path: "other" };
      const made = (await operator("POST", "/apis", other)).body as { id: string };
      const twice = await operator("POST", "/apis", { ...other, path: "elsewhere" });
      expect(twice.body).toEqual(conflict("Another API has this name. Choose another.", twice));
      const path = await operator("PATCH", `/apis/${made.id}`, { path: "tyres/v2" });
      expect(path.body).toEqual(conflict("Another API has this path. Choose another.", path));
      const builtin = await operator("POST", "/apis", { ...other, name: "lien" });
      expect(builtin.body).toEqual(conflict("Another API has the name lien. Choose another.", builtin));
      for (const taken of ["lien/v2", "users", "auth/x", "vehicles"]) {
        const got = await operator("POST", "/apis", { ...other, name: "free", path: taken });
        const first = taken.split("/")[0];
        expect(got.body).toEqual(
          conflict(`/${first} is a path of the service itself. Choose another path.`, got),
        );
      }
      const answers = await Promise.all(
        Array.from({ length: 16 }, () =>
          operator("POST", "/apis", { name: "race", display_name: "R", path: "race" }),
        ),
      );
      expect(answers.map((got) => got.status).sort()).toEqual([200, ...new Array<number>(15).fill(409)]);
    });

    test("a built-in API keeps its name and path, and cannot be deleted", async () => {
      for (const field of ["name", "path"]) {
        const got = await operator("PATCH", "/apis/auction", { [field]: "decoder" });
        expect(got.body).toEqual(conflict(`auction is a built-in API. Its ${field} cannot be changed.`, got));
      }
      const same = await operator("PATCH", "/apis/vin-decoder", {
        name: "vin-decoder",
        path: "vin-decoder",
        service_url: null,
        display_name: "Decoder",
      });
      expect(same.body).toMatchObject({ display_name: "Decoder" });
      const got = await operator("DELETE", "/apis/vin-decoder");
      expect(got.body).toEqual(
        conflict("vin-decoder is a built-in API and cannot be deleted. Remove it from plans instead.", got),
      );
    });

    test("a deleted API leaves all products", async () => {
      await operator("PUT", `/products/trial/apis/${registered.id}`);
      const got = await operator("DELETE", `/apis/${registered.id}`);
      expect([got.status, got.body]).toEqual([200, { status: "success" }]);
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const gone = await operator(method, `/apis/${registered.id}`, method === "PATCH" ? {} : undefined);
        expect(gone.body).toEqual(
          problem("not_found", 404, "Not found", `API ${registered.id} not found.`, gone),
        );
      }
      expect((await operator("GET", "/products/trial/apis")).headers.get("x-total-count")).toBe(
        String(builtinApis.length),
      );
    });

    test("bad bodies, IDs and pages change nothing and are never 500", async () => {
      const good = { name: "good", display_name: "Good", path: "good" };
      const before = (await operator("GET", "/apis")).text;
      const bodies: object[] = [
        {},
        [],
        { ...good, id: "chosen" },
        { ...good, name: "Bad" },
        { ...good, name: "a".repeat(81) },
        { ...good, display_name: "a\0b" },
        { ...good, path: "" },
        { ...good, path: "a/../b" },
        { ...good, path: "a//b" },
        { ...good, path: "a?b" },
        { ...good, service_url: "ftp://example.com/" },
        { ...good, service_url: "file:///etc/passwd" },
        { ...good, service_url: "https://user:pass@example.com/" },
        { ...good, service_url: "https://exa\nmple.com/" },
        { ...good, terms_of_service_url: "javascript:alert(1)" },
        { ...good, protocols: ["ws"] },
        { ...good, protocols: [] },
        { ...good, timeout_ms: 0 },
        { ...good, contact: { phone: "1" } },
        { ...good, auth: { header: "X\r\nY", value: "v" } },
        { ...good, auth: { header: "X-Key", value: "a\nb" } },
      ];
      for (const body of bodies)
        expect([body, (await operator("POST", "/apis", body)).status]).toEqual([body, 422]);
      for (const id of ["a%2Fb", "..%2Fusers", "%F0%9F%9A%97", "a".repeat(300), "%27--"])
        for (const method of ["GET", "PATCH", "DELETE"])
          expect([
            id,
            (await operator(method, `/apis/${id}`, method === "PATCH" ? {} : undefined)).status,
          ]).toEqual([id, 404]);
      for (const query of ["page=0", "page=-1", "page_size=1001"])
        expect((await operator("GET", `/apis?${query}`)).status).toBe(422);
      expect((await operator("GET", "/apis?page=1000000000")).body).toEqual([]);
      expect((await operator("GET", "/apis")).text).toBe(before);
    });
  });
}
