import { systemTiming } from "../../../base/timing.ts";
import { argumentsOf, UsageError } from "../../../cli/command.ts";
import { type Config, loadConfig } from "../../../config.ts";
import type { Former } from "../../../decisions/held.ts";
import type { Command } from "../../../feature.ts";
import { lowerPriority } from "../../../vehicles/imports/jobs/lower-priority.ts";
import { type PreviousInstallation, previousInstallation } from "../previous-installation.ts";
import { type RestoreResult, restoreBackup } from "../restore-backup.ts";
import { backupSettings } from "../settings.ts";
import { bytesProgress } from "./bytes-progress.ts";
import { passphraseOf } from "./passphrase-file.ts";

export const restoreCommand: Command = {
  help: `Usage: vingate restore FILE --former FOLDER|lost [--passphrase-file FILE]

Restores a backup into an empty installation: an empty VINGATE_DATA_DIR, and with
VINGATE_DATABASE_URL an empty PostgreSQL database. The backup can come from either database.
The file is verified before anything is written. If a restore is interrupted, no service starts
in the folder; run the same command again.

A backup does not know what was decided after it: which keys were replaced, which accounts
erased, which mails sent. The previous data folder does, in its decision logs, and it has calls that
the database lacks: --former names it. Its service must be stopped. What is decided stays decided,
and the service then holds what charges and sends until "vingate resume".

Credits that nodes had reserved return to their balances. No service of the old installation
may continue on its database.

Options:
  --former FOLDER|lost    The data folder of the installation that the backup is of, or "lost"
                          if nothing of it is left.
  --passphrase-file FILE  The passphrase of an encrypted backup. Default:
                          VINGATE_BACKUP_PASSPHRASE.

Exit code: 0 if everything is restored, 1 if not, 2 for a wrong command line.

Example:
  mv /var/lib/vingate /var/lib/vingate.old
  VINGATE_DATA_DIR=/var/lib/vingate vingate restore /backups/monday.vingate --former /var/lib/vingate.old`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      "passphrase-file": { type: "string" },
      former: { type: "string" },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError("restore takes one FILE");
    if (values.former === undefined)
      throw new UsageError(
        'restore needs --former: the data folder of the installation that the backup is of, which has what was decided since, or "lost"',
      );
    const config = loadConfig(env, features);
    const former = previousInstallation(values.former, config);
    // Another installation may answer lookups on this machine.
    lowerPriority();
    const progress = bytesProgress(process.stderr, systemTiming.monotonic);
    const begun = performance.now();
    const result = await restoreBackup({
      config,
      file,
      former,
      passphrase: passphraseOf(values["passphrase-file"], backupSettings.of(config).backupPassphrase),
      progress: progress.step,
    }).finally(progress.end);
    process.stdout.write(textOf(config, result, former, (performance.now() - begun) / 1000));
    return 0;
  },
};

function textOf(
  config: Config,
  { header, contents, rows, hasMasterKey }: RestoreResult,
  former: PreviousInstallation,
  seconds: number,
): string {
  const made = new Date(header.made_at).toISOString();
  const lines = [
    `Restored ${rows} rows and ${contents.files.length} files in ${seconds.toFixed(1)} s: the installation as of ${made}.`,
  ];
  lines.push(...formerLines[former.state]);
  if (!hasMasterKey)
    lines.push(
      `The master key is missing: put master.key into ${config.dataDir} or set VINGATE_MASTER_KEY before the start.`,
      "Without it the service does not start: keys could not be shown again, and backends not be called.",
    );
  const other = otherSettings(config, contents.settings);
  if (other.length > 0) lines.push("Settings of the backup's installation that differ here:", ...other);
  return `${lines.join("\n")}\n`;
}

const unknown =
  "It is not known which keys, tokens and passwords were ended since, which accounts were erased, and which mails were sent: all sessions and access tokens end, and the service holds what charges and sends until you have looked (vingate resume).";

const formerLines: Readonly<Record<Former, readonly string[]>> = {
  taken: [
    "The decision logs and journals of the previous installation were taken over. The first start makes again what was decided since.",
    "If something is missing, the service holds what charges and sends, and vingate resume --show says what.",
  ],
  "without logs": ["The previous installation has no decision logs: it is of an earlier version.", unknown],
  lost: [unknown],
};

/** Settings that a restore is free to choose. */
const placeSettings = new Set([
  "VINGATE_DATA_DIR",
  "VINGATE_DATABASE_URL",
  "VINGATE_DATABASE_POOLER",
  "VINGATE_MASTER_KEY",
  "VINGATE_BACKUP_PASSPHRASE",
]);

function otherSettings({ stated }: Config, theirs: RestoreResult["contents"]["settings"]): string[] {
  const here = new Map(stated.map((setting) => [setting.name, setting]));
  return Object.entries(theirs).flatMap(([name, value]) => {
    const own = here.get(name);
    if (placeSettings.has(name) || (own && own.source !== "default" && own.value === value)) return [];
    return value === null ? `  ${name} (a secret)` : `  ${name}=${value}`;
  });
}
