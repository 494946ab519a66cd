import { integer, passphrase, secretSetting, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

export const backupSettings = featureSettings(
  {
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
  },
  "VINGATE_BACKUP_KEEP",
);
