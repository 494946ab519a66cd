import { availableParallelism } from "node:os";
import { systemClock } from "../../base/clock.ts";
import { OperatorError } from "../../base/operator-error.ts";
import { ConfigError } from "../../base/settings/config-error.ts";
import { type Config, loadConfig } from "../../config.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { type Command, type Feature, loadServices } from "../../feature.ts";
import { checksWith } from "../../management/system/checks/checks.ts";
import {
  type Check,
  type CheckResult,
  type Finding,
  fault,
  type Inspected,
  runChecks,
  warning,
  withoutItem,
} from "../../running/check.ts";
import { datasetChecks } from "../../vehicles/imports/datasets/readers-check.ts";
import { storedPacks } from "../../vehicles/imports/vpic/stored-packs.ts";
import { argumentsOf, UsageError } from "../command.ts";
import { NotNow, OutdatedSchema, withExistingDatabase } from "../existing-database.ts";
import { checkLedger, ledgerFinding } from "./consistency.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const doctorCommand: Command = {
  help: `Usage: vingate doctor [--quick] [--json]
       vingate doctor --ledger [--json]

Checks what can be wrong with an installation: settings, files and who can read them, disk,
database and its connections, clocks, nodes, port, public URL, proxies, certificate, vehicle
data, backups, and whether the ledger agrees with all other figures. It changes nothing, and can
run during service. Start it with the settings of the service. It prints a table; each warning
and fault has a line with what to do.

With --ledger it runs the consistency check alone, and shows every comparison. It checks that no
table, key, index, trigger or view of the schema is missing. Then it checks that ledger, balances,
reports and request log agree, to the last call: the ledger's grants with the balances, the
balances with the remaining, leased and used credits, the used credits with the reports, and the
reports with the request log. Each feature compares its own tables too: plans and their periods,
offers, payments, papers and their numbers, proofs and stored statements. A line says what is wrong,
with its IDs, and what to do. Then it compares the journals of this data folder with the database,
and shows how far the nodes' clocks differ from the database's. All comparisons are of one moment.
On SQLite it first checks every page of the database. Standard error shows the progress of a long
check.

Options:
  --quick   All checks but the consistency check, which reads all usage.
  --ledger  The consistency check alone.
  --json    Print one JSON object.

Exit code: 0 without a fault, 1 if there is a fault, something differs or cannot be read, 2 for a
wrong command line.

Examples:
  vingate doctor
  vingate doctor --quick --json | jq '.checks[] | select(.state != "ok")'
  vingate doctor --ledger --json | jq '.findings'`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      ledger: { type: "boolean" },
      quick: { type: "boolean" },
      json: { type: "boolean" },
    });
    const { ledger = false, quick = false, json = false } = values;
    if (positionals.length > 0 || (ledger && quick))
      throw new UsageError("doctor takes --quick or --ledger, and optionally --json");
    if (ledger) return checkLedger(loadConfig(env, features), json);
    const all = checksWith([datasetChecks, ...(await loadServices(features))]);
    const config = configOf(env, features);
    const checks = Array.isArray(config)
      ? config
      : await checkAll(config, quick ? all.filter(({ name }) => name !== "ledger") : all);
    const faults = checks.filter(({ state }) => state === "fault").length;
    process.stdout.write(
      json ? `${JSON.stringify({ ok: faults === 0, checks: checks.map(withoutItem) })}\n` : tableOf(checks),
    );
    return faults === 0 ? 0 : 1;
  },
};

const readMs = 5000;

async function checkAll(config: Config, checks: readonly Check[]): Promise<CheckResult[]> {
  const inspected: Inspected = {
    config,
    clock: systemClock,
    cores: availableParallelism(),
    database: undefined,
    vinData: storedPacks(config.dataDir).current,
    serves: false,
    compare: () => ledgerFinding(config),
  };
  let opened = false;
  try {
    return await withExistingDatabase(
      config,
      (database) => {
        opened = true;
        return runChecks(checks, { ...inspected, database });
      },
      { deadlineMs: readMs },
    );
  } catch (error) {
    if (opened || !(error instanceof OperatorError || error instanceof DatabaseUnavailable)) throw error;
    const others = checks.filter(({ name }) => name !== "ledger");
    return runChecks(others, { ...inspected, databaseFinding: databaseFinding(error) });
  }
}

/** Why the database cannot be used: a start of the service would mend an earlier version's, and nothing else. */
function databaseFinding(error: Error): Finding {
  if (error instanceof NotNow) return fault(error.message, "Do so, then run the doctor again.");
  return error instanceof OutdatedSchema
    ? warning(error.message, "Start the service, then run the doctor again.")
    : fault(error.message, "Correct VINGATE_DATABASE_URL or VINGATE_DATA_DIR, or start it.");
}

/** The settings, or each of their faults. */
function configOf(env: Environment, features: readonly Feature[]): Config | CheckResult[] {
  try {
    return loadConfig(env, features);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = "Correct it; vingate serve --help lists all settings. The other checks follow then.";
    return error.problems.map((problem): CheckResult => ({ name: "settings", ...fault(problem, advice) }));
  }
}

const shown = { ok: "ok     ", warning: "WARNING", fault: "FAULT  " } as const;

function tableOf(checks: readonly CheckResult[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, state, found, advice }) => [
    `  ${shown[state]}  ${name.padEnd(width)}  ${found}`,
    ...(advice === null ? [] : [`${" ".repeat(width + 13)}what to do: ${advice}`]),
  ]);
  const count = (state: CheckResult["state"]) => checks.filter((each) => each.state === state).length;
  const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const [faults, warnings] = [counted(count("fault"), "fault"), counted(count("warning"), "warning")];
  const sum = `${checks.length} checks: ${faults}, ${warnings}.`;
  return ["Checks of this installation:", "", ...lines, "", sum, ""].join("\n");
}
