import { expect, test } from "bun:test";
import { kinds, signUp } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { sql } from "../../../database/sql.ts";
import { startProved } from "./proved-service.ts";

for (const kind of kinds)
  test.skipIf(kind.missing)(`each month is announced with its own calls, on ${kind.dialect}`, async () => {
    const service = await startProved(kind);
    const [account, other] = [await signUp(service), await signUp(service)];
    const call = ({ key }: typeof account) =>
      service.ask("GET", `/vin-decoder/${goodVin}`, { headers: { "x-AuthKey": key } });
    await call(account);
    await service.prove("2026-12-01");
    await service.setTime(Date.parse("2026-12-05T10:00:00Z"));
    for (const by of [account, account, other]) await call(by);
    await service.prove("2027-01-01");
    const rows = await service.db.all<{ user_id: string; data: string }>(
      sql`select user_id, data from outbox_event where type = 'statement.ready'`,
    );
    const sums = rows.map(({ user_id, data }) => ({ user_id, ...(JSON.parse(data) as { month: string }) }));
    const keyOf = (one: { month: string; user_id: string }) => `${one.month} ${one.user_id}`;
    const sorted = <T extends { month: string; user_id: string }>(all: readonly T[]) =>
      all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    expect(sorted(sums)).toEqual(
      sorted([
        { user_id: account.userId, month: "2026-11", calls: 1, credits: 1 },
        { user_id: account.userId, month: "2026-12", calls: 2, credits: 2 },
        { user_id: other.userId, month: "2026-12", calls: 1, credits: 1 },
      ]),
    );
    await service.end();
  });
