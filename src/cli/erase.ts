import { MasterKeys } from "../access/rotation/master-keys.ts";
import { systemClock } from "../base/clock.ts";
import { loadConfig } from "../config.ts";
import { type Command, loadServices, noteErasedWith } from "../feature.ts";
import { erase, erasedKinds, erasedSubject } from "../vehicles/imports/datasets/erase.ts";
import { noteErasure } from "../vehicles/imports/datasets/erase-again.ts";
import { eraseRejects } from "../vehicles/imports/datasets/erase-rejects.ts";
import { uploadsFolder } from "../vehicles/imports/jobs/uploads.ts";
import { argumentsOf, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

export const eraseCommand: Command = {
  help: `Usage: vingate erase (--vin VIN | --phone NUMBER | --email ADDRESS) [--dry-run]

Deletes every record about the VIN, or every record that contains the phone number or the
email address in any form, from all datasets, current and previous, and from records that
upstreams sent. A running service stops returning them within two seconds. Files of rejected
rows in the "imports" of this data folder that contain the data are deleted; other nodes delete
theirs 30 days after the import.

It does not change your input files, the files of rejected rows next to them, backups, and the
request log. If you import an input that still contains
the data, the records return. After the restore of a backup the next start erases them again.

Options:
  --dry-run  Count the records and erase nothing.

Examples:
  vingate erase --email someone@example.com --dry-run
  vingate erase --vin 1HGCM82633A004352`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      vin: { type: "string" },
      phone: { type: "string" },
      email: { type: "string" },
      "dry-run": { type: "boolean" },
    });
    const given = erasedKinds.filter((kind) => values[kind] !== undefined);
    const [kind] = given;
    if (positionals.length > 0 || kind === undefined || given.length > 1)
      throw new UsageError("erase takes one of --vin, --phone and --email");
    const subject = erasedSubject(kind, values[kind]!);
    const dryRun = values["dry-run"] === true;
    const noted = noteErasedWith(await loadServices(features));
    const config = loadConfig(env, features);
    const erased = await withExistingDatabase(config, async (db) => {
      if (dryRun) return erase(db, subject, systemClock, dryRun);
      const keys = await MasterKeys.open(config);
      await db.transaction((tx) => keys.require(tx));
      const counts = await erase(db, subject, systemClock, dryRun, noted);
      await noteErasure(db, keys.vault, kind, values[kind]!);
      return counts;
    });
    const files = eraseRejects(uploadsFolder(config.dataDir), subject, dryRun);
    const lines = Object.entries(files > 0 ? { ...erased, "files of rejected rows": files } : erased).map(
      ([family, count]) => `  ${family}: ${count.toLocaleString("en")}\n`,
    );
    const outcome = dryRun ? "would be erased" : "erased";
    process.stdout.write(
      lines.length === 0
        ? "No matching records.\n"
        : `records ${outcome}, versions included:\n${lines.join("")}`,
    );
    return 0;
  },
};
