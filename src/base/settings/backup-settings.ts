import { integer, passphrase, secretSetting, setting } from "./setting.ts";

/** The settings of backups. */
export const backupSettings = {
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
  backupKeepDays: setting(
    "VINGATE_BACKUP_KEEP_DAYS",
    "0",
    "Also keep the last scheduled backup of each of the last n days with one, in UTC.",
    integer(0, 0, 10_000),
  ),
  backupKeepWeeks: setting(
    "VINGATE_BACKUP_KEEP_WEEKS",
    "0",
    "Also keep the last scheduled backup of each of the last n weeks with one, from Monday on.",
    integer(0, 0, 10_000),
  ),
  backupKeepMonths: setting(
    "VINGATE_BACKUP_KEEP_MONTHS",
    "0",
    "Also keep the last scheduled backup of each of the last n months with one.",
    integer(0, 0, 10_000),
  ),
  backupCommand: setting(
    "VINGATE_BACKUP_COMMAND",
    "none",
    "Run by sh after each scheduled backup, with its path in VINGATE_BACKUP_FILE, for example to copy it elsewhere.",
    (raw) => raw,
  ),
  backupDrillDays: setting(
    "VINGATE_BACKUP_DRILL_DAYS",
    "0",
    "Days after which a scheduled backup is restored to try it, into a scratch folder beside it. 0 means never.",
    integer(0, 0, 10_000),
  ),
  backupPassphrase: secretSetting(
    "VINGATE_BACKUP_PASSPHRASE",
    "none",
    "Encrypts backups, and restores encrypted ones.",
    passphrase,
  ),
};
