import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { masterKeyFile } from "../../../access/identity.ts";
import { readRotation } from "../../../access/rotation/master-key-rotation.ts";
import { firstRunPath } from "../lost-database.ts";
import { type Check, ok, warning } from "./check.ts";

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

/** Whether the master key is apart from what it seals, and has one value. */
export const masterKeyCheck: Check = {
  name: "master key",
  async run({ config, database }) {
    if (database && (await readRotation(database).catch(() => undefined)))
      return warning(
        "A rotation has not ended: the former and the next key are valid",
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

/** Whether a file is in a folder, also by links. */
function isBelow(file: string, folder: string): boolean {
  try {
    const real = join(realpathSync(dirname(file)), sep);
    return real.startsWith(join(realpathSync(folder), sep));
  } catch {
    return false;
  }
}
