import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker } from "../../../../test/callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { personWithPasskey } from "./passkey-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`operators on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const appoint = ({ userId }: Account, role: string) =>
      service.change(sql`
        update app_user set role = 'operator', operator_role = ${role} where id = ${userId}`);

    test("are listed with their second factor and last use; customers and deleted ones are not", async () => {
      const withPasskey = await personWithPasskey(service);
      const withCodes = await signUp(service);
      const deleted = await signUp(service);
      await signUp(service);
      await service.change(sql`
        insert into second_factor (user_id, on_since, last_step) values (${withCodes.userId}, 1, 0)`);
      await appoint(withPasskey.account, "billing");
      await appoint(withCodes, "data");
      await appoint(deleted, "support");
      await service.change(sql`update app_user set state = 'deleted' where id = ${deleted.userId}`);
      await service.change(sql`
        update access_token set last_used_at = 60000 where user_id = ${withPasskey.account.userId}`);
      const ask = asker(service, service.operatorHeaders);
      const { body, headers } = await ask("GET", "/operators?page_size=10");
      const of = ({ userId, email }: Account) => ({
        id: userId,
        name: "Ada Byron",
        email,
        state: "active",
        last_active_at: null,
      });
      const [first, ...others] = body as { email: string }[];
      expect(first).toMatchObject({ email: service.firstRun.operator_email, second_factor: null });
      expect(others.sort((a, b) => (a.email < b.email ? -1 : 1))).toEqual(
        [
          {
            ...of(withPasskey.account),
            operator_role: "billing",
            second_factor: "passkey",
            last_active_at: "1970-01-01T00:01:00.000Z",
          },
          { ...of(withCodes), operator_role: "data", second_factor: "app_code" },
        ].sort((a, b) => (a.email < b.email ? -1 : 1)),
      );
      expect(headers.get("x-total-count")).toBe("3");
    });
  });
