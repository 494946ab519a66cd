import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { extname } from "node:path";
import type { parseArgs } from "node:util";
import type { Vingate } from "../../../sdk/typescript/src/index.ts";
import { PipeClosed } from "../../cli/buffered-output.ts";
import { argumentsOf, CommandFailure, UsageError } from "../../cli/command.ts";
import { columnNames, columnsOf } from "../../cli/decode-csv.ts";
import { styleFor } from "../../cli/decode-text.ts";
import { encodingOf } from "../../cli/import/import-options.ts";
import { isColourful } from "../../cli/terminal/text.ts";
import type { Command } from "../../feature.ts";
import { encodingExamples } from "../../vehicles/imports/input/utf8.ts";
import { type FormatName, formatNames, formatOf } from "./batch-format.ts";
import {
  digestOf,
  type Entry,
  entriesIn,
  type ListForm,
  partSize,
  partsOf,
  streamOf,
} from "./batch-input.ts";
import { BatchOutput } from "./batch-output.ts";
import { BatchProgress } from "./batch-progress.ts";
import {
  clientOf,
  exitCodes,
  exitCodesHelp,
  failureOf,
  requireLogin,
  serviceHelp,
  serviceOption,
  withFailures,
} from "./service.ts";

const options = {
  ...serviceOption,
  format: { type: "string" },
  json: { type: "boolean" },
  columns: { type: "string" },
  output: { type: "string", short: "o" },
  "vin-column": { type: "string" },
  encoding: { type: "string" },
  year: { type: "string" },
  again: { type: "boolean" },
  quiet: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

export const batchCommand: Command = {
  help: `Usage: vingate batch [FILE…] [-o FILE] [--format FORMAT] [options]

Decodes the VINs of files, or of standard input without a file or with -, with the service of
vingate login: one VIN per line, or a table separated by commas, semicolons, tabs or bars with
a column "vin". A column "year" is the model year. Empty lines are passed over. Lists can have
any length: ${partSize.toLocaleString("en")} VINs are sent together, in order.

The command can be interrupted and run again. For 24 hours, VINs that were answered are not
charged again. With FILE and -o it goes on where it has ended: until it is whole, the
output is beside its name, in a file that ends with ".part".

Options:
  -o, --output FILE
                  Write to a file; its ending selects the format.
  --format FORMAT ndjson (one JSON object per line), csv, json (one array), or table.
                  Default: table on a terminal, ndjson elsewhere.
  --json          The same as --format ndjson.
  --columns NAMES Print CSV with these fields of the response, such as make,model,year.
  --vin-column NAME
                  The column that contains the VINs.
  --encoding NAME auto (default): UTF-8, UTF-16, or Windows-1252 if the text looks so. Or a name:
                  ${encodingExamples}.
  --year YEAR     The model year of VINs without one of their own.
  --again         Send VINs as new calls, which are charged, also those of the last 24 hours.
  --quiet         Print errors only.
${serviceHelp}

${exitCodesHelp}
With 1, some VINs have no data; each says why in the output.

Examples:
  vingate batch fleet.csv -o decoded.csv --columns make,model,year,trim
  cut -f2 list.tsv | vingate batch > decoded.ndjson`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, options);
    const files = positionals.length === 0 ? ["-"] : positionals;
    const name = formatNameOf(values);
    const columns = values.columns === undefined ? columnNames : columnsOf(values.columns);
    if (values.columns !== undefined && name !== "csv")
      throw new UsageError("--columns needs the format csv");
    const year = values.year === undefined ? 0 : Number(values.year);
    if (!/^(\d{4})?$/.test(values.year ?? ""))
      throw new UsageError("--year takes a model year, such as 2018");
    return withFailures("batch", async () => {
      const login = requireLogin(env, values.service);
      const format = formatOf(name, columns, styleFor(isColourful(process.stdout, env)));
      const encoding = encodingOf(values.encoding);
      const input = { files: files.map(checkedFile), column: values["vin-column"], year, encoding };
      const salt = values.again ? randomUUID() : "";
      const { output: file } = values;
      // What was read from standard input is gone.
      const canContinue = !files.includes("-") && !values.again;
      const id = canContinue
        ? () => digestOf(files, [login.url, name, columns, input.column, year, encoding])
        : undefined;
      const output =
        file === undefined
          ? BatchOutput.toTerminal(format)
          : await BatchOutput.toFile(format, file, await id?.());
      const isShared = file === undefined && process.stdout.isTTY === true;
      const progress = new BatchProgress({
        isLive: process.stderr.isTTY === true && !isShared,
        isQuiet: values.quiet === true,
        totalBytes: bytesOf(files),
      });
      if (files.includes("-") && process.stdin.isTTY === true && values.quiet !== true)
        process.stderr.write("Type VINs, one per line. End with Ctrl-D.\n");
      const client = clientOf(login);
      return new Batch({ client, output, progress, input, salt }).run();
    });
  },
};

function formatNameOf({ format, json, columns, output }: Values): FormatName {
  if (json && format !== undefined) throw new UsageError("--json and --format exclude each other");
  if (json) return "ndjson";
  const wanted = format ?? (columns === undefined ? extname(output ?? "").slice(1) : "csv");
  const known = formatNames.find((one) => one === wanted);
  if (known) return known;
  if (format !== undefined) throw new UsageError(`--format must be one of ${formatNames.join(", ")}`);
  return output === undefined && process.stdout.isTTY === true ? "table" : "ndjson";
}

function checkedFile(file: string): string {
  const found = file === "-" ? undefined : statSync(file, { throwIfNoEntry: false });
  if (file !== "-" && !found) throw new CommandFailure(`there is no file ${file}`);
  if (found?.isDirectory()) throw new CommandFailure(`${file} is a folder`);
  return file;
}

function bytesOf(files: readonly string[]): number | undefined {
  if (files.includes("-")) return undefined;
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

interface BatchSetup {
  readonly client: Vingate;
  readonly output: BatchOutput;
  readonly progress: BatchProgress;
  readonly input: ListForm & { readonly files: readonly string[] };
  readonly salt: string;
}

/** One run. */
class Batch {
  readonly #setup: BatchSetup;
  readonly #stopping = new AbortController();
  /** Results that are in the output. */
  #done: number;

  constructor(setup: BatchSetup) {
    this.#setup = setup;
    this.#done = setup.output.kept;
  }

  async run(): Promise<number> {
    const { output, progress } = this.#setup;
    const stop = () => {
      this.#stopping.abort();
      // Ends a wait for input.
      process.stdin.destroy();
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    if (output.kept > 0)
      process.stderr.write(`Continuing after ${output.kept.toLocaleString("en")} VINs of an earlier run.\n`);
    try {
      await this.#decode();
      await output.finish();
      progress.end();
      return progress.failed > 0 ? exitCodes.notFound : exitCodes.done;
    } catch (error) {
      if (error instanceof PipeClosed) return exitCodes.done;
      return await this.#explain(error);
    } finally {
      process.off("SIGINT", stop).off("SIGTERM", stop);
    }
  }

  async #decode(): Promise<void> {
    const { client, output, progress, salt } = this.#setup;
    for await (const { from, entries, idempotencyKey } of partsOf(this.#entries(), salt)) {
      if (from + entries.length <= output.kept) continue;
      const signal = this.#stopping.signal;
      for await (const result of client.decodeVins(entries, { idempotencyKey, partSize, signal })) {
        if (from + result.index < output.kept) continue;
        output.add(result);
        this.#done += 1;
        progress.add(result.status === "success");
      }
      await output.flush();
    }
    this.#stopping.signal.throwIfAborted();
  }

  async *#entries(): AsyncGenerator<Entry> {
    const { input, progress } = this.#setup;
    for (const file of input.files) yield* entriesIn(streamOf(file), input, (bytes) => progress.read(bytes));
  }

  /** Prints how far it came and how to continue. */
  async #explain(error: unknown): Promise<number> {
    const { output, progress } = this.#setup;
    progress.clear();
    const isInterrupted = this.#stopping.signal.aborted;
    const failure = isInterrupted ? undefined : failureOf(error);
    if (!isInterrupted && !failure) throw error;
    await output.close();
    const lines = [
      `vingate batch: ${failure?.message ?? "interrupted"}`,
      `${this.#done.toLocaleString("en")} VINs are answered${output.partial ? `, in ${output.partial}` : ""}.`,
      "Run the same command again to go on. For 24 hours, answered VINs are not charged again.",
    ];
    process.stderr.write(`${lines.join("\n")}\n`);
    return failure?.exitCode ?? exitCodes.interrupted;
  }
}
