import { systemClock } from "../base/clock.ts";
import { loadConfig } from "../config.ts";
import { wireOf } from "../entities/wire.ts";
import type { Command } from "../feature.ts";
import { recordFamilies } from "../vehicles/families/record-families.ts";
import {
  compareVersions,
  type DatasetVersion,
  listVersions,
  rollBack,
} from "../vehicles/imports/datasets/versions.ts";
import { importRuns } from "../vehicles/imports/jobs/import-run.ts";
import { importAgain, isOfOlderReader } from "../vehicles/imports/sources/readers.ts";
import { argumentsOf, noAction, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";
import { familyOf } from "./family-argument.ts";
import { changesText } from "./import/import-summary.ts";

const actions = ["rollback", "diff"];

export const datasetsCommand: Command = {
  help: `Usage: vingate datasets [--json]
       vingate datasets rollback FAMILY
       vingate datasets diff FAMILY [--json]

Each family of records has a current dataset, which lookups use, and keeps the previous one.
A running service switches to another dataset within two seconds.

  rollback FAMILY  Switch to the previous dataset, or back; undo a first import.
  diff FAMILY      Compare the two: records added, removed and changed.

Examples:
  vingate datasets
  vingate datasets rollback lien`,
  words: () => [actions, recordFamilies.map(({ name }) => name)],
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, { json: { type: "boolean" } });
    const [what, name, more] = positionals;
    if (more !== undefined) throw new UsageError(`only one family, not also "${more}"`);
    if (what !== undefined && !actions.includes(what)) throw noAction(what, actions);
    const json = values.json === true;
    return await withExistingDatabase(loadConfig(env, features), async (db) => {
      if (what === undefined) return printVersions(json, await listVersions(db));
      const family = familyOf(name);
      if (what === "diff") return print(json, await compareVersions(db, family), changesText);
      await rollBack(db, family, systemClock);
      const versions = await listVersions(db, family.name);
      const current = versions.filter(({ state }) => state === "current");
      return printVersions(json, current);
    });
  },
};

function print<T>(json: boolean, value: T, text: (value: T) => string, shown: unknown = value): number {
  process.stdout.write(json ? `${JSON.stringify(shown)}\n` : text(value));
  return 0;
}

const printVersions = (json: boolean, versions: readonly DatasetVersion[]): number =>
  print(json, versions, datasetsText, versions.map(versionJson));

function versionJson({ run, ...version }: DatasetVersion): object {
  const { record_count: rows, checksum, reader, loaded_at, ...named } = wireOf(version);
  const { stop_requested: _, ...made } = run ? importRuns.stored(run) : {};
  return { ...named, rows, checksum, reader, loaded_at, ...(run && { run: made }) };
}

/** A table of datasets, and how those of an older reader are imported again. */
export function datasetsText(versions: readonly DatasetVersion[]): string {
  if (versions.length === 0) return "No family has records. Import some with vingate import.\n";
  const rows = versions.map(({ family, state, name, version, recordCount, loadedAt, licence }) => [
    family,
    state,
    name === "demo" ? name : `${name} ${version}`,
    recordCount.toLocaleString("en"),
    new Date(loadedAt).toISOString().slice(0, 16).replace("T", " "),
    licence,
  ]);
  const table = [["family", "state", "dataset", "records", "loaded (UTC)", "licence"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at]!)).join("  ");
  const again = versions
    .filter((one) => one.state === "current" && isOfOlderReader(one))
    .map((one) => `  ${one.family}: ${importAgain(one, one.run?.source)}`);
  const older = again.length === 0 ? [] : ["", "Read by an older reader; import the file again:", ...again];
  return `${[...table.map((row) => line(row).trimEnd()), ...older].join("\n")}\n`;
}
