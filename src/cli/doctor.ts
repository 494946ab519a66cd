import { parseArgs } from "node:util";
import { systemTiming } from "../base/timing.ts";
import { loadConfig } from "../config.ts";
import { checkIntegrity } from "../database/integrity.ts";
import { clockSkewMaxMs, listNodeClocks, type NodeClock } from "../management/system/node-heartbeat.ts";
import { runComparisons } from "../metering/consistency/check-consistency.ts";
import type { ComparisonResult, Finding } from "../metering/consistency/comparison.ts";
import { journalsFolder } from "../metering/journal/journal-directory.ts";
import type { JournalFault } from "../metering/journal/journal-files.ts";
import { type Command, CommandFailure, UsageError } from "./command.ts";
import { doctorProgress } from "./doctor-progress.ts";
import { withExistingDatabase } from "./existing-database.ts";

export const doctorCommand: Command = {
  help: `Usage: vingate doctor --ledger [--json]

Checks that no table, key, index, trigger or view of the schema is missing. Then checks that
ledger, balances, reports and request log agree, to the last call: the ledger's grants with the
balances, the balances with the remaining, leased and used credits, the used credits with the
reports, and the reports with the request log. Then compares the journals of this data folder
with the database, and shows how far the nodes' clocks differ from the database's. It only reads,
and can run during service; all comparisons are of one moment. On SQLite it first checks every
page of the database. Standard error shows the progress of a long check.

Options:
  --ledger  Run the consistency check.
  --json    Print one JSON object: the comparisons and every difference.

Each fault is printed with what to do. Exit code: 0 if everything agrees, 1 if something
differs or cannot be read, 2 for a wrong command line.

Examples:
  vingate doctor --ledger
  vingate doctor --ledger --json | jq '.findings'`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ledger: { type: "boolean" }, json: { type: "boolean" } },
      allowPositionals: true,
    });
    if (positionals.length > 0 || values.ledger !== true)
      throw new UsageError("doctor takes --ledger, and optionally --json");
    return await withExistingDatabase(env, async (db, place) => {
      if (db.dialect === "sqlite") await requireSound(place);
      const progress = doctorProgress(process.stderr, systemTiming.monotonic);
      const folder = journalsFolder(loadConfig(env).dataDir);
      const { compared, journals: faults } = await runComparisons(db, folder, progress.step).finally(
        progress.end,
      );
      const clocks = await listNodeClocks(db);
      process.stdout.write(
        values.json === true
          ? jsonOf(place, compared, faults, clocks)
          : textOf(place, compared, faults, clocks),
      );
      return faults.length > 0 || compared.some(({ differing }) => differing > 0) ? 1 : 0;
    });
  },
};

/** Damaged pages would give false results. */
async function requireSound(file: string): Promise<void> {
  const findings = await checkIntegrity(file);
  if (findings.length > 0)
    throw new CommandFailure(
      [
        `${file} is damaged (PRAGMA quick_check):`,
        ...findings.map((each) => `  ${each}`),
        "Stop the service, keep a copy of the file, and restore a backup or recover what can be read:",
        `  sqlite3 ${file} .recover | sqlite3 recovered.db`,
      ].join("\n"),
    );
}

function jsonOf(
  place: string,
  compared: readonly ComparisonResult[],
  faults: readonly JournalFault[],
  nodes: readonly NodeClock[],
): string {
  const comparisons = compared.map(({ found, expected, subjects, compared: count, differing }) => ({
    check: `${found} = ${expected}`,
    subjects,
    compared: count,
    differing,
  }));
  const findings = compared.flatMap((each) => each.findings).map((each) => ({ ...each, ...isoOf(each) }));
  return `${JSON.stringify({ database: place, comparisons, findings, journals: faults, nodes })}\n`;
}

const adviceOnDifferences =
  "What to do: first repair the journals listed below, if any, and run this again while the service is idle. What\n" +
  "still differs was changed by hand or restored in part: copy the database and journal/, then restore a backup.";

const isoOf = ({ at }: Finding) => (at === undefined ? {} : { at: new Date(at).toISOString() });

function textOf(
  place: string,
  compared: readonly ComparisonResult[],
  faults: readonly JournalFault[],
  clocks: readonly NodeClock[],
): string {
  const width = Math.max(...compared.map(({ found, expected }) => found.length + expected.length)) + 5;
  const lines = compared.flatMap((each) => linesOf(each, width));
  const wrong = compared.filter(({ differing }) => differing > 0).length;
  const result =
    wrong === 0
      ? `All ${compared.length} comparisons agree.`
      : `${wrong} of ${compared.length} comparisons found a difference.`;
  const journals = faults.flatMap(({ journalId, kind, fault, next }) => [
    `  ${kind.toUpperCase()}  journal ${journalId}: ${fault}`,
    `           what to do: ${next}`,
  ]);
  const advice = wrong === 0 ? [] : [adviceOnDifferences];
  const rest = journals.length === 0 ? [] : ["", ...journals];
  const head = `Consistency check of ${place}`;
  return [head, "", ...lines, "", result, ...advice, ...rest, ...clockLines(clocks), ""].join("\n");
}

const adviceOnClocks =
  "           what to do: synchronize the clocks of nodes and database, for example by NTP";

function clockLines(clocks: readonly NodeClock[]): string[] {
  if (clocks.length === 0) return [];
  const lines = clocks.flatMap(({ node, clock_skew_ms: skewMs }) => {
    if (skewMs === null) return [`  unknown  ${node}`];
    const differs = Math.abs(skewMs) >= clockSkewMaxMs;
    const seconds = `${(Math.abs(skewMs) / 1000).toFixed(3)} s ${skewMs < 0 ? "behind" : "ahead"}`;
    return [
      `  ${differs ? "DIFFERS" : "ok     "}  ${node}: ${seconds}`,
      ...(differs ? [adviceOnClocks] : []),
    ];
  });
  return ["", "Clocks of the nodes, compared with the database's:", ...lines];
}

function linesOf(
  { found, expected, subjects, compared, differing, findings }: ComparisonResult,
  width: number,
): string[] {
  const result = differing === 0 ? "ok     " : "DIFFERS";
  const of = differing === 0 ? "" : `${differing} of `;
  const more = differing - findings.length;
  return [
    `  ${result}  ${`${found} = ${expected}`.padEnd(width)}${of}${compared} ${subjects}`,
    ...findings.map((each) => {
      const subject = [each.subject, isoOf(each).at].filter(Boolean).join(", ");
      return `           ${subject}: ${found} ${each.found}, ${expected} ${each.expected}`;
    }),
    ...(more > 0 ? [`           and ${more} more`] : []),
  ];
}
