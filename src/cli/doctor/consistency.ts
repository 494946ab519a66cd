import { systemTiming } from "../../base/timing.ts";
import type { Config } from "../../config.ts";
import { checkIntegrity } from "../../database/integrity.ts";
import { sql } from "../../database/sql.ts";
import { clockSkewMaxMs, listNodeClocks, type NodeClock } from "../../management/system/node-heartbeat.ts";
import { countVoided } from "../../metering/apply/gaps.ts";
import { runComparisons } from "../../metering/consistency/check-consistency.ts";
import { type ComparisonResult, type Finding, textOfFinding } from "../../metering/consistency/comparison.ts";
import type { JournalFault } from "../../metering/journal/journal-files.ts";
import { type Finding as CheckFinding, fault, ok } from "../../running/check.ts";
import { configuredComparison } from "../../server/configured.ts";
import { CommandFailure } from "../command.ts";
import { withExistingDatabase } from "../existing-database.ts";
import { doctorProgress } from "./doctor-progress.ts";

/** What the comparisons of an installation found. */
interface Compared {
  readonly place: string;
  readonly compared: readonly ComparisonResult[];
  readonly faults: readonly JournalFault[];
  readonly clocks: readonly NodeClock[];
  /** Calls that power losses took. */
  readonly voided: number;
}

/** Runs all comparisons. Throws `CommandFailure` if the database cannot be read or is damaged. */
function compareAll(config: Config): Promise<Compared> {
  return withExistingDatabase(config, async (db, place) => {
    if (db.dialect === "sqlite") await requireSound(place);
    const progress = doctorProgress(process.stderr, systemTiming.monotonic);
    const source = configuredComparison(config);
    if (
      !source.sink &&
      (await db.get(sql`select 1 as found from journal where logged_seq is not null limit 1`))
    )
      throw new CommandFailure(
        "ClickHouse has single calls of this installation, and VINGATE_CLICKHOUSE_URL is not set: set it as the service has it",
      );
    const { compared, journals } = await runComparisons(db, source, progress.step).finally(progress.end);
    const voided = await countVoided(db);
    return { place, compared, faults: journals, clocks: await listNodeClocks(db), voided };
  });
}

const differing = (compared: readonly ComparisonResult[]) => compared.filter((each) => each.differing > 0);

/** `doctor --ledger`; resolves to the exit code. */
export async function checkLedger(config: Config, asJson: boolean): Promise<number> {
  const all = await compareAll(config);
  const { compared, faults } = all;
  process.stdout.write((asJson ? jsonOf : textOf)(all));
  return faults.length > 0 || differing(compared).length > 0 ? 1 : 0;
}

/** The same as one of all checks. */
export async function ledgerFinding(config: Config): Promise<CheckFinding> {
  try {
    const { compared, faults } = await compareAll(config);
    const wrong = differing(compared).length;
    if (wrong === 0 && faults.length === 0) return ok(`All ${compared.length} comparisons agree`);
    return fault(
      `${wrong} of ${compared.length} comparisons differ, and ${faults.length} journals need attention`,
      "Run vingate doctor --ledger, which names each difference and what to do.",
    );
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return fault(error.message.split("\n")[0]!, "Run vingate doctor --ledger, which says what to do.");
  }
}

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

function jsonOf({ place, compared, faults, clocks, voided }: Compared): string {
  const comparisons = compared.map(({ found, expected, subjects, compared: count, differing, advice }) => ({
    check: `${found} = ${expected}`,
    subjects,
    compared: count,
    differing,
    ...(differing > 0 && advice !== undefined && { advice }),
  }));
  const findings = compared.flatMap((each) => each.findings).map((each) => ({ ...each, ...isoOf(each) }));
  return `${JSON.stringify({ database: place, comparisons, findings, journals: faults, void_calls: voided, nodes: clocks })}\n`;
}

const adviceOnDifferences =
  "What to do: first repair the journals listed below, if any, and run this again while the service is idle. What\n" +
  "still differs was changed by hand or restored in part: copy the database and journal/, then restore a backup.";

const isoOf = ({ at }: Finding) => (at === undefined ? {} : { at: new Date(at).toISOString() });

function textOf({ place, compared, faults, clocks, voided }: Compared): string {
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
  const lost =
    voided === 0 ? [] : [`${voided} calls are void: the disk did not have them when the power failed.`];
  const head = `Consistency check of ${place}`;
  return [head, "", ...lines, "", result, ...lost, ...advice, ...rest, ...clockLines(clocks), ""].join("\n");
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

function linesOf(comparison: ComparisonResult, width: number): string[] {
  const { found, expected, subjects, compared, differing, findings, advice } = comparison;
  const result = differing === 0 ? "ok     " : "DIFFERS";
  const of = differing === 0 ? "" : `${differing} of `;
  const more = differing - findings.length;
  return [
    `  ${result}  ${`${found} = ${expected}`.padEnd(width)}${of}${compared} ${subjects}`,
    ...findings.map((each) => `           ${textOfFinding(comparison, each)}`),
    ...(more > 0 ? [`           and ${more} more`] : []),
    ...(differing > 0 && advice !== undefined ? [`           what to do: ${advice}`] : []),
  ];
}
