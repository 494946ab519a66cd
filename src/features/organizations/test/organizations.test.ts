import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { kinds, problem, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import {
  accept,
  bodyOf,
  choose,
  type Invited,
  invite,
  join,
  newOrganization,
  newPerson,
  newSession,
  type Person,
  rolesOf,
} from "./organization-scene.ts";

const refusal =
  "The invitation is invalid, used, withdrawn or expired, or is for another address than the confirmed one of this account. Ask for a new one.";
const lastOwner =
  "The last owner can neither leave nor become anything else. Make another member an owner first.";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`organizations on ${kind.dialect}`, () => {
    let service: TestService;
    let owner: Person;
    let stranger: Person;
    let id: string;
    beforeAll(async () => {
      service = await startService(kind);
      owner = await newPerson(service);
      stranger = await newPerson(service);
      id = await newOrganization(owner);
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string, json?: unknown) =>
      asker(service, service.operatorHeaders)(method, path, json);

    test("a customer creates one, acts for it and renames it, without trial credits", async () => {
      const shown = {
        id,
        name: "Acme",
        contact_email: owner.email,
        contact_confirmed: true,
        state: "active",
        members: 1,
        created_at: "2026-11-21T00:00:00.000Z",
      };
      const path = `/organizations/${id}`;
      expect((await owner.ask("GET", path)).body).toEqual(shown);
      expect((await owner.ask("GET", "/subscriptions")).body).toEqual([]);
      expect((await owner.ask("GET", `/users/${id}`)).body).toMatchObject({ kind: "organization", id });
      const patch = { name: "Acme SE", contact_email: "office@acme.example" };
      expect((await owner.ask("PATCH", path, patch)).body).toEqual({ ...shown, ...patch });
      expect((await operator("PATCH", path, { name: "Acme" })).body).toEqual({
        ...shown,
        contact_email: patch.contact_email,
      });
      const login = await service.ask("POST", "/auth/signin", {
        headers: service.clientHeaders,
        json: { email: patch.contact_email, password: owner.password },
      });
      expect(login.status).toBe(401);
      const missing = await stranger.ask("GET", path);
      expect(missing.body).toEqual(
        problem(
          "not_found",
          404,
          "Not found",
          `Organization ${id} not found. To act for it, choose it in this session.`,
          missing,
        ),
      );
      for (const got of [
        await stranger.ask("PATCH", path, patch),
        await stranger.ask("GET", `${path}/members`),
        await stranger.ask("POST", `${path}/invitations`, { email: "a@example.com" }),
        await operator("GET", `/organizations/${stranger.userId}`),
      ])
        expect(got.status).toBe(404);
    });

    test("a user owns at most 10, and operators none", async () => {
      const founder = await newPerson(service);
      const made = await Promise.all(
        Array.from({ length: 16 }, (_, n) => founder.ask("POST", "/organizations", { name: `Org ${n}` })),
      );
      expect(made.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(200),
        ...Array<number>(6).fill(409),
      ]);
      expect((await operator("POST", "/organizations", { name: "Own" })).status).toBe(403);
    });

    test("an invitation is accepted once, by the invited address alone", async () => {
      const invited = await newPerson(service, "Lena.Fischer@example.com");
      const made = await owner.ask("POST", `/organizations/${id}/invitations`, {
        email: "lena.fischer@example.com",
        role: "billing",
      });
      const { invitation_token, sent, ...listed } = bodyOf<Invited & { readonly sent: boolean }>(made);
      expect(sent).toBe(false);
      expect(made.headers.get("cache-control")).toBe("no-store");
      expect(listed).toEqual({
        id: expect.any(String),
        email: "lena.fischer@example.com",
        role: "billing",
        invited_by: `/users/${owner.userId}`,
        created_at: "2026-11-21T00:00:00.000Z",
        expires_at: "2026-11-28T00:00:00.000Z",
      } as never);
      expect((await owner.ask("GET", `/organizations/${id}/invitations`)).body).toEqual([listed]);
      const twice = await owner.ask("POST", `/organizations/${id}/invitations`, { email: invited.email });
      expect(twice.body).toMatchObject({
        status: 409,
        detail: `${invited.email} is invited already. Renew or withdraw that invitation.`,
      });
      const used = { invitation_token };
      const byStranger = await accept(stranger, used);
      expect(byStranger.body).toEqual(problem("forbidden", 403, "Forbidden", refusal, byStranger));
      expect((await accept(invited, used)).body).toEqual({
        organization_id: id,
        name: "Acme",
        role: "billing",
      });
      expect((await accept(invited, used)).body).toMatchObject({ status: 403, detail: refusal });
      expect((await owner.ask("GET", `/organizations/${id}/invitations`)).body).toEqual([]);
      const repeated = await owner.ask("POST", `/organizations/${id}/invitations`, { email: invited.email });
      expect(repeated.body).toMatchObject({
        detail: `${invited.email} is a member already. Change the role instead.`,
      });
      expect((await owner.ask("GET", `/organizations/${id}/members?page=2&page_size=1`)).body).toEqual([
        {
          user_id: invited.userId,
          name: "Ada Byron",
          email: invited.email,
          role: "billing",
          second_factor: null,
          joined_at: "2026-11-21T00:00:00.000Z",
          last_active_at: null,
        },
      ]);
      await choose(invited, id);
      expect((await invited.ask("GET", `/organizations/${id}/invitations`)).status).toBe(403);
      expect((await invited.ask("PATCH", `/organizations/${id}`, { name: "Mine" })).status).toBe(403);
      const own = `/organizations/${id}/members/${invited.userId}`;
      expect((await invited.ask("PUT", own, { role: "owner" })).status).toBe(403);
      const others = `/organizations/${id}/members/${owner.userId}`;
      expect((await invited.ask("DELETE", others)).status).toBe(403);
    });

    test("withdrawn, renewed and expired invitations are refused in the same words", async () => {
      const invited = await newPerson(service);
      const path = `/organizations/${id}/invitations`;
      const withdrawn = await invite(owner, id, invited.email);
      expect((await owner.ask("DELETE", `${path}/${withdrawn.id}`)).status).toBe(200);
      const first = await invite(owner, id, invited.email);
      service.advance(6 * dayMs);
      owner = { ...owner, ...(await session(owner)) };
      const renewed = bodyOf<Invited>(await owner.ask("POST", `${path}/${first.id}/renew`));
      service.advance(6 * dayMs);
      const later = { ...invited, ...(await session(invited, false)) };
      owner = { ...owner, ...(await session(owner)) };
      for (const one of [withdrawn, first, { invitation_token: "vgi_mistyped" }])
        expect((await accept(later, one)).body).toMatchObject({ status: 403, detail: refusal });
      service.advance(dayMs);
      owner = { ...owner, ...(await session(owner)) };
      const last = { ...invited, ...(await session(invited, false)) };
      expect((await accept(last, renewed)).body).toMatchObject({ status: 403, detail: refusal });
      expect((await owner.ask("POST", `${path}/${first.id}/renew`)).status).toBe(404);
      expect((await owner.ask("DELETE", `${path}/${first.id}`)).status).toBe(404);
      expect((await owner.ask("GET", path)).body).toEqual([]);
      expect((await accept(last, await invite(owner, id, invited.email))).status).toBe(200);
    });

    /** A new session, because they expire after a day. */
    async function session(person: Person, isOfOrganization = true) {
      const headers = await signedIn(service, person);
      const ask = asker(service, headers);
      if (isOfOrganization) await choose({ ...person, headers, ask }, id);
      return { headers, ask };
    }

    test("the last owner neither leaves nor loses the role, and hands over", async () => {
      const founder = await newPerson(service);
      const partner = await newPerson(service);
      const org = await newOrganization(founder);
      await join(founder, org, partner, "developer");
      const path = (person: Person) => `/organizations/${org}/members/${person.userId}`;
      for (const got of [
        await founder.ask("DELETE", path(founder)),
        await founder.ask("PUT", path(founder), { role: "developer" }),
        await operator("DELETE", path(founder)),
      ])
        expect(got.body).toMatchObject({ status: 409, detail: lastOwner });
      expect((await operator("DELETE", `/users/${founder.userId}`)).body).toMatchObject({
        status: 409,
        detail: `The user is the last owner of Acme (${org}). Make another member an owner, or delete the organization first.`,
      });
      expect((await founder.ask("PUT", path(partner), { role: "owner" })).body).toEqual({
        user_id: partner.userId,
        role: "owner",
      });
      // A blocked owner cannot take over.
      await operator("PATCH", `/users/${partner.userId}`, { state: "blocked" });
      expect((await founder.ask("DELETE", path(founder))).status).toBe(409);
      await operator("PATCH", `/users/${partner.userId}`, { state: "active" });
      await choose(founder, founder.userId);
      expect((await founder.ask("DELETE", path(founder))).body).toEqual({
        status: "success",
        user_id: founder.userId,
      });
      // The block has ended the partner's sessions.
      const back = await newSession(service, partner);
      await choose(back, org);
      expect(await rolesOf(back, org)).toEqual([[partner.userId, "owner"]]);
      expect((await founder.ask("DELETE", path(founder))).status).toBe(404);
      expect((await operator("DELETE", `/users/${founder.userId}`)).status).toBe(200);
    });

    test("deleting an organization ends its members' access, and leaves their own accounts", async () => {
      const founder = await newPerson(service);
      const org = await newOrganization(founder);
      await invite(founder, org, "later@example.com");
      expect((await operator("DELETE", `/users/${org}`)).body).toMatchObject({ state: "deleted" });
      expect((await founder.ask("GET", "/subscriptions")).body).toMatchObject({ code: "membership_ended" });
      await choose(founder, founder.userId);
      expect((await founder.ask("GET", "/subscriptions")).body).toHaveLength(1);
      const { database } = service.app;
      expect(
        await database.all(sql`select id from organization_invitation where organization_id = ${org}`),
      ).toEqual([]);
    });

    test("the log names who did what, and no address", async () => {
      const entries = await service.app.database.all<{ action: string; text: string }>(sql`
        select action, coalesce(before, '') || coalesce(after, '') as text from audit_log
        where object like ${`/organizations/${id}/%`}`);
      const actions = new Set(entries.map(({ action }) => action));
      expect([...actions].sort()).toEqual([
        "organization.invite",
        "organization.join",
        "organization.renew_invitation",
        "organization.withdraw_invitation",
      ]);
      expect(entries.filter(({ text }) => /@|vgi_/.test(text))).toEqual([]);
    });

    test("an invitation is deleted with the account that it is for", async () => {
      const invited = await signUp(service);
      await invite(owner, id, invited.email);
      await operator("DELETE", `/users/${invited.userId}`);
      expect((await owner.ask("GET", `/organizations/${id}/invitations`)).body).toEqual([]);
    });
  });
