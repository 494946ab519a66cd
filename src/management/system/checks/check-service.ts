import { availableParallelism } from "node:os";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import {
  type CheckResult,
  type Finding,
  fault,
  type Inspected,
  ok,
  runChecks,
  warning,
} from "../../../running/check.ts";
import { lastLedgerCheck } from "../consistency-check.ts";

/** This process and its installation, as checks look at them. */
export const inspectedService = (context: Context): Inspected => ({
  config: context.config,
  clock: context.clock,
  cores: availableParallelism(),
  database: context.database,
  vinData: context.vinPack.value?.meta,
  serves: true,
  compare: () => lastComparison(context),
});

/** Runs all checks of the service in this process, except the consistency check, whose last result is taken. */
export async function checkService(context: Context): Promise<CheckResult[]> {
  const results = await runChecks(context.inspection.checks, inspectedService(context));
  await noteFindings(context, results);
  return results;
}

async function lastComparison({ database, clock }: Context): Promise<Finding> {
  const last = await lastLedgerCheck(database, clock());
  if (!last) return ok("The consistency check has not run yet");
  const { state, started_at, error, findings } = last;
  if (state === "differ")
    return fault(
      `The consistency check of ${started_at} found ${findings.length} differences`,
      "The System page and vingate doctor --ledger name them.",
    );
  if (state === "failed")
    return warning(`The consistency check of ${started_at} failed: ${error}`, "Run it again.");
  return ok(state === "running" ? "The consistency check runs" : `All agreed at ${started_at}`);
}

/** Keeps what the doctor found here for Inbox, whichever node shows it. */
export async function noteFindings(context: Context, results: readonly CheckResult[]): Promise<void> {
  const { database, log } = context;
  const { instance } = context.process;
  const kept = results.filter(({ state, item }) => item !== null && (state !== "ok" || item));
  const findings = JSON.stringify(kept);
  try {
    // Read first: on SQLite a statement that may write waits for all others.
    const stored = await database.get<{ findings: string | null }>(
      sql`select findings from node where instance = ${instance}`,
    );
    if (stored && stored.findings !== findings)
      await database.run(sql`update node set findings = ${findings} where instance = ${instance}`);
  } catch (error) {
    log.warn("cannot store what the doctor found; it will be retried", errorFields(error));
  }
}
