import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { bodyOf, choose, newOrganization, newPerson, type Person } from "./organization-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`mails of organizations on ${kind.dialect}`, () => {
    let service: TestService;
    let owner: Person;
    let member: Person;
    let id: string;

    beforeAll(async () => {
      // Nothing listens there: mails are written, and wait.
      const mail = { VINGATE_SMTP_URL: "smtp://127.0.0.1:9", VINGATE_MAIL_FROM: "billing@lotdata.example" };
      service = await startService(kind, mail);
      [owner, member] = [await newPerson(service), await newPerson(service)];
      id = await newOrganization(owner);
    });
    afterAll(() => service.end());

    const confirm = (person: Person) =>
      service.change(sql`update app_user set email_confirmed_at = 1 where id = ${person.userId}`);
    const mails = async () => {
      const rows = await service.app.database.all<{ kind: string; user_id: string; address: string }>(sql`
        select kind, user_id, address from mail where kind like '%invitation' or kind like 'member%' order by id`);
      await service.app.database.run(sql`delete from mail`);
      return rows;
    };
    const invite = async (email: string) =>
      bodyOf<{ id: string; sent: boolean; invitation_token: string }>(
        await owner.ask("POST", `/organizations/${id}/invitations`, { email }),
      );

    test("an inviter whose own address is not confirmed sends no mail", async () => {
      expect((await invite("first@example.com")).sent).toBe(false);
      expect(await mails()).toEqual([]);
    });

    test("an invitation is mailed, and again when it is renewed", async () => {
      await confirm(owner);
      const { id: invitationId, sent } = await invite("lena@example.com");
      expect(sent).toBe(true);
      await owner.ask("POST", `/organizations/${id}/invitations/${invitationId}/renew`);
      const toLena = { kind: "organization_invitation", user_id: id, address: "lena@example.com" };
      expect(await mails()).toEqual([toLena, toLena]);
    });

    test("a member is mailed what changes in the membership, and an invited user is named", async () => {
      await confirm(member);
      const { invitation_token } = await invite(member.email);
      bodyOf(await member.ask("POST", "/invitations/accept", { invitation_token }));
      const path = `/organizations/${id}/members/${member.userId}`;
      bodyOf(await owner.ask("PUT", path, { role: "billing" }));
      // The same role again changes nothing.
      bodyOf(await owner.ask("PUT", path, { role: "billing" }));
      bodyOf(await owner.ask("DELETE", path));
      const mailed = { user_id: member.userId, address: member.email };
      expect(await mails()).toEqual([
        { kind: "organization_invitation", ...mailed },
        { kind: "member_role_changed", ...mailed },
        { kind: "member_removed", ...mailed },
      ]);
    });

    test("an invited account whose address is not confirmed has to confirm it first, and keeps the invitation", async () => {
      const invited = await newPerson(service);
      const { invitation_token } = await invite(invited.email);
      const other = await newPerson(service);
      const answers = [];
      for (const person of [other, invited]) {
        const { status, body } = await person.ask("POST", "/invitations/accept", { invitation_token });
        answers.push([status, (body as { detail: string }).detail]);
      }
      expect(answers).toEqual([
        [
          403,
          "The invitation is invalid, used, withdrawn or expired, or is for another address than the confirmed one of this account. Ask for a new one.",
        ],
        [
          409,
          "Confirm your email address first: open the link that was mailed to you, or send another one. Then accept the invitation again.",
        ],
      ]);
      await confirm(invited);
      bodyOf(await invited.ask("POST", "/invitations/accept", { invitation_token }));
    });

    test("a person sends a bounded number of invitations", async () => {
      await choose(owner, owner.userId);
      const second = await newOrganization(owner, "Second");
      const statuses = new Set<number>();
      for (let index = 0; index < 31; index++) {
        const email = `person-${index}@example.com`;
        statuses.add((await owner.ask("POST", `/organizations/${second}/invitations`, { email })).status);
      }
      expect([...statuses]).toEqual([200, 429]);
    });
  });
