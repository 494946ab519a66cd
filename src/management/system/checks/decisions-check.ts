import { existsSync } from "node:fs";
import { readHeld } from "../../../decisions/held.ts";
import { decisionsFolder } from "../../../decisions/log-file.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../../running/check.ts";
import { deviceOf, isWritable } from "./file-checks.ts";

/** Whether the service is held after a restore, and whether the decision logs outlive the database. */
export const decisionsCheck: Check = {
  name: "decisions",
  async run(inspected) {
    const { config } = inspected;
    const held = await readHeld(requireDatabase(inspected));
    if (held)
      return fault(
        `Charging and sending are held. ${held.causes.join(". ")}`,
        "Run vingate resume --show, then vingate resume.",
      );
    const folder = decisionsFolder(config);
    if (existsSync(folder) && !isWritable(folder))
      return fault(`${folder} cannot be written`, "Give the folder to the user that runs the service.");
    const copy = config.decisionsCopy;
    if (copy !== undefined && !(existsSync(copy) && isWritable(copy)))
      return fault(
        `Decisions are not copied: ${copy} cannot be written`,
        "Mount the folder, or give it to the user that runs the service.",
      );
    // A server keeps the database elsewhere, and what has no backups is not restored.
    const isBeside = deviceOf(folder) !== undefined && deviceOf(folder) === deviceOf(config.dataDir);
    if (config.databaseUrl === undefined && config.backupDir !== undefined && copy === undefined && isBeside)
      return warning(
        `${folder} is on the disk of the database: who sets one back sets both back, and it is not noticed`,
        "Set VINGATE_DECISIONS_COPY to a folder of another machine, or VINGATE_DECISIONS_DIR to one on another disk.",
      );
    return ok(`Decisions are kept in ${folder}${copy === undefined ? "" : `, and copied to ${copy}`}`);
  },
};
