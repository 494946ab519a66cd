import { hostname } from "node:os";
import type { Log } from "../../base/log.ts";
import { OperatorError } from "../../base/operator-error.ts";
import { isProcessAlive } from "../../base/processes.ts";
import type { Config } from "../../config.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Database, Queries } from "../../database/database.ts";
import { DatabaseUnavailable, StatementError } from "../../database/errors.ts";
import {
  backgroundConnections,
  type DatabaseOptions,
  openDatabase,
  workerConnections,
} from "../../database/open.ts";
import { sql } from "../../database/sql.ts";
import { aliveMs } from "./node-heartbeat.ts";

/** PostgreSQL connections. */
export interface Connections {
  /** Open ones of this service. */
  readonly used: number;
  /** What its nodes can open, with imports and the consistency check. */
  readonly needed: number;
  /** What the server leaves to this service. */
  readonly allowed: number;
}

interface ServerRow {
  readonly most: number;
  readonly reserved: number;
  readonly of_database: number;
  readonly of_role: number;
  readonly used: number;
  readonly others: number;
}

const own = sql`a.datname = current_database() and a.usename = current_user and a.application_name = 'vingate'`;

/** What the server leaves to this service, `most` if no other program is connected. */
interface Server extends Pick<Connections, "used" | "allowed"> {
  readonly most: number;
}

/** Open connections of this service, and the most that it may have. */
async function readServer(db: Queries): Promise<Server> {
  const row = (await db.get<ServerRow>(sql`
    select cast(current_setting('max_connections') as bigint) as most,
      cast(current_setting('superuser_reserved_connections') as bigint)
        + cast(coalesce(current_setting('reserved_connections', true), '0') as bigint) as reserved,
      (select cast(datconnlimit as bigint) from pg_database where datname = current_database()) as of_database,
      (select cast(rolconnlimit as bigint) from pg_roles where rolname = current_user) as of_role,
      count(*) filter (where ${own}) as used, count(*) filter (where (${own}) is not true) as others
    from pg_stat_activity a where a.datid is not null and a.usesysid is not null`))!;
  const limits = [row.of_database, row.of_role].filter((limit) => limit >= 0);
  const most = Math.min(row.most - row.reserved, ...limits);
  return { used: row.used, allowed: Math.min(most, row.most - row.reserved - row.others), most };
}

/** What `workers` processes need, with what all nodes share. */
const neededBy = (workers: number): number => workers * workerConnections + backgroundConnections;

/** Null on SQLite, and behind a pooler, whose connections the server does not show. */
export async function readConnections(
  db: Queries,
  { databasePooler }: Pick<Config, "databasePooler">,
  workers: number,
): Promise<Connections | null> {
  if (db.dialect === "sqlite" || databasePooler) return null;
  const { used, allowed } = await readServer(db);
  return { used, needed: neededBy(workers), allowed };
}

/** A node announced by its heartbeats: `HOST/PID`, and the address that it listens on. */
interface OtherNode {
  readonly name: string;
  readonly address: string;
}

/** Nodes besides those that have ended here, and those at this service's port, which it replaces. */
async function countOthers(db: Database, { host, port }: Config): Promise<number> {
  const nodes = await db
    .all<OtherNode>(sql`select name, address from node where ${databaseClock(db)} - seen_at < ${aliveMs}`)
    .catch((error) => {
      // A new database has no tables.
      if (error instanceof StatementError) return [];
      throw error;
    });
  return nodes.filter(({ name, address }) => {
    const [machine, process] = name.split("/");
    if (machine !== hostname()) return true;
    return isProcessAlive(Number(process)) && address !== `${host}:${port}`;
  }).length;
}

/** Nodes that ended without a word count for so long. */
const waitMs = aliveMs + 5000;
const pauseMs = 1000;

/**
 * Throws, with what to do, if the database server cannot serve all workers of this service beside its other nodes.
 * A database that cannot be reached is left to the start itself.
 */
export async function requireConnections(
  config: Config,
  options: DatabaseOptions,
  log: Log,
  forMs = waitMs,
): Promise<void> {
  if (config.databaseUrl === undefined || config.databasePooler) return;
  const db = await openDatabase({ ...options, connectionsMax: 1 });
  try {
    const end = performance.now() + forMs;
    for (let logged = false; ; logged = true) {
      const found = await findShortage(db, config);
      if (found === undefined) return;
      if (found.lasting || performance.now() > end) throw new OperatorError(found.problem);
      if (!logged) log.warn("waiting for database connections", { reason: found.problem });
      await Bun.sleep(pauseMs);
    }
  } finally {
    await db.close();
  }
}

/** `lasting`: it would remain if all other nodes and programs ended. */
async function findShortage(
  db: Database,
  config: Config,
): Promise<{ readonly problem: string; readonly lasting: boolean } | undefined> {
  try {
    const { allowed, most } = await readServer(db);
    const others = await countOthers(db, config);
    const problem = shortage(config.workers, others, allowed);
    return problem === undefined ? undefined : { problem, lasting: neededBy(config.workers) > most };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (!error.message.includes("[53300]")) return undefined;
    const problem = `PostgreSQL has no connection left, and this service needs ${neededBy(config.workers)}: end other programs' connections or raise max_connections`;
    return { problem, lasting: false };
  }
}

/** What to do if the workers of this service and those of other nodes need more connections than they may have. */
export function shortage(workers: number, others: number, allowed: number): string | undefined {
  const needed = neededBy(workers + others);
  if (needed <= allowed) return undefined;
  const fitting = Math.floor((allowed - backgroundConnections) / workerConnections) - others;
  const fewer = fitting > 0 ? `set VINGATE_WORKERS to at most ${fitting}, ` : "";
  const elsewhere = others > 0 ? ` and ${others} of other nodes` : "";
  return (
    `PostgreSQL leaves ${allowed} connections to this service, and it needs ${needed}: ${workerConnections} for each of ` +
    `${workers} workers here${elsewhere}, ${backgroundConnections} for imports and checks; ` +
    `raise max_connections by ${needed - allowed}, ${fewer}or use a pooler (VINGATE_DATABASE_POOLER)`
  );
}
