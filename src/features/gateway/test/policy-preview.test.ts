import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { kinds } from "../../../../test/harness.ts";

const statuses = [200, 201, 404, 500, 302, 410, 204];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a policy against forwarded calls, on ${kind.dialect}`, () => {
    let service: GatewayService;
    let free: Registered;
    const upstream = Bun.serve({
      port: 0,
      fetch: (request) => new Response(null, { status: Number(new URL(request.url).pathname.slice(1)) }),
    });
    beforeAll(async () => {
      service = await startGateway(kind);
      free = await service.register(upstream.url.href, {}, { credit_cost: { default: 0 } });
      await call(free);
    }, 180_000);
    afterAll(async () => {
      await service.end();
      await upstream.stop(true);
    });
    const call = async (api: Registered) => {
      for (const status of statuses) await service.call(api, "GET", `/${status}`);
    };
    const preview = async (api: Registered, policy: object) => {
      const headers = service.operatorHeaders;
      const path = `/products/${api.productId}/policies/preview`;
      return (await service.ask("POST", path, { headers, json: { policy } })).body as {
        credits: number;
        refused: { total: number };
        refused_as_recorded: { total: number };
      };
    };

    test.each([
      ["a price", { credit_cost: { default: 2 } }, 8, 0],
      ["the usual price", {}, 4, 0],
      ["a charge for what is not found", { charge_on: "always" }, 5, 0],
      ["a quota", { quota: { calls: 3, renewal: "lifetime" } }, 2, 4],
    ] as const)("a preview of %s equals its later effect", async (_, policy, credits, refused) => {
      const before = await preview(free, policy);
      const api = await service.register(upstream.url.href, {}, policy);
      await call(api);
      const after = await preview(api, policy);
      expect([before, after]).toEqual([
        expect.objectContaining({ calls: 7, credits_recorded: 0, credits }),
        expect.objectContaining({ calls: 7, credits_recorded: credits, credits }),
      ]);
      const totals = [before.refused, after.refused, after.refused_as_recorded].map(({ total }) => total);
      expect(totals).toEqual([refused, refused, refused]);
      expect(await service.sums(api.subscriptionId)).toMatchObject({ credits });
    });
  });
