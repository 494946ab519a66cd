import { resolve } from "node:path";
import { readMasterKey } from "../../../access/identity.ts";
import { isoTime, systemClock } from "../../../base/clock.ts";
import { createLog } from "../../../base/log.ts";
import { systemTiming } from "../../../base/timing.ts";
import { argumentsOf, UsageError } from "../../../cli/command.ts";
import { withExistingDatabase } from "../../../cli/existing-database.ts";
import { loadConfig } from "../../../config.ts";
import type { Command } from "../../../feature.ts";
import { storeBackup } from "../../../management/system/backup-state.ts";
import { lowerPriority, lowest } from "../../../vehicles/imports/jobs/lower-priority.ts";
import { BackupReader } from "../backup-reader.ts";
import { backupSettings } from "../settings.ts";
import { type BackupResult, writeBackup } from "../write-backup.ts";
import { bytesProgress, megabytes } from "./bytes-progress.ts";
import { drillBackup, type Program } from "./drill.ts";
import { passphraseOf } from "./passphrase-file.ts";

export const backupCommand: Command = {
  help: `Usage: vingate backup FILE [--passphrase-file FILE] [--with-master-key] [--json]
       vingate backup --verify FILE [--passphrase-file FILE] [--json]
       vingate backup --drill FILE [--passphrase-file FILE] [--json]

Makes a backup while the service runs, or while it is stopped. It contains one moment of the
database, every call that was answered before the command began, imported vehicle data, and
the settings without secrets. FILE must not exist.

Run it in the environment of the service: VINGATE_DATA_DIR and VINGATE_DATABASE_URL.
With several machines one of them is enough. vingate restore restores the file into SQLite or
PostgreSQL, whichever it came from.

With --verify it writes nothing: it reads a backup to its end, compares its checksum, and decrypts
its contents if there is a passphrase.

With --drill it restores FILE into a scratch folder beside it, on SQLite, compares the ledger as
"vingate doctor --ledger" does, and deletes the folder. The installation is not touched.

Options:
  --verify                Check FILE, in any folder and without an installation.
  --drill                 Restore FILE to try it. It takes the space of the data, for a while.
  --passphrase-file FILE  Encrypt with the passphrase in this file (scrypt, AES-256-GCM).
                          Default: VINGATE_BACKUP_PASSPHRASE; without both it is not encrypted.
  --with-master-key       Include the master key. Without it, keep the key elsewhere: the
                          restored service does not start without it.
  --json                  Print one JSON object: sizes, SHA-256 and warnings.

Exit code: 0 if the backup is whole, 1 if it could not be made, 2 for a wrong command line.

Examples:
  vingate backup /backups/monday.vingate
  vingate backup /backups/monday.vingate --passphrase-file /etc/vingate/passphrase
  vingate backup --verify /backups/monday.vingate`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      "passphrase-file": { type: "string" },
      "with-master-key": { type: "boolean" },
      verify: { type: "boolean" },
      drill: { type: "boolean" },
      json: { type: "boolean" },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError("backup takes one FILE");
    const config = loadConfig(env, features);
    // Lookups go first.
    lowerPriority(lowest);
    const passphrase = passphraseOf(values["passphrase-file"], backupSettings.of(config).backupPassphrase);
    if (values.verify === true) return verify(file, passphrase, values.json === true);
    if (values.drill === true)
      return drill({ env, features }, resolve(file), passphrase, values.json === true);
    const withKey = values["with-master-key"] === true;
    if (withKey && passphrase === undefined)
      process.stderr.write("The backup is not encrypted: who has the file has the master key too.\n");
    const result = await withExistingDatabase(config, async (db) => {
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

/** Reads a backup to its end. Throws `OperatorError` if it is damaged. */
async function verify(file: string, passphrase: string | undefined, asJson: boolean): Promise<number> {
  const reader = new BackupReader(resolve(file));
  const progress = bytesProgress(process.stderr, systemTiming.monotonic);
  try {
    reader.verify((done, total) => progress.step({ stage: "Verifying", done, total }));
    const { id, program, encryption } = reader.header;
    const madeAt = isoTime(reader.header.made_at);
    const readable = encryption === null || passphrase !== undefined;
    const contents = readable ? await reader.contents(passphrase) : undefined;
    const tables = contents?.tables.length ?? null;
    if (asJson)
      process.stdout.write(
        `${JSON.stringify({ file, id, made_at: madeAt, program, tables, whole: true })}\n`,
      );
    else {
      const of = `of ${madeAt}, made by ${program}`;
      process.stdout.write(
        `${file} is whole: ${of}${tables === null ? "; not decrypted" : `, ${tables} tables`}\n`,
      );
    }
    return 0;
  } finally {
    progress.end();
    reader.close();
  }
}

/** Restores a backup to try it. Throws `OperatorError` if it cannot be restored or does not agree. */
async function drill(
  program: Program,
  file: string,
  passphrase: string | undefined,
  asJson: boolean,
): Promise<number> {
  const { rows, madeAt, ledger, seconds } = await drillBackup(program, file, passphrase);
  const of = isoTime(madeAt);
  process.stdout.write(
    asJson
      ? `${JSON.stringify({ file, made_at: of, rows, ledger, seconds, restored: true })}\n`
      : `${file} of ${of} was restored in ${seconds.toFixed(1)} s: ${rows} rows. ${ledger}.\n`,
  );
  return 0;
}

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
