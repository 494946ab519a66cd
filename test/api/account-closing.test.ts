import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dayMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import { tidyUp } from "../../src/management/system/housekeeping.ts";
import { keptOfClosed } from "../../src/running/account-ports.ts";
import { given } from "../../src/running/ports.ts";
import { asker, signedIn } from "../callers.ts";
import { type Account, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

const keptByCore = [
  { what: "Credit ledgers and monthly sums of calls, without names and addresses", period: "No end" },
  { what: "Entries of the audit log, without values", period: "400 days" },
  { what: "A digest of the email, so that it brings trial credits only once", period: "730 days" },
  {
    what: "IDs and digests in the decision log, so that no restore brings the account back",
    period: "No end",
  },
];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a closed account on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const own = async (account: Account) => asker(service, await signedIn(service, account));
    const creditsOf = async (subscriptionId: string) => {
      const operator = asker(service, service.operatorHeaders);
      return (await operator("GET", `/subscriptions/${subscriptionId}`)).body as {
        credits: { remaining: number };
        state_comment: string | null;
      };
    };

    test("ends what it had, and says before what that is and what stays", async () => {
      const ada = await signUp(service);
      const ask = await own(ada);
      const path = `/users/${ada.userId}/closing`;
      const kept = [...keptByCore, ...given(service.app.running, keptOfClosed).flat()];
      const before = await ask("GET", path);
      expect(before.body).toEqual({ subscriptions: 1, credits: 15, kept });
      const wrong = await ask("POST", path, { email: "someone@example.com" });
      expect(wrong.status).toBe(422);
      expect((await ask("GET", path)).body).toEqual(before.body);
      const closed = await ask("POST", path, { email: ada.email.toUpperCase() });
      expect([closed.status, closed.body]).toEqual([200, { id: ada.userId, kept }]);
      expect((await ask("GET", `/users/${ada.userId}`)).status).toBe(401);
      const call = await service.ask("GET", "/oil-lookup/1HGCM82633A004352", {
        headers: { "x-authkey": ada.key },
      });
      expect(call.status).toBe(401);
      const texts = await service.app.database.all(sql`select * from app_user where id = ${ada.userId}`);
      expect(JSON.stringify(texts)).not.toContain(ada.email);
    });

    test("is closed by no one else, and only after its user has shown who it is", async () => {
      const [ada, grace] = [await signUp(service), await signUp(service)];
      const path = `/users/${ada.userId}/closing`;
      const other = await (await own(grace))("POST", path, { email: ada.email });
      const missing = problem("not_found", 404, "Not found", `User ${ada.userId} not found.`, other);
      expect(other.body).toEqual(missing);
      const ask = await own(ada);
      service.advance(16 * 60_000);
      const late = await ask("POST", path, { email: ada.email });
      expect((late.body as { code: string }).code).toBe("step_up_required");
    });

    test("leaves a digest of its mailbox, which brings trial credits only once in two years", async () => {
      const email = `trial-${kind.dialect}@example.com`;
      const ada = await signUp(service, email);
      await (await own(ada))("POST", `/users/${ada.userId}/closing`, { email });
      const rows = await service.app.database.all(sql`select * from closed_mailbox, trial_mailbox`);
      expect(JSON.stringify(rows)).not.toContain(email);
      const again = await signUp(service, email.replace("@", "+again@"));
      expect(await creditsOf(again.subscriptionId)).toMatchObject({
        credits: { remaining: 0 },
        state_comment: "Another account of this address had the trial credits.",
      });
      await (await own(again))("POST", `/users/${again.userId}/closing`, {
        email: again.email,
      });
      service.advance(731 * dayMs);
      await tidyUp(service.app);
      const later = await signUp(service, email);
      expect(await creditsOf(later.subscriptionId)).toMatchObject({
        credits: { remaining: 15 },
        state_comment: null,
      });
    });
  });
