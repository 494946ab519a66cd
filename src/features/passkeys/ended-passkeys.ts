import { sql } from "../../database/sql.ts";
import { endedRows } from "../../decisions/ended-rows.ts";
import type { Restoring } from "../../decisions/restoring.ts";

/** Passkeys that no longer sign in. */
export const passkeysEnded = endedRows({
  name: "passkey",
  shown: "passkeys removed",
  table: "passkey",
  key: ["id"],
});

export const passkeysRestoring: Restoring = {
  kinds: [passkeysEnded],
  epochBegins: (tx) => tx.run(sql`delete from passkey_challenge`),
};
