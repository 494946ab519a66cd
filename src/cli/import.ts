import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../base/clock.ts";
import { loadConfig } from "../config.ts";
import { ImportError } from "../imports/import-error.ts";
import { importSource } from "../imports/import-source.ts";
import { type Encoding, encodings } from "../imports/input/decode-text.ts";
import { openInput } from "../imports/input/input.ts";
import type { RejectLimit } from "../imports/rejects.ts";
import type { Source } from "../imports/sources/source.ts";
import { sources } from "../imports/sources/sources.ts";
import { type Command, CommandFailure, UsageError } from "./command.ts";
import { withImportDatabase } from "./import-database.ts";
import { importProgress } from "./import-progress.ts";
import { summaryText } from "./import-summary.ts";

const bytesMaxDefault = 2 ** 40;

export const importCommand: Command = {
  name: "import",
  summary: "Import vehicle data from a file, an address or standard input.",
  help: `Usage: vingate import SOURCE [FILE | URL | -] [options]
       vingate import --list

Reads SOURCE's data, verifies every row, and makes them the current dataset of their family
all at once: until then, and whenever the import fails or is interrupted, the records from
before are answered. The same command may be repeated at any time. Files may be plain or
compressed with gzip, zstd or zip.

Options:
  --list            Every source: its official address, licence, and what it fills.
  --mode MODE       replace (default): the input's records in place of the former ones.
                    merge: former records stay where the input has none of the same key.
  --dry-run         Verify everything, show what would change, and change nothing.
  --max-rejects N   Rows that may be rejected, as a number or a share; 1% when absent.
  --version TEXT    What answers call this version of the data; the file's date when absent.
  --encoding NAME   ${encodings.join(", ")}.
  --sha256 HEX      The checksum that the file must have.
  --insecure        Fetch from addresses that are not https, too.
  --json            Print the summary as one JSON object.

Rejected rows go to FILE.rejects.csv, with line, column, value and reason.

Exit code: 0 done, 1 refused or failed (nothing has changed), 2 for a wrong command line.

Examples:
  vingate import epa
  vingate import epa vehicles.csv.zip --dry-run`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        list: { type: "boolean" },
        mode: { type: "string" },
        "dry-run": { type: "boolean" },
        "max-rejects": { type: "string" },
        version: { type: "string" },
        encoding: { type: "string" },
        sha256: { type: "string" },
        insecure: { type: "boolean" },
        json: { type: "boolean" },
      },
      allowPositionals: true,
    });
    if (values.list === true) return list();
    const { source, place } = chosen(positionals);
    const config = loadConfig(env);
    const stop = new AbortController();
    const interrupt = () => stop.abort(new ImportError("interrupted; nothing has changed"));
    process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
    const shown = importProgress(process.stderr);
    const folder = join(config.dataDir, "imports");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      await using input = await openInput(place, {
        members: source.members,
        bytesMax: bytesMaxDefault,
        folder,
        insecure: values.insecure === true,
        signal: stop.signal,
        downloading: shown.downloading,
      });
      const summary = await withImportDatabase(config, (db) =>
        importSource(
          db,
          {
            source,
            input,
            ...(values.version !== undefined && { version: values.version }),
            ...(values.sha256 !== undefined && { sha256: values.sha256 }),
            encoding: encodingOf(values.encoding),
            mode: modeOf(values.mode),
            dryRun: values["dry-run"] === true,
            rejectLimit: limitOf(values["max-rejects"]),
            rejectFile: rejectFileOf(place, source, folder),
            signal: stop.signal,
            progress: shown.step,
          },
          systemClock,
        ),
      );
      shown.end();
      process.stdout.write(values.json === true ? `${JSON.stringify(summary)}\n` : summaryText(summary));
      return 0;
    } catch (error) {
      shown.end();
      if (error instanceof ImportError) throw new CommandFailure(error.message);
      throw error;
    }
  },
};

function list(): number {
  for (const { name, title, address, size, cadence, licence, family } of sources)
    process.stdout.write(
      `${name}: ${title}\n  fills     ${family.name}\n  from      ${address ?? "your own file"} (${size}, ${cadence})\n  licence   ${licence}\n\n`,
    );
  return 0;
}

function chosen(positionals: readonly string[]): { source: Source; place: string } {
  const [name, place, more] = positionals;
  const source = sources.find((one) => one.name === name);
  if (name === undefined) throw new UsageError("name a source; vingate import --list lists them");
  if (!source) throw new UsageError(`there is no source "${name}"; vingate import --list lists them`);
  if (more !== undefined) throw new UsageError(`one input at a time, not "${more}" too`);
  const from = place ?? source.address;
  if (from === undefined)
    throw new UsageError(`${source.name} needs a file, an address, or - for standard input`);
  return { source, place: from };
}

function modeOf(text = "replace"): "replace" | "merge" {
  if (text === "replace" || text === "merge") return text;
  throw new UsageError(`--mode is replace or merge, not "${text}"`);
}

function encodingOf(text = "auto"): Encoding {
  const encoding = encodings.find((one) => one === text);
  if (!encoding) throw new UsageError(`--encoding is one of ${encodings.join(", ")}, not "${text}"`);
  return encoding;
}

function limitOf(text = "1%"): RejectLimit {
  const [, digits, percent] = /^(\d{1,12}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (percent === "%" && value <= 100) return { share: value / 100 };
  if (percent === "" && Number.isInteger(value)) return { rows: value };
  throw new UsageError(`--max-rejects is a number of rows or a share such as 1%, not "${text}"`);
}

/** Beside a file; what has no place of its own has it in the data folder. */
function rejectFileOf(place: string, { name }: Source, folder: string): string {
  const isFile = place !== "-" && !/^[a-z][a-z0-9+.-]*:\/\//i.test(place);
  return isFile ? `${place}.rejects.csv` : join(folder, `${basename(name)}.rejects.csv`);
}
