import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { masterKeyCheck, presentMasterKey } from "../../../src/access/identity.ts";
import { createVault } from "../../../src/access/vault.ts";
import { createLog } from "../../../src/base/log.ts";
import { systemTiming } from "../../../src/base/timing.ts";
import type { Database } from "../../../src/database/database.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { logIds, readLog } from "../../../src/decisions/log-file.ts";
import { countVoided } from "../../../src/metering/apply/gaps.ts";
import { Recovery } from "../../../src/metering/apply/recovery.ts";
import { journalIds, journalsFolder } from "../../../src/metering/journal/journal-directory.ts";
import { journalFaults } from "../../../src/metering/journal/journal-files.ts";
import { consistencyFindings } from "../../metering/consistency-findings.ts";

/** What must be there after a power loss, and what can be. */
export interface Expected {
  readonly kept: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
  /** Whether the service had its customers. */
  readonly isReady: boolean;
}

/** What a start finds in a data folder. */
export interface Found {
  /** Broken promises; empty if none. */
  readonly broken: readonly string[];
  /** Calls that the start gave up. */
  readonly voided: number;
  readonly needsPerson: boolean;
}

const passesMax = 3;

/** Recovers a data folder as a start does, and compares what is in it. */
export async function checkService(dataDir: string, expected: Expected): Promise<Found> {
  const broken: string[] = [];
  let [voided, needsPerson] = [0, false];
  const file = join(dataDir, "vingate.db");
  if (!existsSync(file))
    return { broken: expected.isReady ? ["the database is gone"] : [], voided, needsPerson };
  let db: Database | undefined;
  try {
    db = await openDatabase({ file, synchronous: "normal" });
    broken.push(...(await keyFaults(db, dataDir)));
    const decisions = join(dataDir, "decisions");
    for (const id of logIds(decisions)) readLog({ path: join(decisions, `${id}.log`) });
    if (!expected.isReady) return { broken, voided, needsPerson };
    const damaged = await recover(db, journalsFolder(dataDir));
    needsPerson = damaged > 0;
    if (needsPerson) broken.push(`${damaged} journals need a person`);
    broken.push(...(await callFaults(db, expected)));
    for (const finding of await consistencyFindings(db)) broken.push(JSON.stringify(finding));
    for (const { fault } of await journalFaults(db, journalsFolder(dataDir))) broken.push(fault);
    voided = await countVoided(db);
  } catch (error) {
    broken.push(`the start fails: ${(error as Error).message}`);
  } finally {
    await db?.close();
  }
  return { broken, voided, needsPerson };
}

/** The key of a database that was sealed is in its file. */
async function keyFaults(db: Database, dataDir: string): Promise<string[]> {
  const hasSettings = await db.get(sql`select 1 as found from sqlite_schema where name = 'setting'`);
  if (!hasSettings) return [];
  const kept = await db.get<{ value: string }>(sql`select value from setting where name = ${masterKeyCheck}`);
  if (!kept) return [];
  const key = presentMasterKey({ dataDir, masterKey: undefined });
  if (!key) return ["the master key is gone"];
  return createVault(key).check === kept.value ? [] : ["the master key is another one"];
}

/** Passes until nothing is left; resolves to the number of damaged journals. */
async function recover(db: Database, folder: string): Promise<number> {
  // The files of the state have other inodes than those that were lost.
  for (const id of journalIds(folder)) {
    const header = statSync(join(folder, id, "journal"), { throwIfNoEntry: false });
    if (header)
      await db.run(sql`update journal set place = ${`${header.dev}:${header.ino}`} where journal_id = ${id}`);
  }
  const log = createLog(Date.now, () => undefined);
  const recovery = new Recovery(db, folder, { timing: systemTiming, log });
  for (let pass = 1; ; pass++) {
    const { left, damaged } = await recovery.pass();
    if (left === 0 || pass === passesMax) return damaged.length + left;
  }
}

async function callFaults(db: Database, { kept, sent }: Expected): Promise<string[]> {
  const rows = await db.all<{ request_id: string }>(sql`select request_id from request_log`);
  const seen = new Set(rows.map((row) => row.request_id));
  const lost = [...kept].filter((id) => !seen.has(id));
  const invented = [...seen].filter((id) => !sent.has(id));
  const broken: string[] = [];
  if (lost.length > 0) broken.push(`${lost.length} synced calls are lost`);
  if (invented.length > 0) broken.push(`${invented.length} calls are invented`);
  if (rows.length > seen.size) broken.push(`${rows.length - seen.size} calls are there twice`);
  const held = await db.get<{ held: number }>(sql`select coalesce(sum(held), 0) as held from credit_lease`);
  if (held && held.held !== 0) broken.push(`${held.held} credits stay on lease`);
  return broken;
}
