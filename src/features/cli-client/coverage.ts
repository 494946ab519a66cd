import { argumentsOf, UsageError } from "../../cli/command.ts";
import type { Command } from "../../feature.ts";
import { exitCodes, exitCodesHelp, serviceHelp, serviceOption, withAnswer } from "./service.ts";

export const coverageCommand: Command = {
  help: `Usage: vingate coverage VIN [--all] [--json] [--service NAME]
       vingate coverage PLATE STATE [--all] [--json] [--service NAME]

Shows which lookups have an answer for a vehicle, what each costs under your plan, and which
answers are synthetic. Free; it counts once towards a rate limit.

Options:
  --all           Show the lookups without an answer, too.
  --json          Print the service's JSON on a terminal, too; an error is JSON on standard error.
${serviceHelp}

${exitCodesHelp}

Examples:
  vingate coverage 5J6RW2H59JL990075
  vingate coverage DEMO123 CA --all`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      ...serviceOption,
      all: { type: "boolean" },
      json: { type: "boolean" },
    });
    const [vehicle, state, ...more] = positionals;
    if (vehicle === undefined || more.length > 0)
      throw new UsageError("coverage takes a VIN, or a plate and its state");
    return withAnswer("coverage", env, values, async ({ client, output }) => {
      const body = await (state === undefined
        ? client.getCoverage(vehicle)
        : client.getPlateCoverage(state, vehicle));
      if (!output.isTable) {
        output.json(body);
        return exitCodes.done;
      }
      const { lookups, ...rest } = body.data;
      const shown = lookups.filter(({ outcome }) => values.all || /^(found|may_answer)$/.test(outcome));
      const rows = shown.map(({ operation, outcome, price, source, synthetic }) => ({
        lookup: operation,
        answer: outcome.replaceAll("_", " ") + (synthetic ? " (synthetic)" : ""),
        credits: price,
        source,
      }));
      output.table(rows);
      const hidden = lookups.length - shown.length;
      const others = hidden > 0 ? `; ${hidden} others have none (--all)` : "";
      output.note(`${shown.length} of ${lookups.length} lookups answer${others}`);
      if (rest.quota_used_up) process.stderr.write("The quota is used up: lookups are refused now.\n");
      return exitCodes.done;
    });
  },
};
