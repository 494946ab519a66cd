import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { masterKeyFile } from "../../access/identity.ts";
import { readRotation } from "../../access/rotation/master-key-rotation.ts";
import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { firstRunPath } from "./lost-database.ts";

/** A secret where it should not be, and what to do. Never the secret. */
export interface SecretRisk {
  readonly secret: "first-run.json" | "master key" | "rotation";
  readonly risk: string;
  readonly advice: string;
}

/** The secrets of this data folder that are at risk. */
export async function findSecretRisks(config: Config, db: Queries): Promise<SecretRisk[]> {
  const risks: SecretRisk[] = [];
  const file = firstRunPath(config);
  if (existsSync(file))
    risks.push({
      secret: "first-run.json",
      risk: `${file} still has the first operator's password and token.`,
      advice:
        "Note them, sign in once, and delete the file. vingate rotate operator-token replaces the token.",
    });
  const key = masterKeyFile(config);
  if (key !== undefined && config.databaseUrl === undefined && isBelow(key, config.dataDir))
    risks.push({
      secret: "master key",
      risk: `${key} is beside the database: who copies the folder can read every stored key.`,
      advice:
        "Move it to another folder or disk, and set VINGATE_MASTER_KEY_FILE to it, or use a systemd credential.",
    });
  if (await readRotation(db))
    risks.push({
      secret: "rotation",
      risk: "A rotation of the master key has not ended: both keys are valid.",
      advice: "Run vingate rotate master-key again.",
    });
  return risks;
}

/** Whether a file is in a folder, also by links. */
function isBelow(file: string, folder: string): boolean {
  try {
    const real = join(realpathSync(dirname(file)), sep);
    return real.startsWith(join(realpathSync(folder), sep));
  } catch {
    return false;
  }
}
