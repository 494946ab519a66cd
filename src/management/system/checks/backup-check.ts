import { existsSync } from "node:fs";
import { hourMs } from "../../../base/durations.ts";
import { timeOf } from "../../../base/format/words.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../../running/check.ts";
import type { InboxItem } from "../../../running/inbox-item.ts";
import { readBackups } from "../backup-state.ts";
import { deviceOf, isWritable } from "./file-checks.ts";

const weekHours = 7 * 24;

const madeAt = ({ at }: { readonly at: string }): number => Date.parse(at);

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
    const hours = last && Math.max(0, Math.round((clock() - madeAt(last)) / hourMs));
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
      return {
        ...fault(
          [error?.replace(/\.$/, ""), found].filter(Boolean).join(". "),
          "Check the log of the node that makes them, and the folder's permissions and space.",
        ),
        item: null,
      };
    if (drill_error !== null)
      return {
        ...fault(
          `The last one that was tried could not be restored: ${drill_error.replace(/\.$/, "")}`,
          "Run vingate backup --drill FILE, which says why.",
        ),
        item: null,
      };
    if (deviceOf(folder) !== undefined && deviceOf(folder) === deviceOf(config.dataDir))
      return warning(
        `${folder} is on the disk of ${config.dataDir}: who loses one loses both`,
        "Set VINGATE_BACKUP_DIR to a folder on another disk, or copy the backups elsewhere.",
      );
    return ok(found);
  },
  async items(inspected) {
    const { config, clock } = inspected;
    const { state, last, error, drill_error } = await readBackups(
      requireDatabase(inspected),
      config,
      clock(),
    );
    const at = last === null ? undefined : madeAt(last);
    const one = { kind: "backup", permission: "service.view", harm: "risk" } as const;
    const items: InboxItem[] = [];
    if (state === "failed" || state === "late")
      items.push({
        ...one,
        id: "backup-late",
        code: at === undefined ? "backup_never" : "backup_late",
        values: { ...(at !== undefined && { last_at: at }), error: error ?? "" },
        ...(at !== undefined && { since: at }),
        found: `${at === undefined ? "No backup was made yet" : `No backup since ${timeOf(at)} UTC`}${error === null ? "" : `: ${error.replace(/\.$/, "")}`}`,
        consequence: "A lost disk loses everything since then.",
        action: { code: "back_up", object: "/system" },
      });
    if (drill_error !== null)
      items.push({
        ...one,
        id: "backup-drill",
        code: "backup_unusable",
        values: { error: drill_error },
        found: `The last backup that was tried could not be restored: ${drill_error.replace(/\.$/, "")}`,
        consequence: "What was made since may not be usable when it is needed.",
        action: { code: "open_backups", object: "/system" },
      });
    return items;
  },
};
