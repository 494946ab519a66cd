import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker, signedIn } from "../callers.ts";
import { kinds, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`limits of subscriptions on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    let made = 0;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
      const published = { state: "published", credits_granted: 100 };
      await operator("POST", "/products/basic", { ...published, display_name: "Basic" });
      await operator("PUT", "/products/basic/apis/vin-decoder");
      await operator("POST", "/products/twice", { ...published, subscriptions_limit: 2 });
    });
    afterAll(() => service.end());

    const fresh = () => `/subscriptions/s-${++made}`;
    const create = async (scope: string, by: Asker) => {
      const path = fresh();
      const got = await by("POST", path, { scope });
      if (got.status !== 200) throw new Error(got.text);
      return path;
    };
    const use = async (key: string) =>
      (await service.ask("GET", "/vin-decoder/1HGCM82633A004352", { headers: { "x-AuthKey": key } })).status;

    test("a customer gets the credits of a plan without approval once", async () => {
      const account = await signUp(service);
      const customer = asker(service, await signedIn(service, account));
      const scope = "/products/basic";
      const path = await create(scope, customer);
      const refused = async () => {
        const got = await customer("POST", fresh(), { scope });
        const detail = "Limit reached: 1 subscription to basic per user. For another one, ask the operator.";
        expect(got.body).toEqual(problem("conflict", 409, "Conflict", detail, got));
      };
      await refused();
      await customer("PATCH", path, { state: "cancelled" });
      await refused();
      expect((await operator("POST", fresh(), { scope, owner_id: account.userId })).status).toBe(200);
      const asked = { state: "published", credits_granted: 100, approval_required: true };
      await operator("POST", "/products/asked", asked);
      for (const _ of [1, 2]) await create("/products/asked", customer);
    });

    test("another user's ID is refused like a free one", async () => {
      const [owner, stranger] = [await signUp(service), await signUp(service)];
      const by = asker(service, await signedIn(service, stranger));
      await operator("PUT", "/products/open", { state: "published" });
      const bodies = [
        { scope: "/products/none" },
        { scope: "/apis" },
        { scope: "/products/trial" },
        { scope: "/products/open", state: "suspended" },
        { scope: "/products/open", state: "cancelled" },
        { scope: "/products/open", owner_id: owner.userId },
        { scope: "/products/open", expires_at: "2030-01-01T00:00:00Z" },
      ];
      for (const method of ["PUT", "POST"]) {
        for (const body of bodies) {
          const received = async (id: string) => {
            const got = await by(method, `/subscriptions/${id}`, body);
            return [got.status, (got.body as { detail: string }).detail];
          };
          const free = await received("a-free-one");
          expect(free[0]).toBeGreaterThanOrEqual(400);
          expect([method, body, await received(owner.subscriptionId)]).toEqual([method, body, free]);
        }
        const taken = await by(method, `/subscriptions/${owner.subscriptionId}`, { scope: "/products/open" });
        const detail = `The subscription ID ${owner.subscriptionId} is in use or belongs to a deleted subscription.`;
        expect(taken.body).toEqual(problem("conflict", 409, "Conflict", detail, taken));
      }
    });

    test("an account gets 15 trial credits in total", async () => {
      const target = await signUp(service);
      const by = asker(service, await signedIn(service, target));
      const trial = { scope: "/products/trial" };
      const first = `/subscriptions/${target.subscriptionId}`;
      const refused = async () => {
        const path = fresh();
        const got = await by("POST", path, trial);
        const detail = "Limit reached: 1 subscription to trial per user.";
        expect(got.body).toEqual(problem("conflict", 409, "Conflict", detail, got));
        expect((await by("PUT", path, trial)).status).toBe(409);
        expect((await operator("POST", path, { ...trial, owner_id: target.userId })).status).toBe(409);
        expect((await by("GET", path)).status).toBe(404);
      };
      await refused();
      expect((await by("PUT", first, { ...trial, display_name: "Anew" })).body).toMatchObject({
        credits: { granted: 15, used: 0 },
      });
      expect(await use(target.key)).toBe(200);
      expect((await by("PUT", first, trial)).body).toMatchObject({ credits: { granted: 15, used: 1 } });
      const other = await create("/products/basic", by);
      expect((await by("PUT", other, trial)).status).toBe(403);
      expect((await operator("PATCH", other, trial)).status).toBe(409);
      await by("PATCH", first, { state: "cancelled" });
      await refused();
      expect((await by("DELETE", first)).body).toEqual({ status: "success", id: target.subscriptionId });
      await refused();
      expect((await by("POST", first, trial)).status).toBe(409);
      expect((await by("PUT", first, trial)).status).toBe(409);
      const both = await Promise.all([by("POST", fresh(), trial), by("PUT", fresh(), trial)]);
      expect(both.map((got) => got.status)).toEqual([409, 409]);
      expect((await by("DELETE", `/users/${target.userId}`)).status).toBe(403);
      const all = (await by("GET", "/subscriptions")).body as { product_id: string }[];
      expect(all.filter((one) => one.product_id === "trial")).toEqual([]);
    });

    test("a product's limit holds for simultaneous calls", async () => {
      const target = await signUp(service);
      const by = asker(service, await signedIn(service, target));
      const tries = Array.from({ length: 8 }, () => by("POST", fresh(), { scope: "/products/twice" }));
      const statuses = (await Promise.all(tries)).map((got) => got.status);
      expect(statuses.sort()).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
      // An operator can neither create nor move a third one there.
      const other = await create("/products/basic", by);
      expect((await operator("PATCH", other, { scope: "/products/twice" })).status).toBe(409);
      const another = await signUp(service);
      const moved = await operator("PATCH", other, { scope: "/products/twice", owner_id: another.userId });
      expect(moved.body).toMatchObject({ owner_id: another.userId, product_id: "twice" });
      expect((await by("GET", other)).status).toBe(404);
    });
  });
}
