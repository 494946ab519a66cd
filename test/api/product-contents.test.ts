import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../callers.ts";
import { type Got, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`contents of products on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    }, 180_000);
    afterAll(() => service.end());

    const ids = (got: Got) => (got.body as { id: string }[]).map(({ id }) => id);

    test("one call creates or replaces a product with its APIs", async () => {
      const held = async () => ids(await operator("GET", "/products/whole/apis")).sort();
      const made = await operator("POST", "/products/whole", { apis: ["lien", "vin-decoder", "lien"] });
      expect([made.status, await held()]).toEqual([200, ["lien", "vin-decoder"]]);
      await operator("PUT", "/products/whole", { terms: "Be kind" });
      expect(await held()).toEqual(["lien", "vin-decoder"]);
      await operator("PUT", "/products/whole", { apis: ["oil-lookup"] });
      expect(await held()).toEqual(["oil-lookup"]);
      const missing = await operator("PUT", "/products/whole", { apis: ["lien", "none"], terms: "None" });
      expect(missing.body).toEqual(problem("not_found", 404, "Not found", "API none not found.", missing));
      expect(await held()).toEqual(["oil-lookup"]);
      expect((await operator("GET", "/products/whole")).body).toMatchObject({ terms: "" });
      expect((await operator("PUT", "/products/whole", { apis: [] })).status).toBe(200);
      expect(await held()).toEqual([]);
    });

    test("a product without subscriptions can be deleted", async () => {
      await operator("POST", "/products/old", { state: "published", apis: ["lien"] });
      const { userId } = await signUp(service);
      const subscription = "/subscriptions/to-old";
      await operator("POST", subscription, { scope: "/products/old", owner_id: userId });
      const refused = await operator("DELETE", "/products/old");
      const detail = "Plan old has 1 active subscription. Move or cancel them first.";
      expect(refused.body).toEqual(problem("conflict", 409, "Conflict", detail, refused));
      await operator("PATCH", subscription, { state: "suspended" });
      expect((await operator("DELETE", "/products/old")).status).toBe(409);
      await operator("PATCH", subscription, { state: "cancelled" });
      const gone = await operator("DELETE", "/products/old");
      expect([gone.status, gone.body]).toEqual([200, { status: "success", id: "old" }]);
      expect((await operator("GET", "/products/old")).status).toBe(404);
      expect((await operator("DELETE", "/products/old")).status).toBe(404);
      expect((await operator("GET", subscription)).body).toMatchObject({
        product_id: "old",
        state: "cancelled",
      });
      const audit = await operator("GET", "/audit?object=/products/old&action=product.delete");
      expect(audit.body).toMatchObject([{ before: { id: "old" }, after: null }]);
      expect((await operator("POST", "/products/old", {})).status).toBe(200);
      expect(ids(await operator("GET", "/products/old/apis"))).toEqual([]);
    });
  });
}
