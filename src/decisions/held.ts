import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Epoch } from "./entries.ts";

/** Why a new epoch has begun, and what the start found; times are milliseconds UTC. */
export interface Held {
  readonly epoch: number;
  readonly since: number;
  /** Sentences without a full stop. */
  readonly causes: readonly string[];
  /** From the last that the database has to the last that a log has; null if no log contains it. */
  readonly gap: { readonly from: number; readonly to: number } | null;
  /** Decisions that were made again, by what they are. */
  readonly replayed: Readonly<Record<string, number>>;
  /** Decisions that this program cannot make again, by their kind. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Applied calls that neither the database nor a journal here has. */
  readonly callsLost: number;
  /** Logs of other nodes that have not been read since. */
  readonly unread: readonly string[];
  /** Whether it ends by itself once all logs are read. */
  readonly endsItself: boolean;
}

/** What changes when it begins or ends. */
export const heldObject = "/system/held";

const heldSetting = "held";
const epochSetting = "epoch";
/** What `vingate restore` had of the former installation; the next start reads it. */
const formerSetting = "restored_former";

export type Former = "taken" | "lost" | "without logs";

async function read<T>(db: Queries, setting: string): Promise<T | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from setting where name = ${setting}`);
  return row && (JSON.parse(row.value) as T);
}

async function write(tx: Queries, setting: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await tx.run(sql`
    insert into setting (name, value) values (${setting}, ${text}) on conflict (name) do update set value = ${text}`);
}

const remove = (tx: Queries, setting: string) => tx.run(sql`delete from setting where name = ${setting}`);

export const readEpoch = (db: Queries): Promise<Epoch | undefined> => read(db, epochSetting);
export const writeEpoch = (tx: Queries, epoch: Epoch): Promise<void> => write(tx, epochSetting, epoch);

/** What is decided before anything is charged, sent or given; undefined if nothing is held. */
export const readHeld = (db: Queries): Promise<Held | undefined> => read(db, heldSetting);
export const writeHeld = (tx: Queries, held: Held): Promise<void> => write(tx, heldSetting, held);
export const endHeld = (tx: Queries): Promise<number> => remove(tx, heldSetting);

/** Called by a restore, in the transaction that fills the database. */
export const noteFormer = (tx: Queries, former: Former): Promise<void> => write(tx, formerSetting, former);

/** What the last restore noted, once. */
export async function takeFormer(tx: Queries): Promise<Former | undefined> {
  const former = await read<Former>(tx, formerSetting);
  if (former) await remove(tx, formerSetting);
  return former;
}
