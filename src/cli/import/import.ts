import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { parseArgs } from "node:util";
import { systemClock } from "../../base/clock.ts";
import { DiskSpace } from "../../base/disk-space.ts";
import { type Config, loadConfig } from "../../config.ts";
import type { Command } from "../../feature.ts";
import { configuredGuard } from "../../server/configured.ts";
import { recordFamilies } from "../../vehicles/families/record-families.ts";
import { csvTemplate } from "../../vehicles/imports/columns/template.ts";
import { ImportError } from "../../vehicles/imports/input/import-error.ts";
import { openInput } from "../../vehicles/imports/input/input.ts";
import { openListed } from "../../vehicles/imports/input/listed.ts";
import { encodingExamples } from "../../vehicles/imports/input/utf8.ts";
import { namedFailure } from "../../vehicles/imports/jobs/failures.ts";
import type { ImportSummary } from "../../vehicles/imports/jobs/import-plan.ts";
import { importSource } from "../../vehicles/imports/jobs/import-source.ts";
import { lowerPriority } from "../../vehicles/imports/jobs/lower-priority.ts";
import { warningsFor } from "../../vehicles/imports/jobs/row-warnings.ts";
import { requestStop } from "../../vehicles/imports/jobs/runs.ts";
import type { ImportPreview } from "../../vehicles/imports/preview/preview.ts";
import type { Source } from "../../vehicles/imports/sources/source.ts";
import { sources } from "../../vehicles/imports/sources/sources.ts";
import { vinPackOnce } from "../../vehicles/imports/vpic/vin-pack.ts";
import { vpicAddress } from "../../vehicles/imports/vpic/vpic-dump.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import { argumentsOf, CommandFailure, UsageError } from "../command.ts";
import { withExistingDatabase } from "../existing-database.ts";
import { familyOf } from "../family-argument.ts";
import { withImportDatabase } from "./import-database.ts";
import { encodingOf, limitOf, modeOf } from "./import-options.ts";
import { previewText } from "./import-preview.ts";
import { importProgress } from "./import-progress.ts";
import { summaryText } from "./import-summary.ts";
import { importVpic } from "./import-vpic.ts";
import { ownSource, requireOwn } from "./own-source.ts";

const bytesMax = 2 ** 40;

const options = {
  list: { type: "boolean" },
  stop: { type: "string" },
  template: { type: "boolean" },
  map: { type: "string" },
  mapping: { type: "string" },
  names: { type: "string" },
  dates: { type: "string" },
  decimals: { type: "string" },
  mode: { type: "string" },
  "dry-run": { type: "boolean" },
  "max-rejects": { type: "string" },
  name: { type: "string" },
  version: { type: "string" },
  licence: { type: "string" },
  encoding: { type: "string" },
  sheet: { type: "string" },
  sha256: { type: "string" },
  insecure: { type: "boolean" },
  rollback: { type: "boolean" },
  json: { type: "boolean" },
} as const;

/** The options of the command line. */
export type ImportOptions = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

export const importCommand: Command = {
  help: `Usage: vingate import SOURCE [FILE | URL | -] [options]
       vingate import records FAMILY (FILE | URL | -) [options]
       vingate import records FAMILY --template
       vingate import vpic [FILE | URL] [--sha256 HEX] [--dry-run] [--insecure]
       vingate import vpic --rollback
       vingate import --list
       vingate import --stop ID

Reads SOURCE's data, verifies every row, and makes them the current dataset of their family
in one step. Until then, and if the import fails or is interrupted, lookups use the current
dataset. You can repeat the command at any time. Files can be plain or compressed with gzip,
zstd or zip. "records" reads your own data: CSV or XLSX with the columns of --template, or
JSON objects, in an array or one per line. "vpic" is the decoder's data: it replaces the
packaged data, and running nodes on this machine use it within two seconds. Before that, its
counts and the models of a sample of VINs are compared with the data in use; with much less it
is refused. It prints how old the data are, and what changes for the VINs of the last week's
calls.

Options:
  --list            List every source: its official URL, license and family.
  --stop ID         Stop a running import; a second start prints its ID.
  --template        Print a family's columns and an example that can be imported.
  --mapping FILE    Which of a file's columns are used, how they are written, and what their words
                    mean: YAML or JSON, or the name of a ready-made mapping. With --dry-run and
                    without it, one is proposed.
  --map FILE        Its short form, JSON: documented name → the file's column, or {"value": "…"}.
  --dates ORDER     How dates such as 3/2/2024 are read: month_first or day_first; or year_first for
                    years of two digits, such as 24/3/2. Default: as their column shows; a file
                    whose column can be read two ways is refused.
  --decimals SIGN   The decimal sign of amounts and distances: point or comma. Default: as their
                    column shows.
  --names vin|file  vin (default): rows get the year, make, model and trim decoded from their VIN,
                    if it decodes cleanly; file: those of the file.
  --mode MODE       replace (default): replace all records.
                    merge: keep current records whose keys are not in the input.
  --dry-run         Verify everything, show how the file is read, its first rows beside their records
                    and the changes, and change nothing.
  --max-rejects N   Max. rejected rows, as a number or a share. Default: 1%.
  --name TEXT       Source name in responses. Default for records: own.
  --version TEXT    Version in responses. Default: the data's own, else the file's date.
  --licence TEXT    License of the data, shown by "vingate datasets".
  --encoding NAME   auto (default): UTF-8, UTF-16, or Windows-1252 if the text looks so. Or a name:
                    ${encodingExamples}.
  --sheet NAME      The sheet of a workbook (XLSX), or its number. Default: the first one that is not
                    hidden.
  --sha256 HEX      Required checksum of the file.
  --insecure        Allow http:// URLs.
  --rollback        vpic: return to the data before the last import, or back.
  --json            Print the summary as one JSON object.

Rejected rows go to FILE.rejects.csv, with line, column, value and reason. Those of your own
records go to FILE.rows.csv too, or FILE.rows.ndjson, as the file has them and with the reason as
their last column: correct them and import them alone with --mode merge. Standard input is not
kept, so its rows are not either.

Exit code: 0 done, 1 refused or failed (nothing has changed), 2 for a wrong command line.

Examples:
  vingate import vpic
  vingate import epa
  vingate import records lien --template > liens.csv
  vingate import records lien liens.csv --dry-run
  vingate import records auction lots.csv --mapping salvage-auction
  zcat plates.csv.gz | vingate import records plate - --mapping plates.yaml --mode merge`,
  words: () => [
    ["records", "vpic", ...sources.map(({ name }) => name)],
    recordFamilies.map(({ name }) => name),
  ],
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, options);
    if (values.list === true) return list();
    if (values.stop !== undefined) return stop(loadConfig(env, features), values.stop);
    if (positionals[0] === "records" && values.template === true) {
      process.stdout.write(csvTemplate(familyOf(positionals[1])));
      return 0;
    }
    if (positionals[0] === "vpic") return importVpic(loadConfig(env, features), positionals.slice(1), values);
    const pack = vinPackOnce(() => loadConfig(env, features).dataDir);
    const { source, place } = chosen(positionals, values, pack);
    const shown = importProgress(process.stderr);
    let preview: ImportPreview | undefined;
    const previewed = (made: ImportPreview) => {
      preview = made;
    };
    try {
      const summary = await run(loadConfig(env, features), source, place, values, {
        shown,
        pack,
        previewed,
      }).catch((error) => {
        shown.end();
        if (preview && values.json !== true) process.stdout.write(previewText(preview));
        throw namedFailure(error);
      });
      shown.end();
      const text = () => `${summaryText(summary)}${preview ? previewText(preview) : ""}`;
      process.stdout.write(values.json === true ? `${JSON.stringify(summary)}\n` : text());
      return 0;
    } finally {
      shown.end();
    }
  },
};

async function run(
  config: Config,
  source: Source,
  place: string,
  values: ImportOptions,
  {
    shown,
    pack,
    previewed,
  }: {
    shown: ReturnType<typeof importProgress>;
    pack: () => Promise<Pack>;
    previewed: (preview: ImportPreview) => void;
  },
): Promise<ImportSummary> {
  const { name, version, licence, sha256 } = values;
  // Wrong options are reported before any download.
  const how = {
    encoding: encodingOf(values.encoding),
    mode: modeOf(values.mode),
    dryRun: values["dry-run"] === true,
    rejectLimit: limitOf(values["max-rejects"]),
    metadata: { ...(name !== undefined && { name }), ...(licence !== undefined && { licence }) },
    ...(version !== undefined && { version }),
    ...(sha256 !== undefined && { sha256 }),
  };
  const stop = new AbortController();
  const interrupt = () => stop.abort(new ImportError("interrupted; nothing has changed"));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  lowerPriority();
  const folder = join(config.dataDir, "imports");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { signal } = stop;
  const options = {
    members: source.members,
    bytesMax,
    folder,
    guard: configuredGuard(config),
    signal,
    insecure: values.insecure === true,
    sheet: values.sheet,
    downloading: shown.downloading,
  };
  await using input = await (source.listed && place === source.address
    ? openListed(place, source.listed, options)
    : openInput(place, options));
  const rejectFile = rejectFileOf(place, source, folder);
  return await withImportDatabase(config, async (db) => {
    const warningsOf = await warningsFor(source.family, { database: db, pack, now: systemClock() });
    const disk = db.dialect === "sqlite" ? new DiskSpace(config.dataDir, config.diskReserve) : undefined;
    const request = {
      ...how,
      source,
      input,
      rejectFile,
      signal,
      warningsOf,
      disk,
      datasetFits: config.datasetFits,
      progress: shown.step,
      previewed,
    };
    return await importSource(db, request, systemClock);
  });
}

async function stop(config: Config, id: string): Promise<number> {
  if (!(await withExistingDatabase(config, (db) => requestStop(db, id))))
    throw new CommandFailure(`no running import ${id}`);
  process.stdout.write("The import stops within a second. Nothing has changed.\n");
  return 0;
}

function list(): number {
  for (const { name, title, address, size, cadence, licence, family } of sources)
    process.stdout.write(
      `${name}: ${title}\n  fills     ${family.name}\n  from      ${address ?? "your own file"} (${size}, ${cadence})\n  licence   ${licence}\n\n`,
    );
  process.stdout.write(
    `vpic: NHTSA's whole vPIC: VIN decoding\n  fills     the decoder's data\n  from      ${vpicAddress(new Date())} (76 MB, monthly)\n  licence   US government work, public domain\n\n`,
  );
  process.stdout.write("records FAMILY: your own records of any family; --template shows its columns\n");
  return 0;
}

function chosen(
  positionals: readonly string[],
  values: ImportOptions,
  pack: () => Promise<Pack>,
): { source: Source; place: string } {
  const own = positionals[0] === "records";
  const [place, more] = positionals.slice(own ? 2 : 1);
  if (values.rollback === true)
    throw new UsageError("--rollback is for vpic only; vingate datasets rollback FAMILY is for records");
  if (!own) requireOwn(values);
  const source = own ? ownSource(familyOf(positionals[1]), values, pack) : publicSource(positionals[0]);
  if (more !== undefined) throw new UsageError(`only one input, not also "${more}"`);
  const from = place ?? source.address;
  if (from === undefined) throw new UsageError(`${source.name} needs a file, a URL, or - for standard input`);
  return { source, place: from };
}

function publicSource(name: string | undefined): Source {
  const source = sources.find((one) => one.name === name);
  if (source) return source;
  throw new UsageError(
    name === undefined
      ? "name a source; vingate import --list lists them"
      : `no source "${name}"; vingate import --list lists them`,
  );
}

/** Next to a file; in the data folder for other inputs. */
function rejectFileOf(place: string, { name }: Source, folder: string): string {
  const isFile = place !== "-" && !/^[a-z][a-z0-9+.-]*:\/\//i.test(place);
  return isFile ? `${place}.rejects.csv` : join(folder, `${name.replace(" ", "-")}.rejects.csv`);
}
