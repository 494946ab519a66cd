import { hostname } from "node:os";
import { hourMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";

const heartbeatMs = 5000;
const sampleMs = 250;
/** A node silent for longer has ended. */
export const aliveMs = 3 * heartbeatMs;
/** Ended nodes are shown for a while, so that people see when they ended. */
const keptMs = hourMs;

/** Records this node's state; `delayMs` is the longest delay of its thread since the last time. */
export async function beat(context: Context, delayMs = 0): Promise<void> {
  const { config, clock, database, metering, process: own, streams } = context;
  const now = clock();
  const { calls, bytes } = metering.waiting;
  const role = config.workers > 1 ? "worker" : "single";
  await database.run(sql`
    insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
      waiting_bytes, delay_us, memory_bytes, streams)
    values (${own.instance}, ${`${hostname()}/${process.pid}`}, ${role}, ${`${config.host}:${config.port}`},
      ${own.build}, ${metering.journalId ?? ""}, ${own.startedAt}, ${now}, ${calls}, ${bytes},
      ${Math.round(delayMs * 1000)}, ${process.memoryUsage.rss()}, ${streams.total})
    on conflict (instance) do update set journal_id = excluded.journal_id, seen_at = excluded.seen_at,
      waiting_calls = excluded.waiting_calls, waiting_bytes = excluded.waiting_bytes,
      delay_us = excluded.delay_us, memory_bytes = excluded.memory_bytes, streams = excluded.streams`);
}

/**
 * Sends a heartbeat every five seconds until the returned function is called, which removes this node's row.
 */
export function startNodeHeartbeat(context: Context): () => Promise<void> {
  const { database, clock, process: own } = context;
  let delayMs = 0;
  let due = performance.now() + sampleMs;
  const sampling = setInterval(() => {
    const now = performance.now();
    delayMs = Math.max(delayMs, now - due);
    due = now + sampleMs;
  }, sampleMs);
  const say = () => {
    const said = delayMs;
    delayMs = 0;
    beat(context, said)
      .then(() => database.run(sql`delete from node where seen_at < ${clock() - keptMs}`))
      // The database is unreachable: other nodes see this one time out.
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
