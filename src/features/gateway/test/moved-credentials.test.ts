import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { kinds } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";

/** A backend that records the credential of each request. */
function startBackend() {
  const received: (string | null)[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      received.push(request.headers.get("x-key"));
      return new Response("well");
    },
  });
  return { received, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

const auth = (value: string) => ({ header: "X-Key", value });
const free = { credit_cost: { default: 0 } };
const authority = readFileSync(join(import.meta.dir, "certificates", "server.crt"), "utf8");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`on ${kind.dialect} a stored credential`, () => {
    let service: GatewayService;
    const [own, foreign] = [startBackend(), startBackend()];
    beforeAll(async () => {
      service = await startGateway(kind);
    });
    beforeEach(() => {
      for (const { received } of [own, foreign]) received.length = 0;
    });
    afterAll(async () => {
      await service.end();
      await Promise.all([own.stop(), foreign.stop()]);
    });

    const operator = (method: string, path: string, json: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, json });
    const refusal = (from: string, to: string, ...place: string[]) => ({
      detail: [
        {
          type: "value_error",
          loc: ["body", ...place],
          msg: `Value error, the stored credential is ${from}, and is not sent ${to}. Send the credential again too, or remove it`,
          input: null,
          ctx: { error: {} },
        },
      ],
    });
    const stored = async (apiId: string) => {
      const row = await service.app.database.get<Record<string, unknown>>(
        sql`select * from api where id = ${apiId}`,
      );
      const entries = await service.app.database.get<{ n: number }>(
        sql`select count(*) as n from audit_log where object = ${`/apis/${apiId}`}`,
      );
      return { row, entries: entries!.n };
    };
    /** Sends a change, which must be refused and change nothing. */
    const refused = async (apiId: string, change: object) => {
      const before = await stored(apiId);
      const got = await operator("PATCH", `/apis/${apiId}`, change);
      expect([got.status, await stored(apiId)]).toEqual([422, before]);
      return got.body;
    };
    /** Calls until a backend has received a credential. */
    const received = (api: Registered, backend: typeof own, value: string | null) =>
      until(async () => {
        await service.call(api, "GET", "/a");
        return backend.received.at(-1) === value && backend.received.length > 0;
      }, `${backend.url} receives ${value}`);

    test("is not sent to another address of its API", async () => {
      const api = await service.register(own.url, { auth: auth("the first's") }, free);
      expect(await refused(api.apiId, { service_url: `${foreign.url}/v1`, timeout_ms: 7 })).toEqual(
        refusal(`for ${own.url}`, `to ${foreign.url}`, "auth"),
      );
      expect(await refused(api.apiId, { service_url: own.url.replace("http:", "https:") })).toEqual(
        refusal(`for ${own.url}`, `to ${own.url.replace("http:", "https:")}`, "auth"),
      );
      await received(api, own, "the first's");
      const spelled = `${own.url.replace("http://127.0.0.1", "HTTP://0x7F.1")}/v2`;
      expect((await operator("PATCH", `/apis/${api.apiId}`, { service_url: spelled })).status).toBe(200);
      await received(api, own, "the first's");
      expect(foreign.received).toEqual([]);

      await service.changeApi(api, { service_url: foreign.url, auth: auth("the other's") });
      await received(api, foreign, "the other's");
      await service.changeApi(api, { service_url: own.url, auth: null });
      await received(api, own, null);
      expect(new Set(foreign.received)).toEqual(new Set(["the other's"]));
    });

    test("is not sent to a new address after the first one was removed", async () => {
      const api = await service.register(own.url, { auth: auth("the first's") }, free);
      await service.changeApi(api, { service_url: null });
      const needed = refusal("for no address", `to ${foreign.url}`, "auth");
      expect(await refused(api.apiId, { service_url: foreign.url })).toEqual(needed);
      await service.changeApi(api, { service_url: foreign.url, auth: auth("the other's") });
      await received(api, foreign, "the other's");
    });

    test("of a second source is not sent to another address of it", async () => {
      const fallback = (url: string, more: object = {}) => ({ service_url: url, source: "acme", ...more });
      const api = await service.register(
        own.url,
        { fallback: fallback(own.url, { auth: auth("the other's") }) },
        free,
      );
      expect(await refused(api.apiId, { fallback: fallback(foreign.url) })).toEqual(
        refusal(`for ${own.url}`, `to ${foreign.url}`, "fallback", "auth"),
      );
      const { row } = await stored(api.apiId);
      await service.changeApi(api, { fallback: fallback(`${own.url}/v2`) });
      expect((await stored(api.apiId)).row!.fallback_sealed).toEqual(row!.fallback_sealed);
      await service.changeApi(api, { fallback: fallback(foreign.url, { auth: null }) });
      expect((await stored(api.apiId)).row!.fallback_sealed).toBe(null);
    });

    test("of a built-in API is not sent to another upstream", async () => {
      const first = { service_url: own.url, auth: auth("the first's"), fallback: null };
      expect((await operator("PATCH", "/apis/auction", first)).status).toBe(200);
      expect(await refused("auction", { service_url: foreign.url, upstream: { source: "acme" } })).toEqual(
        refusal(`for ${own.url}`, `to ${foreign.url}`, "auth"),
      );
      const repeated = { service_url: foreign.url, auth: auth("the other's") };
      expect((await operator("PATCH", "/apis/auction", repeated)).status).toBe(200);
    });

    test("is not sent to another address by a test", async () => {
      const api = await service.register(own.url, { auth: auth("the first's") }, free);
      const run = (json: object) => operator("POST", "/apis/test", { api_id: api.apiId, ...json });
      const got = await run({ service_url: foreign.url });
      expect([got.status, got.body]).toEqual([422, refusal(`for ${own.url}`, `to ${foreign.url}`, "auth")]);
      expect((await run({ service_url: foreign.url, auth: auth("the other's") })).status).toBe(200);
      expect((await run({ service_url: foreign.url, auth: null })).status).toBe(200);
      expect((await run({ service_url: `${own.url}/v2` })).status).toBe(200);
      expect([own.received, foreign.received]).toEqual([["the first's"], ["the other's", null]]);
      await service.changeApi(api, { service_url: null });
      expect((await run({ service_url: own.url })).body).toEqual(
        refusal("for no address", `to ${own.url}`, "auth"),
      );
    });

    test("is not sent to a host that other authorities vouch for", async () => {
      const service_url = "https://backend.example";
      const api = await service.register(service_url, { auth: auth("the first's") }, free);
      const needed = refusal(`for ${service_url} and its stored authorities`, "with others", "auth");
      expect(await refused(api.apiId, { ca_certificate: authority })).toEqual(needed);
      const tested = { service_url, api_id: api.apiId, ca_certificate: authority };
      expect((await operator("POST", "/apis/test", tested)).body).toEqual(needed);
      await service.changeApi(api, { ca_certificate: authority, auth: auth("the first's") });
      await service.changeApi(api, { ca_certificate: authority.trimEnd(), timeout_ms: 7 });
      expect(await refused(api.apiId, { ca_certificate: null })).toEqual(needed);
    });
  });

test("an address with a password alone is refused", async () => {
  const service = await startGateway(kinds[0]!);
  try {
    const json = { name: "q", display_name: "q", path: "q", service_url: "https://:secret@backend.example" };
    const got = await service.ask("POST", "/apis", { headers: service.operatorHeaders, json });
    expect([got.status, got.text.includes("must not contain a user name or a password")]).toEqual([
      422,
      true,
    ]);
  } finally {
    await service.end();
  }
});
