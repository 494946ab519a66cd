import { sql } from "../../database/sql.ts";
import { endedRows } from "../../decisions/ended-rows.ts";
import type { Restoring } from "../../decisions/restoring.ts";

/** Identities that were unlinked. One that is linked again has another ID. */
export const identitiesEnded = endedRows({
  name: "identity",
  shown: "identities unlinked",
  table: "identity",
  key: ["id"],
});

export const signOnRestoring: Restoring = {
  kinds: [identitiesEnded],
  epochBegins: (tx) => tx.run(sql`delete from sign_on_attempt`),
};
