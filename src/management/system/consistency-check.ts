import { isoTime } from "../../base/clock.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { CheckedConsistency } from "../../metering/consistency/check-consistency.ts";
import { textOfFinding } from "../../metering/consistency/comparison.ts";
import { aliveMs } from "./node-heartbeat.ts";

const settingName = "ledger_check";
/** More than a person reads. */
const findingsMax = 100;

/** The last consistency check, stored for all nodes; times in milliseconds UTC. */
interface StoredCheck {
  readonly state: "running" | "agree" | "differ" | "failed";
  readonly started_at: number;
  readonly ended_at: number | null;
  /** The process that runs it. */
  readonly instance: string;
  readonly comparisons: { check: string; subjects: string; compared: number; differing: number }[];
  /** The mismatches, one sentence each. */
  readonly findings: string[];
  /** Why it ended without a result. */
  readonly error: string | null;
}

async function storedCheck(db: Queries): Promise<StoredCheck | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from setting where name = ${settingName}`);
  return row && (JSON.parse(row.value) as StoredCheck);
}

async function store(db: Queries, check: StoredCheck): Promise<void> {
  await db.run(sql`
    insert into setting (name, value) values (${settingName}, ${JSON.stringify(check)})
    on conflict (name) do update set value = excluded.value`);
}

/** The last check as it is shown; null if there was none. A check whose process has ended has failed. */
export async function lastLedgerCheck(db: Queries, now: number) {
  const check = await storedCheck(db);
  if (!check) return null;
  const lost = check.state === "running" && !(await isAlive(db, check, now));
  const { comparisons, findings, ended_at } = check;
  return {
    state: lost ? ("failed" as const) : check.state,
    started_at: isoTime(check.started_at),
    ended_at: ended_at === null ? null : isoTime(ended_at),
    comparisons,
    findings,
    error: lost ? "The process that ran the check has ended." : check.error,
  };
}

async function isAlive(db: Queries, { instance, started_at }: StoredCheck, now: number): Promise<boolean> {
  if (now - started_at < aliveMs) return true;
  const row = await db.get(sql`
    select instance from node where instance = ${instance} and ${databaseClock(db)} - seen_at < ${aliveMs}`);
  return row !== undefined;
}

/** Records a check of this process as running; false if one is already running. */
export async function claimLedgerCheck(tx: Queries, context: Context, now: number): Promise<boolean> {
  const before = await storedCheck(tx);
  if (before?.state === "running" && (await isAlive(tx, before, now))) return false;
  await store(tx, {
    state: "running",
    started_at: now,
    ended_at: null,
    instance: context.process.instance,
    comparisons: [],
    findings: [],
    error: null,
  });
  return true;
}

/** Runs the consistency check and stores its result. */
export async function runLedgerCheck(context: Context, startedAt: number): Promise<void> {
  const { database, clock, log } = context;
  const begun = { started_at: startedAt, instance: context.process.instance };
  try {
    // Recent calls are still being applied; they are no mismatch.
    await context.metering.flush();
    const checked = await context.inspection.compare();
    await store(database, { ...begun, ...resultOf(checked), ended_at: clock(), error: null });
  } catch (error) {
    log.error("consistency check failed", errorFields(error));
    const why = "The check could not read the data. See the service's log.";
    const failed: StoredCheck = {
      ...begun,
      state: "failed",
      ended_at: clock(),
      comparisons: [],
      findings: [],
      error: why,
    };
    // Without the database it stays recorded as running, and fails with its process.
    await store(database, failed).catch(() => undefined);
  }
}

function resultOf({ damage, compared, journals }: CheckedConsistency) {
  const findings = [
    ...damage.map((each) => `The database is damaged: ${each}.`),
    ...journals.map(({ journalId, fault, next }) => `Journal ${journalId}: ${fault}. What to do: ${next}.`),
    ...compared.flatMap((comparison) => {
      const next = comparison.advice === undefined ? "" : ` What to do: ${comparison.advice}.`;
      return comparison.findings.map((each) => `${textOfFinding(comparison, each)}.${next}`);
    }),
  ];
  return {
    state: findings.length === 0 ? ("agree" as const) : ("differ" as const),
    comparisons: compared.map(({ found, expected, subjects, compared: count, differing }) => ({
      check: `${found} = ${expected}`,
      subjects,
      compared: count,
      differing,
    })),
    findings: findings.slice(0, findingsMax),
  };
}
