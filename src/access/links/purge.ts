import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** Deletes links that are no longer valid. */
export async function purgeLinks(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from reset_link where expires_at <= ${now}`);
  await db.run(sql`delete from address_return where expires_at <= ${now}`);
  await db.run(sql`delete from admission_link where expires_at <= ${now}`);
}
