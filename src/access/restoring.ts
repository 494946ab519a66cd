import { sql } from "../database/sql.ts";
import type { Restoring } from "../decisions/restoring.ts";
import { keysEnded, keysExpiring } from "./keys/ended-keys.ts";

/** Sessions and links of a database that went back are not known to be those of today. */
export const accessRestoring: Restoring = {
  kinds: [keysEnded, keysExpiring],
  async epochBegins(tx) {
    await tx.run(sql`delete from access_token where kind = 'vgs'`);
    await tx.run(sql`delete from password_reset`);
    await tx.run(sql`delete from email_confirmation`);
  },
};
