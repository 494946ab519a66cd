import { statSync } from "node:fs";
import { join } from "node:path";
import { systemTiming } from "../../../src/base/timing.ts";
import type { Database } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import { countVoided } from "../../../src/metering/apply/gaps.ts";
import { Recovery } from "../../../src/metering/apply/recovery.ts";
import { journalIds, journalsFolder } from "../../../src/metering/journal/journal-directory.ts";
import { journalFaults } from "../../../src/metering/journal/journal-files.ts";
import { consistencyFindings } from "../../metering/consistency-findings.ts";
import { changeFaults } from "./change-faults.ts";
import type { Change } from "./changes.ts";
import { decisionFaults } from "./decision-faults.ts";
import { keyFaults } from "./key-faults.ts";
import { type Started, startOn } from "./start-on.ts";

/** What must be there after a power loss, and what can be. */
export interface Expected {
  readonly kept: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
  /** What an operator did and received an answer for. */
  readonly changes: readonly Change[];
  /** Whether the service had its customers. */
  readonly isReady: boolean;
}

/** What a start finds in a data folder. */
export interface Found {
  /** Broken promises; empty if none. */
  readonly broken: readonly string[];
  /** Calls that the start gave up. */
  readonly voided: number;
  /** Decisions that the start made again, because the database lacked them. */
  readonly replayed: number;
  readonly needsPerson: boolean;
}

const passesMax = 3;

/** Starts on a data folder, and compares what is in it. */
export async function checkService(dataDir: string, expected: Expected): Promise<Found> {
  const found = { broken: [] as string[], voided: 0, replayed: 0, needsPerson: false };
  const { broken } = found;
  let started: Started | undefined;
  try {
    started = await startOn(dataDir);
    if (!started) return { ...found, broken: expected.isReady ? ["the database is gone"] : [] };
    const { database: db, held, replayed, log } = started;
    found.replayed = replayed;
    if (held.length > 0) broken.push(`an operator must resume: ${held.join("; ")}`);
    broken.push(...(await decisionFaults(started, expected.changes)));
    if (!expected.isReady) return found;
    const damaged = await recover(db, journalsFolder(dataDir), log);
    if (damaged > 0) broken.push(`${damaged} journals need a person`);
    found.needsPerson = held.length > 0 || damaged > 0;
    broken.push(...(await callFaults(db, expected)));
    broken.push(...(await changeFaults(db, expected.changes)));
    broken.push(...(await keyFaults(started, expected.changes)));
    for (const finding of await consistencyFindings(db)) broken.push(JSON.stringify(finding));
    for (const { fault } of await journalFaults(db, journalsFolder(dataDir))) broken.push(fault);
    found.voided = await countVoided(db);
  } catch (error) {
    broken.push(`the start fails: ${(error as Error).message}`);
  } finally {
    await started?.close();
  }
  return found;
}

/** Passes until nothing is left; resolves to the number of damaged journals. */
async function recover(db: Database, folder: string, log: Started["log"]): Promise<number> {
  // The files of the state have other inodes than those that were lost.
  for (const id of journalIds(folder)) {
    const header = statSync(join(folder, id, "journal"), { throwIfNoEntry: false });
    if (header)
      await db.run(sql`update journal set place = ${`${header.dev}:${header.ino}`} where journal_id = ${id}`);
  }
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
