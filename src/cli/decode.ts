import { createReadStream, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { linesOf } from "../base/lines.ts";
import { loadConfig } from "../config.ts";
import { openVinPack } from "../imports/vin-pack.ts";
import { normaliseVin } from "../vin/characters.ts";
import { createDecoder, type Decoder } from "../vin/decoder.ts";
import { malformedReason } from "../vin/malformed.ts";
import { FIRST_MODEL_YEAR } from "../vin/model-year.ts";
import { wmiOf } from "../vin/pack/find-wmi.ts";
import { BufferedOutput, PipeClosed } from "./buffered-output.ts";
import { type Command, UsageError } from "./command.ts";
import { compileProgress } from "./compile-progress.ts";
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
  name: "decode",
  summary: "Decode VINs on the command line or from a list.",
  help: `Usage: vingate decode [--json] [--year YEAR] [--quiet] [VIN | FILE | -]…

Decodes each VIN, and the lists in files, one VIN a line. Without arguments, or with -,
reads a list from standard input. Spaces and hyphens in a VIN are dropped, a * stands
for a character that is not known.

Options:
  --json       One JSON object for every line, in order: the answer of
               GET /vin-decoder/{vin}, or {"vin", "error", "detail"}.
  --year YEAR  The model year, from 1980 to two years ahead, where it is known:
               it decides between the two, 30 years apart, that a VIN can mean.
  --quiet      Say nothing but errors on standard error.

Exit code: 0, or 1 when some VIN could not be decoded, or 2 for a wrong command line.

Examples:
  vingate decode 1HGCM82633A004352
  vingate decode --json 1HGCM82633A004352 1XPVD09X4BD116967
  vingate decode --json vins.txt > decoded.jsonl`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, quiet: { type: "boolean" }, year: { type: "string" } },
      allowPositionals: true,
    });
    const currentYear = new Date().getUTCFullYear();
    const year = values.year === undefined ? 0 : yearOf(values.year, currentYear + YEARS_AHEAD);
    const inputs = positionals.length === 0 ? [STDIN] : positionals.map(inputOf);
    const { dataDir } = loadConfig(env);
    const progress = values.quiet === true ? undefined : compileProgress();
    const pack = await openVinPack(dataDir, { progress: (step) => progress?.step(step) });
    progress?.end();
    const decoder = createDecoder(pack, { currentYear });
    const output = new BufferedOutput();
    const colour = process.stdout.isTTY === true && (env.NO_COLOR ?? "") === "";
    const decodeLine =
      values.json === true ? jsonLine(decoder, output, year) : textLine(decoder, output, year, colour);
    if (inputs.includes(STDIN) && process.stdin.isTTY === true && values.quiet !== true)
      process.stderr.write("Type VINs, one a line; end with Ctrl-D.\n");
    return await decodeAll(inputs, decodeLine, output);
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

/** Decodes one line; says whether it worked. */
type DecodeLine = (line: string) => boolean;

async function decodeAll(
  inputs: readonly Input[],
  decodeLine: DecodeLine,
  output: BufferedOutput,
): Promise<number> {
  let failed = false;
  try {
    for (const input of inputs) {
      if ("vin" in input) failed = !decodeLine(input.vin) || failed;
      else {
        const stream = input === STDIN ? process.stdin : createReadStream(input.file);
        for await (const lines of linesOf(stream)) {
          for (const line of lines) failed = !decodeLine(line) || failed;
          output.flush();
        }
      }
    }
    output.flush();
  } catch (error) {
    // Whoever reads has what it wanted, as with `head`.
    if (!(error instanceof PipeClosed)) throw error;
  }
  return failed ? 1 : 0;
}

const newline = new Uint8Array([10]);

function jsonLine(decoder: Decoder, output: BufferedOutput, year: number): DecodeLine {
  return (line) => {
    const body = decoder.answer(line, year);
    if (body !== undefined) output.bytes(body);
    else {
      const { error, reason } = refusalOf(line);
      output.text(JSON.stringify({ vin: line.trim(), error, detail: `The VIN ${reason}.` }));
    }
    output.bytes(newline);
    return body !== undefined;
  };
}

function textLine(decoder: Decoder, output: BufferedOutput, year: number, colour: boolean): DecodeLine {
  const style: Style = styleFor(colour);
  return (line) => {
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
