import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker } from "../../../../test/callers.ts";
import { kinds, type TestService } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { until } from "../../../../test/until.ts";
import { name, sql } from "../../../database/sql.ts";
import {
  bodyOf,
  type Connected,
  codeOf,
  connected,
  decode,
  newClient,
  newPerson,
  newVerifier,
  type Person,
  packed,
  refresh,
  requestOf,
  startConnected,
  tell,
} from "./connector-scene.ts";

const minutes = (count: number) => count * 60_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what assistants may do, and how they end, on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startConnected(kind);
    });
    afterAll(() => service.end());

    const state = async ({ access_token: token }: Connected) =>
      codeOf(await tell(service, token, "tools/list"));
    const operator = (method: string, path: string, json?: unknown) =>
      asker(service, service.operatorHeaders)(method, path, json);

    /** Expects the next call to find it ended, and later calls too. */
    async function expectEnded(one: Connected): Promise<void> {
      expect(await state(one)).toBe("invalid_credential");
      expect(codeOf(await refresh(service, one.clientId, one.refresh_token))).toBe("invalid_grant");
    }

    test("a token is valid at /mcp alone", async () => {
      const person = await newPerson(service);
      const { access_token: token, refresh_token: other } = await connected(service, person);
      const asked = async (method: string, path: string, headers: Record<string, string>) =>
        (await service.ask(method, path, { headers })).status;
      for (const one of [token, other]) {
        const bearer = { authorization: `Bearer ${one}` };
        const key = { "x-authkey": one, "api-key": one };
        expect(await asked("GET", `/vin-decoder/${goodVin}`, key)).toBe(401);
        expect(await asked("GET", "/", key)).toBe(401);
        expect(await asked("GET", `/report/${goodVin}?families=vin-decoder`, key)).toBe(401);
        expect(await asked("GET", `/coverage/${goodVin}`, key)).not.toBe(200);
        expect(await asked("GET", person.path, bearer)).toBe(401);
        expect(await asked("GET", `/users/${person.account.userId}`, bearer)).toBe(401);
        expect(await asked("GET", "/subscriptions", bearer)).not.toBe(200);
      }
      expect(codeOf(await tell(service, other, "tools/list"))).toBe("invalid_credential");
      // Known by then, which must not make it valid elsewhere.
      expect(await decode(service, token)).toContain("Credits remaining: 14.");
      expect(await asked("GET", `/vin-decoder/${goodVin}`, { "x-authkey": token })).toBe(401);
    });

    test("its calls are charged, recorded and listed as its subscription's, and show no key", async () => {
      const person = await newPerson(service);
      const one = await connected(service, person);
      const got = await tell(service, one.access_token, "tools/call", {
        name: "decode_vin",
        arguments: { vin: goodVin },
      });
      const balance = await tell(service, one.access_token, "tools/call", { name: "balance", arguments: {} });
      expect(balance.text).toContain('\\"remaining\\":14');
      for (const { text } of [got, balance])
        for (const key of ["vgk_", "vga_"]) expect(text).not.toContain(key);
      const rows = await until(async () => {
        await service.app.metering.flush();
        const found = await service.app.database.all<Record<string, unknown>>(sql`
          select status, credits from request_log where subscription_id = ${person.account.subscriptionId}`);
        return found.length > 0 && found;
      }, "the call is in the request log");
      expect(rows).toEqual([{ status: 200, credits: 1 }]);
      const rest = await service.app.database.all<{ text: string }>(sql`
        select before || after as text from audit_log where object = ${`${person.path}/${one.id}`}`);
      expect(JSON.stringify(rest)).not.toContain("vga_");
      expect(service.logged.filter((line) => /vg[af]_/.test(line))).toEqual([]);
    });

    test("a call that is not charged gives its credits back to the day", async () => {
      const person = await newPerson(service);
      const one = await connected(service, person, { limit: 1 });
      await service.change(sql`
        update credit_balance set granted = 0, remaining = 0 where subscription_id = ${person.account.subscriptionId}`);
      await decode(service, one.access_token, "0000M82633A004352");
      await until(async () => {
        const [listed] = bodyOf<{ credits_today: number }[]>(await person.ask("GET", person.path));
        return listed?.credits_today === 0;
      }, "the credit was given back");
    });

    test("the user ends it, and another user cannot", async () => {
      const person = await newPerson(service);
      const other = await newPerson(service);
      const one = await connected(service, person);
      const path = `${person.path}/${one.id}`;
      for (const [method, json] of [
        ["PATCH", { credits_per_day: 1 }],
        ["DELETE", undefined],
      ] as const) {
        expect(codeOf(await other.ask(method, path, json))).toBe("not_found");
        expect(codeOf(await other.ask(method, `${other.path}/${one.id}`, json))).toBe("not_found");
      }
      expect(codeOf(await other.ask("GET", person.path))).toBe("not_found");
      const stolen = await other.ask("POST", "/assistants", {
        request: packed(requestOf(one.clientId, newVerifier())),
        subscription_id: person.account.subscriptionId,
        credits_per_day: 1,
      });
      expect(codeOf(stolen)).toBe("not_found");
      expect(await state(one)).toBe(200);
      expect((await person.ask("DELETE", path)).body).toEqual({ status: "success", id: one.id });
      expect(codeOf(await person.ask("DELETE", path))).toBe("not_found");
      await expectEnded(one);
    });

    test("only a customer connects one, with a session that was proved lately", async () => {
      const person = await newPerson(service);
      const body = {
        request: packed(requestOf(await newClient(service), newVerifier())),
        subscription_id: person.account.subscriptionId,
        credits_per_day: 1,
      };
      const { token } = bodyOf<{ token: string }>(
        await person.ask("POST", `/users/${person.account.userId}/token`),
      );
      const program = asker(service, { authorization: `Bearer ${token}` });
      expect(codeOf(await program("POST", "/assistants", body))).toBe("insufficient_scope");
      expect(codeOf(await operator("POST", "/assistants", body))).toBe("forbidden");
      expect(codeOf(await person.ask("POST", "/assistants", { ...body, credits_per_day: 0 }))).toBe(422);
      expect(codeOf(await person.ask("POST", "/assistants", { ...body, request: "AA" }))).toBe("bad_request");
      service.advance(minutes(16));
      expect(codeOf(await person.ask("POST", "/assistants", body))).toBe("step_up_required");
      await person.ask("POST", "/auth/step-up", { password: person.account.password });
      expect((await person.ask("POST", "/assistants", body)).status).toBe(200);
    });

    test("it ends with its subscription, and waits while that is suspended", async () => {
      const person = await newPerson(service);
      const one = await connected(service, person);
      const path = `/subscriptions/${person.account.subscriptionId}`;
      await operator("PATCH", path, { state: "suspended" });
      expect(await decode(service, one.access_token)).toBe("subscription_inactive");
      await operator("PATCH", path, { state: "active" });
      expect(await decode(service, one.access_token)).toContain("Cost of this call: 1 credit.");
      await operator("PATCH", path, { state: "cancelled" });
      await expectEnded(one);
      expect((await person.ask("GET", person.path)).body).toEqual([]);
    });

    test("it waits while its user is blocked, and ends with it", async () => {
      const blocked = await newPerson(service);
      const one = await connected(service, blocked);
      const user = `/users/${blocked.account.userId}`;
      await operator("PATCH", user, { state: "blocked" });
      expect(await state(one)).toBe("invalid_credential");
      await operator("PATCH", user, { state: "active" });
      expect(await state(one)).toBe(200);
      expect((await refresh(service, one.clientId, one.refresh_token)).status).toBe(200);
      const deleted = await newPerson(service);
      const two = await connected(service, deleted);
      await operator("DELETE", `/users/${deleted.account.userId}`);
      await expectEnded(two);
      for (const table of ["assistant", "assistant_code", "assistant_token", "assistant_day"] as const) {
        const column = table === "assistant" ? "id" : "assistant_id";
        const rows = await service.app.database.all<Record<string, unknown>>(
          sql`select * from ${name(table)}`,
        );
        expect(rows.filter((row) => row[column] === two.id)).toEqual([]);
      }
    });

    /** An organization of one person, in which another one is a developer, with a subscription. */
    async function organization(): Promise<{
      owner: Person;
      member: Person;
      id: string;
      subscriptionId: string;
    }> {
      const owner = await newPerson(service);
      const member = await newPerson(service);
      const { id } = bodyOf<{ id: string }>(await owner.ask("POST", "/organizations", { name: "Acme" }));
      const { subscriptionId } = owner.account;
      await service.change(sql`update subscription set owner_id = ${id} where id = ${subscriptionId}`);
      await service.change(sql`
        insert into member (organization_id, user_id, role, joined_at)
        values (${id}, ${member.account.userId}, 'developer', ${service.app.clock()})`);
      await owner.ask("PUT", "/auth/account", { account_id: id });
      return { owner, member, id, subscriptionId };
    }

    test("a member connects an organization's subscription until the membership ends", async () => {
      const { owner, member, id, subscriptionId } = await organization();
      const shown = await member.ask(
        "GET",
        `/assistants/request?request=${packed(requestOf(await newClient(service), newVerifier()))}`,
      );
      expect(bodyOf<{ subscriptions: object[] }>(shown).subscriptions).toEqual([
        {
          id: member.account.subscriptionId,
          name: expect.any(String),
          plan: member.account.productId,
          account: "Ada Byron",
          credits_remaining: 15,
          credits_per_day: 200,
        },
        {
          id: subscriptionId,
          name: expect.any(String),
          plan: owner.account.productId,
          account: "Acme",
          credits_remaining: 15,
          credits_per_day: 200,
        },
      ]);
      const one = await connected(service, member, { subscriptionId });
      expect(await decode(service, one.access_token)).toContain("Credits remaining: 14.");
      const path = `/organizations/${id}/members/${member.account.userId}`;
      await owner.ask("PUT", path, { role: "billing" });
      expect(await state(one)).toBe("invalid_credential");
      await owner.ask("PUT", path, { role: "developer" });
      expect(await state(one)).toBe(200);
      expect((await owner.ask("DELETE", path)).status).toBe(200);
      expect(await state(one)).toBe("invalid_credential");
      // A later membership is another one.
      service.advance(1);
      await service.change(sql`
        insert into member (organization_id, user_id, role, joined_at)
        values (${id}, ${member.account.userId}, 'developer', ${service.app.clock()})`);
      await expectEnded(one);
    });

    test("it ends when its subscription moves, and with the organization", async () => {
      const moved = await organization();
      const one = await connected(service, moved.member, { subscriptionId: moved.subscriptionId });
      const owner = moved.owner.account.userId;
      const path = `/subscriptions/${moved.subscriptionId}/transfer`;
      expect((await moved.owner.ask("POST", path, { account_id: owner })).status).toBe(200);
      await expectEnded(one);
      // Its keys stay.
      const headers = { "x-authkey": moved.owner.account.key };
      expect((await service.ask("GET", `/vin-decoder/${goodVin}`, { headers })).status).toBe(200);
      const closed = await organization();
      const two = await connected(service, closed.member, { subscriptionId: closed.subscriptionId });
      await operator("DELETE", `/users/${closed.id}`);
      await expectEnded(two);
    });
  });
