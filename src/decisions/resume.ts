import type { Queries } from "../database/database.ts";
import { endHeld, readHeld } from "./held.ts";
import type { Restoring } from "./restoring.ts";

/** What becomes of messages that waited when the database went back. */
export type Messages = "drop" | "send";

export interface WaitingCount {
  readonly shown: string;
  readonly count: number;
}

/** The messages that wait from before a moment. */
export function countWaiting(
  db: Queries,
  restoring: readonly Restoring[],
  before: number,
): Promise<WaitingCount[]> {
  const waiting = restoring.flatMap(({ waiting = [] }) => waiting);
  return Promise.all(waiting.map(async ({ shown, count }) => ({ shown, count: await count(db, before) })));
}

/** What must be decided first, by what it is; what is 0 is left out. */
export async function countUndecided(
  db: Queries,
  restoring: readonly Restoring[],
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { shown, count } of restoring.flatMap(({ undecided = [] }) => undecided)) {
    const found = await count(db);
    if (found > 0) counts[shown] = found;
  }
  return counts;
}

const isDecided = async (db: Queries, restoring: readonly Restoring[]): Promise<boolean> =>
  Object.keys(await countUndecided(db, restoring)).length === 0;

/** Ends what was held for a short gap, once all logs were read and nothing is undecided. */
export async function endWhenDecided(tx: Queries, restoring: readonly Restoring[]): Promise<boolean> {
  const held = await readHeld(tx);
  if (!held?.endsItself || held.unread.length > 0 || !(await isDecided(tx, restoring))) return false;
  await endHeld(tx);
  return true;
}

/** Lets what is held continue. False if nothing is held. */
export async function resume(
  tx: Queries,
  restoring: readonly Restoring[],
  messages: Messages,
): Promise<boolean> {
  const held = await readHeld(tx);
  if (!held) return false;
  if (messages === "drop")
    for (const { drop } of restoring.flatMap(({ waiting = [] }) => waiting)) await drop(tx, held.since);
  await endHeld(tx);
  return true;
}
