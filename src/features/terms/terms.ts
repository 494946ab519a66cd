import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { Opened } from "../../running/opened.ts";

/** Deletes a user's acceptances with the user. */
export class Terms implements Opened {
  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await tx.run(sql`delete from acceptance where user_id = ${userId}`);
  }
}
