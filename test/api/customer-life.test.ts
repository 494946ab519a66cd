import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../callers.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { goodVin } from "../subscribers.ts";

type Body = Record<string, unknown>;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the life of a customer on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    // Each step continues from the previous one.
    let customer: Record<string, string>;
    let userId: string;
    let trialKey: string;
    let keys: { primary_key: string; secondary_key: string };
    const subscription = "/subscriptions/partner-1";
    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, ...(json !== undefined && { json }) });
    const decode = async (key: string) => {
      const got = await service.ask("GET", "/vin-decoder/1HGCM82633A004352", {
        headers: { "x-AuthKey": key },
      });
      return got.status === 200 ? 200 : [got.status, (got.body as Body).code, (got.body as Body).state];
    };

    test("the operator makes a product that needs approval", async () => {
      const made = await operator("POST", "/products/partner", {
        display_name: "Partner",
        approval_required: true,
        state: "published",
        credits_granted: 100,
      });
      expect(made.status).toBe(200);
      expect((await operator("PUT", "/products/partner/apis/vin-decoder")).status).toBe(200);
    });

    test("a customer signs up, signs in, and uses its trial", async () => {
      const password = "a good password";
      const json = { email: "life@example.com", password, first_name: "Ada", last_name: "Byron" };
      const signedUp = await service.ask("POST", "/auth/signup", { headers: service.clientHeaders, json });
      const body = signedUp.body as { user: { id: string }; keys: { primary_key: string } };
      userId = body.user.id;
      trialKey = body.keys.primary_key;
      customer = await signedIn(service, { email: "life@example.com", password });
      expect(await decode(trialKey)).toBe(200);
    });

    test("a new subscription is submitted; its keys are refused", async () => {
      const json = { scope: "/products/partner", display_name: "Ours" };
      const made = await service.ask("POST", subscription, { headers: customer, json });
      expect(made.body).toMatchObject({
        id: "partner-1",
        owner_id: userId,
        state: "submitted",
        start_at: null,
      });
      const shown = await service.ask("POST", `${subscription}/listSecrets`, { headers: customer });
      keys = shown.body as typeof keys;
      expect(await decode(keys.primary_key)).toEqual([403, "subscription_inactive", "submitted"]);
      const refused = await service.ask("GET", `/vin-decoder/${goodVin}`, {
        headers: { "x-AuthKey": keys.primary_key },
      });
      expect(refused.body).toMatchObject({
        detail: "The subscription of this key is awaiting approval.",
      });
    });

    test("after approval the key works on the next call", async () => {
      const refused = await service.ask("PATCH", subscription, {
        headers: customer,
        json: { state: "active" },
      });
      expect(refused.status).toBe(403);
      service.advance(1000);
      const approved = await operator("PATCH", subscription, { state: "active" });
      expect(approved.body).toMatchObject({ state: "active", start_at: "2026-11-21T00:00:01.000Z" });
      expect(await decode(keys.primary_key)).toBe(200);
      expect(await decode(keys.secondary_key)).toBe(200);
    });

    test("after suspension the next call is refused", async () => {
      const json = { state: "suspended", state_comment: "unpaid" };
      expect((await operator("PATCH", subscription, json)).body).toMatchObject(json);
      expect(await decode(keys.primary_key)).toEqual([403, "subscription_inactive", "suspended"]);
      expect((await operator("PATCH", subscription, { state: "active" })).status).toBe(200);
      expect(await decode(keys.primary_key)).toBe(200);
    });

    test("regenerates keys with grace", async () => {
      const got = await service.ask("POST", `${subscription}/regeneratePrimaryKey`, {
        headers: customer,
        json: { grace_seconds: 60 },
      });
      const renewed = got.body as typeof keys;
      expect(renewed.secondary_key).toBe(keys.secondary_key);
      expect(renewed.primary_key).not.toBe(keys.primary_key);
      service.advance(59_999);
      expect([await decode(keys.primary_key), await decode(renewed.primary_key)]).toEqual([200, 200]);
      service.advance(1);
      expect(await decode(keys.primary_key)).toEqual([401, "invalid_credential", undefined]);
      keys = renewed;
      expect(await decode(keys.primary_key)).toBe(200);
    });

    test("a deleted account stops; its reports still agree", async () => {
      const before = await operator("GET", `/reports/byApi?user_id=${userId}`);
      const deleted = await operator("DELETE", `/users/${userId}`);
      expect(deleted.body).toMatchObject({
        id: userId,
        state: "deleted",
        email: "",
        first_name: "",
        last_name: "",
      });
      expect(await decode(keys.primary_key)).toEqual([401, "invalid_credential", undefined]);
      expect(await decode(trialKey)).toEqual([401, "invalid_credential", undefined]);
      expect((await service.ask("GET", `/users/${userId}`, { headers: customer })).status).toBe(401);
      const after = await operator("GET", `/reports/byApi?user_id=${userId}`);
      expect((after.body as Body).items).toEqual((before.body as Body).items);
      expect((after.body as Body).items).toMatchObject([
        { api_id: "vin-decoder", call_count_success: 7, call_count_blocked: 3, credits: 7 },
      ]);
      const log = (await operator("GET", `/reports/byRequest?user_id=${userId}`)).body as { items: Body[] };
      expect(log.items.map((item) => item.ip_address)).toEqual(new Array(10).fill(""));
      expect(log.items.reduce((sum, item) => sum + Number(item.credits), 0)).toBe(7);
      const { credits } = (await operator("GET", subscription)).body as { credits: Body };
      expect(credits).toEqual({ granted: 100, used: 6, remaining: 94, unlimited: false });
    });

    test("its email may open a new account", async () => {
      const json = {
        email: "life@example.com",
        password: "a good password",
        first_name: "A",
        last_name: "B",
      };
      const got = await service.ask("POST", "/auth/signup", { headers: service.clientHeaders, json });
      expect(got.status).toBe(200);
      expect((got.body as { user: { id: string } }).user.id).not.toBe(userId);
    });
  });
}
