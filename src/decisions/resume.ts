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
