import { isoTime } from "../../base/clock.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { CheckedConsistency } from "../../metering/consistency/check-consistency.ts";
import { aliveMs } from "./node-heartbeat.ts";

const settingName = "ledger_check";
/** More than a person reads. */
const findingsMax = 100;

/** The last comparison of the books, as it is kept for all nodes; times in milliseconds UTC. */
interface StoredCheck {
  readonly state: "running" | "agree" | "differ" | "failed";
  readonly started_at: number;
  readonly ended_at: number | null;
  /** The process that runs it. */
  readonly instance: string;
  readonly comparisons: { check: string; subjects: string; compared: number; differing: number }[];
  /** What differs, one sentence each. */
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

/** The last check as it is shown; null where there was none. One whose process has ended has failed. */
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
    error: lost ? "The process that compared the books has ended." : check.error,
  };
}

async function isAlive(db: Queries, { instance, started_at }: StoredCheck, now: number): Promise<boolean> {
  if (now - started_at < aliveMs) return true;
  const row = await db.get<{ seen_at: number }>(sql`select seen_at from node where instance = ${instance}`);
  return row !== undefined && now - row.seen_at < aliveMs;
}

/** Enters a check of this process as running; false where one runs already. */
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

/** Compares the books and keeps what comes of it. */
export async function runLedgerCheck(context: Context, startedAt: number): Promise<void> {
  const { database, clock, log } = context;
  const begun = { started_at: startedAt, instance: context.process.instance };
  try {
    // What was called a moment ago is on its way, and no difference.
    await context.metering.flush();
    const checked = await context.checkConsistency();
    await store(database, { ...begun, ...resultOf(checked), ended_at: clock(), error: null });
  } catch (error) {
    log.error("the books could not be compared", errorFields(error));
    const why = "The books could not be read; the service's log says why.";
    const failed: StoredCheck = {
      ...begun,
      state: "failed",
      ended_at: clock(),
      comparisons: [],
      findings: [],
      error: why,
    };
    // With the database gone it stays entered as running, and fails with its process.
    await store(database, failed).catch(() => undefined);
  }
}

function resultOf({ damage, compared, journals }: CheckedConsistency) {
  const findings = [
    ...damage.map((each) => `The database is damaged: ${each}.`),
    ...journals.map(({ journalId, fault, next }) => `Journal ${journalId}: ${fault}. What to do: ${next}.`),
    ...compared.flatMap((books) =>
      books.findings.map(({ subject, at, found, expected }) => {
        const when = at === undefined ? "" : `, ${isoTime(at)}`;
        return `${subject}${when}: ${books.found} ${found}, ${books.expected} ${expected}.`;
      }),
    ),
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
