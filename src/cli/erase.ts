import { parseArgs } from "node:util";
import { systemClock } from "../base/clock.ts";
import { loadConfig } from "../config.ts";
import { erase, erasedSubject } from "../vehicles/imports/datasets/erase.ts";
import { type Command, UsageError } from "./command.ts";
import { withImportDatabase } from "./import-database.ts";

const kinds = ["vin", "phone", "email"] as const;

export const eraseCommand: Command = {
  help: `Usage: vingate erase (--vin VIN | --phone NUMBER | --email ADDRESS) [--dry-run]

Deletes every record about the VIN, or every record that holds the telephone number or the
e-mail address in any form, from all datasets: current ones and those that are kept to go
back to. A running service stops answering with them within two seconds.

What it does not touch: your own input files and the files of rejected rows beside them and
in the data folder's "imports"; backups; the request log. A later import of an input that
still holds the data brings them back.

Options:
  --dry-run  Count them, and erase nothing.

Examples:
  vingate erase --email someone@example.com --dry-run
  vingate erase --vin 1HGCM82633A004352`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        vin: { type: "string" },
        phone: { type: "string" },
        email: { type: "string" },
        "dry-run": { type: "boolean" },
      },
      allowPositionals: true,
    });
    const given = kinds.filter((kind) => values[kind] !== undefined);
    const [kind] = given;
    if (positionals.length > 0 || kind === undefined || given.length > 1)
      throw new UsageError("erase takes one of --vin, --phone and --email");
    const subject = erasedSubject(kind, values[kind]!);
    const dryRun = values["dry-run"] === true;
    const erased = await withImportDatabase(loadConfig(env), (db) => erase(db, subject, systemClock, dryRun));
    const lines = Object.entries(erased).map(
      ([family, count]) => `  ${family}: ${count.toLocaleString("en")}\n`,
    );
    const said = dryRun ? "would be erased" : "erased";
    process.stdout.write(
      lines.length === 0 ? "no record holds it\n" : `records ${said}, versions included:\n${lines.join("")}`,
    );
    return 0;
  },
};
