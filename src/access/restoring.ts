import { sql } from "../database/sql.ts";
import type { Restoring } from "../decisions/restoring.ts";
import { tokensEnded, tokensExpiring } from "./ended-tokens.ts";
import { keysEnded, keysExpiring } from "./keys/ended-keys.ts";
import { masterKeysRotated } from "./rotation/master-key-rotation.ts";
import { signingKeysRevoked } from "./rotation/signing-keys.ts";
import {
  appCodesOff,
  factorsRemoved,
  factorsReplaced,
  recoveryCodesEnded,
} from "./second-factor/ended-factors.ts";

/** Sessions and links of a database that went back are not known to be those of today. */
export const accessRestoring: Restoring = {
  kinds: [
    keysEnded,
    keysExpiring,
    tokensEnded,
    tokensExpiring,
    recoveryCodesEnded,
    factorsRemoved,
    appCodesOff,
    factorsReplaced,
    signingKeysRevoked,
    masterKeysRotated,
  ],
  async epochBegins(tx, { logsLost }) {
    await tx.run(sql`delete from access_token where kind = 'vgs'`);
    // Some were revoked, and no log records which.
    if (logsLost) await tx.run(sql`delete from access_token where kind = 'vgt'`);
    await tx.run(sql`delete from password_reset`);
    await tx.run(sql`delete from reset_link`);
    await tx.run(sql`delete from admission_link`);
    await tx.run(sql`delete from address_return`);
    await tx.run(sql`delete from host_entry`);
    await tx.run(sql`delete from email_confirmation`);
  },
};
