import type { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import type { Context } from "../../calls/context.ts";
import { knownDamage } from "../../database/damage.ts";
import type { Database } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { demoDatasetName } from "../../vehicles/families/record-family.ts";
import type { SingleCalls } from "./system-record.ts";

/** Below this nothing can be written: a journal segment, or SQLite's own log, needs as much. */
const fullBytes = 2 ** 20;

/** The components that the service needs, each `ok` or what is wrong with it. */
export interface Checks {
  readonly database: "ok" | "unavailable" | "read failed" | "damaged";
  readonly decoder: "ok" | "starting" | "failed";
  readonly disk: "ok" | "below the reserve" | "full";
  readonly journal: "ok" | "not writable" | "full" | "damaged";
  /** Absent if the database keeps single calls. */
  readonly clickhouse?: "ok" | "unavailable" | "behind" | "full";
}

export async function checkHealth(context: Context): Promise<Checks> {
  const checks = await checkLookups(context);
  if (context.config.callSink === undefined || checks.database !== "ok") return checks;
  const full = context.metering.journalFault === "unlogged";
  return { ...checks, clickhouse: full ? "full" : await context.requestLog.state() };
}

/** The calls in the data folder that wait for ClickHouse; null if the database keeps single calls. */
export function waitingSingleCalls({ config, metering }: Context): z.output<typeof SingleCalls> {
  if (config.callSink === undefined) return null;
  const { calls, bytes, since } = metering.unlogged ?? { calls: 0, bytes: 0 };
  return {
    waiting_calls: calls,
    waiting_bytes: bytes,
    waiting_bytes_max: config.callSink.waitMax,
    waiting_since: since === undefined ? null : isoTime(since),
  };
}

/** What lookups need. */
async function checkLookups(context: Context): Promise<Checks> {
  const { vinPack } = context;
  return {
    database: await databaseState(context),
    decoder: vinPack.value ? "ok" : vinPack.error ? "failed" : "starting",
    disk: diskState(context),
    journal: journalState(context),
  };
}

/** The data that lookups use: the decoder's, and the current dataset of each family. */
export async function dataVersions({
  database,
  vinPack,
}: Context): Promise<Readonly<Record<string, string>>> {
  const datasets = await database.all<{ family: string; name: string; version: string }>(sql`
    select family, name, version from dataset where state = 'current' order by family`);
  const versions = datasets.map(({ family, name, version }) => [
    family,
    name === demoDatasetName ? name : `${name} ${version}`,
  ]);
  const meta = vinPack.value?.meta;
  return { ...(meta && { vin: `${meta.source} ${meta.version}` }), ...Object.fromEntries(versions) };
}

/**
 * Why this process cannot serve lookups; undefined if it can. A fault that only needs repair is no reason.
 */
export async function whyNotReady(context: Context): Promise<string | undefined> {
  if (context.process.stopping.signal.aborted) return "This process is stopping.";
  if (!context.vinPack.value) return "This process is starting.";
  // A database that was just reached need not answer: it may be failing over, and the check would wait for it.
  const checked = context.metering.silentMs >= context.config.readySeconds * 1000;
  const database = checked ? await databaseState(context) : "ok";
  if (database === "unavailable") return "The database is unavailable.";
  if (database === "read failed") return "The database cannot be read.";
  if (diskState(context) === "full") return "The disk is full.";
  const journal = journalState(context);
  if (journal === "not writable") return "The usage journal cannot be written.";
  if (journal === "full") return "Too many calls are not yet applied to the database.";
  if (context.metering.journalFault === "unlogged") return "Too many calls wait for ClickHouse.";
  return undefined;
}

const states = new WeakMap<Database, Promise<Checks["database"]>>();

/** Requests that arrive in one turn of the event loop share a check. */
function databaseState({ database }: Context): Promise<Checks["database"]> {
  const known = states.get(database);
  if (known) return known;
  const state = readState(database);
  states.set(database, state);
  setImmediate(() => states.delete(database));
  return state;
}

/** Reads rows that lookups need, not their indices: SQLite answers `select 1` without reading a page. */
async function readState(database: Database): Promise<Checks["database"]> {
  try {
    await database.get(sql`
      select (select state from subscription limit 1) as subscription,
        (select used from credit_balance limit 1) as balance,
        (select state from product limit 1) as product`);
    return (await knownDamage(database)) === undefined ? "ok" : "damaged";
  } catch (error) {
    return error instanceof DatabaseUnavailable ? "unavailable" : "read failed";
  }
}

function diskState({ disk }: Context): Checks["disk"] {
  if (disk.free !== undefined && disk.free < fullBytes) return "full";
  return disk.low ? "below the reserve" : "ok";
}

function journalState({ metering }: Context): Checks["journal"] {
  if (metering.journalFault === "disk") return "not writable";
  if (metering.journalFault === "unapplied") return "full";
  return metering.recovered.damaged.length > 0 ? "damaged" : "ok";
}
