import { closeSync, createReadStream, existsSync, openSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { frameNumberOf, isFrameNumber, readingInWords, readVin, vinOf } from "../base/reading/vins.ts";
import { loadConfig } from "../config.ts";
import type { Command } from "../feature.ts";
import { type Encoding, encodingExamples } from "../vehicles/imports/input/utf8.ts";
import { openVinPack } from "../vehicles/imports/vpic/vin-pack.ts";
import { noteReading } from "../vehicles/lookups/answers/note-reading.ts";
import { normaliseVin } from "../vin/characters.ts";
import { createDecoder, type Decoder } from "../vin/decoder.ts";
import { malformedReason } from "../vin/malformed.ts";
import { FIRST_MODEL_YEAR } from "../vin/model-year.ts";
import { wmiOf } from "../vin/pack/find-wmi.ts";
import { certainVin, uncertainFirst } from "../vin/proposed-vins.ts";
import { originInWords } from "../vin/region.ts";
import { BufferedOutput, PipeClosed } from "./buffered-output.ts";
import { argumentsOf, UsageError } from "./command.ts";
import { compileProgress } from "./compile-progress.ts";
import { columnsOf, csvRow, listedVins, valuesOf } from "./decode-csv.ts";
import { decodeText, type Style, styleFor } from "./decode-text.ts";
import { encodingOf } from "./import/import-options.ts";
import { listLines } from "./list-lines.ts";

/** Model years ahead of the current year that a VIN can have. */
const YEARS_AHEAD = 2;

interface Refusal {
  readonly error: "not_a_vin" | "vehicle_not_found" | "empty_line";
  /** The rest of a sentence that starts with the VIN. */
  readonly reason: string;
}

function refusalOf(vin: string): Refusal {
  if (vin.trim() === "") return { error: "empty_line", reason: "is an empty line" };
  if (frameNumberOf(vin) !== undefined) return { error: "not_a_vin", reason: isFrameNumber };
  const reason = malformedReason(vin);
  if (reason !== undefined) return { error: "not_a_vin", reason };
  if (vinOf(vin) !== undefined && /^\W*I/i.test(vin))
    return { error: "not_a_vin", reason: `is not certain: ${uncertainFirst}` };
  const code = wmiOf(normaliseVin(vin));
  const origin = originInWords(code);
  const more = origin === "" ? "" : `; codes that begin with ${code.slice(0, 2)} are assigned in ${origin}`;
  return {
    error: "vehicle_not_found",
    reason: `has the manufacturer code ${code}, which is not registered${more}`,
  };
}

export const decodeCommand: Command = {
  help: `Usage: vingate decode [--json] [--year YEAR] [-o FILE] [--quiet] [VIN | FILE | -]…

Decodes each VIN, and lists in files, one VIN per line. Without arguments, or with -, it
reads a list from standard input. Spaces and hyphens in a VIN are ignored, and so are the
stars and the leading I of scanners; O, I and Q are read as digits where that is certain.
* is an unknown character. A list whose first line has a column "vin" is read as a table,
separated by commas, semicolons, tabs or bars; a line such as "sep=;" can be before it, and
quoted values can have several lines. A column "year" is the model year.

Options:
  --json       Print one JSON object per line, in order: the response of
               GET /vin-decoder/{vin}, or {"vin", "error", "detail"}.
  --year YEAR  The model year, if known, from 1980 to two years ahead. It decides
               between the two years, 30 apart, that a VIN can have.
  --columns NAMES
               Print CSV: the VIN, these fields of the response, for example
               make,model,year, and the error of the line.
  -o, --output FILE
               Write to a file; without --columns one JSON object per line.
  --encoding NAME
               Of lists: auto (default): UTF-8, UTF-16, or Windows-1252 if the text looks
               so. Or a name: ${encodingExamples}.
  --quiet      Print errors only.

Exit code: 0; 1 if a VIN could not be decoded or is not valid; 2 for a wrong command line.

Examples:
  vingate decode 1HGCM82633A004352
  vingate decode --json 1HGCM82633A004352 1XPVD09X4BD116967
  vingate decode vins.txt -o decoded.jsonl
  vingate decode fleet.csv --columns make,model,year,trim -o fleet-decoded.csv`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      json: { type: "boolean" },
      quiet: { type: "boolean" },
      year: { type: "string" },
      columns: { type: "string" },
      output: { type: "string", short: "o" },
      encoding: { type: "string" },
    });
    const currentYear = new Date().getUTCFullYear();
    const year = values.year === undefined ? 0 : yearOf(values.year, currentYear + YEARS_AHEAD);
    const columns = values.columns === undefined ? undefined : columnsOf(values.columns);
    if (columns && values.json) throw new UsageError("--json and --columns exclude each other");
    const encoding = encodingOf(values.encoding);
    const inputs = positionals.length === 0 ? [STDIN] : positionals.map(inputOf);
    const progress = values.quiet === true ? undefined : compileProgress();
    const pack = await openVinPack(packFolder(env, loadConfig(env, features).dataDir), {
      progress: (step) => progress?.step(step),
    });
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
      process.stderr.write("Type VINs, one per line. End with Ctrl-D.\n");
    const code = await decodeAll(inputs, { year, encoding }, decodeLine, output, count, descriptor !== 1);
    count.end();
    if (descriptor !== 1) closeSync(descriptor);
    return code;
  },
};

/** An installation's data folder. Without one, the user's cache: a decode leaves no data folder behind. */
function packFolder(env: Parameters<Command["run"]>[1], dataDir: string): string {
  if (existsSync(dataDir)) return dataDir;
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "vingate");
}

/** One VIN, or a list: a file, or standard input if `file` is `-`. */
type Input = { readonly vin: string } | { readonly file: string };
const STDIN: Input = { file: "-" };

/** A valid VIN is a VIN, even if a file has that name. */
function inputOf(argument: string): Input {
  if (argument === "-") return STDIN;
  if (vinOf(argument) !== undefined || malformedReason(argument) === undefined) return { vin: argument };
  return statSync(argument, { throwIfNoEntry: false })?.isFile() ? { file: argument } : { vin: argument };
}

function yearOf(text: string, last: number): number {
  const year = Number(text);
  if (!/^\d{4}$/.test(text) || year < FIRST_MODEL_YEAR || year > last)
    throw new UsageError(`--year takes a model year from ${FIRST_MODEL_YEAR} to ${last}, not "${text}"`);
  return year;
}

/** Decodes one line with a model year, 0 for none; returns whether it is a valid VIN that was decoded. */
type DecodeLine = (line: string, year: number) => boolean;

/** Shows the number of decoded lines: live on a terminal, otherwise at the end. */
function lineCount(enabled: boolean): { add(lines: number): void; end(): void } {
  const live = enabled && process.stderr.isTTY === true;
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
      if (!enabled) return;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stderr.write(`${live ? "\r\x1b[K" : ""}${done.toLocaleString("en")} lines in ${seconds} s\n`);
    },
  };
}

async function decodeAll(
  inputs: readonly Input[],
  { year, encoding }: { readonly year: number; readonly encoding: Encoding },
  decodeLine: DecodeLine,
  output: BufferedOutput,
  count: { add(lines: number): void },
  toFile: boolean,
): Promise<number> {
  // A file is written during the decoding; on a terminal results and errors keep their order.
  const pass = toFile ? () => output.handOver() : () => output.flush();
  let failed = false;
  try {
    for (const input of inputs) {
      if ("vin" in input) failed = !decodeLine(input.vin, year) || failed;
      else {
        const stream = input === STDIN ? process.stdin : createReadStream(input.file);
        for await (const { rows, lines } of listedVins(listLines(stream, encoding))) {
          for (const row of rows) failed = !decodeLine(row.vin, row.year || year) || failed;
          count.add(lines);
          await pass();
        }
      }
    }
    await output.end();
  } catch (error) {
    // A reader such as `head` needs no more.
    if (!(error instanceof PipeClosed)) throw error;
  }
  return failed ? 1 : 0;
}

const newline = new Uint8Array([10]);

function csvLine(decoder: Decoder, output: BufferedOutput, columns: readonly string[]): DecodeLine {
  output.text(csvRow(["vin", ...columns, "error"]));
  return (line, year) => {
    const decode = decoder.decode(certainVin(decoder, line) ?? line, year);
    const decoded = typeof decode === "object";
    const values = decoded ? valuesOf(decode, columns) : columns.map(() => "");
    const error = decoded ? "" : `The VIN ${refusalOf(line).reason}.`;
    output.text(csvRow([decoded ? decode.vin : line.trim(), ...values, error]));
    return decoded && decode.checkDigit.valid;
  };
}

/** Whether a response marks the VIN's check digit or characters as wrong. */
const isMarkedInvalid = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): boolean =>
  Buffer.from(buffer, byteOffset, length).includes('"valid":false');

function jsonLine(decoder: Decoder, output: BufferedOutput): DecodeLine {
  return (line, year) => {
    const vin = certainVin(decoder, line) ?? line;
    const body = decoder.sharedAnswer(vin, year);
    if (body !== undefined) {
      const answered = { body, source: "", digitIsWrong: isMarkedInvalid(body) };
      output.bytes(noteReading(decoder, answered, vin, line).body);
    } else {
      const { error, reason } = refusalOf(line);
      output.text(JSON.stringify({ vin: line.trim(), error, detail: `The VIN ${reason}.` }));
    }
    output.bytes(newline);
    return body !== undefined && !isMarkedInvalid(body);
  };
}

function textLine(decoder: Decoder, output: BufferedOutput, colour: boolean): DecodeLine {
  const style: Style = styleFor(colour);
  return (line, year) => {
    if (line.trim() === "") return true;
    const read = certainVin(decoder, line) === undefined ? undefined : readVin(line);
    const decode = decoder.decode(read?.vin ?? line, year);
    if (typeof decode !== "string") {
      const note = read ? readingInWords(line, read) : "";
      output.text(`${decodeText(decode, style)}${note === "" ? "" : `  ${style.warn(`! ${note}`)}\n`}\n`);
    } else {
      output.flush();
      process.stderr.write(`vingate decode: "${line.trim()}" ${refusalOf(line).reason}\n`);
    }
    return typeof decode !== "string" && decode.checkDigit.valid;
  };
}
