import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { masterKeyFile } from "../../../access/identity.ts";
import { readRotation } from "../../../access/rotation/master-key-rotation.ts";
import { MasterKeys } from "../../../access/rotation/master-keys.ts";
import { isoTime } from "../../../base/clock.ts";
import type { Config } from "../../../config.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../../running/check.ts";
import { firstRunPath } from "../lost-database.ts";

/** The file that the first start writes. */
export const firstCredentialsCheck: Check = {
  name: "first credentials",
  run({ config }) {
    if (!existsSync(firstRunPath(config))) return ok("first-run.json is deleted");
    return warning(
      "first-run.json in the data folder has the first operator's password and token",
      "Note them, sign in, and delete the file. vingate rotate operator-token replaces the token.",
    );
  },
};

/** Whether the master key is the one that sealed what is stored, is apart from it, and has one value. */
export const masterKeyCheck: Check = {
  name: "master key",
  async run({ config, database, serves }) {
    // A service with another key does not start.
    const refusal = serves || !database ? undefined : await refusalOf(config, database);
    if (refusal !== undefined)
      return fault(
        refusal,
        "Set VINGATE_MASTER_KEY or VINGATE_MASTER_KEY_FILE to the key of this installation.",
      );
    if (database && (await readRotation(database).catch(() => undefined)))
      return warning(
        "A rotation has not ended: the previous and the next key are valid",
        "Run vingate rotate master-key again.",
      );
    const file = masterKeyFile(config);
    if (file === undefined || config.databaseUrl !== undefined || !isBelow(file, config.dataDir))
      return ok("It is not beside the database");
    return warning(
      `${file} is beside the database: who copies the folder can read every stored key`,
      "Move it elsewhere and set VINGATE_MASTER_KEY_FILE to it, or use a systemd credential.",
    );
  },
};

/** Why the service would refuse the master key. */
async function refusalOf(config: Config, database: Queries): Promise<string | undefined> {
  const file = masterKeyFile(config);
  if (file !== undefined && !existsSync(file)) return `${file} is missing`;
  try {
    await (await MasterKeys.open(config)).require(database);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, "");
  }
}

/** Access tokens that were made before tokens were made for something. */
export const oldTokensCheck: Check = {
  name: "access tokens",
  async run(inspected) {
    const { clock } = inspected;
    const row = await requireDatabase(inspected).get<{ total: number; last: number | null }>(sql`
      select count(*) as total, max(expires_at) as last from access_token
      where kind = 'vgt' and made_for is null and expires_at > ${clock()}`);
    if (!row || row.total === 0) return ok("All are made for what they do");
    return warning(
      `${row.total} are of an earlier version, and may do all but change who enters accounts, until ${isoTime(row.last)?.slice(0, 10)}`,
      "Make others with `for=`, for example ?for=read, and revoke these.",
    );
  },
};

/** Whether a file is in a folder, also by links. */
function isBelow(file: string, folder: string): boolean {
  try {
    const real = join(realpathSync(dirname(file)), sep);
    return real.startsWith(join(realpathSync(folder), sep));
  } catch {
    return false;
  }
}
