import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { auctions, startFamilies, startSource } from "../../../../test/gateway/family-upstreams.ts";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { kinds } from "../../../../test/harness.ts";
import { freePort } from "../../../../test/service-process.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";

/** A source that returns the answer that a test sets, and records each request. */
function startServer() {
  const received: { method: string; path: string; key: string | null; body: string }[] = [];
  const own = {
    received,
    answer: (): Response | Promise<Response> => new Response("well"),
    url: "",
    stop: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      received.push({
        method: request.method,
        path: pathname + search,
        key: request.headers.get("x-key"),
        body,
      });
      return own.answer();
    },
  });
  own.url = `http://127.0.0.1:${server.port}`;
  return own;
}

const [sqlite] = kinds;
let service: GatewayService;
const [first, other] = [startServer(), startServer()];
beforeAll(async () => {
  service = await startGateway(sqlite!);
});
beforeEach(() => {
  for (const each of [first, other]) {
    each.received.length = 0;
    each.answer = () => new Response("well");
  }
});
afterAll(async () => {
  await service.end();
  await Promise.all([first.stop(), other.stop()]);
});

const fallback = (more: object = {}) => ({
  service_url: `${other.url}/v2`,
  source: "acme",
  auth: { query: "key", value: "the other's" },
  ...more,
});
const register = (url = `${first.url}/v1`, more: object = {}, policy: object = {}) =>
  service.register(
    url,
    { auth: { header: "X-Key", value: "the first's" }, fallback: fallback(more) },
    policy,
  );

async function sources({ subscriptionId }: Registered) {
  const rows = await service.app.database.all<{
    status: number;
    credits: number;
    data_source: string | null;
  }>(
    sql`select status, credits, data_source from request_log where subscription_id = ${subscriptionId} order by seq`,
  );
  return rows.map(({ status, credits, data_source }) => [status, credits, data_source]);
}

describe("an API with two sources", () => {
  test("asks the other one when the first fails, and each with its own credentials", async () => {
    const api = await register();
    expect((await service.call(api, "GET", "/a?b=1")).text).toBe("well");
    first.answer = () => new Response("broken", { status: 503 });
    other.answer = () => new Response("from acme");
    expect((await service.call(api, "GET", "/a?b=1")).text).toBe("from acme");
    // A change may have had its effect: the answer of the first is passed on.
    const changed = await service.call(api, "POST", "/a", { body: "x" });
    expect([changed.status, changed.text]).toEqual([503, "broken"]);
    first.answer = () => new Response("none", { status: 404 });
    expect((await service.call(api, "GET", "/b")).status).toBe(404);
    expect([first.received, other.received]).toEqual([
      [
        { method: "GET", path: "/v1/a?b=1", key: "the first's", body: "" },
        { method: "GET", path: "/v1/a?b=1", key: "the first's", body: "" },
        { method: "POST", path: "/v1/a", key: "the first's", body: "x" },
        { method: "GET", path: "/v1/b", key: "the first's", body: "" },
      ],
      [{ method: "GET", path: "/v2/a?b=1&key=the%20other%27s", key: null, body: "" }],
    ]);
    expect(await sources(api)).toEqual([
      [200, 1, "primary"],
      [200, 1, "acme"],
      [503, 0, "primary"],
      [404, 0, "primary"],
    ]);
  });

  test("asks the other one with any method when no connection can be made", async () => {
    const api = await register(`http://127.0.0.1:${freePort()}`, {}, { credit_cost: { default: 0 } });
    for (let call = 0; call < 25; call++) {
      const got = await service.call(api, "POST", "/a", { body: `body ${call}` });
      expect([got.status, got.text]).toEqual([200, "well"]);
    }
    expect(other.received.map(({ body }) => body)).toEqual(
      Array.from({ length: 25 }, (_, at) => `body ${at}`),
    );
    // By now the first one gets no more requests.
    const health = await service.ask("GET", `/apis/${api.apiId}/health`, {
      headers: service.operatorHeaders,
    });
    expect(health.text).toContain('"open"');
    expect(new Set((await sources(api)).map(([, , source]) => source))).toEqual(new Set(["acme"]));
  });

  test("asks the other one when the first takes too long", async () => {
    const api = await register(undefined, { after_ms: 100 });
    const end = Promise.withResolvers<Response>();
    first.answer = () => end.promise;
    expect((await service.call(api, "GET", "/slow")).text).toBe("well");
    end.resolve(new Response("late"));
    expect(await sources(api)).toEqual([[200, 1, "acme"]]);
  });

  test("a change that may have had its effect is not sent twice", async () => {
    const api = await register();
    const reset = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          socket.end();
        },
      },
    });
    const auth = { header: "X-Key", value: "the first's" };
    await service.changeApi(api, { service_url: `http://127.0.0.1:${reset.port}`, auth });
    await until(
      async () => (await service.call(api, "GET", "/a")).text === "well",
      "the first one is changed",
    );
    other.received.length = 0;
    const got = await service.call(api, "POST", "/a", { body: "x" });
    expect([got.status, other.received]).toEqual([502, []]);
    reset.stop(true);
  });

  test("fails if both fail, and charges nothing", async () => {
    const api = await register();
    first.answer = () => new Response("broken", { status: 502 });
    other.answer = () => new Response("down", { status: 500 });
    const got = await service.call(api, "GET", "/a");
    expect([got.status, got.text]).toEqual([500, "down"]);
    expect(await sources(api)).toEqual([[500, 0, "acme"]]);
  });

  test("shows the other one to operators, without its credential", async () => {
    const api = await register();
    const path = `/apis/${api.apiId}`;
    const operator = (method: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, json });
    const shown = { service_url: `${other.url}/v2`, ca_certificate: null, source: "acme", after_ms: null };
    const got = await operator("GET");
    expect((got.body as { fallback: object }).fallback).toEqual(shown);
    expect(got.text).not.toContain("the other's");
    const entry = await service.app.database.get<{ after: string }>(
      sql`select after from audit_log where object = ${path} order by id desc limit 1`,
    );
    expect(JSON.parse(entry!.after).fallback).toEqual({
      ...shown,
      auth: { query: "key", value: "[redacted]" },
    });
    // Without auth the stored credential stays, for the same address alone.
    const sealed = () =>
      service.app.database.get<{ fallback_sealed: Uint8Array | null }>(
        sql`select fallback_sealed from api where id = ${api.apiId}`,
      );
    const before = await sealed();
    await operator("PATCH", { fallback: { service_url: `${other.url}/v3`, source: "acme" } });
    expect(await sealed()).toEqual(before!);
    const moved = { fallback: { service_url: "https://other.example", source: "acme" } };
    expect((await operator("PATCH", moved)).status).toBe(422);
    expect(await sealed()).toEqual(before!);
    const refused = await operator("PATCH", { service_url: null });
    expect([refused.status, (refused.body as { detail: string }).detail]).toEqual([
      409,
      "A fallback needs a service_url, which is asked first.",
    ]);
    expect((await operator("PATCH", { service_url: null, fallback: null })).status).toBe(200);
  });
});

for (const kind of kinds)
  test.skipIf(kind.missing)(
    `a family asks its other source, which the answer names, on ${kind.dialect}`,
    async () => {
      const families = await startFamilies(kind);
      await using one = startSource();
      await using two = startSource();
      try {
        const vin = "1HGCM82633A004352";
        two.answer = () => Response.json(auctions(vin));
        await families.setUpstream("auction", {
          service_url: one.url,
          upstream: { source: "one" },
          fallback: { service_url: two.url, source: "two" },
        });
        const who = await families.customer();
        one.answer = () => new Response("broken", { status: 500 });
        const got = await families.lookUp(who, `/auction/${vin}`);
        expect([got.status, got.body]).toEqual([200, auctions(vin)]);
        expect(got.headers.get("x-data-source")).toBe("two 2026-11-21");
        one.answer = () => new Response("no JSON");
        expect((await families.lookUp(who, `/auction/${vin}`)).headers.get("x-data-source")).toBe(
          "two 2026-11-21",
        );
        one.answer = () => Response.json(auctions(vin));
        expect((await families.lookUp(who, `/auction/${vin}`)).headers.get("x-data-source")).toBe(
          "one 2026-11-21",
        );
        two.answer = () => new Response("broken", { status: 500 });
        one.answer = () => new Response("broken", { status: 500 });
        expect((await families.lookUp(who, `/auction/${vin}`)).status).toBe(404);
      } finally {
        await families.end();
      }
    },
  );
