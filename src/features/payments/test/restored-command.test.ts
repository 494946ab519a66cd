import { expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../../../test/database/migrations.ts";
import { resumeCommand } from "../../../cli/resume.ts";
import { databaseFile } from "../../../database/integrity.ts";
import { openDatabase } from "../../../database/open.ts";
import { sql } from "../../../database/sql.ts";
import { type Held, readHeld, writeHeld } from "../../../decisions/held.ts";
import { features } from "../../../features.ts";
import { upgradeSchema } from "../../../vehicles/imports/staging/record-tables.ts";

const held: Held = {
  epoch: 2,
  since: 1_795_219_200_000,
  causes: ["The database was restored from a backup, without the previous decision logs"],
  gap: null,
  replayed: {},
  unknown: {},
  callsLost: 0,
  unread: [],
  endsItself: false,
};

test("vingate resume names what is undecided, and does not resume before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-resume-"));
  const printed: string[] = [];
  const print = spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  const run = async (...args: string[]) => {
    printed.length = 0;
    return [await resumeCommand.run(args, { VINGATE_DATA_DIR: folder }, features), printed.join("")] as const;
  };
  const open = () => openDatabase({ file: databaseFile(folder) });
  try {
    const db = await open();
    await upgradeSchema(db, migrations);
    await db.transaction((tx) => writeHeld(tx, held));
    await db.run(sql`
      insert into payment_listing (provider, state, from_at, begun_at, handled, failure, next_at)
      values ('stripe', 'due', ${held.since}, ${held.since}, 4, 'Stripe returned 500', 0)`);
    await db.run(sql`
      insert into restored_charge (provider_ref, named, subscription_id, kind, period, minor, currency, charged_at,
        is_kept) values ('pi_1', 'p1', 's1', 'renewal', 3, 12100, 'EUR', ${held.since}, 0)`);
    await db.close();
    const left = `Held since 2026-11-21T00:00:00.000Z: the database went back, and epoch 2 began.
  The database was restored from a backup, without the previous decision logs
  What the payment provider took since 2026-11-21T00:00:00.000Z cannot be listed, and is tried again: Stripe returned 500
  €121.00 is being debited for renewal of period 3 of subscription s1, charge pi_1, and its payment is lost: match or return it
Sign-ups, grants and settings of that time are lost.
Undecided: 1 listing of what the payment provider took, 1 charges without a payment. Nothing was resumed. The page System, or "vingate resume --show", has what to do.
`;
    expect(await run("--show")).toEqual([0, left]);
    expect(await run()).toEqual([1, left]);
    expect(JSON.parse((await run("--json"))[1])).toMatchObject({ resumed: false });
    const after = await open();
    expect(await readHeld(after)).toEqual(held);
    await after.run(sql`update payment_listing set state = 'done'`);
    await after.run(sql`update restored_charge set is_kept = 1`);
    await after.close();
    const [exit, text] = await run();
    expect([exit, text.split("\n").at(-2)]).toEqual([
      0,
      "The service continues. Messages that waited: dropped.",
    ]);
  } finally {
    print.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
});
