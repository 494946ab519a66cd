import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dayMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import { type Asker, asker, signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

interface Listed {
  readonly total: number;
  readonly needs_you: number;
  readonly organizations: number;
  readonly customers: readonly { readonly id: string; readonly state: string }[];
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`customers on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    const accounts: Record<string, Account> = {};
    const run = (statement: ReturnType<typeof sql>) => service.app.database.run(statement);
    const of = (name: string) => accounts[name]!;
    const list = async (query = ""): Promise<Listed> => {
      const got = await operator("GET", `/system/customers${query}`);
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      return got.body as Listed;
    };
    /** The names of listed accounts, with their states. */
    const found = async (query = "") => {
      const names = new Map(Object.entries(accounts).map(([name, { userId }]) => [userId, name]));
      return (await list(query)).customers.map(({ id, state }) => `${names.get(id) ?? id}: ${state}`);
    };
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
      for (const name of ["idle", "spent", "blocked", "asking", "calling", "closed"]) {
        accounts[name] = await signUp(service);
        service.advance(1000);
      }
      await run(sql`update subscription set state = 'submitted' where id = ${of("asking").subscriptionId}`);
      await run(sql`update app_user set state = 'blocked' where id = ${of("blocked").userId}`);
      await run(sql`
        update credit_balance set remaining = 0, used = granted
        where subscription_id = ${of("spent").subscriptionId}`);
      await operator("DELETE", `/users/${of("closed").userId}`);
      await operator("DELETE", `/subscriptions/${of("idle").subscriptionId}`);
    });
    afterAll(() => service.end());

    test("those that need an operator are first, then those that cannot call, then the newest", async () => {
      expect(await found()).toEqual([
        "asking: requested",
        "blocked: suspended",
        "spent: used_up",
        "calling: active",
        "idle: no_plan",
      ]);
      const { total, needs_you, organizations } = await list();
      expect([total, needs_you, organizations]).toEqual([5, 1, 0]);
    });

    test("a page goes on where the one before ended", async () => {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => found(`?page_size=2&page=${page}`)));
      expect(pages).toEqual([
        ["asking: requested", "blocked: suspended"],
        ["spent: used_up", "calling: active"],
        ["idle: no_plan"],
        [],
      ]);
    });

    test("each state, a plan and words of a name narrow the list", async () => {
      for (const [state, names] of Object.entries({
        requested: ["asking"],
        unpaid: [],
        suspended: ["blocked"],
        used_up: ["spent"],
        active: ["calling"],
        no_plan: ["idle"],
        deleted: ["closed"],
      }))
        expect([state, await found(`?state=${state}`)]).toEqual([
          state,
          names.map((name) => `${name}: ${state}`),
        ]);
      expect(await found(`?id=${of("idle").userId}`)).toEqual(["idle: no_plan"]);
      expect(await found("?product_id=trial")).toHaveLength(4);
      expect(await found("?product_id=unlimited")).toEqual([]);
      expect(await found(`?text=${encodeURIComponent(of("spent").email)}`)).toEqual(["spent: used_up"]);
      expect((await operator("GET", "/system/customers?state=odd")).status).toBe(422);
    });

    test("a row has plan, credits and the calls of 30 days", async () => {
      const { calling } = accounts;
      const days = [31, 29, 0].map((ago) => service.app.clock() - ago * dayMs);
      await recordCalls(
        service,
        days.map((at) => callOf(calling!, at)),
      );
      const { customers } = await list(`?text=${encodeURIComponent(calling!.email)}`);
      const user = (await operator("GET", `/users/${calling!.userId}`)).body as { registered_at: string };
      expect(customers as readonly object[]).toEqual([
        {
          id: calling!.userId,
          name: "Ada Byron",
          email: calling!.email,
          kind: "person",
          members: null,
          first_member: null,
          state: "active",
          needs_you: false,
          subscriptions: 1,
          subscription_id: calling!.subscriptionId,
          plan: "Trial",
          product_id: "trial",
          offer_version: null,
          price_minor: null,
          price_every: null,
          currency: null,
          request_id: null,
          request: null,
          credits_left: 15,
          calls: 2,
          next_payment_minor: null,
          next_payment_currency: null,
          next_payment_at: null,
          next_payment_state: null,
          lapses_at: null,
          registered_at: user.registered_at,
        },
      ] as object[]);
    });

    test("a request is approved by its ID, and the customer no longer waits", async () => {
      const [first] = (await list()).customers as unknown as { request_id: string; request: string }[];
      expect([first!.request_id, first!.request]).toEqual([of("asking").subscriptionId, "Trial"]);
      await operator("PATCH", `/subscriptions/${first!.request_id}`, { state: "active" });
      expect(await found("?state=requested")).toEqual([]);
      expect(await found("?state=active")).toContain("asking: active");
    });

    test("an account is used up when none of its subscriptions has credits", async () => {
      const path = "/subscriptions/second";
      const json = { scope: "/products/unlimited", owner_id: of("spent").userId, state: "active" };
      expect((await operator("POST", path, json)).status).toBe(200);
      expect(await found("?state=used_up")).toEqual([]);
      expect(await found("?state=active")).toContain("spent: active");
    });

    test("an organization has its members", async () => {
      const person = asker(service, await signedIn(service, of("calling")));
      const made = (await person("POST", "/organizations", { name: "Acme Fleet" })).body as { id: string };
      const { customers, organizations } = await list("?text=acme");
      expect(customers).toMatchObject([
        { id: made.id, name: "Acme Fleet", kind: "organization", members: 1, first_member: "Ada Byron" },
      ] as object[]);
      expect(organizations).toBe(1);
    });

    test("as CSV it has a row for each customer", async () => {
      const got = await service.ask("GET", "/system/customers", {
        headers: { ...service.operatorHeaders, accept: "text/csv" },
      });
      const lines = got.text.trim().split("\r\n");
      expect([got.status, got.headers.get("content-type"), lines.length]).toEqual([
        200,
        "text/csv; charset=utf-8",
        (await list()).total + 1,
      ]);
      expect(lines[0]).toStartWith("id,name,email,kind,");
    });

    test("only roles that read customers see them", async () => {
      const data = await signUp(service);
      await run(sql`update app_user set role = 'operator', operator_role = 'data' where id = ${data.userId}`);
      expect(
        (await service.ask("GET", "/system/customers", { headers: await signedIn(service, data) })).status,
      ).toBe(403);
    });
  });
