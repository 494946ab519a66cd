import type { Queries } from "./database.ts";
import { type Sql, sql } from "./sql.ts";

/** The number of rows of a clause, such as `member where user_id = 1`. */
export async function countOf(db: Queries, from: Sql): Promise<number> {
  const row = await db.get<{ total: number }>(sql`select count(*) as total from ${from}`);
  return row!.total;
}
