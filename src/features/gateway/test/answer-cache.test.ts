import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { embedded } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";

const day = { cache: { ttl_s: 86_400 } };

for (const kind of embedded)
  describe.skipIf(kind.missing)(`kept answers on ${kind.dialect}`, () => {
    let service: GatewayService;
    let api: Registered;
    const seen: string[] = [];
    const seenHeaders = new Map<string, Record<string, string>[]>();
    let release = Promise.withResolvers<void>();
    const upstream = Bun.serve({
      port: 0,
      async fetch(request) {
        const { pathname, search, searchParams } = new URL(request.url);
        seen.push(`${request.method} ${pathname}${search}`);
        seenHeaders.set(pathname, [
          ...(seenHeaders.get(pathname) ?? []),
          Object.fromEntries(request.headers),
        ]);
        if (pathname === "/slow") await release.promise;
        const language = request.headers.get("accept-language") ?? "";
        const headers = Object.fromEntries(searchParams);
        if (pathname === "/missing") return new Response("none", { status: 404 });
        if (pathname.startsWith("/pieces")) {
          const pieces = Array.from({ length: Number(pathname.slice(7)) }, () => "x".repeat(1000));
          return new Response(
            (async function* () {
              yield* pieces;
            })(),
          );
        }
        return new Response(`${seen.length} ${language}`, { headers });
      },
    });
    const requests = (path: string) => seen.filter((line) => line.includes(path)).length;
    beforeAll(async () => {
      service = await startGateway(kind);
      api = await service.register(upstream.url.href, {}, day);
    });
    afterAll(async () => {
      await service.end();
      await upstream.stop(true);
    });
    const get = async (path: string, headers: Record<string, string> = {}, of = api) => {
      const got = await service.call(of, "GET", path, { headers });
      return { ...got, cache: got.headers.get("x-cache") };
    };
    const bump = (amount: number, of = api) =>
      service.ask("POST", `/subscriptions/${of.subscriptionId}/credits`, {
        headers: service.operatorHeaders,
        json: { change: amount },
      });

    test("a second call is answered without the upstream, charged and recorded as a hit", async () => {
      const first = await get("/twice?a=1");
      const second = await get("/twice?a=1");
      expect([first.cache, second.cache, requests("/twice")]).toEqual(["MISS", "HIT", 1]);
      expect(second.text).toBe(first.text);
      expect([first.headers.get("age"), second.headers.get("age")]).toEqual([null, "0"]);
      expect(second.headers.get("cache-control")).toBe("private, max-age=86400");
      expect(second.headers.get("x-credits-remaining")).toBe("13");
      expect(second.headers.get("x-credits-charged")).toBe("1");
      expect((await get("/twice?a=2")).cache).toBe("MISS");
      const records = await service.app.database.all<{ cache: string; credits: number; service_us: number }>(
        sql`select cache, credits, service_us from request_log where subscription_id = ${api.subscriptionId} order by seq`,
      );
      expect(records.map(({ cache, credits }) => [cache, credits])).toEqual([
        ["miss", 1],
        ["hit", 1],
        ["miss", 1],
      ]);
      expect(records[1]!.service_us).toBe(0);
    });

    test("only headers in the key go to the upstream, and what rewrites a request never", async () => {
      const headers = {
        host: "evil.test",
        "x-original-url": "/admin",
        "x-http-method-override": "DELETE",
        "x-tenant": "mine",
        cookie: "a=b",
        "accept-language": "de",
      };
      await get("/headers", headers);
      const [first] = seenHeaders.get("/headers")!;
      expect(Object.keys(first!).sort()).toEqual([
        "accept",
        "accept-encoding",
        "accept-language",
        "connection",
        "host",
        "traceparent",
        "user-agent",
        "via",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-request-id",
      ]);
      expect([first!["x-forwarded-host"], first!["accept-language"]]).toEqual(["vingate.test", "de"]);
      expect((await get("/headers", { "x-tenant": "other", "accept-language": "de" })).cache).toBe("HIT");
    });

    test("calls for the same wait for one answer", async () => {
      const calls = Array.from({ length: 5 }, () => get("/slow"));
      await until(() => requests("/slow") === 1, "the upstream has the request");
      release.resolve();
      const got = await Promise.all(calls);
      expect(got.map(({ cache }) => cache).sort()).toEqual(["HIT", "HIT", "HIT", "HIT", "MISS"]);
      expect(requests("/slow")).toBe(1);
    });

    test("calls that wait for an answer which is not kept continue on their own", async () => {
      release = Promise.withResolvers();
      const calls = Array.from({ length: 3 }, () => get("/slow?cache-control=private"));
      await until(() => requests("/slow?cache") === 1, "the upstream has the request");
      release.resolve();
      expect((await Promise.all(calls)).map(({ cache }) => cache)).toEqual(["MISS", "MISS", "MISS"]);
      expect(requests("/slow?cache")).toBe(3);
    });

    test.each([
      ["/private?cache-control=private", {}],
      ["/unstored?cache-control=no-store", {}],
      ["/unchecked?cache-control=no-cache", {}],
      ["/cookie?set-cookie=a%3Db", {}],
      ["/any?vary=*", {}],
      ["/custom?vary=x-custom", {}],
      ["/missing", {}],
      ["/ranged", { range: "bytes=0-1" }],
      ["/conditional", { "if-none-match": '"a"' }],
      ["/reloaded", { "cache-control": "no-cache" }],
      ["/pieces1100", {}],
    ])("%s %p is answered by the upstream each time", async (path, headers) => {
      await bump(2);
      const caches = [(await get(path, headers)).cache, (await get(path, headers)).cache];
      expect([caches.includes("HIT"), requests(path)]).toEqual([false, 2]);
    });

    test("answers in pieces are kept whole; those of another language are others", async () => {
      await bump(5);
      const pieces = [await get("/pieces3"), await get("/pieces3")];
      expect(pieces.map(({ cache, text }) => [cache, text.length])).toEqual([
        ["MISS", 3000],
        ["HIT", 3000],
      ]);
      const path = "/language?vary=Accept-Language";
      const languages = [];
      for (const language of ["de", "fr", "de"])
        languages.push(await get(path, { "accept-language": language }));
      expect(languages.map(({ cache }) => cache)).toEqual(["MISS", "MISS", "HIT"]);
      expect(languages[2]!.text).toBe(languages[0]!.text);
    });

    test("an answer is kept for its time, and not beyond a change of the API", async () => {
      const brief = await service.register(
        upstream.url.href,
        {},
        { cache: { ttl_s: 1 }, credit_cost: { default: 0 } },
      );
      expect((await get("/brief", {}, brief)).cache).toBe("MISS");
      await until(async () => (await get("/brief", {}, brief)).cache === "MISS", "the answer is too old");
      const lasting = await service.register(upstream.url.href, {}, { ...day, credit_cost: { default: 0 } });
      expect((await get("/lasting", {}, lasting)).cache).toBe("MISS");
      expect((await get("/lasting", {}, lasting)).cache).toBe("HIT");
      await service.changeApi(lasting, { service_url: `${upstream.url}base` });
      await until(async () => (await get("/lasting", {}, lasting)).cache === "MISS", "the change is in use");
    });

    test("a hit takes no place in the quota", async () => {
      const few = await service.register(
        upstream.url.href,
        {},
        { ...day, quota: { calls: 2, renewal: "lifetime" } },
      );
      const statuses = [];
      for (const path of ["/q1", "/q1", "/q1", "/q2", "/q3"])
        statuses.push((await get(path, {}, few)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429]);
    });

    test("without a plan that keeps answers nothing is kept", async () => {
      const plain = await service.register(upstream.url.href);
      const caches = [(await get("/plain", {}, plain)).cache, (await get("/plain", {}, plain)).cache];
      expect([...caches, requests("/plain")]).toEqual([null, null, 2]);
    });
  });
