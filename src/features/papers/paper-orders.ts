import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { bodyOf } from "./paper-body.ts";

/** A buyer's order as it is compared: without spaces, in lower case. */
export const orderKey = (text: string): string => text.replace(/\s/g, "").toLowerCase();

/** Notes the order of a new paper. Its row in the decision log does not have it: a process reads it again. */
export async function writeOrderKey(tx: Queries, id: string, order: string | null): Promise<void> {
  if (order !== null) await tx.run(sql`update paper set order_key = ${orderKey(order)} where id = ${id}`);
}

const filledAtOnce = 200;

/** Notes the orders of papers that have none noted: those of former versions, and those that a restore brought back. */
export async function fillOrderKeys(db: Database): Promise<void> {
  for (let filled = filledAtOnce; filled === filledAtOnce; ) {
    const rows = await db.all<{ id: string; body: string }>(
      sql`select id, body from paper where order_key is null order by id limit ${filledAtOnce}`,
    );
    await db.transaction(async (tx) => {
      for (const row of rows) {
        const key = orderKey(bodyOf(row).order_reference ?? "");
        await tx.run(sql`update paper set order_key = ${key} where id = ${row.id} and order_key is null`);
      }
    });
    filled = rows.length;
  }
}
