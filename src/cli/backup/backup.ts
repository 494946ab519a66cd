import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readMasterKey } from "../../access/identity.ts";
import { systemClock } from "../../base/clock.ts";
import { createLog } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import { loadConfig } from "../../config.ts";
import { storeBackup } from "../../management/system/backup-state.ts";
import { type BackupResult, writeBackup } from "../../server/backup/write-backup.ts";
import { lowerPriority } from "../../vehicles/imports/jobs/lower-priority.ts";
import { type Command, UsageError } from "../command.ts";
import { withExistingDatabase } from "../existing-database.ts";
import { bytesProgress, megabytes } from "./bytes-progress.ts";
import { passphraseOf } from "./passphrase-file.ts";

export const backupCommand: Command = {
  help: `Usage: vingate backup FILE [--passphrase-file FILE] [--with-master-key] [--json]

Makes a backup while the service runs, or while it is stopped. It contains one moment of the
database, every call that was answered before the command began, imported vehicle data, and
the settings without secrets. FILE must not exist.

Run it in the environment of the service: VINGATE_DATA_DIR and VINGATE_DATABASE_URL.
With several machines one of them is enough. vingate restore restores the file into SQLite or
PostgreSQL, whichever it came from.

Options:
  --passphrase-file FILE  Encrypt with the passphrase in this file (scrypt, AES-256-GCM).
                          Default: VINGATE_BACKUP_PASSPHRASE; without both it is not encrypted.
  --with-master-key       Include the master key. Without it, keep the key elsewhere: the
                          restored service does not start without it.
  --json                  Print one JSON object: sizes, SHA-256 and warnings.

Exit code: 0 if the backup is whole, 1 if it could not be made, 2 for a wrong command line.

Examples:
  vingate backup /backups/monday.vingate
  vingate backup /backups/monday.vingate --passphrase-file /etc/vingate/passphrase`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        "passphrase-file": { type: "string" },
        "with-master-key": { type: "boolean" },
        json: { type: "boolean" },
      },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError("backup takes one FILE");
    const config = loadConfig(env);
    // Lookups go first.
    lowerPriority();
    const passphrase = passphraseOf(values["passphrase-file"], config.backupPassphrase);
    const withKey = values["with-master-key"] === true;
    if (withKey && passphrase === undefined)
      process.stderr.write("The backup is not encrypted: who has the file has the master key too.\n");
    const result = await withExistingDatabase(env, async (db) => {
      const progress = bytesProgress(process.stderr, systemTiming.monotonic);
      const made = await writeBackup({
        db,
        config,
        file: resolve(file),
        passphrase,
        masterKey: withKey ? await readMasterKey(config) : undefined,
        log: createLog(systemClock, (line) => process.stderr.write(line)),
        progress: progress.step,
      }).finally(progress.end);
      await storeBackup(db, {
        at: made.madeAt,
        file: resolve(file),
        bytes: made.bytes,
        seconds: made.seconds,
      });
      return made;
    });
    for (const warning of result.warnings) process.stderr.write(`warning: ${warning}\n`);
    process.stdout.write(values.json === true ? `${jsonOf(file, result)}\n` : textOf(file, result));
    return 0;
  },
};

function textOf(
  file: string,
  { madeAt, rows, files, dataBytes, bytes, sha256, seconds }: BackupResult,
): string {
  const packs = files === 0 ? "" : ` and ${files} ${files === 1 ? "file" : "files"}`;
  return [
    `${file}: ${rows} rows${packs}, ${megabytes(dataBytes)} MB as ${megabytes(bytes)} MB, in ${seconds.toFixed(1)} s`,
    `All calls answered before ${new Date(madeAt).toISOString()} are in it.`,
    `SHA-256 ${sha256}`,
    "",
  ].join("\n");
}

function jsonOf(file: string, result: BackupResult): string {
  const { id, madeAt, rows, files, dataBytes, bytes, sha256, seconds, warnings } = result;
  return JSON.stringify({
    file,
    id,
    made_at: new Date(madeAt).toISOString(),
    rows,
    files,
    data_bytes: dataBytes,
    bytes,
    sha256,
    seconds,
    warnings,
  });
}
