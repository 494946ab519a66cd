import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mintTestKey, mintToken } from "../../src/access/tokens.ts";
import { sql } from "../../src/database/sql.ts";
import { type Asker, asker, issues, signedIn } from "../callers.ts";
import { type Account, kinds, problem, signUp, startService, type TestService } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

type Keys = { primary_key: string; secondary_key: string; test_key: string };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`keys on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    let account: Account;
    let customer: Asker;
    let customerHeaders: Record<string, string>;
    let path: string;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());
    const begin = async () => {
      account = await signUp(service);
      customerHeaders = await signedIn(service, account);
      customer = asker(service, customerHeaders);
      path = `/subscriptions/${account.subscriptionId}`;
    };

    const use = async (key: string) =>
      (await service.ask("GET", "/", { headers: { "api-key": key } })).status;
    const keys = async () => (await customer("POST", `${path}/listSecrets`)).body as Keys;
    const audited = async () =>
      ((await operator("GET", `/audit?object=${path}`)).body as { action: string; actor: string }[]).map(
        ({ action, actor }) => `${action} by ${actor}`,
      );

    test("both paths show the keys, uncached, and write the audit log", async () => {
      await begin();
      const got = await customer("POST", `${path}/listSecrets`);
      expect(got.headers.get("cache-control")).toBe("no-store");
      const { key: primary_key, secondaryKey: secondary_key, testKey: test_key } = account;
      expect(got.body).toEqual({ primary_key, secondary_key, test_key });
      const other = await operator("POST", `/users/${account.userId}${path}/listSecrets`);
      expect([other.body, other.headers.get("cache-control")]).toEqual([got.body, "no-store"]);
      const stranger = await signUp(service);
      const wrong = await operator("POST", `/users/${stranger.userId}${path}/listSecrets`);
      const detail = `Subscription ${account.subscriptionId} not found.`;
      expect(wrong.body).toEqual(problem("not_found", 404, "Not found", detail, wrong));
      expect((await audited()).sort()).toEqual([
        "subscription.create by client",
        `subscription.list_secrets by /users/${account.userId}`,
        "subscription.list_secrets by operator",
      ]);
    });

    test("the owner's views are one entry per day and address", async () => {
      await begin();
      const view = (from: string) =>
        service.ask("POST", `${path}/listSecrets`, { headers: customerHeaders, from });
      for (const from of ["10.0.0.1", "10.0.0.1", "10.0.0.2"]) await view(from);
      service.advance(86_400_000 - 1000);
      await view("10.0.0.1");
      expect((await audited()).slice(0, -1)).toHaveLength(2);
      service.advance(1000);
      // The session has ended with its day.
      customerHeaders = await signedIn(service, account);
      await view("10.0.0.1");
      await operator("POST", `${path}/listSecrets`);
      await operator("POST", `${path}/listSecrets`);
      expect(await audited()).toEqual([
        "subscription.list_secrets by operator",
        "subscription.list_secrets by operator",
        ...Array.from({ length: 3 }, () => `subscription.list_secrets by /users/${account.userId}`),
        "subscription.create by client",
      ]);
    });

    test("a key is found by its beginning, its masked form and whole", async () => {
      await begin();
      const { subscriptionId: subscription_id, userId: user_id, key } = account;
      const find = async (by: Asker, text: string) => (await by("POST", "/keys/find", { key: text })).body;
      const found = [{ subscription_id, user_id, slot: "primary" }];
      const masked = `${key.slice(0, 8)}…${key.slice(-5)}`;
      for (const text of [key, key.slice(0, 12), masked]) {
        expect(await find(operator, text)).toEqual(found);
        expect(await find(customer, text)).toEqual(found);
      }
      expect(await find(operator, `${key.slice(0, 8)}…00000`)).toEqual([]);
      const other = asker(service, await signedIn(service, await signUp(service)));
      for (const text of [key, key.slice(0, 12)]) expect(await find(other, text)).toEqual([]);
      const wrong = await operator("POST", "/keys/find", { key: "vgk_abc" });
      expect([wrong.status, wrong.text.includes("vgk_abc")]).toEqual([422, false]);
    });

    test("only a digest and a sealed key are stored", async () => {
      const rows = await service.app.database.all<{ digest: string; sealed: Uint8Array }>(
        sql`select digest, sealed from subscription_key`,
      );
      for (const { digest, sealed } of rows) {
        expect(digest).toMatch(/^[0-9a-f]{64}$/);
        expect(Buffer.from(sealed).toString("latin1")).not.toContain("vgk_");
      }
    });

    test("a sealed key opens for its own subscription only", async () => {
      const [ada, bob] = [await signUp(service), await signUp(service)];
      const primaryOf = ({ subscriptionId }: Account) =>
        sql`subscription_id = ${subscriptionId} and slot = 'primary'`;
      await service.app.database.run(sql`
        update subscription_key set sealed = (select sealed from subscription_key where ${primaryOf(ada)})
        where ${primaryOf(bob)}`);
      const shown = await service.ask("POST", `/subscriptions/${bob.subscriptionId}/listSecrets`, {
        headers: service.operatorHeaders,
      });
      expect([shown.status, shown.text.includes("vgk_")]).toEqual([500, false]);
    });

    test("keys show their last use, and a replaced one its expiry", async () => {
      await begin();
      const inUse = async () => (await customer("GET", `${path}/keys`)).body;
      const made = new Date(service.app.clock()).toISOString();
      const key = (slot: string, more: object = {}) => ({
        slot,
        created_at: made,
        expires_at: null,
        last_used_at: null,
        ...more,
      });
      expect(await inUse()).toEqual([key("primary"), key("secondary"), key("test")]);
      const at = Date.parse(made);
      await recordCalls(service, [
        callOf(account, at + 90_000, { key: "secondary" }),
        callOf(account, at + 61_000, { key: "secondary" }),
        callOf(account, at + 5_000, {}),
      ]);
      await recordCalls(service, [callOf(account, at + 59_999, { key: "secondary" })]);
      const last_used_at = new Date(at + 60_000).toISOString();
      expect(await inUse()).toEqual([key("primary"), key("secondary", { last_used_at }), key("test")]);
      await customer("POST", `${path}/regenerateSecondaryKey`, { grace_seconds: 3600 });
      const expires_at = new Date(at + 3_600_000).toISOString();
      const listed = [key("primary"), key("secondary", { last_used_at }), key("test")];
      expect(await inUse()).toEqual([...listed, key("secondary", { last_used_at, expires_at })]);
      const other = asker(service, await signedIn(service, await signUp(service)));
      expect((await other("GET", `${path}/keys`)).status).toBe(404);
    });

    test("without grace the old key stops immediately", async () => {
      await begin();
      const got = await customer("POST", `${path}/regenerateSecondaryKey`);
      expect([got.status, got.headers.get("cache-control")]).toEqual([200, "no-store"]);
      const made = got.body as Keys;
      expect(made.primary_key).toBe(account.key);
      expect(await keys()).toEqual(made);
      expect([
        await use(account.secondaryKey),
        await use(made.secondary_key),
        await use(account.key),
      ]).toEqual([401, 200, 200]);
    });

    test("a second change can shorten the first one's grace, not lengthen it", async () => {
      await begin();
      const renew = async (grace_seconds: number) =>
        ((await customer("POST", `${path}/regeneratePrimaryKey`, { grace_seconds })).body as Keys)
          .primary_key;
      const second = await renew(100);
      const third = await renew(86_400);
      expect([await use(account.key), await use(second), await use(third)]).toEqual([200, 200, 200]);
      service.advance(100_000);
      expect([await use(account.key), await use(second), await use(third)]).toEqual([401, 200, 200]);
      const fourth = await renew(0);
      expect([await use(second), await use(third), await use(fourth)]).toEqual([401, 401, 200]);
      expect((await keys()).primary_key).toBe(fourth);
      for (const grace_seconds of [-1, 86_401, 1.5, "soon"])
        expect((await customer("POST", `${path}/regeneratePrimaryKey`, { grace_seconds })).status).toBe(422);
      expect((await keys()).primary_key).toBe(fourth);
    });

    test("simultaneous regenerations leave one valid key", async () => {
      await begin();
      const renew = () => customer("POST", `${path}/regeneratePrimaryKey`);
      const made = (await Promise.all([renew(), renew(), renew()])).map(
        (got) => (got.body as Keys).primary_key,
      );
      const live = await Promise.all(made.map(use));
      expect(live.sort()).toEqual([200, 401, 401]);
      expect(made).toContain((await keys()).primary_key);
    });

    test("an operator sets keys, unique over all subscriptions", async () => {
      await begin();
      const supplied = { primary_key: "legacy.key~of_1998-xyz", secondary_key: "a".repeat(256) };
      const changed = await operator("PATCH", path, supplied);
      expect([changed.status, changed.text.includes("legacy")]).toEqual([200, false]);
      expect(await keys()).toEqual({ ...supplied, test_key: account.testKey });
      expect(await Promise.all(Object.values(supplied).map(use))).toEqual([200, 200]);
      expect(await use(account.key)).toBe(401);
      const taken = await operator("POST", "/subscriptions/with-taken-key", {
        scope: "/apis",
        owner_id: account.userId,
        primary_key: supplied.secondary_key,
      });
      const detail = "One of the keys is already in use. Keys are unique across subscriptions.";
      expect(taken.body).toEqual(problem("conflict", 409, "Conflict", detail, taken));
      expect((await operator("GET", "/subscriptions/with-taken-key")).status).toBe(404);
      const same = { primary_key: "one-key-for-both-slots", secondary_key: "one-key-for-both-slots" };
      expect((await operator("PATCH", path, same)).status).toBe(409);
      expect(await keys()).toEqual({ ...supplied, test_key: account.testKey });
      const log = await operator("GET", `/audit?object=${path}`);
      expect(log.text).not.toContain("legacy");
    });

    test("a key that cannot authenticate is refused and not shown", async () => {
      await begin();
      const whole = mintToken("vgk");
      const wrong = [`${whole.slice(0, -1)}${whole.endsWith("0") ? "1" : "0"}`, "vgk_looks-like-one-of-ours"];
      for (const primary_key of [
        ...wrong,
        mintTestKey(),
        mintToken("vgs"),
        mintToken("vgo"),
        "too-short",
        "with a space in it",
      ]) {
        const got = await operator("PATCH", path, { primary_key });
        expect([got.status, got.text.includes(primary_key)]).toEqual([422, false]);
        expect(issues(got)[0]).toMatch(/^(value_error|string_pattern_mismatch) body primary_key$/);
      }
      expect((await operator("PATCH", path, { primary_key: whole })).status).toBe(200);
      expect(await use(whole)).toBe(200);
    });

    test("a subscription without a test key gets one when its keys are shown", async () => {
      await begin();
      await service.change(sql`
        delete from subscription_key where subscription_id = ${account.subscriptionId} and slot = 'test'`);
      expect(await use(account.testKey)).toBe(401);
      const shown = await keys();
      const { key: primary_key, secondaryKey: secondary_key } = account;
      expect(shown).toEqual({ primary_key, secondary_key, test_key: shown.test_key });
      expect(shown.test_key).toMatch(/^vgk_test[A-Za-z0-9]{38}$/);
      expect([await keys(), await use(shown.test_key)]).toEqual([shown, 200]);
    });

    test("the test key is replaced as the others are", async () => {
      await begin();
      const got = await customer("POST", `${path}/regenerateTestKey`);
      const { key: primary_key, secondaryKey: secondary_key, testKey } = account;
      const { test_key } = got.body as Keys;
      expect(got.body).toEqual({ primary_key, secondary_key, test_key });
      expect(test_key).not.toBe(testKey);
      expect([await use(testKey), await use(test_key), await use(primary_key)]).toEqual([401, 200, 200]);
      expect(await audited()).toContain(`subscription.regenerate_test_key by /users/${account.userId}`);
    });

    test("a deleted subscription's keys can be used again", async () => {
      await begin();
      await operator("PATCH", path, { primary_key: "a-key-to-be-used-again" });
      await customer("DELETE", path);
      expect(await use("a-key-to-be-used-again")).toBe(401);
      expect((await customer("POST", `${path}/listSecrets`)).status).toBe(404);
      expect((await customer("POST", `${path}/regeneratePrimaryKey`)).status).toBe(404);
      await begin();
      expect((await operator("PATCH", path, { primary_key: "a-key-to-be-used-again" })).status).toBe(200);
    });
  });
}
