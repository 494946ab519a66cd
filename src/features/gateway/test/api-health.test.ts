import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type GatewayService, startGateway } from "../../../../test/gateway/gateway-service.ts";
import type { Got } from "../../../../test/harness.ts";
import { kinds, problem } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { beat } from "../../../management/system/node-heartbeat.ts";

const secret = `Bearer s3cret-"value"-of-the-backend`;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`tests and health of APIs on ${kind.dialect}`, () => {
    let service: GatewayService;
    const received: { method: string; at: string; authorization: string | null; key: string | null }[] = [];
    const hanging = Promise.withResolvers<void>();
    const upstream = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const { headers, method } = request;
        received.push({
          method,
          at: pathname + search,
          authorization: headers.get("authorization"),
          key: headers.get("x-authkey"),
        });
        const own = headers.get("authorization") ?? "";
        if (pathname.endsWith("/hangs")) await hanging.promise;
        if (pathname.endsWith("/down")) return new Response("down", { status: 503 });
        if (pathname.endsWith("/fails")) return new Response("down", { status: 500 });
        if (pathname.endsWith("/echo")) return Response.json({ own, encoded: encodeURIComponent(own) });
        if (pathname.endsWith("/cut")) return new Response("x".repeat(1980) + own + "x".repeat(100_000));
        if (pathname.endsWith("/partly")) {
          const begin = new TextEncoder().encode(`starts ${own.slice(0, 20)}`);
          return new Response(
            new ReadableStream({
              start: (controller) => controller.enqueue(begin),
              pull: () => hanging.promise,
            }),
          );
        }
        if (pathname.endsWith("/binary")) return new Response(Uint8Array.of(0, 1, 2, 255));
        return Response.json({ ok: true });
      },
    });
    beforeAll(async () => {
      service = await startGateway(kind);
    });
    afterAll(async () => {
      hanging.resolve();
      await service.end();
      await upstream.stop(true);
    });
    const run = (json: object): Promise<Got> =>
      service.ask("POST", "/apis/test", { headers: service.operatorHeaders, json });
    const base = `${upstream.url}base`;
    const timeless = ({ body }: Got) => {
      const { time, ...rest } = body as { time: number };
      expect(time).toBeGreaterThanOrEqual(0);
      return rest as Record<string, unknown>;
    };

    test("a test shows the status and the beginning of the response", async () => {
      const auth = { header: "Authorization", value: secret };
      received.length = 0;
      const got = await run({ service_url: base, path: "/a?b=1", auth });
      expect([got.status, timeless(got)]).toEqual([
        200,
        {
          url: `${base}/a?b=1`,
          auth_sent: true,
          response_code: 200,
          content_type: "application/json;charset=utf-8",
          body: '{"ok":true}',
          truncated: false,
          error_code: null,
          reason: null,
        },
      ]);
      expect(received).toEqual([{ method: "GET", at: "/base/a?b=1", authorization: secret, key: null }]);
      const failing = timeless(await run({ service_url: base, path: "/fails" }));
      expect([failing.response_code, failing.body, failing.auth_sent]).toEqual([500, "down", false]);
      expect(timeless(await run({ service_url: `${base}/binary` }))).toMatchObject({
        body: null,
        truncated: true,
      });
    });

    test("the credential is not shown, whole or in part", async () => {
      const auth = { header: "Authorization", value: secret };
      for (const path of ["/echo", "/cut", "/partly"]) {
        const { text } = await run({ service_url: base, path, auth });
        expect(text).toContain("[credential]");
        expect(text).not.toContain("s3cret");
      }
    });

    test("a stored credential goes to its own backend only", async () => {
      const auth = { header: "Authorization", value: secret };
      const api = await service.register(base, { auth });
      const other = base.replace("127.0.0.1", "localhost");
      const sent = async (json: object) => {
        received.length = 0;
        const { auth_sent } = timeless(await run({ api_id: api.apiId, ...json }));
        return [auth_sent, received[0]?.authorization];
      };
      expect(await sent({ service_url: base })).toEqual([true, secret]);
      expect(await sent({ service_url: base, auth: null })).toEqual([false, null]);
      expect((await run({ api_id: api.apiId, service_url: other })).status).toBe(422);
      expect((await sent({ service_url: other, auth: null }))[0]).toBe(false);
      expect((await run({ service_url: base, api_id: "none" })).status).toBe(404);
    });

    test("addresses get the verdict of calls", async () => {
      const refused = async (service_url: string, more = {}) => {
        const { error_code, reason, response_code } = timeless(await run({ service_url, ...more }));
        expect(response_code).toBe(null);
        return [error_code, reason];
      };
      expect(await refused("http://10.0.0.8/")).toEqual([
        "upstream_failed",
        "10.0.0.8 has a private address; VINGATE_OUTBOUND_ALLOW can allow it.",
      ]);
      for (const url of ["http://169.254.169.254/latest", "http://[::ffff:a9fe:a9fe]/", "http://0xa9fea9fe/"])
        expect((await refused(url))[1]).toEndWith("has an address that is never connected to.");
      const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
      free.stop(true);
      expect(await refused(`http://127.0.0.1:${free.port}`)).toEqual([
        "upstream_failed",
        "The service of this API refuses connections.",
      ]);
      expect(await refused(`${base}/hangs`, { timeout_ms: 50 })).toEqual([
        "upstream_timeout",
        "The service of this API did not answer within 0.05 seconds.",
      ]);
    });

    test("health shows calls, errors, times and the breaker", async () => {
      const api = await service.register(base);
      const health = async () => {
        const path = `/apis/${api.apiId}/health`;
        return (await service.ask("GET", path, { headers: service.operatorHeaders })).body as {
          sample: { api_time: { p50: number; p99: number }; service_time: { p50: number; p99: number } };
        } & Record<string, unknown>;
      };
      const before = await health();
      expect(before).toMatchObject({
        call_count_total: 0,
        sample: { calls: 0, complete: true, api_time: null },
      });
      for (let call = 0; call < 6; call += 1) await service.call(api, "GET", "/a");
      await service.call(api, "GET", "/fails");
      await service.ask("GET", `/${api.path}/a`, { headers: { "x-authkey": "wrong" } });
      const { sample, ...rest } = await health();
      expect(rest).toEqual({
        api_id: api.apiId,
        timestamp_ge: "2026-11-20T23:00:00.000Z",
        timestamp_le: "2026-11-21T00:00:00.000Z",
        call_count_total: 7,
        call_count_success: 6,
        call_count_client_error: 0,
        call_count_server_error: 1,
        misfits: [],
        nodes: [
          {
            instance: service.app.process.instance,
            name: expect.stringMatching(/\/\d+$/),
            breaker: "closed",
            calls_under_way: 0,
            calls_max: 100,
            seen_at: "2026-11-21T00:00:00.000Z",
          },
        ],
      });
      const { api_time: whole, service_time: part } = sample;
      expect(sample).toEqual({
        calls: 7,
        complete: true,
        api_time: whole,
        service_time: part,
        errors: [{ response_code: 500, error_code: null, calls: 1, last_at: "2026-11-21T00:00:00.000Z" }],
      } as never);
      expect(part.p50).toBeGreaterThan(0);
      expect(whole.p50).toBeGreaterThanOrEqual(part.p50);
      expect(whole.p99).toBeGreaterThanOrEqual(whole.p50);
      const other = await service.another(api);
      // The calls above were answered well.
      for (let call = 0; call < 30; call += 1)
        await service.call(call % 2 === 0 ? api : other, "GET", "/down");
      expect((await health()).nodes).toMatchObject([{ breaker: "open" }]);
      // Two of the other nodes are alive, one is of a former version, one has ended.
      await beat(service.app);
      const own = service.app.process.instance;
      const busy = JSON.stringify({ [api.apiId]: { breaker: "probing", underWay: 3, underWayMax: 100 } });
      for (const [instance, upstreams, silentMs] of [
        ["other", busy, 0],
        ["idle", "{}", 1],
        ["former", null, 0],
        ["ended", busy, 20_000],
      ] as const)
        await service.change(sql`
          insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
            waiting_bytes, delay_us, memory_bytes, streams, clock_skew_ms, upstreams)
          select ${instance}, ${`${instance}/1`}, role, address, build, ${instance}, started_at + 1,
            seen_at - ${silentMs}, 0, 0, 0, 0, 0, 0, ${upstreams} from node where instance = ${own}`);
      const seen_at = expect.stringMatching(/Z$/);
      expect((await health()).nodes).toEqual([
        {
          instance: own,
          name: expect.any(String),
          breaker: "open",
          calls_under_way: 0,
          calls_max: 100,
          seen_at,
        },
        { instance: "idle", name: "idle/1", breaker: "closed", calls_under_way: 0, calls_max: 100, seen_at },
        {
          instance: "other",
          name: "other/1",
          breaker: "probing",
          calls_under_way: 3,
          calls_max: 100,
          seen_at,
        },
      ]);
      const stored = await service.app.database.get<{ upstreams: string }>(
        sql`select upstreams from node where instance = ${own}`,
      );
      expect(JSON.parse(stored!.upstreams)).toEqual({
        [api.apiId]: { breaker: "open", underWay: 0, underWayMax: 100 },
      });
      const missing = await service.ask("GET", "/apis/none/health", { headers: service.operatorHeaders });
      expect(missing.body).toEqual(problem("not_found", 404, "Not found", "API none not found.", missing));
      const lien = await service.ask("GET", "/apis/lien/health", { headers: service.operatorHeaders });
      expect(lien.body).toMatchObject({ call_count_total: 0, nodes: [] });
    });
  });
}
