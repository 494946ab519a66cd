import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { kinds } from "../../../../test/harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`forwarding on ${kind.dialect}`, () => {
    let service: GatewayService;
    let api: Registered;
    const upstream = Bun.serve({
      port: 0,
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        if (pathname === "/base/long") return new Response("y".repeat(200_000));
        const body = await request.text();
        return Response.json({ method: request.method, at: pathname + search, body });
      },
    });
    beforeAll(async () => {
      service = await startGateway(kind);
      api = await service.register(`${upstream.url}base/`);
    });
    afterAll(async () => {
      await service.end();
      await upstream.stop(true);
    });

    test("a call is forwarded, charged and recorded once", async () => {
      const got = await service.call(api, "GET", "/a/b?x=1&y=%20");
      expect(got.body).toEqual({ method: "GET", at: "/base/a/b?x=1&y=%20", body: "" });
      expect([got.status, got.headers.get("x-credits-remaining")]).toEqual([200, "14"]);
      expect(await service.recorded(api.subscriptionId)).toEqual([
        { status: 200, credits: 1, error_code: null, request_size: 0, response_size: got.text.length },
      ]);
    });

    test("a long answer that was received whole has its length", async () => {
      const got = await service.call(api, "GET", "/long");
      expect([got.text.length, got.headers.get("content-length")]).toEqual([200_000, "200000"]);
    });
  });
}
