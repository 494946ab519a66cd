import { closeSync, createReadStream, openSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { linesOf } from "../base/lines.ts";
import { loadConfig } from "../config.ts";
import { openVinPack } from "../vehicles/imports/vpic/vin-pack.ts";
import { normaliseVin } from "../vin/characters.ts";
import { createDecoder, type Decoder } from "../vin/decoder.ts";
import { malformedReason } from "../vin/malformed.ts";
import { FIRST_MODEL_YEAR } from "../vin/model-year.ts";
import { wmiOf } from "../vin/pack/find-wmi.ts";
import { BufferedOutput, PipeClosed } from "./buffered-output.ts";
import { type Command, UsageError } from "./command.ts";
import { compileProgress } from "./compile-progress.ts";
import { columnsOf, csvRow, type VinTable, valuesOf, vinTable } from "./decode-csv.ts";
import { decodeText, type Style, styleFor } from "./decode-text.ts";

/** Years ahead of now that a VIN may stand for. */
const YEARS_AHEAD = 2;

interface Refusal {
  readonly error: "not_a_vin" | "vehicle_not_found" | "empty_line";
  /** The rest of a sentence that begins with the VIN. */
  readonly reason: string;
}

function refusalOf(vin: string): Refusal {
  if (vin.trim() === "") return { error: "empty_line", reason: "is an empty line" };
  const reason = malformedReason(vin);
  if (reason !== undefined) return { error: "not_a_vin", reason };
  const code = wmiOf(normaliseVin(vin));
  return {
    error: "vehicle_not_found",
    reason: `has the manufacturer code ${code}, which nobody has registered`,
  };
}

export const decodeCommand: Command = {
  help: `Usage: vingate decode [--json] [--year YEAR] [-o FILE] [--quiet] [VIN | FILE | -]…

Decodes each VIN, and the lists in files, one VIN a line. Without arguments, or with -,
reads a list from standard input. Spaces and hyphens in a VIN are dropped, a * stands
for a character that is not known. A list whose first line names a column "vin"
is read as a table, with commas, semicolons or tabs; a column "year" is the model year.

Options:
  --json       One JSON object for every line, in order: the answer of
               GET /vin-decoder/{vin}, or {"vin", "error", "detail"}.
  --year YEAR  The model year, from 1980 to two years ahead, where it is known:
               it decides between the two, 30 years apart, that a VIN can mean.
  --columns NAMES
               A table as CSV: the VIN, these fields of the answer, such as
               make,model,year, and what is wrong with the line.
  -o, --output FILE
               Write there; without --columns one JSON object for every line.
  --quiet      Say nothing but errors on standard error.

Exit code: 0, or 1 when some VIN could not be decoded, or 2 for a wrong command line.

Examples:
  vingate decode 1HGCM82633A004352
  vingate decode --json 1HGCM82633A004352 1XPVD09X4BD116967
  vingate decode vins.txt -o decoded.jsonl
  vingate decode fleet.csv --columns make,model,year,trim -o fleet-decoded.csv`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean" },
        quiet: { type: "boolean" },
        year: { type: "string" },
        columns: { type: "string" },
        output: { type: "string", short: "o" },
      },
      allowPositionals: true,
    });
    const currentYear = new Date().getUTCFullYear();
    const year = values.year === undefined ? 0 : yearOf(values.year, currentYear + YEARS_AHEAD);
    const columns = values.columns === undefined ? undefined : columnsOf(values.columns);
    if (columns && values.json) throw new UsageError("--json and --columns exclude each other");
    const inputs = positionals.length === 0 ? [STDIN] : positionals.map(inputOf);
    const { dataDir } = loadConfig(env);
    const progress = values.quiet === true ? undefined : compileProgress();
    const pack = await openVinPack(dataDir, { progress: (step) => progress?.step(step) });
    progress?.end();
    const decoder = createDecoder(pack, { currentYear });
    const descriptor = values.output === undefined ? 1 : openSync(values.output, "w");
    const output = new BufferedOutput(descriptor);
    const colour = process.stdout.isTTY === true && (env.NO_COLOR ?? "") === "";
    const asJson = values.json === true || values.output !== undefined;
    const decodeLine = columns
      ? csvLine(decoder, output, columns)
      : asJson
        ? jsonLine(decoder, output)
        : textLine(decoder, output, colour);
    const count = lineCount(values.output !== undefined && values.quiet !== true);
    if (inputs.includes(STDIN) && process.stdin.isTTY === true && values.quiet !== true)
      process.stderr.write("Type VINs, one a line; end with Ctrl-D.\n");
    const code = await decodeAll(inputs, year, decodeLine, output, count, descriptor !== 1);
    count.end();
    if (descriptor !== 1) closeSync(descriptor);
    return code;
  },
};

/** One VIN, or a list of them: a file, or standard input where `file` is `-`. */
type Input = { readonly vin: string } | { readonly file: string };
const STDIN: Input = { file: "-" };

/** What an argument names. Whatever reads like a VIN is one, even where a file is called so. */
function inputOf(argument: string): Input {
  if (argument === "-") return STDIN;
  if (malformedReason(argument) === undefined) return { vin: argument };
  return statSync(argument, { throwIfNoEntry: false })?.isFile() ? { file: argument } : { vin: argument };
}

function yearOf(text: string, last: number): number {
  const year = Number(text);
  if (!/^\d{4}$/.test(text) || year < FIRST_MODEL_YEAR || year > last)
    throw new UsageError(`--year takes a model year from ${FIRST_MODEL_YEAR} to ${last}, not "${text}"`);
  return year;
}

/** Decodes one line under a year, 0 for none; says whether it worked. */
type DecodeLine = (line: string, year: number) => boolean;

/** Tells people how many lines are done: on a terminal while it goes on, elsewhere at the end. */
function lineCount(told: boolean): { add(lines: number): void; end(): void } {
  const live = told && process.stderr.isTTY === true;
  const begun = performance.now();
  let done = 0;
  let shown = begun;
  return {
    add(lines) {
      done += lines;
      if (!live || performance.now() - shown < 250) return;
      shown = performance.now();
      process.stderr.write(`\r\x1b[K${done.toLocaleString("en")} lines`);
    },
    end() {
      if (!told) return;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stderr.write(`${live ? "\r\x1b[K" : ""}${done.toLocaleString("en")} lines in ${seconds} s\n`);
    },
  };
}

async function decodeAll(
  inputs: readonly Input[],
  year: number,
  decodeLine: DecodeLine,
  output: BufferedOutput,
  count: { add(lines: number): void },
  toFile: boolean,
): Promise<number> {
  // A file is written beside the decoding; what people watch keeps its order with what is said of it.
  const pass = toFile ? () => output.handOver() : () => output.flush();
  let failed = false;
  try {
    for (const input of inputs) {
      if ("vin" in input) failed = !decodeLine(input.vin, year) || failed;
      else {
        const stream = input === STDIN ? process.stdin : createReadStream(input.file);
        let table: VinTable | undefined;
        let first = true;
        for await (const lines of linesOf(stream)) {
          if (first) table = vinTable(lines[0] ?? "");
          for (const line of first && table ? lines.slice(1) : lines) {
            const asked = table?.vinOf(line) ?? { vin: line, year: 0 };
            failed = !decodeLine(asked.vin, asked.year || year) || failed;
          }
          first = false;
          count.add(lines.length);
          await pass();
        }
      }
    }
    await output.end();
  } catch (error) {
    // Whoever reads has what it wanted, as with `head`.
    if (!(error instanceof PipeClosed)) throw error;
  }
  return failed ? 1 : 0;
}

const newline = new Uint8Array([10]);

function csvLine(decoder: Decoder, output: BufferedOutput, columns: readonly string[]): DecodeLine {
  output.text(csvRow(["vin", ...columns, "error"]));
  return (line, year) => {
    const decode = decoder.decode(line, year);
    const decoded = typeof decode === "object";
    const values = decoded ? valuesOf(decode, columns) : columns.map(() => "");
    const error = decoded ? "" : `The VIN ${refusalOf(line).reason}.`;
    output.text(csvRow([decoded ? decode.vin : line.trim(), ...values, error]));
    return decoded;
  };
}

function jsonLine(decoder: Decoder, output: BufferedOutput): DecodeLine {
  return (line, year) => {
    const body = decoder.sharedAnswer(line, year);
    if (body !== undefined) output.bytes(body);
    else {
      const { error, reason } = refusalOf(line);
      output.text(JSON.stringify({ vin: line.trim(), error, detail: `The VIN ${reason}.` }));
    }
    output.bytes(newline);
    return body !== undefined;
  };
}

function textLine(decoder: Decoder, output: BufferedOutput, colour: boolean): DecodeLine {
  const style: Style = styleFor(colour);
  return (line, year) => {
    if (line.trim() === "") return true;
    const decode = decoder.decode(line, year);
    if (typeof decode !== "string") output.text(`${decodeText(decode, style)}\n`);
    else {
      output.flush();
      process.stderr.write(`vingate decode: "${line.trim()}" ${refusalOf(line).reason}\n`);
    }
    return typeof decode !== "string";
  };
}
