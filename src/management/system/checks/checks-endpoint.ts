import { availableParallelism } from "node:os";
import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { json } from "../../../http/endpoint.ts";
import { type CheckResult, type Finding, fault, ok, runChecks, warning } from "../../../running/check.ts";
import { lastLedgerCheck } from "../consistency-check.ts";

const Check = z
  .object({
    name: z.string().describe("What was checked."),
    state: z
      .enum(["ok", "warning", "fault"])
      .describe("`warning`: it works, and should be changed. `fault`: something does not work, or will not."),
    found: z.string().describe("What the check found."),
    advice: z.string().nullable().describe("What to do; null if there is nothing to do."),
  })
  .meta({ id: "InstallationCheck" });

export const checksEndpoints = [
  endpoint({
    id: "checkInstallation",
    method: "GET",
    path: "/system/checks",
    tag: "System",
    summary: "Check the installation: settings, files, disk, database, clocks, network, data, backups",
    description:
      "The checks of `vingate doctor`, on the responding node. The consistency check is not run; its last result is shown.",
    audience: "operator",
    permission: "service.view",
    response: z.object({
      checked_at: z.iso.datetime().describe("When the checks ran, by the clock of the responding node."),
      checks: z.array(Check).describe("Every check."),
    }),
    extension: true,
    handle: checkInstallation,
  }),
];

async function checkInstallation(context: Context) {
  return json({ checked_at: isoTime(context.clock()), checks: await checkService(context) });
}

/** Runs all checks of the service in this process, except the consistency check, whose last result is taken. */
export function checkService(context: Context): Promise<CheckResult[]> {
  const { config, clock, database, vinPack } = context;
  return runChecks(context.inspection.checks, {
    config,
    clock,
    cores: availableParallelism(),
    database,
    vinData: vinPack.value?.meta,
    serves: true,
    compare: () => lastComparison(context),
  });
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
