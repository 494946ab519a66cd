import { integer, setting } from "./setting.ts";

/** The settings of backups that the System page shows; the others are the feature's. */
export const backupScheduleSettings = {
  backupDir: setting(
    "VINGATE_BACKUP_DIR",
    "none",
    "Folder for scheduled backups. One node makes them; the folder is for this installation alone.",
    (raw) => raw,
  ),
  backupHours: setting(
    "VINGATE_BACKUP_HOURS",
    "24",
    "Hours between scheduled backups.",
    integer(24, 1, 8760),
  ),
  backupKeep: setting(
    "VINGATE_BACKUP_KEEP",
    "7",
    "The newest scheduled backups, which are kept. Older ones are deleted, but for those of days, weeks and months.",
    integer(7, 1, 10_000),
  ),
};
