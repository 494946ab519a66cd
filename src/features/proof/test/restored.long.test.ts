import { expect, test } from "bun:test";
import { join } from "node:path";
import { kinds } from "../../../../test/database/databases.ts";
import { startPostgres } from "../../../../test/postgres.ts";
import { commandLine } from "../../../../test/program.ts";
import { newFolder } from "../../../../test/service-process.ts";
import { compareFigures } from "../../../../test/torture/consistency.ts";
import { install } from "../../../../test/torture/installation.ts";
import { callersOf } from "../../../../test/torture/scenario.ts";
import type { Database } from "../../../database/database.ts";
import { openDatabase } from "../../../database/open.ts";
import { sql } from "../../../database/sql.ts";
import { databaseLog } from "../../../metering/requests/call-log.ts";
import { DayCalls } from "../days/day-trees.ts";
import { digestOf } from "../days/leaves.ts";
import { cutsOf, provedCalls } from "../days/proved-calls.ts";
import { proveDays } from "./proved-kills.ts";

/** The roots of a day, made again from its calls, and what the database has; by subscription. */
async function rootsOf(db: Database, day: string) {
  const made = new Map<string, DayCalls>();
  for await (const calls of provedCalls(db, databaseLog(db), await cutsOf(db, day)))
    for (const call of calls) {
      const own = made.get(call.subscriptionId) ?? new DayCalls();
      made.set(call.subscriptionId, own);
      own.add(call);
    }
  const rows = await db.all<{ id: string; calls: number; root: string }>(sql`
    select subscription_id as id, calls, call_root as root from proof_day where day = ${day} and calls > 0
    order by subscription_id`);
  const stored = rows.map(({ id, calls, root }) => [id, calls, root]);
  const repeated = [...made].map(([id, { tree }]) => [id, tree.size, tree.root.toString("base64")]).sort();
  return { stored, repeated };
}

for (const { dialect, missing } of kinds) {
  const other = kinds.find((kind) => kind.dialect !== dialect)!;
  test.skipIf(missing || other.missing)(
    `roots stay the same after a restore from ${dialect} into ${other.dialect}`,
    async () => {
      const service = await install({ dialect, nodes: 1 });
      const place = newFolder();
      try {
        const { callers, customers } = await callersOf(service, { perSecond: 1000 });
        callers.start();
        await callers.untilAnswered(500);
        await callers.stop();
        await compareFigures(service, callers, customers);
        const db = await service.open();
        const days = await proveDays(db);
        const day = days.at(-1)!;
        const before = await rootsOf(db, day);
        const digest = await digestOf(db, day);
        await db.close();
        expect(before.stored.length).toBeGreaterThan(1);
        expect(before.repeated).toEqual(before.stored);
        const file = join(place.folder, "backup");
        expect((await service.nodes[0]!.command("backup", file)).code).toBe(0);
        const { VINGATE_DATABASE_URL: _, ...settings } = service.nodes[0]!.environment;
        const url = other.dialect === "postgres" ? await (await startPostgres()).newDatabase() : undefined;
        const dataDir = join(place.folder, "data");
        const key = await Bun.file(join(service.nodes[0]!.dataDir, "master.key"))
          .text()
          .catch(() => settings.VINGATE_MASTER_KEY ?? "");
        const child = Bun.spawn(commandLine("restore", file, "--former", "lost"), {
          env: {
            PATH: process.env.PATH,
            ...settings,
            VINGATE_MASTER_KEY: key.trim(),
            VINGATE_DATA_DIR: dataDir,
            ...(url !== undefined && { VINGATE_DATABASE_URL: url }),
          },
          stdio: ["ignore", "ignore", "pipe"],
        });
        const errors = await new Response(child.stderr).text();
        expect([await child.exited, errors]).toEqual([0, expect.any(String)]);
        const restored = await openDatabase({ url, file: join(dataDir, "vingate.db") });
        expect(await rootsOf(restored, day)).toEqual(before);
        expect(await digestOf(restored, day)).toEqual(digest);
        await restored.close();
      } finally {
        await service.end();
        place.remove();
      }
    },
    180_000,
  );
}
