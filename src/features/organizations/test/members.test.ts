import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { follow } from "../../../../test/api/event-lines.ts";
import { type Got, kinds, startService, type TestService } from "../../../../test/harness.ts";
import { tally } from "../../../../test/subscribers.ts";
import { until } from "../../../../test/until.ts";
import { noteChange } from "../../../access/keys/changes.ts";
import { systemClock } from "../../../base/clock.ts";
import { sql } from "../../../database/sql.ts";
import {
  accept,
  bodyOf,
  choose,
  invite,
  join,
  newOrganization,
  newPerson,
  type Person,
  rolesOf,
} from "./organization-scene.ts";

const calls = "/reports/byRequest/events";

/** Repeats a call that a busy service refuses for the moment, until it is decided. */
const untilDecided = (call: () => Promise<Got>): Promise<Got> =>
  until(async () => {
    const got = await call();
    return got.status !== 503 && got;
  }, "the call is decided");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`members on ${kind.dialect}`, () => {
    let service: TestService;
    let owner: Person;
    let member: Person;
    let id: string;
    beforeAll(async () => {
      service = await startService(kind, {}, { clock: systemClock });
      [owner, member] = [await newPerson(service), await newPerson(service)];
      id = await newOrganization(owner);
    });
    afterAll(() => service.end());

    const path = (person: Person, of = id) => `/organizations/${of}/members/${person.userId}`;

    test("a removed member's session, token and stream end; keys and its own account stay", async () => {
      await join(owner, id, member, "developer");
      const { token } = bodyOf<{ token: string }>(await member.ask("POST", `/users/${id}/token`));
      const { token: own } = await ownToken(member);
      const subscription = bodyOf<{ subscription: { id: string } }>(
        await service.ask("POST", `/subscriptions/of-${id}`, {
          headers: service.operatorHeaders,
          json: { scope: "/products/trial", owner_id: id },
        }),
      );
      expect(subscription).toBeDefined();
      const keys = bodyOf<{ primary_key: string }>(
        await member.ask("POST", `/subscriptions/of-${id}/listSecrets`),
      );
      const stream = await follow(service, calls, member.headers);
      expect((await stream.next())?.event).toBe("calls");
      expect((await owner.ask("DELETE", path(member))).body).toEqual({
        status: "success",
        user_id: member.userId,
      });
      expect((await member.ask("GET", "/subscriptions")).body).toMatchObject({
        status: 403,
        code: "membership_ended",
      });
      const as = async (bearer: string) =>
        (await service.ask("GET", "/subscriptions", { headers: { authorization: `Bearer ${bearer}` } }))
          .status;
      expect([await as(token), await as(own)]).toEqual([401, 200]);
      expect(await stream.next()).toMatchObject({ event: "ended" });
      expect(await stream.next()).toBeUndefined();
      const called = await service.ask("GET", "/vin-decoder/5J6RW2H59JL990075", {
        headers: { "x-authkey": keys.primary_key },
      });
      expect(called.status).toBe(200);
      await choose(member, member.userId);
      expect((await member.ask("GET", "/subscriptions")).status).toBe(200);
      expect((await member.ask("PUT", "/auth/account", { account_id: id })).status).toBe(404);
    });

    /** A token of a session of its own, for the member's own account. */
    async function ownToken({ ask }: Person): Promise<{ token: string }> {
      bodyOf(await ask("PUT", "/auth/account", { account_id: member.userId }));
      const made = bodyOf<{ token: string }>(await ask("POST", `/users/${member.userId}/token`));
      bodyOf(await ask("PUT", "/auth/account", { account_id: id }));
      return made;
    }

    test("a removal on another node ends the stream here", async () => {
      await join(owner, id, member, "developer");
      const stream = await follow(service, calls, member.headers);
      await stream.next();
      const others = await follow(service, calls, owner.headers);
      await others.next();
      await service.app.database.transaction(async (tx) => {
        await tx.run(sql`delete from member where organization_id = ${id} and user_id = ${member.userId}`);
        await noteChange(tx, path(member));
      });
      // A stream that goes on has no next event.
      await until(() => service.app.responses.streams.total === 1, "the member's stream ends", 20_000);
      expect(await stream.next()).toMatchObject({ event: "ended" });
      expect(await stream.next()).toBeUndefined();
      await others.leave();
    });

    test("a member leaves with an access token for the organization, which ends with it", async () => {
      const leaver = await newPerson(service);
      await join(owner, id, leaver, "developer");
      const { token } = bodyOf<{ token: string }>(await leaver.ask("POST", `/users/${id}/token`));
      const leave = () =>
        service.ask("DELETE", path(leaver), { headers: { authorization: `Bearer ${token}` } });
      expect((await leave()).body).toEqual({ status: "success", user_id: leaver.userId });
      expect((await leave()).status).toBe(401);
      expect((await rolesOf(owner, id)).map(([user]) => user)).not.toContain(leaver.userId);
    });

    test("nothing that begins after a removal is answered for the organization", async () => {
      await join(owner, id, member, "developer");
      let removed = false;
      const late: number[] = [];
      let answered = 0;
      const caller = async () => {
        for (let number = 0; number < 12; number++) {
          const isLate = removed;
          const { status } = await service.ask("GET", `/organizations/${id}`, { headers: member.headers });
          if (isLate) late.push(status);
          if (status === 200) answered += 1;
        }
      };
      const callers = Array.from({ length: 64 }, caller);
      expect((await owner.ask("DELETE", path(member))).status).toBe(200);
      removed = true;
      await Promise.all([...callers, ...Array.from({ length: 64 }, caller)]);
      expect(answered).toBeGreaterThan(0);
      expect(late.length).toBeGreaterThan(64);
      expect(new Set(late)).toEqual(new Set([403]));
    });

    test("two owners who remove each other leave one", async () => {
      for (let round = 0; round < 8; round++) {
        const org = await newOrganization(owner, `Round ${round}`);
        await join(owner, org, member, "owner");
        const [one, other] = await Promise.all([
          owner.ask("DELETE", path(member, org)),
          round % 2 === 0
            ? member.ask("DELETE", path(owner, org))
            : member.ask("PUT", path(owner, org), { role: "billing" }),
        ]);
        expect([one.status, other.status]).toContain(200);
        const owners = await service.app.database.all<{ user_id: string }>(sql`
          select user_id from member where organization_id = ${org} and role = 'owner'`);
        expect(owners).toHaveLength(1);
        await service.app.database.run(sql`
          update member set role = 'developer' where organization_id = ${org}`);
        await choose(owner, id);
        await choose(member, member.userId);
      }
    });

    test("an invitation that 64 calls accept at the same time is used once", async () => {
      await choose(member, member.userId);
      const made = await invite(owner, id, member.email, "billing");
      let busy = 0;
      const got = await Promise.all(
        Array.from({ length: 64 }, () =>
          untilDecided(async () => {
            const answer = await accept(member, made);
            busy += Number(answer.status === 503);
            return answer;
          }),
        ),
      );
      const { 200: accepted = 0, 403: refused = 0 } = tally(got.map(({ status }) => status));
      // A call that a busy service refused may have had its effect.
      expect([accepted + refused, accepted === 1 || (accepted === 0 && busy > 0)]).toEqual([64, true]);
      expect(await rolesOf(owner, id)).toEqual([
        [owner.userId, "owner"],
        [member.userId, "billing"],
      ]);
    });

    test("the same Idempotency-Key of two members has two effects", async () => {
      const second = await newPerson(service);
      await join(owner, id, second, "owner");
      const create = async ({ headers }: Person, email: string) =>
        bodyOf<{ email: string }>(
          await service.ask("POST", `/organizations/${id}/invitations`, {
            headers: { ...headers, "idempotency-key": "same" },
            json: { email },
          }),
        ).email;
      expect(await create(owner, "first@example.com")).toBe("first@example.com");
      expect(await create(second, "second@example.com")).toBe("second@example.com");
    });

    test("an organization has at most 1,000 members and 100 open invitations", async () => {
      const { database } = service.app;
      const org = await newOrganization(owner, "Large");
      await database.transaction(async (tx) => {
        for (let number = 1; number < 1000; number++) {
          const user = `large-${number}`;
          await tx.run(sql`
            insert into app_user (id, email, email_key, first_name, last_name, role, state, attributes, registered_at,
              updated_at)
            values (${user}, ${`${user}@example.com`}, ${`${user}@example.com`}, 'M', ${`${number}`}, 'customer', 'active',
              '{}', 0, 0)`);
          await tx.run(sql`
            insert into member (organization_id, user_id, role, joined_at)
            values (${org}, ${user}, 'developer', ${number})`);
        }
      });
      const made = await invite(owner, org, member.email);
      expect((await accept(member, made)).body).toMatchObject({
        status: 409,
        detail: "Limit reached: 1000 members of Large. An owner must remove one first.",
      });
      const listed = await owner.ask("GET", `/organizations/${org}/members?page=10&page_size=100`);
      expect(listed.headers.get("x-total-count")).toBe("1000");
      expect((listed.body as { user_id: string }[]).at(-1)?.user_id).toBe(owner.userId);
      expect((await owner.ask("DELETE", `/organizations/${org}/members/large-7`)).status).toBe(200);
      expect((await accept(member, made)).status).toBe(200);
      const statuses = await Promise.all(
        Array.from({ length: 104 }, async (_, number) => {
          const headers = { ...owner.headers, "idempotency-key": `guest${number}` };
          const json = { email: `guest${number}@example.com` };
          const path = `/organizations/${org}/invitations`;
          return (await untilDecided(() => service.ask("POST", path, { headers, json }))).status;
        }),
      );
      expect(tally(statuses)).toEqual({ 200: 100, 409: 4 });
      await choose(owner, id);
    });
  });
