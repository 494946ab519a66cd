import { existsSync } from "node:fs";
import { hourMs } from "../../../base/durations.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../../running/check.ts";
import { readBackups } from "../backup-state.ts";
import { deviceOf, isWritable } from "./file-checks.ts";

const weekHours = 7 * 24;

/** The age of the last backup, and where it is. */
export const backupsCheck: Check = {
  name: "backups",
  async run(inspected) {
    const { config, clock } = inspected;
    const { state, last, folder, error, drill_error } = await readBackups(
      requireDatabase(inspected),
      config,
      clock(),
    );
    const hours = last && Math.max(0, Math.round((clock() - Date.parse(last.at)) / hourMs));
    const found = last ? `The last one is ${hours} hours old: ${last.file}` : "None was made yet";
    if (folder === null) {
      if (hours !== null && hours <= weekHours) return ok(found);
      return warning(
        `None is scheduled. ${found}`,
        "Set VINGATE_BACKUP_DIR to a folder on another disk, or run vingate backup regularly.",
      );
    }
    if (existsSync(folder) && !isWritable(folder))
      return fault(
        `${folder} cannot be written`,
        "Give the folder to the user that runs the service, or set VINGATE_BACKUP_DIR to another one.",
      );
    if (state === "failed" || state === "late")
      return fault(
        [error?.replace(/\.$/, ""), found].filter(Boolean).join(". "),
        "Check the log of the node that makes them, and the folder's permissions and space.",
      );
    if (drill_error !== null)
      return fault(
        `The last one that was tried could not be restored: ${drill_error.replace(/\.$/, "")}`,
        "Run vingate backup --drill FILE, which says why.",
      );
    if (deviceOf(folder) !== undefined && deviceOf(folder) === deviceOf(config.dataDir))
      return warning(
        `${folder} is on the disk of ${config.dataDir}: who loses one loses both`,
        "Set VINGATE_BACKUP_DIR to a folder on another disk, or copy the backups elsewhere.",
      );
    return ok(found);
  },
};
