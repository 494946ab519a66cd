import type { Feature } from "../../feature.ts";
import { backupSettings } from "./settings.ts";

/** Backups of a running service by schedule and command, their trial and their restore. */
export const backup: Feature = {
  name: "backup",
  settings: backupSettings,
  commands: [
    {
      name: "backup",
      summary: "Make a backup beside the running service.",
      load: async () => (await import("./commands/backup.ts")).backupCommand,
    },
    {
      name: "restore",
      summary: "Restore a backup into an empty installation.",
      load: async () => (await import("./commands/restore.ts")).restoreCommand,
    },
  ],
  commandsAfter: "doctor",
  async load() {
    const { BackupSchedule } = await import("./schedule.ts");
    return { open: (context) => new BackupSchedule(context) };
  },
};
