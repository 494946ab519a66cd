import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker, issues, signedIn } from "../callers.ts";
import {
  type Account,
  kinds,
  problem,
  signUp,
  startService,
  type TestService,
  testStart,
} from "../harness.ts";

type Body = Record<string, unknown>;
const at = new Date(testStart).toISOString();

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`subscriptions on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    let operator: Asker;
    let customer: Asker;
    let made = 0;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
      operator = asker(service, service.operatorHeaders);
      customer = asker(service, await signedIn(service, account));
      const published = { state: "published", credits_granted: 100 };
      await operator("POST", "/products/basic", {
        ...published,
        display_name: "Basic",
        subscriptions_limit: 1000,
      });
      await operator("PUT", "/products/basic/apis/vin-decoder");
      await operator("POST", "/products/checked", { ...published, approval_required: true });
      await operator("POST", "/products/twice", { ...published, subscriptions_limit: 2 });
      await operator("POST", "/products/hidden", { credits_granted: 100 });
    });
    afterAll(() => service.end());

    const fresh = () => `/subscriptions/s-${++made}`;
    const create = async (json: Body, by: Asker = customer) => {
      const path = fresh();
      const got = await by("POST", path, json);
      if (got.status !== 200) throw new Error(got.text);
      return path;
    };
    const keysOf = async (path: string) =>
      (await operator("POST", `${path}/listSecrets`)).body as { primary_key: string; secondary_key: string };
    const use = async (key: string) => {
      const got = await service.ask("GET", "/vin-decoder/1HGCM82633A004352", {
        headers: { "x-AuthKey": key },
      });
      return got.status === 200 ? 200 : [got.status, (got.body as Body).state];
    };

    test("a customer subscribes for itself, on its product's terms", async () => {
      const got = await customer("POST", "/subscriptions/mine", { scope: "/products/basic" });
      expect(got.body).toEqual({
        id: "mine",
        owner_id: account.userId,
        scope: "/products/basic",
        product_id: "basic",
        display_name: "Basic",
        state: "active",
        state_comment: null,
        created_at: at,
        start_at: at,
        expires_at: null,
        ended_at: null,
        credits: { granted: 100, used: 0, remaining: 100, unlimited: false },
      });
      expect((await customer("GET", "/subscriptions/mine")).body).toEqual(got.body);
      expect(got.text).not.toContain("vgk_");
      const again = await customer("POST", "/subscriptions/mine", { scope: "/products/basic" });
      const detail = "The subscription ID mine is in use or belongs to a deleted subscription.";
      expect(again.body).toEqual(problem("conflict", 409, "Conflict", detail, again));
      const unlimited = await customer("POST", fresh(), { scope: "/products/unlimited" });
      expect(unlimited.body).toMatchObject({
        state: "submitted",
        start_at: null,
        credits: { granted: 0, used: 0, remaining: null, unlimited: true },
      });
    });

    test("members for operators are 403 and change nothing", async () => {
      const scope = "/products/basic";
      const later = new Date(testStart + 1e9).toISOString();
      const members = {
        owner_id: "somebody",
        state: "active",
        state_comment: "x",
        expires_at: later,
        primary_key: "a-key-of-my-own-choice",
        secondary_key: "a-key-of-my-own-choice",
      };
      for (const [name, value] of Object.entries(members)) {
        const path = fresh();
        expect((await customer("POST", path, { scope, [name]: value })).status).toBe(403);
        expect((await customer("PUT", path, { scope, [name]: value })).status).toBe(403);
        expect((await customer("PATCH", "/subscriptions/mine", { [name]: value })).status).toBe(403);
        expect((await operator("GET", path)).status).toBe(404);
      }
      for (const other of ["/apis", "/apis/vin-decoder"])
        expect((await customer("POST", fresh(), { scope: other })).status).toBe(403);
      for (const other of ["/products/hidden", "/products/none"])
        expect((await customer("POST", fresh(), { scope: other })).status).toBe(404);
      expect((await customer("PATCH", "/subscriptions/mine", { scope: "/products/twice" })).status).toBe(403);
      expect((await customer("PUT", "/subscriptions/mine", { scope: "/products/twice" })).status).toBe(403);
      expect((await customer("GET", "/subscriptions/mine")).body).toMatchObject({ state: "active", scope });
    });

    test("a comment belongs to its state", async () => {
      const path = await create({ scope: "/products/basic" });
      const patch = async (json: object) =>
        ((await operator("PATCH", path, json)).body as { state_comment: string | null }).state_comment;
      expect(await patch({ state: "suspended", state_comment: "unpaid" })).toBe("unpaid");
      expect(await patch({ display_name: "Renamed" })).toBe("unpaid");
      expect(await patch({ state: "active" })).toBe(null);
      expect(await patch({ state: "suspended", state_comment: "again" })).toBe("again");
    });

    test("a customer renames and cancels; cancelled is permanent", async () => {
      const path = await create({ scope: "/products/basic" });
      expect((await customer("PATCH", path, { display_name: "Renamed" })).body).toMatchObject({
        display_name: "Renamed",
        state: "active",
      });
      const put = await customer("PUT", path, { scope: "/products/basic", display_name: "Again" });
      expect(put.body).toMatchObject({ display_name: "Again", state: "active", credits: { granted: 100 } });
      const { primary_key } = await keysOf(path);
      expect((await customer("PATCH", path, { state: "cancelled" })).body).toMatchObject({
        state: "cancelled",
        ended_at: at,
      });
      expect(await use(primary_key)).toEqual([403, "cancelled"]);
      const revived = await operator("PATCH", path, { state: "active" });
      const detail = "A cancelled subscription cannot change its state. Create a new one.";
      expect(revived.body).toEqual(problem("conflict", 409, "Conflict", detail, revived));
      // Its owner may read its keys in every state.
      expect((await customer("POST", `${path}/listSecrets`)).status).toBe(200);
    });

    test("state changes follow the table", async () => {
      const begin = async (state: string) =>
        create({ scope: "/products/checked", owner_id: account.userId, state }, operator);
      const go = async (path: string, state: string) => {
        const got = await operator("PATCH", path, { state });
        return got.status === 200 ? (got.body as Body).state : got.status;
      };
      const walk = async (path: string, ...states: string[]) => {
        const seen: unknown[] = [];
        for (const state of states) seen.push(await go(path, state));
        return seen;
      };
      expect(
        await walk(await begin("submitted"), "suspended", "expired", "rejected", "submitted", "active"),
      ).toEqual([409, 409, "rejected", 409, "active"]);
      expect(
        await walk(await begin("active"), "active", "submitted", "rejected", "suspended", "active"),
      ).toEqual(["active", 409, 409, "suspended", "active"]);
      expect(await walk(await begin("suspended"), "cancelled", "suspended", "cancelled")).toEqual([
        "cancelled",
        409,
        "cancelled",
      ]);
      for (const state of ["rejected", "cancelled", "expired"])
        expect(
          (await operator("POST", fresh(), { scope: "/apis", owner_id: account.userId, state })).status,
        ).toBe(409);
    });

    test("expiry is enforced to the millisecond, shown, and renewed", async () => {
      const now = service.app.clock();
      const expires = new Date(now + 5000).toISOString();
      const path = await create({ scope: "/products/basic" });
      await operator("PATCH", path, { expires_at: expires });
      const { primary_key: key } = await keysOf(path);
      service.advance(4999);
      expect(await use(key)).toBe(200);
      service.advance(1);
      expect(await use(key)).toEqual([403, "expired"]);
      expect((await customer("GET", path)).body).toMatchObject({
        state: "expired",
        expires_at: expires,
        ended_at: expires,
      });
      const ids = async (query: string) =>
        ((await operator("GET", `/subscriptions?${query}`)).body as { id: string }[]).map(
          (one) => `/subscriptions/${one.id}`,
        );
      expect(await ids(`state=expired&user_id=${account.userId}`)).toEqual([path]);
      expect(await ids("state=expired")).toEqual([path]);
      expect(await ids("state=active")).not.toContain(path);
      const early = await operator("PATCH", path, { state: "active" });
      const detail = "expires_at has passed. Set a later time together with the state.";
      expect(early.body).toEqual(problem("conflict", 409, "Conflict", detail, early));
      expect((await operator("PATCH", path, { expires_at: null })).body).toMatchObject({
        state: "active",
        ended_at: null,
      });
      expect(await use(key)).toBe(200);
      expect(await ids("state=expired")).toEqual([]);
    });

    test("only operators set API scopes, which have no meter", async () => {
      const owner = { owner_id: account.userId };
      const all = await operator("POST", "/subscriptions/everything", { scope: "/apis", ...owner });
      expect(all.body).toMatchObject({
        scope: "/apis",
        product_id: null,
        display_name: "/apis",
        credits: { unlimited: true, remaining: null },
      });
      expect((await operator("POST", fresh(), { scope: "/apis/vin-decoder", ...owner })).status).toBe(200);
      expect((await operator("POST", fresh(), { scope: "/apis/none", ...owner })).status).toBe(404);
      expect((await operator("POST", fresh(), { scope: "/apis" })).status).toBe(409);
      expect((await operator("POST", fresh(), { scope: "/apis", owner_id: "nobody" })).status).toBe(404);
      expect(await use((await keysOf("/subscriptions/everything")).primary_key)).toBe(200);
    });

    test("a change of product grants no credits", async () => {
      const path = await create({ scope: "/products/basic" });
      const { primary_key: key } = await keysOf(path);
      const credits = async (scope: string) =>
        ((await operator("PATCH", path, { scope })).body as { credits: Body }).credits;
      expect(await use(key)).toBe(200);
      expect(await credits("/products/unlimited")).toMatchObject({
        used: 1,
        remaining: null,
        unlimited: true,
      });
      expect(await use(key)).toBe(200);
      expect(await credits("/products/twice")).toEqual({
        granted: 101,
        used: 2,
        remaining: 99,
        unlimited: false,
      });
    });

    test("lists and links contain what the caller may see", async () => {
      const target = await signUp(service);
      const by = asker(service, await signedIn(service, target));
      const second = await create({ scope: "/products/basic" }, by);
      const mine = (await by("GET", "/subscriptions")).body as { id: string }[];
      expect(mine.map((one) => `/subscriptions/${one.id}`).sort()).toEqual(
        [second, `/subscriptions/${target.subscriptionId}`].sort(),
      );
      expect((await by("GET", `/users/${target.userId}/subscriptions`)).body).toEqual(mine);
      expect((await by("GET", `/subscriptions?user_id=${account.userId}`)).body).toEqual([]);
      expect((await by("GET", `/users/${account.userId}/subscriptions`)).status).toBe(404);
      expect((await operator("GET", "/users/nobody/subscriptions")).status).toBe(404);
      const paged = await operator("GET", `/subscriptions?user_id=${target.userId}&page_size=1`);
      expect(paged.headers.get("link")).toContain(
        `/subscriptions?user_id=${target.userId}&page=2&page_size=1>; rel="next"`,
      );
      const links = await operator("GET", `/users/${target.userId}/subscriptions?page_size=1`);
      expect(links.headers.get("link")).toContain(
        `<${service.app.config.publicUrl}/users/${target.userId}/subscriptions?page=2&page_size=1>; rel="next"`,
      );
      expect((await operator("DELETE", second)).status).toBe(200);
      expect((await operator("DELETE", second)).status).toBe(404);
      expect(((await by("GET", "/subscriptions")).body as Body[]).length).toBe(1);
    });

    test("invalid requests name each fault", async () => {
      const wrong = {
        scope: "/products/",
        owner_id: "",
        display_name: "x".repeat(101),
        state: "gone",
        expires_at: "soon",
        primary_key: "short",
        credits: 5,
      };
      expect(issues(await operator("POST", fresh(), wrong))).toEqual([
        "string_pattern_mismatch body scope",
        "string_too_short body owner_id",
        "string_too_long body display_name",
        "literal_error body state",
        "datetime_from_date_parsing body expires_at",
        "string_pattern_mismatch body primary_key",
        "extra_forbidden body credits",
      ]);
      expect(issues(await operator("PUT", fresh(), {}))).toEqual(["missing body scope"]);
      expect((await operator("PATCH", "/subscriptions/mine", {})).status).toBe(200);
      expect((await operator("POST", `/subscriptions/${"x".repeat(300)}`, {})).status).toBe(422);
    });
  });
}
