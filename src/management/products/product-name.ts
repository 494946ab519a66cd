import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** The name of a product; its ID if it was deleted. */
export async function productName(db: Queries, productId: string): Promise<string> {
  const product = await db.get<{ name: string }>(
    sql`select display_name as name from product where id = ${productId}`,
  );
  return product?.name ?? productId;
}
