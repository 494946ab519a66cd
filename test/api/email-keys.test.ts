import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLog } from "../../src/base/log.ts";
import { sql } from "../../src/database/sql.ts";
import { features } from "../../src/features.ts";
import { createApp } from "../../src/server/app.ts";
import { trySignIn } from "../callers.ts";
import { type Account, kinds, meteringOver, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`spellings of an email on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const available = async (email: string) => {
      const path = `/auth/check-email?email=${encodeURIComponent(email)}`;
      const got = await service.ask("GET", path, { headers: service.clientHeaders });
      return (got.body as { available: boolean }).available;
    };

    test("are one account after NFKC and case folding", async () => {
      const spellings = {
        "straße@example.com": ["STRASSE@example.com", "Straẞe@EXAMPLE.com", "ｓtrasse@example.com"],
        "ﬁnn@example.com": ["finn@example.com", "FINN@example.com"],
        "ΑΣ@example.com": ["ας@example.com", "ασ@example.com"],
        "ışık@example.com": ["IŞIK@example.com".replaceAll("I", "ı")],
      };
      for (const [email, others] of Object.entries(spellings)) {
        const account = await signUp(service, email);
        for (const other of [email, ...others]) {
          expect([other, await available(other)]).toEqual([other, false]);
          expect([other, (await trySignIn(service, other, account.password)).status]).toEqual([other, 200]);
        }
      }
      expect(await available("işik@example.com")).toBe(true);
      const found = await service.ask("GET", `/users/?text=${encodeURIComponent("straße@")}`, {
        headers: service.operatorHeaders,
      });
      expect((found.body as { email: string }[]).map(({ email }) => email)).toEqual(["straße@example.com"]);
    });

    test("of earlier versions are compared so from the next start on", async () => {
      let accounts = 0;
      const former = async (email: string): Promise<Account> => {
        accounts += 1;
        const account = await signUp(service, `former${accounts}@example.com`);
        await service.change(sql`
          update app_user set email = ${email}, email_key = ${email.toLowerCase()} where id = ${account.userId}`);
        return account;
      };
      const [first, second, other] = [
        await former("Fuß@example.com"),
        await former("ﬀ@example.com"),
        await former("ff@example.com"),
      ];
      expect((await trySignIn(service, "fuß@example.com", first.password)).status).toBe(401);
      const logged: string[] = [];
      const { clock, config, database, vinPack } = service.app;
      const log = createLog(clock, (line) => logged.push(line));
      const again = await createApp(config, features, {
        clock,
        database,
        vinPack,
        log,
        ...meteringOver(database),
      });
      again.app.identity.keys.close();
      await again.app.metering.close();
      expect((await trySignIn(service, "FUSS@example.com", first.password)).status).toBe(200);
      expect((await trySignIn(service, "ff@example.com", other.password)).status).toBe(200);
      expect(logged.map((line) => JSON.parse(line))).toEqual([
        {
          time: "2026-11-21T00:00:00.000Z",
          level: "warn",
          event: "an account cannot sign in: another has its email in another spelling",
          user: second.userId,
          other: other.userId,
        },
      ]);
    });
  });
