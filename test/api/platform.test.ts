import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { buildVersion } from "../../src/base/version.ts";
import { sql } from "../../src/database/sql.ts";
import {
  type Account,
  kinds,
  meteringOver,
  problem,
  signUp,
  startService,
  type TestService,
  testOrigin,
} from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the platform's operations on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
    });
    afterAll(() => service.end());

    const links = {
      openapi: `${testOrigin}/openapi.json`,
      errors: `${testOrigin}/docs/errors`,
      sign_up: `${testOrigin}/auth/signup`,
    };

    test("health, liveness and readiness", async () => {
      const health = await service.ask("GET", "/health");
      expect([health.status, health.body]).toEqual([
        200,
        { status: "ok", checks: { database: "ok", decoder: "ok", disk: "ok", journal: "ok" } },
      ]);
      expect((await service.ask("GET", "/livez")).body).toEqual({ status: "ok" });
      expect((await service.ask("GET", "/readyz")).body).toEqual({ status: "ok" });
      const head = await service.ask("HEAD", "/health");
      expect([head.status, head.text]).toEqual([200, ""]);
    });

    test("a stopping service is alive but not ready", async () => {
      service.app.process.stopping.abort();
      expect((await service.ask("GET", "/readyz")).status).toBe(503);
      expect((await service.ask("GET", "/livez")).status).toBe(200);
    });

    test("the identity publishes the client token", async () => {
      expect((await service.ask("GET", "/identity")).body).toEqual({
        operator: null,
        service: "vingate",
        version: "1.0.0",
        build: buildVersion,
        instance: service.app.process.instance,
        time: "2026-11-21T00:00:00.000Z",
        sign_up: "open",
        mail: false,
        client_token: service.firstRun.client_token,
        links,
      });
    });

    test("the root shows a key's access free of charge", async () => {
      const got = await service.ask("GET", "/", { headers: { "api-key": account.key } });
      expect(got.status).toBe(200);
      expect(got.body).toEqual({
        service: "vingate",
        version: "1.0.0",
        subscription_id: account.subscriptionId,
        credits: { granted: 15, used: 0, remaining: 15, unlimited: false },
        links,
      });
    });

    test("the root without a key is 422, and 303 for browsers", async () => {
      const got = await service.ask("GET", "/");
      expect(got.status).toBe(422);
      expect(got.body).toEqual({
        detail: [{ type: "missing", loc: ["header", "api-key"], msg: "Field required", input: null }],
        links,
      });
      const origin = service.app.config.publicUrl;
      expect(got.headers.get("link")).toBe(
        `<${origin}/openapi.json>; rel="service-desc"; type="application/json", <${origin}/llms.txt>; rel="service-doc"; type="text/plain", <${origin}/mcp>; rel="related"`,
      );
      const page = await service.ask("GET", "/", { headers: { accept: "text/html,*/*" } });
      expect([page.status, page.headers.get("location"), page.text]).toEqual([303, "/console", ""]);
    });

    test("the root with an unknown key is 401", async () => {
      expect((await service.ask("GET", "/", { headers: { "api-key": "unknown key" } })).status).toBe(401);
    });

    test("an ACME challenge is answered as stored", async () => {
      await service.app.database.run(sql`
        insert into acme_challenge (token, key_authorization, created_at) values ('abc-1', 'abc-1.thumb', 0)`);
      const got = await service.ask("GET", "/.well-known/acme-challenge/abc-1");
      expect([got.status, got.headers.get("content-type"), got.text]).toEqual([
        200,
        "text/plain; charset=utf-8",
        "abc-1.thumb",
      ]);
      const missing = await service.ask("GET", "/.well-known/acme-challenge/other");
      expect(missing.body).toEqual(
        problem("not_found", 404, "Not found", "No challenge with this token is stored.", missing),
      );
      expect((await service.ask("GET", "/.well-known/acme-challenge/a.b")).status).toBe(422);
    });

    test("OPTIONS on any path is 200", async () => {
      const lookup = await service.ask("OPTIONS", "/vin-decoder/1HGCM82633A004352");
      expect([lookup.status, lookup.body]).toEqual([200, {}]);
      expect(lookup.headers.get("allow")).toBe("GET, OPTIONS");
      expect(lookup.headers.get("access-control-allow-origin")).toBe("*");
      expect(lookup.headers.get("access-control-allow-headers")).toBe(
        "x-authkey, x-repeat-of, want-receipt, content-type, idempotency-key, if-none-match, x-request-id, traceparent",
      );
      const management = await service.ask("OPTIONS", "/auth/signin");
      expect(management.headers.get("allow")).toBe("POST, OPTIONS");
      expect(management.headers.get("access-control-allow-origin")).toBe("*");
      expect((await service.ask("OPTIONS", "/no/such/path/at/all")).status).toBe(200);
    });

    test("an unknown path is 404, a wrong method 405 with Allow", async () => {
      const missing = await service.ask("GET", "/no/such/path");
      expect(missing.body).toEqual(
        problem("not_found", 404, "Not found", "No operation at /no/such/path. See /openapi.json.", missing),
      );
      const wrong = await service.ask("DELETE", "/identity");
      expect(wrong.status).toBe(405);
      expect(wrong.headers.get("allow")).toBe("GET, OPTIONS");
      const head = await service.ask("HEAD", "/vin-decoder/1HGCM82633A004352", {
        headers: { "x-AuthKey": account.key },
      });
      expect([head.status, head.text, head.headers.get("link")]).toEqual([
        405,
        "",
        `<${testOrigin}/coverage/1HGCM82633A004352>; rel="related"; title="coverage"`,
      ]);
    });

    test("undecodable paths and hosts are 400", async () => {
      for (const path of ["/users/%E0%A4%A", "/users/%ff", "/vin-decoder/%00", "/%zz"]) {
        const got = await service.ask("GET", path);
        expect([path, got.status]).toEqual([path, 400]);
        expect(got.body).toMatchObject({ code: "bad_request" });
      }
      for (const host of ["a, b", "a b", "a/b", "é"]) {
        const request = new Request(`${testOrigin}/health`);
        Object.defineProperty(request, "headers", {
          value: { get: (name: string) => (name === "host" ? host : null) },
        });
        expect((await service.serve(request, "127.0.0.1")).status).toBe(400);
      }
    });

    test("a safe request ID is kept, an unsafe one replaced", async () => {
      const kept = await service.ask("GET", "/livez", { headers: { "x-request-id": "abc.1-2_3" } });
      expect(kept.headers.get("x-request-id")).toBe("abc.1-2_3");
      const made = await service.ask("GET", "/livez", { headers: { "x-request-id": "a b" } });
      expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    });

    test("credentials of one kind are not accepted as another", async () => {
      const token = service.firstRun.operator_token;
      const asKey = await service.ask("GET", "/vin-decoder/1HGCM82633A004352", {
        headers: { "x-AuthKey": token },
      });
      const asToken = await service.ask("POST", "/auth/logout", { headers: { authorization: account.key } });
      expect([asKey.status, asToken.status]).toEqual([401, 401]);
    });

    test("an unreachable database is 503; nothing is charged", async () => {
      const lost = await startService(kind);
      const customer = await signUp(lost);
      await lost.app.database.close();
      const got = await lost.ask("GET", "/vin-decoder/1HGCM82633A004352", {
        headers: { "x-AuthKey": customer.key },
      });
      expect([got.status, got.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(got.body).toEqual(
        problem(
          "unavailable",
          503,
          "Service unavailable",
          "The database did not answer in time. Nothing was charged. Retry.",
          got,
        ),
      );
      const health = await lost.ask("GET", "/health");
      expect([health.status, health.body]).toEqual([
        503,
        {
          status: "unhealthy",
          checks: { database: "unavailable", decoder: "ok", disk: "ok", journal: "ok" },
        },
      ]);
      await lost.end();
    });
  });
}

test("while the decoder loads, health shows progress and lookups are 503", async () => {
  const service = await startService(
    kinds[0]!,
    {},
    {
      vinPack: {
        value: undefined,
        progress: { stage: "reading patterns", done: 10, total: 100 },
        error: undefined,
        ended: new Promise(() => undefined),
      },
    },
  );
  const health = await service.ask("GET", "/health");
  expect([health.status, health.body]).toEqual([
    503,
    { status: "starting", progress: { stage: "reading patterns", done: 10, total: 100 } },
  ]);
  const account = await signUp(service);
  const got = await service.ask("GET", "/vin-decoder/1HGCM82633A004352", {
    headers: { "x-AuthKey": account.key },
  });
  expect([got.status, got.headers.get("retry-after")]).toEqual([503, "1"]);
  const root = await service.ask("GET", "/", { headers: { "api-key": account.key } });
  expect(root.body).toMatchObject({ credits: { used: 0, remaining: 15 } });
  await service.end();
});

test("a second start keeps the accounts and refuses another master key", async () => {
  const service = await startService();
  const { features } = await import("../../src/features.ts");
  const { createApp } = await import("../../src/server/app.ts");
  const again = await createApp(service.app.config, features, {
    database: service.app.database,
    vinPack: service.app.vinPack,
    ...meteringOver(service.app.database),
  });
  again.app.identity.keys.close();
  await again.app.metering.close();
  expect(again.firstRun).toBe(undefined);
  expect(again.app.identity.clientToken).toBe(service.app.identity.clientToken);
  const other = { ...service.app.config, masterKey: new Uint8Array(32) };
  const refused = createApp(other, features, {
    database: service.app.database,
    vinPack: service.app.vinPack,
  });
  await expect(refused).rejects.toThrow("the master key is not the one this database was set up with");
  await service.end();
});
