import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { systemTiming } from "../../src/base/timing.ts";
import { sql } from "../../src/database/sql.ts";
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
import { goodVin } from "../subscribers.ts";
import { until } from "../until.ts";

type Entry = { id: string | null; kind: string; change: number; balance: number };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`credits both ways on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    }, 180_000);
    afterAll(() => service.end());

    const adjust = ({ subscriptionId }: Account, json: object) =>
      operator("POST", `/subscriptions/${subscriptionId}/credits`, json);
    const credits = async ({ subscriptionId }: Account) =>
      ((await operator("GET", `/subscriptions/${subscriptionId}`)).body as { credits: object }).credits;
    const entries = async ({ subscriptionId }: Account) =>
      (await operator("GET", `/subscriptions/${subscriptionId}/ledger`)).body as Entry[];
    const decode = ({ key }: Account) =>
      service.ask("GET", `/vin-decoder/${goodVin}`, { headers: { "x-AuthKey": key } });

    test("credits are added, removed and set; ledger entries sum to the balance", async () => {
      const account = await signUp(service);
      const id = account.subscriptionId;
      const added = await adjust(account, { change: 10, reason: "goodwill" });
      expect([added.status, added.body]).toEqual([
        200,
        {
          id: (added.body as { id: string }).id,
          subscription_id: id,
          change: 10,
          remaining: 25,
          reason: "goodwill",
          idempotency_key: null,
          created_at: new Date(testStart).toISOString(),
        },
      ]);
      // The node now has the credits on lease.
      for (let calls = 0; calls < 4; calls++) expect((await decode(account)).status).toBe(200);
      expect((await adjust(account, { change: -6 })).body).toMatchObject({ change: -6, remaining: 15 });
      expect(await credits(account)).toEqual({ granted: 19, used: 4, remaining: 15, unlimited: false });
      expect((await adjust(account, { set: 3 })).body).toMatchObject({ change: -12, remaining: 3 });
      for (const status of [200, 200, 200, 402]) expect((await decode(account)).status).toBe(status);
      expect((await adjust(account, { set: 2 })).body).toMatchObject({ change: 2, remaining: 2 });
      expect((await decode(account)).status).toBe(200);

      const got = await operator("GET", `/subscriptions/${id}/ledger`);
      const list = got.body as Entry[];
      // Newest first, with the balance after each.
      expect(list.map(({ kind, change, balance }) => [kind, change, balance])).toEqual([
        ["charge", -1, 1],
        ["set", 2, 2],
        ["charge", -3, 0],
        ["set", -12, 3],
        ["adjust", -6, 15],
        ["charge", -4, 21],
        ["adjust", 10, 25],
        ["grant", 15, 15],
      ]);
      expect(await credits(account)).toMatchObject({ remaining: 1 });
      expect(list.find((entry) => entry.id === (added.body as Entry).id)).toEqual({
        id: (added.body as Entry).id,
        timestamp: new Date(testStart).toISOString(),
        kind: "adjust",
        change: 10,
        balance: 25,
        reason: "goodwill",
        actor: "operator",
      } as Entry);
      expect(got.headers.get("x-total-count")).toBe("8");
      const page = await operator("GET", `/subscriptions/${id}/ledger?page=2&page_size=4`);
      expect((page.body as Entry[]).map(({ id }) => id)).toEqual(list.slice(4).map(({ id }) => id));
      expect(page.headers.get("link")).toContain(
        `<${service.app.config.publicUrl}/subscriptions/${id}/ledger?page=1&page_size=4>; rel="first"`,
      );
      const asCsv = { ...service.operatorHeaders, accept: "text/csv" };
      const csv = await service.ask("GET", `/subscriptions/${id}/ledger?page_size=2`, { headers: asCsv });
      const at = new Date(testStart).toISOString();
      expect([csv.headers.get("content-type"), csv.headers.get("x-total-count"), csv.text]).toEqual([
        "text/csv; charset=utf-8",
        "8",
        `id,timestamp,kind,change,balance,reason,actor\r\n,${at},charge,-1,1,,\r\n${list[1]!.id},${at},set,2,2,,operator\r\n`,
      ]);
      const own = asker(service, await signedIn(service, account));
      const shown = (await own("GET", `/subscriptions/${id}/ledger`)).body as Entry[];
      expect(shown.map(({ kind }) => kind)).toEqual(list.map(({ kind }) => kind));
      expect(JSON.stringify(shown)).not.toContain("actor");
    });

    test("adjustments stop at zero, need a limit, and are idempotent", async () => {
      const account = await signUp(service);
      await decode(account);
      const refused = await adjust(account, { change: -15 });
      const detail = "Not enough credits. Nothing was changed.";
      expect(refused.body).toEqual(problem("conflict", 409, "Conflict", detail, refused));
      expect(await credits(account)).toEqual({ granted: 15, used: 1, remaining: 14, unlimited: false });
      // The balance is no longer frozen.
      expect((await decode(account)).status).toBe(200);
      const json = { change: -13, idempotency_key: "once" };
      const answers = await Promise.all([
        adjust(account, json),
        adjust(account, json),
        adjust(account, json),
      ]);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]!.body).toMatchObject({ change: -13, remaining: 0 });
      expect((await adjust(account, { ...json, change: 5 })).text).toBe(answers[0]!.text);
      expect(await credits(account)).toMatchObject({ remaining: 0 });
      expect((await entries(account)).filter(({ kind }) => kind === "adjust")).toHaveLength(1);
      const audit = await operator(
        "GET",
        `/audit?object=/subscriptions/${account.subscriptionId}&action=subscription.adjust_credits`,
      );
      expect(audit.body).toMatchObject([
        { before: null, after: { change: -13, remaining: 0, reason: null } },
      ]);
      await operator("PATCH", `/subscriptions/${account.subscriptionId}`, { scope: "/products/unlimited" });
      expect((await adjust(account, { set: 5 })).status).toBe(409);
      expect((await operator("POST", "/subscriptions/none/credits", { set: 5 })).status).toBe(404);
    });

    test("two subscriptions may share an idempotency_key", async () => {
      const accounts = [await signUp(service), await signUp(service)];
      const json = { change: 5, idempotency_key: "shared" };
      const answers = [];
      for (const account of accounts) answers.push(await adjust(account, json));
      expect(answers.map(({ body }) => body)).toMatchObject(
        accounts.map(({ subscriptionId }) => ({ subscription_id: subscriptionId, change: 5, remaining: 20 })),
      );
      for (const [index, account] of accounts.entries())
        expect((await adjust(account, json)).text).toBe(answers[index]!.text);
      for (const account of accounts) expect(await credits(account)).toMatchObject({ remaining: 20 });
    });

    test("a refused set names the node that keeps credits", async () => {
      const account = await signUp(service);
      const { subscriptionId } = account;
      const { database } = service.app;
      await database.run(sql`
        insert into journal (journal_id, node, place, state, opened_at) values ('dead', 'api-9/77', '', 'open', 0)`);
      await database.run(sql`
        insert into credit_lease (journal_id, subscription_id, held) values ('dead', ${subscriptionId}, 4)`);
      const refusing = adjust(account, { set: 3 });
      const asked = sql`select 1 as found from credit_lease where journal_id = 'dead' and return_requested = 1`;
      await until(async () => (await database.get(asked)) !== undefined, "the credits are requested");
      const { monotonic } = systemTiming;
      const later = spyOn(systemTiming, "monotonic").mockImplementation(() => monotonic() + 5000);
      const refused = await refusing.finally(() => later.mockRestore());
      const detail =
        "Credits are still reserved after 5 seconds: node api-9/77 reserves 4. Calls take longer there, or the node has lost the database or has ended; then its credits return within 60 seconds. Nothing was changed. Try again.";
      expect(refused.body).toEqual(problem("conflict", 409, "Conflict", detail, refused));
      await database.run(sql`delete from credit_lease where journal_id = 'dead'`);
      await database.run(sql`delete from journal where journal_id = 'dead'`);
      expect((await adjust(account, { set: 3 })).status).toBe(200);
    });

    test("simultaneous sets run in turn while credits are spent", async () => {
      const account = await signUp(service);
      const calls = Array.from({ length: 30 }, () => decode(account));
      const sets = [40, 50, 60].map((set) => adjust(account, { set }));
      expect((await Promise.all(sets)).map(({ status }) => status)).toEqual([200, 200, 200]);
      await Promise.all(calls);
      const { granted, used, remaining } = (await credits(account)) as Record<string, number>;
      const sum = (await entries(account)).reduce((total, { change }) => total + change, 0);
      expect([remaining, sum]).toEqual([granted! - used!, remaining!]);
    });

    test("invalid adjustments name each fault", async () => {
      const account = await signUp(service);
      expect(issues(await adjust(account, {}))).toEqual(["value_error body"]);
      expect(issues(await adjust(account, { set: 1, change: 1 }))).toEqual(["value_error body"]);
      expect(issues(await adjust(account, { set: -1 }))).toEqual(["greater_than_equal body set"]);
      expect(issues(await adjust(account, { change: 1.5, other: 1 }))).toEqual([
        "int_from_float body change",
        "extra_forbidden body other",
      ]);
    });
  });
}
