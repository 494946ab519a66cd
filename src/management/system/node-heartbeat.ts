import { hostname } from "node:os";
import type { MasterKeyState } from "../../access/identity.ts";
import { hourMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import type { RegisteredApi, UpstreamState } from "../../calls/forwarding.ts";
import { databaseClock, readClockSkew } from "../../database/clock.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { integer, json, orNull, text, word } from "../../entities/stored.ts";
import { Table } from "../../entities/table.ts";

const heartbeatMs = 5000;
const sampleMs = 250;
/** A node silent for longer has ended. */
export const aliveMs = 3 * heartbeatMs;
/** Ended nodes are shown for a while, so that people see when they ended. */
const keptMs = hourMs;

/** The nodes that run, as their last heartbeat has them; `seen_at` is its time. */
export const nodes = new Table({
  name: "node",
  as: "n",
  key: ["instance"],
  members: {
    instance: text,
    name: text,
    role: word("single", "worker"),
    address: text,
    build: text,
    journalId: text,
    startedAt: integer,
    waitingCalls: integer,
    waitingBytes: integer,
    delayUs: integer,
    memoryBytes: integer,
    streams: integer,
    clockSkewMs: orNull(integer),
    /** The APIs, by their IDs, whose breaker is not closed or that have calls under way; null from former versions. */
    upstreams: orNull(json<Readonly<Record<string, UpstreamState>>>()),
    /** Null from former versions. */
    masterKeys: orNull(json<MasterKeyState>()),
  },
  fixed: ["name", "role", "address", "build", "startedAt"],
  writtenAt: "seen_at",
});

/** Sessions, periods and expirations follow each node's own clock, so this much is noticed by customers. */
export const clockSkewMaxMs = 2000;

/**
 * Records this node's state; `delayMs` is the longest delay of its thread since the last time. Resolves to how
 * far its clock is ahead of the database's, if that is known.
 */
export async function beat(context: Context, delayMs = 0): Promise<number | undefined> {
  const { config, clock, database, forwarding, identity, metering } = context;
  const { instance, build, startedAt } = context.process;
  const skewMs = await readClockSkew(database, clock);
  const masterKeys = await identity.secrets.refresh(database);
  const { calls: waitingCalls, bytes: waitingBytes } = metering.waiting;
  const role = config.workers > 1 ? "worker" : "single";
  const name = `${hostname()}/${process.pid}`;
  const own = { instance, name, role, address: `${config.host}:${config.port}`, build, startedAt } as const;
  const load = { waitingCalls, waitingBytes, memoryBytes: process.memoryUsage.rss() };
  const { total: streams } = context.responses.streams;
  const [journalId, delayUs] = [metering.journalId ?? "", Math.round(delayMs * 1000)];
  const upstreams = busyUpstreams(forwarding.apis);
  const state = { journalId, delayUs, streams, clockSkewMs: skewMs ?? null, upstreams, masterKeys };
  await nodes.put(database, [{ ...own, ...load, ...state }]);
  return skewMs;
}

function busyUpstreams(apis: Iterable<RegisteredApi>): Readonly<Record<string, UpstreamState>> {
  const busy = [...apis].filter(({ breaker, underWay }) => breaker !== "closed" || underWay > 0);
  return Object.fromEntries(busy.map(({ id, name, ...state }) => [id, state]));
}

const isAlive = (db: Queries): Sql => sql`${databaseClock(db)} - seen_at < ${aliveMs}`;

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
  const rows = await nodes.all<{ readonly seenAt: number }>(
    db,
    sql`
      select ${nodes.columns}, seen_at as "seenAt" from node n
      where ${isAlive(db)} and instance <> ${own.instance} and upstreams is not null
      order by started_at, instance`,
  );
  return rows.map(({ instance, name, seenAt, upstreams }) => ({
    instance,
    name,
    seenAt,
    state: upstreams?.[apiId],
  }));
}

/** A node and its master keys; null from a former version. */
export interface NodeKeys {
  readonly name: string;
  readonly keys: MasterKeyState | null;
}

/** The master keys of the nodes that are alive. */
export async function listNodeKeys(db: Queries): Promise<NodeKeys[]> {
  const alive = await nodes.select(db, sql`where ${isAlive(db)} order by name`);
  return alive.map(({ name, masterKeys: keys }) => ({ name, keys }));
}

/** A node, and how far its clock is ahead of the database's. */
export interface NodeClock {
  readonly node: string;
  readonly clock_skew_ms: number | null;
}

/** The clocks of the nodes that are alive. */
export async function listNodeClocks(db: Queries): Promise<NodeClock[]> {
  const alive = await nodes.select(db, sql`where ${isAlive(db)} order by name`);
  return alive.map(({ name: node, clockSkewMs: clock_skew_ms }) => ({ node, clock_skew_ms }));
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
