import { hostname } from "node:os";
import type { MasterKeyState } from "../../access/identity.ts";
import { hourMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import type { RegisteredApi, UpstreamState } from "../../calls/forwarding.ts";
import { databaseClock, readClockSkew } from "../../database/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

const heartbeatMs = 5000;
const sampleMs = 250;
/** A node silent for longer has ended. */
export const aliveMs = 3 * heartbeatMs;
/** Ended nodes are shown for a while, so that people see when they ended. */
const keptMs = hourMs;

/** Sessions, periods and expirations follow each node's own clock, so this much is noticed by customers. */
export const clockSkewMaxMs = 2000;

/**
 * Records this node's state; `delayMs` is the longest delay of its thread since the last time. Resolves to how
 * far its clock is ahead of the database's, if that is known.
 */
export async function beat(context: Context, delayMs = 0): Promise<number | undefined> {
  const { config, clock, database, forwarding, identity, metering, process: own } = context;
  const { streams } = context.responses;
  const skewMs = await readClockSkew(database, clock);
  const keys = JSON.stringify(await identity.secrets.refresh(database));
  const { calls, bytes } = metering.waiting;
  const role = config.workers > 1 ? "worker" : "single";
  await database.run(sql`
    insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
      waiting_bytes, delay_us, memory_bytes, streams, clock_skew_ms, upstreams,
      master_keys)
    values (${own.instance}, ${`${hostname()}/${process.pid}`}, ${role}, ${`${config.host}:${config.port}`},
      ${own.build}, ${metering.journalId ?? ""}, ${own.startedAt}, ${databaseClock(database)}, ${calls}, ${bytes},
      ${Math.round(delayMs * 1000)}, ${process.memoryUsage.rss()}, ${streams.total}, ${skewMs ?? null},
      ${JSON.stringify(busyUpstreams(forwarding.apis))}, ${keys})
    on conflict (instance) do update set journal_id = excluded.journal_id, seen_at = excluded.seen_at,
      waiting_calls = excluded.waiting_calls, waiting_bytes = excluded.waiting_bytes,
      delay_us = excluded.delay_us, memory_bytes = excluded.memory_bytes, streams = excluded.streams,
      clock_skew_ms = excluded.clock_skew_ms, upstreams = excluded.upstreams,
      master_keys = excluded.master_keys`);
  return skewMs;
}

/** The APIs, by their IDs, whose breaker is not closed or that have calls under way. */
function busyUpstreams(apis: Iterable<RegisteredApi>): Readonly<Record<string, UpstreamState>> {
  const busy = [...apis].filter(({ breaker, underWay }) => breaker !== "closed" || underWay > 0);
  return Object.fromEntries(busy.map(({ id, name, ...state }) => [id, state]));
}

/** The calls of an API on another node when it sent its heartbeat. */
export interface NodeUpstream {
  readonly instance: string;
  readonly name: string;
  readonly seenAt: number;
  /** Undefined if the breaker is closed and no calls are under way. */
  readonly state: UpstreamState | undefined;
}

/** An API on the other nodes that are alive; nodes of former versions do not report it. */
export async function listNodeUpstreams(
  { database: db, process: own }: Context,
  apiId: string,
): Promise<NodeUpstream[]> {
  const rows = await db.all<{ instance: string; name: string; seen_at: number; upstreams: string }>(sql`
    select instance, name, seen_at, upstreams from node
    where ${databaseClock(db)} - seen_at < ${aliveMs} and instance <> ${own.instance} and upstreams is not null
    order by started_at, instance`);
  return rows.map(({ instance, name, seen_at, upstreams }) => {
    const states = JSON.parse(upstreams) as Readonly<Record<string, UpstreamState>>;
    return { instance, name, seenAt: seen_at, state: states[apiId] };
  });
}

/** A node and its master keys; null from a former version. */
export interface NodeKeys {
  readonly name: string;
  readonly keys: MasterKeyState | null;
}

/** The master keys of the nodes that are alive. */
export async function listNodeKeys(db: Queries): Promise<NodeKeys[]> {
  const rows = await db.all<{ name: string; master_keys: string | null }>(sql`
    select name, master_keys from node where ${databaseClock(db)} - seen_at < ${aliveMs} order by name`);
  return rows.map(({ name, master_keys }) => ({
    name,
    keys: master_keys === null ? null : (JSON.parse(master_keys) as MasterKeyState),
  }));
}

/** A node, and how far its clock is ahead of the database's. */
export interface NodeClock {
  readonly node: string;
  readonly clock_skew_ms: number | null;
}

/** The clocks of the nodes that are alive. */
export function listNodeClocks(db: Queries): Promise<NodeClock[]> {
  return db.all(sql`
    select name as node, clock_skew_ms from node
    where ${databaseClock(db)} - seen_at < ${aliveMs} order by name`);
}

/**
 * Deletes the rows of nodes that ended without a word: long ago, or on this machine if their process is gone. Such a node
 * has been replaced; a process in another container of the same host name is not among ours, so the row must be silent.
 */
export async function forgetEnded({ database: db, config, process: own }: Context): Promise<void> {
  const now = databaseClock(db);
  await db.run(sql`delete from node where seen_at < ${now} - ${keptMs}`);
  const silent = await db.all<{ instance: string; name: string; address: string }>(sql`
    select instance, name, address from node where instance <> ${own.instance} and seen_at < ${now} - ${aliveMs}`);
  const address = `${config.host}:${config.port}`;
  for (const one of silent) {
    const slash = one.name.lastIndexOf("/");
    const [host, pid] = [one.name.slice(0, slash), one.name.slice(slash + 1)];
    if (host !== hostname() || one.address !== address || isRunning(Number(pid))) continue;
    await db.run(sql`delete from node where instance = ${one.instance} and seen_at < ${now} - ${aliveMs}`);
  }
}

/** Whether another process of this machine has an ID. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Sends a heartbeat every five seconds until the returned function is called, which removes this node's row.
 */
export function startNodeHeartbeat(context: Context): () => Promise<void> {
  const { database, log, process: own } = context;
  let delayMs = 0;
  let skewed = false;
  let due = performance.now() + sampleMs;
  const sampling = setInterval(() => {
    const now = performance.now();
    delayMs = Math.max(delayMs, now - due);
    due = now + sampleMs;
  }, sampleMs);
  const say = () => {
    const said = delayMs;
    context.telemetry.metrics.delayMs = said;
    delayMs = 0;
    beat(context, said)
      .then((skewMs = 0) => {
        const was = skewed;
        skewed = Math.abs(skewMs) >= clockSkewMaxMs;
        if (skewed && !was) log.warn("the clock differs from the database's", { skew_ms: skewMs });
        return forgetEnded(context);
      })
      // The database is unreachable: for other nodes this one times out.
      .catch(() => undefined);
  };
  say();
  const beating = setInterval(say, heartbeatMs);
  return async () => {
    clearInterval(sampling);
    clearInterval(beating);
    await database.run(sql`delete from node where instance = ${own.instance}`).catch(() => undefined);
  };
}
