import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { type Asker, asker, signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

interface Access {
  readonly operator_name: string | null;
  readonly action: string;
  readonly object: string;
  readonly reason: string | null;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`access by operators on ${kind.dialect}`, () => {
    let service: TestService;
    let token: Asker;
    let [ada, eve, sofia]: Account[] = [];
    let [asAda, asEve, asSofia]: Asker[] = [];

    beforeAll(async () => {
      service = await startService(kind);
      token = asker(service, service.operatorHeaders);
      [ada, eve, sofia] = [await signUp(service), await signUp(service), await signUp(service)];
      await service.app.database.run(sql`
        update app_user set role = 'operator', operator_role = 'support', first_name = 'Sofia', last_name = 'Ruiz'
        where id = ${sofia.userId}`);
      await change(token, "PUT", "/products/big", { display_name: "Big", credits_granted: 5 });
      const signIn = async (account: Account) => asker(service, await signedIn(service, account));
      [asAda, asEve, asSofia] = [await signIn(ada), await signIn(eve), await signIn(sofia)];
    });
    afterAll(() => service.end());

    const read = async (ask: Asker, { userId }: Account, query = "") => {
      const { status, body, headers } = await ask("GET", `/users/${userId}/operator-access${query}`);
      expect(status).toBe(200);
      return { entries: body as Access[], total: headers.get("x-total-count") };
    };
    const short = ({ operator_name, action, object, reason }: Access) => [
      operator_name,
      action,
      object.replace(/\/[^/]*$/, ""),
      reason,
    ];
    const change = async (ask: Asker, method: string, path: string, json: object) =>
      expect([path, (await ask(method, path, json)).status]).toEqual([path, 200]);

    test("a customer sees who viewed and changed the account, why, newest first, and nothing of others", async () => {
      expect(await read(asAda!, ada!)).toEqual({ entries: [], total: "0" });
      await change(asAda!, "PATCH", `/users/${ada!.userId}`, { first_name: "Ada" });
      const reason = "Ticket 4471";
      const chosen = await asSofia!("PUT", "/auth/account", { account_id: ada!.userId, reason });
      const visit = chosen.body as { visit_reason: string | null }[];
      expect((await asSofia!("GET", "/auth/accounts")).body).toEqual(visit);
      expect(visit.map(({ visit_reason }) => visit_reason)).toEqual([null, reason]);
      await change(asSofia!, "PUT", "/auth/account", { account_id: sofia!.userId });
      const subscription = `/subscriptions/${ada!.subscriptionId}`;
      await change(token, "POST", `${subscription}/credits`, { change: 250, reason: "Outage on 2 Nov" });
      await change(token, "PATCH", `/users/${ada!.userId}`, { note: "Pays late" });
      await change(token, "POST", `/subscriptions/${eve!.subscriptionId}/credits`, { change: 1 });
      const { entries, total } = await read(asAda!, ada!);
      expect(entries.map(short)).toEqual([
        [null, "user.update", "/users", null],
        [null, "subscription.adjust_credits", "/subscriptions", "Outage on 2 Nov"],
        ["Sofia Ruiz", "user.visit", "/users", "Ticket 4471"],
      ]);
      expect(total).toBe("3");
      expect(JSON.stringify(entries)).not.toContain("late");
      const second = await read(asAda!, ada!, "?page=2&page_size=2");
      expect([second.entries, second.total]).toEqual([entries.slice(2), "3"]);
      expect((await read(asSofia!, ada!)).entries).toEqual(entries);
      expect((await asEve!("GET", `/users/${ada!.userId}/operator-access`)).status).toBe(404);
    });

    test("an ID that looks like another with its wildcard shows nothing of it", async () => {
      for (const [id, owner] of [
        ["a_b", ada],
        ["axb", eve],
      ] as const)
        await change(token, "POST", `/subscriptions/${id}`, {
          scope: "/products/big",
          owner_id: owner!.userId,
        });
      const grant = { credits: 5, reason: "For eve" };
      await change(token, "POST", "/subscriptions/axb/grants", grant);
      expect(JSON.stringify((await read(asAda!, ada!)).entries)).not.toContain("axb");
      expect(JSON.stringify((await read(asEve!, eve!)).entries)).toContain("For eve");
    });

    test("what happened to a subscription stays with the account that had it", async () => {
      await change(token, "POST", "/subscriptions/moved", {
        scope: "/products/big",
        owner_id: ada!.userId,
      });
      await change(token, "POST", "/subscriptions/moved/credits", { change: 1, reason: "Ada's" });
      await change(token, "PATCH", "/subscriptions/moved", { owner_id: eve!.userId });
      await change(token, "POST", "/subscriptions/moved/credits", { change: 1, reason: "Eve's" });
      const ofMoved = (await read(asEve!, eve!)).entries.filter(({ object }) => object.includes("moved"));
      expect(ofMoved.map(({ action, reason }) => [action, reason])).toEqual([
        ["subscription.adjust_credits", "Eve's"],
        ["subscription.update", null],
      ]);
    });
  });
