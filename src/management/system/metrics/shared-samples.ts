import { withTimeout } from "../../../base/with-timeout.ts";
import type { Context } from "../../../calls/context.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { label, type Sample } from "../../../telemetry/metrics/families.ts";
import { readBackups } from "../backup-state.ts";
import { checkHealth } from "../health.ts";
import { aliveMs } from "../node-heartbeat.ts";
import { checkSamples } from "./check-samples.ts";

const readMs = 500;
const late = () => new Error("the database does not answer in time");

/** What all processes have in common, read by the one that answers. Without the database, the checks alone. */
export async function sharedSamples(context: Context): Promise<Sample[]> {
  const { database: db } = context;
  const read = [
    healthSamples(context),
    serviceSamples(db),
    serverSamples(db),
    logSamples(context),
    backupSamples(context),
    ...context.running.map(async (one) => (await one.sharedSamples?.()) ?? []),
  ];
  const samples = await Promise.all(read.map((each) => withTimeout(each, readMs, late).catch(() => [])));
  return [...samples.flat(), ...checkSamples(context)];
}

/** The last good backup and drill, and whether those after them failed. */
async function backupSamples({ database, config, clock }: Context): Promise<Sample[]> {
  const { state, last, drill, drill_error } = await readBackups(database, config, clock());
  const seconds = (at: string) => Date.parse(at) / 1000;
  const samples: Sample[] = [
    ["vingate_backup_failed", "", state === "failed" ? 1 : 0],
    ["vingate_backup_drill_failed", "", drill_error === null ? 0 : 1],
  ];
  if (last) samples.push(["vingate_backup_timestamp_seconds", "", seconds(last.at)]);
  if (drill) samples.push(["vingate_backup_drill_timestamp_seconds", "", seconds(drill.at)]);
  return samples;
}

async function healthSamples(context: Context): Promise<Sample[]> {
  const checks = Object.entries(await checkHealth(context));
  return checks.map(([name, state]) => ["vingate_healthy", label("check", name), state === "ok" ? 1 : 0]);
}

async function serviceSamples(db: Queries): Promise<Sample[]> {
  const counted = await db.get<{ nodes: number; imports: number }>(sql`
    select (select count(*) from node where ${databaseClock(db)} - seen_at < ${aliveMs}) as nodes,
      (select count(*) from import_run where state = 'running') as imports`);
  const datasets = await db.all<{ family: string; records: number; at: number }>(sql`
    select family, record_count as records, loaded_at as at from dataset where state = 'current' order by family`);
  return [
    ["vingate_nodes", "", counted!.nodes],
    ["vingate_imports_running", "", counted!.imports],
    ...datasets.flatMap(({ family, records, at }): Sample[] => [
      ["vingate_dataset_records", label("family", family), records],
      ["vingate_dataset_timestamp_seconds", label("family", family), at / 1000],
    ]),
  ];
}

/** How far ClickHouse, if it keeps single calls, is behind the ledger. */
async function logSamples({ config, database: db }: Context): Promise<Sample[]> {
  if (config.callSink === undefined) return [];
  const row = await db.get<{ calls: number }>(sql`
    select cast(coalesce(sum(applied_seq - logged_seq), 0) as bigint) as calls from journal
    where logged_seq < applied_seq`);
  return [["vingate_log_waiting_calls", "", row!.calls]];
}

/** The states of the connections of all nodes. A role can read the activity of its own connections only. */
async function serverSamples(db: Queries): Promise<Sample[]> {
  if (db.dialect !== "postgres") return [];
  const rows = await db.all<{ state: string; connections: number; most: number }>(sql`
    select case when wait_event_type = 'Lock' then 'waiting for a lock' else coalesce(state, 'other') end as state,
      count(*) as connections, cast(current_setting('max_connections') as int) as most
    from pg_stat_activity where application_name = 'vingate' group by 1 order by 1`);
  const most = rows[0]?.most;
  const counts = new Map(rows.map(({ state, connections }) => [state, connections]));
  // An alert on it needs a value while none waits.
  if (!counts.has("waiting for a lock")) counts.set("waiting for a lock", 0);
  return [
    ...[...counts].map(
      ([state, connections]): Sample => ["vingate_database_connections", label("state", state), connections],
    ),
    ...(most === undefined ? [] : [["vingate_database_connections_max", "", most] as const]),
  ];
}
