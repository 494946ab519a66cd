import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, orNull, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

/** A change of a family's current dataset, as far as its watched VINs are compared. */
export type Swap = Row<typeof swaps>;

const swaps = new Table({
  name: "dataset_swap",
  as: "s",
  key: ["id"],
  members: {
    id: text,
    /** The name of the record family. */
    family: text,
    former: orNull(integer),
    latter: orNull(integer),
    /** Milliseconds UTC. */
    at: integer,
    /** Watches up to these are compared. */
    afterVin: text,
    afterList: integer,
    /** Written events. */
    events: integer,
  },
});

/** A process has claimed the swap since, because this one was silent for too long. */
export class ClaimLost extends Error {
  override readonly name = "ClaimLost";

  constructor(id: string) {
    super(`another process compares the swap ${id}`);
  }
}

/** A process that is silent for so long has lost its claim. */
export const claimMs = 15_000;

/** Whether a swap waits for a process. All nodes together compare one at a time. */
export async function isSwapDue(db: Queries, now: number): Promise<boolean> {
  const row = await db.get(sql`
    select id from dataset_swap where not exists (select 1 from dataset_swap where claimed_until > ${now}) limit 1`);
  return row !== undefined;
}

/** Claims the oldest swap; undefined if none waits. */
export function claimSwap(db: Database, claim: string, now: number): Promise<Swap | undefined> {
  return swaps.get(
    db,
    sql`update dataset_swap set claim = ${claim}, claimed_until = ${now + claimMs}
    where id = (select id from dataset_swap order by id limit 1)
      and not exists (select 1 from dataset_swap where claimed_until > ${now})
    ${swaps.returning}`,
  );
}

/** How far a swap is compared. */
export type Progress = Pick<Swap, "afterVin" | "afterList" | "events">;

/**
 * Notes the progress in the transaction that writes the events, and renews the claim. Throws `ClaimLost`: the
 * transaction then writes nothing, so that no event is written twice.
 */
export async function noteProgress(
  tx: Queries,
  { id }: Pick<Swap, "id">,
  { claim, from, to, now }: { claim: string; from: Progress; to: Progress; now: number },
): Promise<void> {
  const kept = await tx.run(sql`
    update dataset_swap set after_vin = ${to.afterVin}, after_list = ${to.afterList}, events = ${to.events},
      claimed_until = ${now + claimMs}
    where id = ${id} and claim = ${claim} and after_vin = ${from.afterVin} and after_list = ${from.afterList}`);
  if (kept === 0) throw new ClaimLost(id);
}

/** Removes a compared swap; its former dataset can be deleted from then on. Throws `ClaimLost`. */
export async function endSwap(tx: Queries, { id }: Pick<Swap, "id">, claim: string): Promise<void> {
  if ((await tx.run(sql`delete from dataset_swap where id = ${id} and claim = ${claim}`)) === 0)
    throw new ClaimLost(id);
}

/** Lets another process continue immediately. */
export async function releaseSwap(db: Queries, { id }: Pick<Swap, "id">, claim: string): Promise<void> {
  await db.run(sql`update dataset_swap set claimed_until = 0 where id = ${id} and claim = ${claim}`);
}
