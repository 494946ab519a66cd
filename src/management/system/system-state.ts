import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { totalBytes } from "../../base/disk-space.ts";
import { apiVersion } from "../../base/version.ts";
import type { Context } from "../../calls/context.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Queries } from "../../database/database.ts";
import { databaseFile } from "../../database/integrity.ts";
import { sql } from "../../database/sql.ts";
import type { Row } from "../../entities/table.ts";
import { journalsFolder } from "../../metering/journal/journal-directory.ts";
import { dataAge, dataDaysMax } from "../../vin/pack/data-age.ts";
import type { PackMeta } from "../../vin/pack/pack-meta.ts";
import { readBackups } from "./backup-state.ts";
import { readConnections } from "./connections.ts";
import { lastLedgerCheck } from "./consistency-check.ts";
import { checkHealth, waitingSingleCalls } from "./health.ts";
import { aliveMs, beat, nodes } from "./node-heartbeat.ts";
import { shownHeld } from "./resume.ts";
import type { System, SystemState } from "./system-record.ts";

interface NodeRow extends Row<typeof nodes> {
  readonly seenAt: number;
  readonly silentMs: number;
}

interface Held {
  readonly journal_id: string;
  readonly leases: number;
  readonly held: number;
}

/** The current state; that of other nodes is up to five seconds old. */
export async function readSystemState(context: Context): Promise<z.output<typeof SystemState>> {
  const { database: db, clock, config, metering } = context;
  // The responding node's own state is current.
  await beat(context, await ownDelay(db, context.process.instance));
  const now = clock();
  const rows: NodeRow[] = await nodes.all(
    db,
    sql`
      select ${nodes.columns}, seen_at as "seenAt", ${databaseClock(db)} - seen_at as "silentMs"
      from node n order by started_at, instance`,
  );
  const held = await heldBy(db);
  const alive = rows.filter(({ silentMs }) => silentMs < aliveMs);
  const sum = (of: (row: NodeRow) => number) => alive.reduce((total, row) => total + of(row), 0);
  const open = await db.all<{ journal_id: string }>(sql`select journal_id from journal where state = 'open'`);
  const theirs = new Set(alive.map(({ journalId }) => journalId));
  const held_ = [...held.values()];
  return {
    time: isoTime(now),
    answered_by: context.process.instance,
    checks: { ...(await checkHealth(context)) },
    nodes: rows.map((row) => shownNode(row, held.get(row.journalId))),
    journal: {
      waiting_calls: sum((row) => row.waitingCalls),
      waiting_bytes: sum((row) => row.waitingBytes),
      waiting_bytes_max: config.journalMax,
      left_behind: open.filter(({ journal_id }) => !theirs.has(journal_id)).length,
      damaged: metering.recovered.damaged.map(({ journalId }) => journalId),
    },
    single_calls: waitingSingleCalls(context),
    leases: {
      subscriptions: held_.reduce((total, one) => total + one.leases, 0),
      credits_held: held_.reduce((total, one) => total + one.held, 0),
    },
    ledger_check: await lastLedgerCheck(db, now),
    disk: await readDisk(context),
    backups: await readBackups(db, config, now),
    held: await shownHeld(db, context.restoring),
    connections: await readConnections(db, config, alive.length),
  };
}

async function ownDelay(db: Queries, instance: string): Promise<number> {
  const row = await db.get<{ delay_us: number }>(sql`select delay_us from node where instance = ${instance}`);
  return (row?.delay_us ?? 0) / 1000;
}

async function heldBy(db: Queries): Promise<Map<string, Held>> {
  const rows = await db.all<Held>(sql`
    select journal_id, count(*) as leases, cast(sum(held) as bigint) as held from credit_lease
    where held > 0 group by journal_id`);
  return new Map(rows.map((row) => [row.journal_id, row]));
}

function shownNode(row: NodeRow, held: Held | undefined) {
  const { instance, name, role, address, streams } = row;
  const silentMs = Math.max(0, row.silentMs);
  return {
    instance,
    name,
    role,
    address,
    version: row.build,
    state: silentMs < aliveMs ? ("alive" as const) : ("silent" as const),
    started_at: isoTime(row.startedAt),
    seen_at: isoTime(row.seenAt),
    seconds_silent: Math.round(silentMs / 100) / 10,
    waiting_calls: row.waitingCalls,
    waiting_bytes: row.waitingBytes,
    leases: held?.leases ?? 0,
    credits_held: held?.held ?? 0,
    delay_ms: row.delayUs / 1000,
    memory_bytes: row.memoryBytes,
    streams,
    clock_skew_ms: row.clockSkewMs,
  };
}

async function readDisk({ config, disk, database: db }: Context) {
  const folder = config.dataDir;
  return {
    folder: resolve(folder),
    free_bytes: disk.free ?? null,
    total_bytes: totalBytes(folder) ?? null,
    reserve_bytes: config.diskReserve,
    database_bytes: await databaseBytes(db, folder, db.dialect === "postgres"),
    journal_bytes: folderBytes(journalsFolder(folder)),
  };
}

async function databaseBytes(db: Queries, folder: string, onServer: boolean): Promise<number | null> {
  if (onServer) {
    const row = await db.get<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);
    return row?.bytes ?? null;
  }
  const file = databaseFile(folder);
  const sizes = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  return sizes[0] === 0 ? null : sizes.reduce((sum, size) => sum + size, 0);
}

function folderBytes(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).reduce(
      (sum, name) => sum + (statSync(join(folder, String(name)), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}

/** What runs here: versions and settings, constant while the process runs. */
export async function readSystem(context: Context): Promise<z.output<typeof System>> {
  const { database: db, config, vinPack } = context;
  const server = await db.get<{ version: string }>(
    db.dialect === "postgres"
      ? sql`select current_setting('server_version') as version`
      : sql`select sqlite_version() as version`,
  );
  const schema = await db.get<{ id: string }>(sql`select max(id) as id from migration`);
  const datasets = await db.all<{ family: string; name: string; version: string; rows: number }>(sql`
    select family, name, version, record_count as rows from dataset where state = 'current' order by family`);
  const meta = vinPack.value?.meta;
  return {
    ...(await readSystemState(context)),
    versions: {
      program: context.process.build,
      interface: apiVersion,
      runtime: `Bun ${Bun.version}`,
      database: `${db.dialect === "postgres" ? "PostgreSQL" : "SQLite"} ${server!.version}`,
      schema: schema!.id,
      vin_data: meta ? shownVinData(meta, context.clock()) : null,
      datasets,
    },
    settings: config.stated.map((one) => ({ ...one })),
  };
}

function shownVinData(meta: PackMeta, now: number) {
  const { source, version, complete } = meta;
  const age = dataAge(meta, now)?.days ?? null;
  return { source, version, complete, age_days: age, outdated: age !== null && age > dataDaysMax };
}
