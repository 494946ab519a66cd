import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { asker, signedIn } from "../../../../test/callers.ts";
import {
  type Account,
  kinds,
  problem,
  signUp,
  startService,
  type TestService,
  testOrigin,
} from "../../../../test/harness.ts";
import { callOf, recordCalls } from "../../../../test/usage-calls.ts";
import { sql } from "../../../database/sql.ts";
import { insertUser } from "../../../management/common/user-resource.ts";
import { operations } from "../../../operations.ts";

/** Reads of customers that are in no export, and why. */
const left: Readonly<Record<string, string>> = {
  // In another list of the export.
  listSubscriptions: "subscriptions",
  getSubscription: "subscriptions",
  getPaper: "papers",
  getPaperXml: "papers",
  listPaperForms: "papers",
  getPayment: "payments",
  getWebhook: "webhooks",
  reportByApi: "calls",
  reportBySubscription: "calls",
  reportByUser: "calls",
  reportTimeseries: "calls",
  reportByKey: "calls",
  reportByError: "calls",
  followRequests: "calls",
  getReceipt: "calls",
  listRemainingCredentials: "access-tokens",
  // Deleted after days, and the account's own server has them.
  listWebhookDeliveries: "webhooks",
  getWebhookDelivery: "webhooks",
  // About the service, not the account.
  listWebhookEventTypes: "service",
  listProducts: "service",
  getProduct: "service",
  listProductApis: "service",
  getProductOffer: "service",
  listApis: "service",
  getApi: "service",
  listOpenTerms: "service",
  listMissingLetters: "service",
  quotePayment: "service",
  // About the session.
  listAccounts: "session",
  getAssistantRequest: "session",
  getAccountClosing: "session",
  exportAccount: "session",
};

test("every read of a customer is exported, or is of something else", () => {
  const reads = operations.filter((one) => one.method === "GET" && one.audience === "customer");
  const missing = reads.filter(({ id, exported }) => (exported === undefined) === !(id in left));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`an export on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    beforeAll(async () => {
      service = await startService(kind);
      ada = await signUp(service);
      await recordCalls(
        service,
        // More than a page.
        Array.from({ length: 1203 }, (_, call) => callOf(ada, service.app.clock() - 3_600_000 + call)),
      );
      const grace = await signUp(service);
      await recordCalls(service, [callOf(grace, service.app.clock() - 1000)]);
    });
    afterAll(() => service.end());

    const pathOf = (account: Account) => `/users/${account.userId}/export`;
    const filesOf = (bytes: Uint8Array) =>
      Object.fromEntries(
        Object.entries(unzipSync(bytes)).map(([path, body]) => {
          const text = new TextDecoder().decode(body);
          const lines = text.trim().split("\n");
          if (!/json$/.test(path)) return [path, body.length > 0];
          return [path, path.endsWith(".ndjson") ? lines.map((line) => JSON.parse(line)) : JSON.parse(text)];
        }),
      ) as Record<string, unknown>;

    test("has what the account's reads return, whole, nothing of others, and is in the audit log", async () => {
      const headers = await signedIn(service, ada);
      const ask = asker(service, headers);
      const got = await service.serve(new Request(testOrigin + pathOf(ada), { headers }), "127.0.0.1");
      expect([got.status, got.headers.get("content-type")]).toEqual([200, "application/zip"]);
      expect(got.headers.get("content-disposition")).toBe(
        `attachment; filename="account-${new Date(service.app.clock()).toISOString().slice(0, 10)}.zip"`,
      );
      const files = filesOf(new Uint8Array(await got.arrayBuffer()));
      const read = async (path: string) => (await ask("GET", path)).body;
      const subscription = `subscriptions/${ada.subscriptionId}`;
      expect(files).toMatchObject({
        "account.json": await read(`/users/${ada.userId}`),
        "sessions.ndjson": await read(`/users/${ada.userId}/sessions`),
        "subscriptions.ndjson": await read(`/users/${ada.userId}/subscriptions`),
        [`${subscription}/ledger.ndjson`]: await read(`/${subscription}/ledger`),
        [`${subscription}/grants.ndjson`]: await read(`/${subscription}/grants`),
      });
      const lines = files["calls.ndjson"] as { user_id: string; request_id: string }[];
      expect(lines.length).toBe(1203);
      expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(1203);
      expect(new Set(lines.map(({ user_id }) => user_id))).toEqual(new Set([ada.userId]));
      for (const secret of [ada.key, ada.secondaryKey, ada.testKey, ada.password])
        expect(JSON.stringify(files)).not.toContain(secret);
      const audit = await service.ask("GET", `/audit?object=/users/${ada.userId}&action=user.export`, {
        headers: service.operatorHeaders,
      });
      expect((audit.body as { actor: string }[]).map(({ actor }) => actor)).toEqual([`/users/${ada.userId}`]);
    });

    test("is of the account that the session acts for, since its reads are", async () => {
      const headers = await signedIn(service, ada);
      await service.app.database.transaction(async (tx) => {
        const now = service.app.clock();
        const acme = { id: "acme", email: "office@acme.example", firstName: "Acme", lastName: "" };
        await insertUser(tx, { ...acme, role: "customer", kind: "organization", passwordHash: null }, now);
        await tx.run(sql`
          insert into member (organization_id, user_id, role, joined_at) values ('acme', ${ada.userId}, 'owner', ${now})`);
      });
      const chosen = await asker(service, headers)("PUT", "/auth/account", { account_id: "acme" });
      expect(chosen.status).toBe(200);
      const other = await service.ask("GET", pathOf(ada), { headers });
      const detail = "Choose this account first: the session acts for another one.";
      expect(other.body).toEqual(problem("conflict", 409, "Conflict", detail, other));
      const own = await service.serve(
        new Request(`${testOrigin}/users/acme/export`, { headers }),
        "127.0.0.1",
      );
      const files = filesOf(new Uint8Array(await own.arrayBuffer()));
      expect((files["members.ndjson"] as { user_id: string }[]).map(({ user_id: id }) => id)).toEqual([
        ada.userId,
      ]);
      expect(Object.keys(files)).not.toContain("calls.ndjson");
    });

    test("leaves places to other networks, also if one has many accounts", async () => {
      const open = async (account: Account, from: string) =>
        service.serve(
          new Request(testOrigin + pathOf(account), { headers: await signedIn(service, account) }),
          from,
        );
      const own = [await signUp(service), await signUp(service), await signUp(service)];
      const unread = [await open(own[0]!, "203.0.113.1"), await open(own[1]!, "203.0.113.1")];
      expect(unread.map(({ status }) => status)).toEqual([200, 200]);
      expect((await open(own[2]!, "203.0.113.1")).status).toBe(429);
      const beside = await open(own[2]!, "203.0.113.2");
      expect(beside.status).toBe(200);
      for (const response of [...unread, beside]) await response.arrayBuffer();
      const repeated = await open(own[2]!, "203.0.113.1");
      expect(repeated.status).toBe(200);
      await repeated.arrayBuffer();
    });

    test("is for the account alone, after it has shown who it is", async () => {
      const other = await service.ask("GET", pathOf(ada), {
        headers: await signedIn(service, await signUp(service)),
      });
      expect(other.body).toEqual(
        problem("not_found", 404, "Not found", `User ${ada.userId} not found.`, other),
      );
      const headers = await signedIn(service, ada);
      service.advance(16 * 60_000);
      expect(((await service.ask("GET", pathOf(ada), { headers })).body as { code: string }).code).toBe(
        "step_up_required",
      );
    });
  });
