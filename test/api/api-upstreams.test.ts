import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../callers.ts";
import { type Got, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`upstreams of built-in APIs on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());
    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, json });
    const conflict = (detail: string, got: Got) => problem("conflict", 409, "Conflict", detail, got);

    test("an API that computes its answers has none", async () => {
      for (const computed of ["vin-decoder", "market-valuation", "repair-estimates", "vehicles"])
        for (const [field, value] of [
          ["service_url", "https://example.com/"],
          ["auth", { header: "X-Key", value: "v" }],
          ["upstream", {}],
        ] as const) {
          const got = await operator("PATCH", `/apis/${computed}`, { [field]: value });
          const reason = `${computed} computes its answers. It asks no upstream, so its ${field} cannot be changed.`;
          expect(got.body).toEqual(conflict(reason, got));
        }
    });

    test("a built-in API of records has an upstream", async () => {
      const path = "/apis/lien";
      const shown = async () => {
        const { service_url, upstream } = (await operator("GET", path)).body as Record<string, unknown>;
        return { service_url, upstream };
      };
      const alone = await operator("PATCH", path, { upstream: { source: "acme" } });
      expect(alone.body).toEqual(conflict("lien has no service_url, which its upstream needs.", alone));
      await operator("PATCH", path, { service_url: "https://liens.example/api" });
      const defaults = { source: "upstream", keep_days: null, on_failure: "not_found" };
      expect(await shown()).toEqual({ service_url: "https://liens.example/api", upstream: defaults });
      const upstream = { source: "acme", keep_days: 7, on_failure: "unavailable" };
      await operator("PATCH", path, { upstream });
      await operator("PATCH", path, { service_url: "https://liens.example/" });
      expect(await shown()).toEqual({ service_url: "https://liens.example/", upstream });
      const customer = await signedIn(service, await signUp(service));
      const others = await service.ask("GET", path, { headers: customer });
      expect(others.body).toMatchObject({ service_url: null, upstream: null });
      for (const wrong of [{ source: "demo" }, { source: "a, b" }, { keep_days: 0 }, { on_failure: "502" }])
        expect((await operator("PATCH", path, { upstream: wrong })).status).toBe(422);
      await operator("PATCH", path, { service_url: null });
      expect(await shown()).toEqual({ service_url: null, upstream: null });
      const json = { name: "tyres", display_name: "Tyres", path: "tyres" };
      const { id } = (await operator("POST", "/apis", json)).body as { id: string };
      const forwarded = await operator("PATCH", `/apis/${id}`, { upstream });
      const reason = "Only a built-in API has an upstream. Calls of this API are forwarded.";
      expect(forwarded.body).toEqual(conflict(reason, forwarded));
    });
  });
}
