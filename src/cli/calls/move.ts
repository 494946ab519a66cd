import { parseArgs } from "node:util";
import { systemClock } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { loadConfig } from "../../config.ts";
import { CallStore } from "../../metering/clickhouse/call-store.ts";
import { configuredClickhouse } from "../../metering/clickhouse/clickhouse.ts";
import { moveCalls } from "../../metering/clickhouse/move-calls.ts";
import { type Command, CommandFailure, UsageError } from "../command.ts";
import { withExistingDatabase } from "../existing-database.ts";

const shown = (calls: number) => calls.toLocaleString("en");

export const moveCallsCommand: Command = {
  help: `Usage: vingate calls move [--from-start]

Copies the single calls of the database to the ClickHouse that VINGATE_CLICKHOUSE_URL names, and
compares their number for each journal. First start the service with that setting: from then on
new calls go to ClickHouse. It can run during service. If it is interrupted, the next run goes on.
The database's copy stays until its retention is over; reports read ClickHouse alone.

Options:
  --from-start  Copy all calls again. ClickHouse keeps one of each.

Examples:
  vingate calls move`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { "from-start": { type: "boolean" } },
      allowPositionals: true,
    });
    if (positionals.length > 0) throw new UsageError("calls move takes --from-start only");
    const options = configuredClickhouse(loadConfig(env));
    if (!options)
      throw new CommandFailure(
        "VINGATE_CLICKHOUSE_URL is not set: it names the ClickHouse that keeps single calls",
      );
    const store = new CallStore(options);
    const { expected, lacking } = await withExistingDatabase(env, (db) =>
      moveCalls(db, store, {
        since: systemClock() - options.days * dayMs,
        fromStart: values["from-start"] === true,
        progress: (calls) => process.stderr.write(`copied ${shown(calls)} calls\n`),
      }),
    );
    if (lacking.length === 0) {
      process.stdout.write(`ClickHouse has all ${shown(expected)} calls of the database.\n`);
      return 0;
    }
    const lines = lacking.map(
      ({ journal, expected: own, found }) => `  journal ${journal}: ${shown(found)} of ${shown(own)} calls\n`,
    );
    process.stdout.write(
      `ClickHouse lacks calls:\n${lines.join("")}Stop nodes that run without VINGATE_CLICKHOUSE_URL, then use --from-start.\n`,
    );
    return 1;
  },
};
