import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { dayMs, hourMs, minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`webhooks in Inbox on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("one of operators at its first failure, a customer's after a day", async () => {
      const { userId } = await signUp(service);
      const { database } = service.app;
      const now = service.app.clock();
      const add = (id: string, of: string | null, since: number | null, state = "active") =>
        database.run(sql`
          insert into webhook (id, user_id, url, description, types, credit_thresholds, sealed, state, failing_since,
            created_at, updated_at)
          values (${id}, ${of}, ${`https://${id}.example`}, '', '[]', '[]', ${new Uint8Array([1])}, ${state}, ${since},
            ${now}, ${now})`);
      await add("own", null, now - minuteMs);
      await add("fine", null, null);
      await add("off", null, null, "disabled");
      await add("day", userId, now - dayMs);
      await add("hours", userId, now - dayMs + 1);
      await add("given-up", userId, now - 8 * dayMs, "disabled");
      await add("ends", userId, now - 7 * dayMs + hourMs);
      const { body } = await service.ask("GET", "/system/inbox", { headers: service.operatorHeaders });
      const rows = (body as { rows: Record<string, unknown>[] }).rows.filter(({ action }) =>
        String((action as { object: string }).object).startsWith("/webhooks/"),
      );
      expect(rows.map(({ id, code, band, entry }) => [id, code, band, entry])).toEqual([
        ["webhook.ends", "customer_webhook_failing", "today", "customers"],
        ["webhook.day", "customer_webhook_failing", "week", "customers"],
        ["webhook.own", "webhook_failing", "week", "settings"],
        ["webhook.off", "webhook_disabled", "week", "settings"],
      ]);
      expect(rows[1]).toMatchObject({
        found: "The webhook of Ada Byron fails: https://day.example",
        consequence: "It is disabled on 27 Nov 2026, 00:00 UTC, and what waits for it fails.",
        deadline: "2026-11-27T00:00:00.000Z",
        since: "2026-11-20T00:00:00.000Z",
      });
    });
  });
