import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, SQL } from "bun";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { startPostgres } from "../../postgres.ts";
import { commandLine } from "../../program.ts";
import { newFolder } from "../../service-process.ts";
import { kinds } from "../databases.ts";
import { type Installation, lookUp, settingsOf, startInstallation } from "./installation.ts";

const releases = readdirSync(import.meta.dir, { withFileTypes: true }).filter((each) => each.isDirectory());

async function loadDump(file: string): Promise<string> {
  const url = await (await startPostgres()).newDatabase();
  const client = new SQL({ url, max: 1 });
  await client.unsafe(new TextDecoder().decode(gunzipSync(await Bun.file(file).bytes()))).simple();
  await client.end();
  return url;
}

/** The exit code and the findings of `vingate doctor`. */
async function diagnose(folder: string, url: string | undefined) {
  const child = Bun.spawn(commandLine("doctor", "--ledger", "--json"), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder, ...settingsOf(url) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { findings } = (await child.stdout.json()) as { findings: unknown[] };
  return { code: await child.exited, findings };
}

for (const { name: release } of releases)
  for (const { dialect, missing } of kinds)
    describe.skipIf(missing)(`the ${dialect} fixture of ${release}`, () => {
      test("is upgraded, consistent and answers calls with its keys", async () => {
        const fixtures = join(import.meta.dir, release);
        const made: Installation = (await Bun.file(join(fixtures, "installation.json")).json())[dialect];
        const url = dialect === "postgres" ? await loadDump(join(fixtures, "postgres.sql.gz")) : undefined;
        const { folder, remove } = newFolder();
        Bun.spawnSync(["tar", "-xzf", join(fixtures, `${dialect}.tar.gz`), "-C", folder]);
        const service = await startInstallation(folder, url);
        expect(await lookUp(service.url, [made.primary_key, made.secondary_key])).toEqual([
          200, 404, 200, 404,
        ]);
        service.signal("SIGTERM");
        expect(await service.exited).toBe(0);
        expect(await diagnose(folder, url)).toEqual({ code: 0, findings: [] });
        const db = await openDatabase({ url, file: join(folder, "vingate.db") });
        const totals = await db.get(sql`
          select used, (select count(*) from request_log) as calls from credit_total
          where subscription_id = 'ada'`);
        expect(totals).toEqual({ used: made.used + 2, calls: made.calls + 4 });
        await db.close();
        remove();
      }, 120_000);
    });
