import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { type RawSocket, rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { embedded, problem } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";

for (const kind of embedded) {
  describe.skipIf(kind.missing)(`admission to registered APIs on ${kind.dialect}`, () => {
    let service: GatewayService;
    let received = 0;
    const upstream = Bun.serve({
      port: 0,
      async fetch(request) {
        received += 1;
        await request.text();
        const status = Number(new URL(request.url).pathname.split("/").at(-1));
        return new Response("body", { status: status >= 200 && status <= 599 ? status : 200 });
      },
    });
    beforeAll(async () => {
      service = await startGateway(kind);
    });
    afterAll(async () => {
      await service.end();
      await upstream.stop(true);
    });

    const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
    const statuses = async (api: Registered) =>
      (await service.recorded(api.subscriptionId)).map(({ status, credits }) => [status, credits]);

    test("credentials, products and credits are checked first", async () => {
      const api = await service.register(`${upstream.url}`);
      const other = await service.register(`${upstream.url}`);
      const path = `/${api.path}/200`;
      expect(codeOf(await service.ask("GET", path))).toBe("not_authenticated");
      const wrong = { "x-authkey": `${api.key.slice(0, -1)}_` };
      const unknown = await service.ask("GET", path, { headers: wrong });
      expect([codeOf(unknown), unknown.headers.get("x-credits-charged")]).toEqual([
        "invalid_credential",
        "0",
      ]);
      const foreign = { "x-authkey": other.key };
      const refused = await service.ask("GET", path, { headers: foreign });
      expect(refused.body).toMatchObject({
        code: "api_not_in_product",
        detail: `Your plan does not include ${api.path}.`,
      });
      for (let call = 0; call < 15; call++) expect((await service.call(api, "GET", "/200")).status).toBe(200);
      const beyond = await service.call(api, "GET", "/200");
      expect([codeOf(beyond), beyond.headers.get("x-credits-charged")]).toEqual(["credits_exhausted", "0"]);
      expect(await service.sums(api.subscriptionId)).toMatchObject({ credits: 15 });
    });

    test("what is charged follows the status and the policy", async () => {
      const found = await service.register(`${upstream.url}`);
      const always = await service.register(
        `${upstream.url}`,
        {},
        { charge_on: "always", credit_cost: { default: 2 } },
      );
      const all = [200, 201, 204, 301, 304, 400, 401, 403, 404, 409, 429, 500, 503];
      const shown: unknown[] = [];
      for (const status of all) {
        const got = await service.call(found, "GET", `/${status}`);
        shown.push([got.status, Number(got.headers.get("x-credits-charged") ?? Number.NaN)]);
        if (status !== 404 && status !== 200) continue;
        const paid = await service.call(always, "GET", `/${status}`);
        expect(paid.headers.get("x-credits-charged")).toBe("2");
      }
      const paid = (status: number) => status < 400 && status !== 304;
      expect(await statuses(found)).toEqual(all.map((status) => [status, paid(status) ? 1 : 0]));
      expect(shown).toEqual(await statuses(found));
      expect(await statuses(always)).toEqual([
        [200, 2],
        [404, 2],
      ]);
    });

    test("rate, quota and addresses of the policy hold", async () => {
      const rated = await service.register(
        `${upstream.url}`,
        {},
        { rate_limit: { calls: 1, renewal_period_s: 60 } },
      );
      expect((await service.call(rated, "GET", "/200")).status).toBe(200);
      const second = await service.call(rated, "GET", "/200");
      expect([second.status, codeOf(second)]).toEqual([429, "rate_limited"]);
      const quota = await service.register(`${upstream.url}`, {}, { quota: { calls: 2, renewal: "day" } });
      for (const status of [500, 200, 404, 200]) await service.call(quota, "GET", `/${status}`);
      // A fault counts for nothing; the fourth call is one too many.
      expect(await statuses(quota)).toEqual([
        [500, 0],
        [200, 1],
        [404, 0],
        [429, 0],
      ]);
      const filtered = await service.register(
        `${upstream.url}`,
        {},
        { ip_filter: { deny: ["203.0.113.0/24"] } },
      );
      const refused = await service.call(filtered, "GET", "/200", { from: "203.0.113.9" });
      expect([refused.status, codeOf(refused)]).toEqual([403, "ip_not_allowed"]);
    });

    test("an API without subscriptions answers anybody, free", async () => {
      const api = await service.register(`${upstream.url}`, { subscription_required: false });
      const got = await service.ask("GET", `/${api.path}/200`, { from: "203.0.113.7" });
      expect([got.status, got.text, got.headers.get("x-credits-remaining")]).toEqual([200, "body", null]);
      expect(got.headers.get("x-credits-charged")).toBe("0");
      const [record] = await service.app.database.all(sql`
        select subscription_id, user_id, product_id, status, credits, key_slot from request_log
        where api_id = ${api.apiId} and ip_address = '203.0.113.7'`);
      expect(record).toEqual({
        subscription_id: "",
        user_id: "",
        product_id: null,
        status: 200,
        credits: 0,
        key_slot: null,
      });
      // A key that is sent is used.
      expect((await service.call(api, "GET", "/200")).headers.get("x-credits-remaining")).toBe("14");
      const { compared } = await service.app.inspection.compare();
      expect(compared.flatMap(({ findings }) => findings)).toEqual([]);
    });

    test("a test key is refused and recorded, and nothing is forwarded", async () => {
      const api = await service.register(`${upstream.url}`);
      const before = received;
      const got = await service.ask("GET", `/${api.path}/200`, { headers: { "x-AuthKey": api.testKey } });
      const detail = `A test key is not forwarded to ${api.path}: its service would answer for real. Use the primary or secondary key.`;
      expect(got.body).toEqual(problem("forbidden", 403, "Forbidden", detail, got));
      expect([got.headers.get("x-test"), received]).toEqual(["true", before]);
      const records = await service.app.database.all(sql`
        select status, credits, key_slot from request_log where api_id = ${api.apiId}`);
      expect(records).toEqual([{ status: 403, credits: 0, key_slot: "test" }]);
    });

    test("the longest path wins, up to a slash", async () => {
      const named = (text: string) =>
        Bun.serve({ port: 0, fetch: (request) => new Response(text + new URL(request.url).pathname) });
      const [short, long] = [named("short"), named("long")];
      const path = `p${crypto.randomUUID()}`;
      const one = await service.register(`${short.url}`, { path, subscription_required: false });
      await service.register(`${long.url}`, { path: `${path}/v2/x`, subscription_required: false });
      const at = async (rest: string) => (await service.ask("GET", `/${one.path}${rest}`)).text;
      expect(await Promise.all(["", "/v2", "/v2/x", "/v2/x/y", "/v2/xy"].map(at))).toEqual([
        "short/",
        "short/v2",
        "long/",
        "long/y",
        "short/v2/xy",
      ]);
      expect((await service.ask("GET", `/${path}x`)).status).toBe(404);
      await short.stop(true);
      await long.stop(true);
    });

    test("a change, and the end of an API, are in use without a restart", async () => {
      const api = await service.register(`${upstream.url}`, { subscription_required: false });
      const status = async () => (await service.ask("GET", `/${api.path}/200`)).status;
      expect(await status()).toBe(200);
      await service.changeApi(api, { service_url: "http://nowhere.invalid" });
      await until(async () => (await status()) === 502, "the new address is in use");
      await service.changeApi(api, { service_url: null });
      await until(async () => (await status()) === 404, "without an address there is nothing to forward to");
    });

    test("a body that is too long is refused, announced or not", async () => {
      const api = await service.register(`${upstream.url}`, { request_max_bytes: 1000 });
      const detail = "The body has more than the 1000 bytes that this API takes.";
      const announced = await service.call(api, "POST", "/200", { body: "a".repeat(1001) });
      expect(announced.body).toEqual(
        problem("content_too_large", 413, "Content too large", detail, announced),
      );
      const port = service.open();
      const piece = new TextEncoder().encode("a".repeat(600));
      let pieces = 0;
      const body = new ReadableStream({
        pull(controller) {
          if (pieces++ < 4) controller.enqueue(piece);
          else controller.close();
        },
      });
      const got = await fetch(`${port.url}${api.path}/200`, {
        method: "POST",
        body,
        headers: { "x-authkey": api.key },
      });
      expect([got.status, codeOf({ body: await got.json() })]).toEqual([413, "content_too_large"]);
      await port.stop();
      await service.app.metering.flush();
      expect(await statuses(api)).toEqual([
        [413, 0],
        [413, 0],
      ]);
      const get = await service.ask("DELETE", `/${api.path}/200`, {
        headers: { "x-authkey": api.key },
        body: "small",
      });
      expect(get.status).toBe(200);
    });

    test("more calls at a time than an API allows are refused with 503", async () => {
      const waiting: RawSocket[] = [];
      await using raw = rawUpstream((socket) => void waiting.push(socket));
      const api = await service.register(raw.url, { max_concurrent: 2 });
      const other = await service.another(api);
      const calls = [api, other].map((one) => service.call(one, "GET"));
      await until(() => waiting.length === 2, "two calls are under way");
      const third = await service.call(await service.another(api), "GET");
      expect([third.status, codeOf(third), third.headers.get("retry-after")]).toEqual([
        503,
        "upstream_unavailable",
        "1",
      ]);
      for (const socket of waiting) socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
      let refused = false;
      const fourth = service.call(api, "GET").finally(() => {
        refused = waiting.length < 3;
      });
      await until(() => waiting.length === 3 || refused, "there is a place again");
      waiting[2]?.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      expect((await fourth).status).toBe(200);
    });

    test("an API whose upstream fails is not called for a while", async () => {
      let calls = 0;
      let status = 500;
      const failing = Bun.serve({
        port: 0,
        fetch: () => {
          calls += 1;
          return new Response("", { status });
        },
      });
      const api = await service.register(`${failing.url}`, {}, { credit_cost: { default: 0 } });
      const other = await service.another(api);
      let turn = 0;
      const call = () => service.call(turn++ % 2 === 0 ? api : other, "GET");
      const before = calls;
      while ((await call()).status === 500) if (calls > 100) throw new Error("it is called on and on");
      expect(calls - before).toBeLessThanOrEqual(20);
      const refused = await call();
      expect([refused.status, codeOf(refused)]).toEqual([503, "upstream_unavailable"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      status = 200;
      await until(async () => (await call()).status === 200, "one call tries, and finds it well");
      expect((await call()).status).toBe(200);
      await failing.stop(true);
    });
  });
}
