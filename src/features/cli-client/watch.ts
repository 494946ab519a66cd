import type { Vingate } from "../../../sdk/typescript/src/index.ts";
import { argumentsOf, CommandFailure, UsageError } from "../../cli/command.ts";
import type { Command } from "../../feature.ts";
import { ImportError } from "../../vehicles/imports/input/import-error.ts";
import { exitCodes, exitCodesHelp, serviceHelp, serviceOption, withAnswer } from "./service.ts";
import { watchLinesIn } from "./watch-input.ts";

export const watchCommand: Command = {
  help: `Usage: vingate watch VIN… [--families NAMES] [--remove] [--json] [--service NAME]
       vingate watch --file FILE [--remove] [--json] [--service NAME]
       vingate watch --list [--json] [--service NAME]

Watches VINs, ends their watches, or lists them. When records of a watched VIN change, the
webhooks of the subscription's owner get an event "watch.changed". Free.

Options:
  --families NAMES  What to watch, separated by commas, such as lien,open-recall. Without it all
                    that the plan includes.
  --file FILE       A file with one VIN per line, or "VIN,families" with spaces between several;
                    or a table with the columns "vin" and "families".
  --remove          End the watches of these VINs.
  --list            List the watched VINs.
  --json            Print the service's JSON on a terminal, too; an error is JSON on standard error.
${serviceHelp}

${exitCodesHelp}

Examples:
  vingate watch 5J6RW2H59JL990075 --families lien,open-recall
  vingate watch --file fleet.csv
  vingate watch --list`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      ...serviceOption,
      families: { type: "string" },
      file: { type: "string" },
      remove: { type: "boolean" },
      list: { type: "boolean" },
      json: { type: "boolean" },
    });
    const { file, list, families = "" } = values;
    if (Number(list === true) + Number(file !== undefined) + Number(positionals.length > 0) !== 1)
      throw new UsageError("watch takes VINs, or --file, or --list");
    if (families !== "" && (values.remove || positionals.length === 0))
      throw new UsageError("--families is for VINs that are to be watched");
    return withAnswer("watch", env, values, async ({ client, output }) => {
      if (list) {
        let count = 0;
        for await (const watch of watchesOf(client)) {
          // One object per line: a list can be of any length.
          if (!output.isTable) output.json(watch);
          else process.stdout.write(`${watch.vin}  ${watch.families.join(" ")}\n`);
          count += 1;
        }
        if (output.isTable) process.stderr.write(`${count.toLocaleString("en")} watched VINs\n`);
        return exitCodes.done;
      }
      const lines =
        file === undefined
          ? positionals.map((vin) => (families === "" ? vin : `${vin},${families.replaceAll(",", " ")}`))
          : await linesOf(file);
      const placed = await client.putWatches(`${lines.join("\n")}\n`, {
        mode: values.remove ? "remove" : "merge",
      });
      if (output.isTable) output.table(placed);
      else output.json(placed);
      return placed.refused > 0 ? exitCodes.invalid : exitCodes.done;
    });
  },
};

async function linesOf(file: string): Promise<string[]> {
  try {
    return await watchLinesIn(file);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** All watches, page by page. */
async function* watchesOf(client: Vingate) {
  let after: string | undefined;
  do {
    const { items, next } = await client.listWatches({ page_size: 1000, after });
    yield* items;
    after = next ?? undefined;
  } while (after !== undefined);
}
