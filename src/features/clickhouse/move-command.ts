import { isoTime, systemClock } from "../../base/clock.ts";
import { dayMs, floorTo, minuteMs } from "../../base/durations.ts";
import { argumentsOf, CommandFailure, UsageError } from "../../cli/command.ts";
import { withExistingDatabase } from "../../cli/existing-database.ts";
import { loadConfig } from "../../config.ts";
import type { Command } from "../../feature.ts";
import { CallStore } from "./call-store.ts";
import { moveCalls } from "./move-calls.ts";
import { configuredClickhouse } from "./settings.ts";

const shown = (calls: number) => calls.toLocaleString("en");

export const moveCallsCommand: Command = {
  help: `Usage: vingate calls move [--from-start] [--remove]

Copies the single calls of the database to the ClickHouse that VINGATE_CLICKHOUSE_URL names, and
compares their number for each minute of each journal. First start the service with that setting: from then on
new calls go to ClickHouse. It can run during service. If it is interrupted, the next run goes on.
The database's copy stays until its retention is over, or until --remove; reports read ClickHouse
alone.

Options:
  --from-start  Copy all calls again. ClickHouse keeps one of each.
  --remove      Then remove from the database the days (UTC) of which ClickHouse has every call.
                Every node must run with the setting.

Examples:
  vingate calls move
  vingate calls move --remove`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      "from-start": { type: "boolean" },
      remove: { type: "boolean" },
    });
    if (positionals.length > 0) throw new UsageError("calls move takes --from-start and --remove only");
    const config = loadConfig(env, features);
    const options = configuredClickhouse(config);
    if (!options)
      throw new CommandFailure(
        "VINGATE_CLICKHOUSE_URL is not set: it names the ClickHouse that keeps single calls",
      );
    const store = new CallStore(options);
    const now = systemClock();
    const { expected, lacking, removed } = await withExistingDatabase(config, (db) =>
      moveCalls(db, store, {
        now,
        since: floorTo(now - options.days * dayMs, minuteMs),
        fromStart: values["from-start"] === true,
        progress: (calls) => process.stderr.write(`copied ${shown(calls)} calls\n`),
        removed: values.remove
          ? (calls) => process.stderr.write(`removed ${shown(calls)} calls from the database\n`)
          : undefined,
      }),
    );
    const gone = values.remove ? `${shown(removed)} of them were removed from the database.\n` : "";
    if (lacking.length === 0) {
      process.stdout.write(`ClickHouse has all ${shown(expected)} calls of the database.\n${gone}`);
      return 0;
    }
    const lines = lacking.map(
      ({ day, journal, expected: own, found }) =>
        `  ${isoTime(day).slice(0, 10)}, journal ${journal}: ${shown(found)} of ${shown(own)} calls\n`,
    );
    process.stdout.write(
      `ClickHouse lacks calls, of days that stay in the database:\n${lines.join("")}${gone}Stop nodes that run without VINGATE_CLICKHOUSE_URL, then use --from-start.\n`,
    );
    return 1;
  },
};
