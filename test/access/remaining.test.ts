import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ended, type Why } from "../../src/access/ended.ts";
import { coreCredentials } from "../../src/access/kept-credential.ts";
import { byPasskey, byPassword } from "../../src/access/proof.ts";
import { leavingEvents, shownKinds } from "../../src/access/remaining.ts";
import { migrate } from "../../src/database/migrate.ts";
import { sql } from "../../src/database/sql.ts";
import { credentialsEnded } from "../../src/running/credentials-ended.ts";
import { given } from "../../src/running/ports.ts";
import { keptCredentials } from "../../src/running/sign-in-ports.ts";
import { asker, sessionOf } from "../callers.ts";
import { migrations } from "../database/migrations.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

const at = "2026-11-21T00:00:00.000Z";
const keys = ["key primary", "key secondary", "key test"];

/** What is shown after each event of an account, by hand. */
const shown: Readonly<Partial<Record<Why, readonly string[]>>> = {
  addressProved: keys,
  passwordChanged: ["assistant", ...keys],
  passwordReset: ["passkey", "identity", ...keys],
  emailChanged: ["token", "assistant"],
  addressReturned: keys,
  factorAdded: ["token", "assistant"],
  factorRemoved: ["token"],
  factorReset: keys,
  enteredFromHost: keys,
  identityUnlinked: ["token"],
};

interface Listed {
  readonly kind: string;
  readonly id: string;
  readonly slot: string | null;
  readonly event: string;
  readonly event_at: string;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what remains, on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    /** A user with one credential of each kind that is shown. */
    async function scene() {
      const account = await signUp(service);
      const { userId, subscriptionId } = account;
      const own = asker(service, { authorization: `Bearer ${await sessionOf(service, userId, byPasskey)}` });
      const now = service.app.clock();
      for (const statement of [
        sql`insert into access_token (digest, kind, user_id, created_at, expires_at, id, name)
          values (${userId}, 'vgt', ${userId}, ${now}, ${now + 1e10}, ${`token of ${userId}`}, 'Nightly job')`,
        sql`insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
          values (${userId}, ${userId}, ${userId}, ${new Uint8Array(1)}, 0, '[]', 'Laptop', ${now})`,
        sql`insert into identity (issuer, subject, id, user_id, linked_at)
          values ('https://id.example/', ${userId}, ${userId}, ${userId}, ${now})`,
        sql`insert into assistant (id, user_id, account_id, subscription_id, client_id, name, host, credits_per_day,
            created_at, connected_at)
          values (${userId}, ${userId}, ${userId}, ${subscriptionId}, 'c', 'Desk', 'desk.example', 1, ${now}, ${now})`,
      ])
        await service.app.database.run(statement);
      return { account, own, path: `/users/${userId}/remaining-credentials` };
    }

    const happen = (userId: string, why: Why) =>
      service.app.database.transaction((tx) => credentialsEnded(tx, service.app, { userId }, why));

    const named = (body: unknown) =>
      (body as Listed[]).map((one) => (one.slot === null ? one.kind : `${one.kind} ${one.slot}`)).sort();

    const read = async ({ userId }: Account) =>
      (await asker(service, service.operatorHeaders)("GET", `/users/${userId}/remaining-credentials`)).body;

    test("each event shows what it leaves by the table", async () => {
      for (const [why, left] of Object.entries(shown) as [Why, readonly string[]][]) {
        const { account } = await scene();
        expect([why, await read(account)]).toEqual([why, []]);
        await happen(account.userId, why);
        expect([why, named(await read(account))]).toEqual([why, [...left].sort()]);
      }
      // Reasons for members, and for operators, whose reads are in the audit log.
      const others = ["roleNarrowed", "memberRemoved", "subscriptionMoved", "upgraded"];
      expect([...leavingEvents].sort()).toEqual([...Object.keys(shown), ...others].sort());
    });

    test("a reset by a link shows each of before with its event, until the user keeps them", async () => {
      const { account, path } = await scene();
      const { userId, subscriptionId } = account;
      const operator = asker(service, service.operatorHeaders);
      const { reset_token } = (await operator("POST", `/users/${userId}/resetLink`)).body as Record<
        string,
        string
      >;
      const json = { reset_token, password: "another password" };
      const reset = await service.ask("POST", "/auth/reset", { headers: service.clientHeaders, json });
      expect(reset.status).toBe(200);
      const own = asker(service, { authorization: `Bearer ${await sessionOf(service, userId, byPasskey)}` });
      const common = {
        made_at: at,
        last_used_at: null,
        event: "password_reset",
        event_at: at,
        known_to: null,
      };
      const key = (slot: string) => {
        const id = subscriptionId;
        return { kind: "key", id, name: expect.any(String), slot, ...common };
      };
      const list = [
        { kind: "identity", id: userId, name: "id.example", slot: null, ...common },
        ...["primary", "secondary", "test"].map(key),
        { kind: "passkey", id: userId, name: "Laptop", slot: null, ...common },
      ];
      expect((await own("GET", path)).body).toEqual(list);
      // What is made later is not of before, and what ends is not shown.
      service.advance(60_000);
      await own("POST", `/subscriptions/${subscriptionId}/regeneratePrimaryKey`);
      await own("DELETE", `/users/${userId}/passkeys/${userId}`);
      const rest = [list[0], list[2], list[3]];
      expect((await own("GET", path)).body).toEqual(rest);
      expect((await own("DELETE", `${path}?until=2026-11-20T00:00:00Z`)).status).toBe(200);
      expect((await own("GET", path)).body).toEqual(rest);
      expect((await own("DELETE", path)).status).toBe(422);
      expect((await own("DELETE", `${path}?until=${at}`)).body).toEqual({ status: "success" });
      expect((await own("GET", path)).body).toEqual([]);
      // The next event shows them again.
      await happen(userId, "factorReset");
      expect(named(await read(account))).toEqual(keys);
      expect(new Set(((await read(account)) as Listed[]).map(({ event }) => event))).toEqual(
        new Set(["factor_reset"]),
      );
      service.advance(-60_000);
    });

    test("what an event ends is forgotten, and an erased account has nothing", async () => {
      const { account } = await scene();
      const { userId } = account;
      await happen(userId, "passwordChanged");
      await happen(userId, "emailChanged");
      const events = async () =>
        (
          await service.app.database.all<{ kind: string; why: string }>(sql`
            select kind, why from remaining_credential where account_id = ${userId} order by kind, why`)
        ).map(({ kind: of, why }) => `${of} ${why}`);
      expect(await events()).toEqual([
        "assistants emailChanged",
        "assistants passwordChanged",
        "keys passwordChanged",
        "tokens emailChanged",
      ]);
      await happen(userId, "passwordReset");
      expect(await events()).toEqual([
        "identities passwordReset",
        "keys passwordChanged",
        "keys passwordReset",
        "passkeys passwordReset",
      ]);
      await asker(service, service.operatorHeaders)("DELETE", `/users/${userId}`);
      expect(await events()).toEqual([]);
    });

    test("others do not read or empty the list, and it is emptied by a fresh proof alone", async () => {
      const { account, own, path } = await scene();
      await happen(account.userId, "passwordChanged");
      const fresh = asker(service, {
        authorization: `Bearer ${await sessionOf(service, account.userId, byPasskey)}`,
      });
      const other = await signUp(service);
      const stranger = asker(service, { authorization: `Bearer ${await sessionOf(service, other.userId)}` });
      expect((await stranger("GET", path)).status).toBe(404);
      expect((await stranger("DELETE", `${path}?until=${at}`)).status).toBe(404);
      // Ended with the password.
      expect((await own("GET", path)).status).toBe(401);
      const weak = asker(service, {
        authorization: `Bearer ${await sessionOf(service, account.userId, byPassword)}`,
      });
      expect((await weak("GET", path)).status).toBe(200);
      expect((await weak("DELETE", `${path}?until=${at}`)).body).toMatchObject({ code: "step_up_required" });
      service.advance(901_000);
      expect((await fresh("DELETE", `${path}?until=${at}`)).body).toMatchObject({ code: "step_up_required" });
      service.advance(-901_000);
      expect((await fresh("DELETE", `${path}?until=${at}`)).status).toBe(200);
    });

    test("a kind that any event shows has a list", () => {
      const kept = [...coreCredentials, ...given(service.app.running, keptCredentials).flat()];
      const listed = new Set(kept.flatMap(({ kind: of, list }) => (list ? [of] : [])));
      const all = [
        ...Object.values(ended),
        ...kept.map(({ kind: of, ends = {} }) => ({
          [of]: Object.values(ends).find((one) => one === "show"),
        })),
      ];
      const wanted = all.flatMap((outcomes) =>
        Object.entries(outcomes).flatMap(([of, outcome]) => (outcome === "show" ? [of] : [])),
      );
      expect(new Set(wanted)).toEqual(new Set(shownKinds));
      expect(listed).toEqual(new Set(shownKinds.filter((one) => one !== "keys")));
    });

    test("accounts of before keep what they have, and are shown what one enters by", async () => {
      const fresh = await kind.fresh();
      try {
        const db = await fresh.open();
        const before = migrations.findIndex(({ id }) => id === "0045-remaining-credentials");
        await migrate(db, migrations.slice(0, before));
        for (const [id, proved] of [
          ["proved", 7],
          ["unproved", null],
        ] as const)
          await db.run(sql`
            insert into app_user (id, email, first_name, last_name, role, state, registered_at, updated_at, proved_at)
            values (${id}, ${id}, 'A', 'B', 'customer', 'active', 1, 1, ${proved})`);
        for (const time of [8, 9])
          await db.run(sql`
            insert into audit_log (id, at, actor, action, object, ip_address, request_id)
            values (${`${time}`}, ${time}, 'operator', 'user.create', '/users/proved', '', '')`);
        await migrate(db, migrations);
        expect(await db.all(sql`select id, email_proved_by from app_user order by id`)).toEqual([
          { id: "proved", email_proved_by: "earlier" },
          { id: "unproved", email_proved_by: null },
        ]);
        expect(
          await db.all(sql`
            select kind, why, about, at from remaining_credential where account_id = 'proved' order by kind`),
        ).toEqual(
          ["assistants", "identities", "passkeys", "tokens"].map((of) => ({
            kind: of,
            why: "upgraded",
            about: "",
            at: 9,
          })),
        );
      } finally {
        await fresh.end();
      }
    });
  });
