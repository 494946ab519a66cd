import { parseArgs } from "node:util";
import { linesOf } from "../base/lines.ts";
import { loadConfig } from "../config.ts";
import { openVinPack } from "../imports/vin-pack.ts";
import { createDecoder, type Decoder } from "../vin/decoder.ts";
import { BufferedOutput, PipeClosed } from "./buffered-output.ts";
import { type Command, UsageError } from "./command.ts";
import { compileProgress } from "./compile-progress.ts";
import { decodeText, type Style, styleFor } from "./decode-text.ts";

const REFUSALS = {
  malformed: ["not_a_vin", "is no VIN: it takes 3 to 17 letters and digits"],
  unknown_manufacturer: ["vehicle_not_found", "names no manufacturer that has registered its code"],
} as const;

export const decodeCommand: Command = {
  name: "decode",
  summary: "Decode VINs on the command line or from a list.",
  help: `Usage: vingate decode [--json] [--year YEAR] [--quiet] [VIN…]

Decodes each VIN. Without arguments, or with -, reads a list from standard input,
one VIN a line. Spaces and hyphens in a VIN are dropped, a * stands for a character
that is not known.

Options:
  --json       One JSON object for every line, in order: the answer of
               GET /vin-decoder/{vin}, or {"vin", "error"}.
  --year YEAR  The model year, where it is known and the VIN leaves it open.
  --quiet      Say nothing but errors on standard error.

Exit code: 0, or 1 when some VIN could not be decoded, or 2 for a wrong command line.

Examples:
  vingate decode 1HGCM82633A004352
  vingate decode --json 1HGCM82633A004352 1XPVD09X4BD116967
  vingate decode --json - < vins.txt > decoded.jsonl`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, quiet: { type: "boolean" }, year: { type: "string" } },
      allowPositionals: true,
    });
    if (values.year !== undefined && !/^\d{4}$/.test(values.year))
      throw new UsageError(`--year takes a year of four digits, not "${values.year}"`);
    const { dataDir } = loadConfig(env);
    const progress = values.quiet === true ? undefined : compileProgress();
    const pack = await openVinPack(dataDir, { progress: (step) => progress?.step(step) });
    progress?.end();
    const decoder = createDecoder(pack, { currentYear: new Date().getUTCFullYear() });
    const output = new BufferedOutput();
    const year = Number(values.year ?? 0);
    const colour = process.stdout.isTTY === true && (env.NO_COLOR ?? "") === "";
    const decodeLine =
      values.json === true ? jsonLine(decoder, output, year) : textLine(decoder, output, year, colour);
    const reading = positionals.length === 0 || positionals.includes("-");
    if (reading && process.stdin.isTTY === true && values.quiet !== true)
      process.stderr.write("Type VINs, one a line; end with Ctrl-D.\n");
    return await decodeAll(positionals, decodeLine, output);
  },
};

/** Decodes one line; says whether it worked. */
type DecodeLine = (line: string) => boolean;

async function decodeAll(
  vins: readonly string[],
  decodeLine: DecodeLine,
  output: BufferedOutput,
): Promise<number> {
  let failed = false;
  try {
    for (const vin of vins.length === 0 ? ["-"] : vins) {
      if (vin !== "-") failed = !decodeLine(vin) || failed;
      else {
        for await (const lines of linesOf(process.stdin)) {
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
      const vin = line.trim();
      const reason = vin === "" ? "malformed" : refusalOf(decoder, line);
      const error = vin === "" ? "empty_line" : REFUSALS[reason][0];
      output.text(JSON.stringify({ vin, error }));
    }
    output.bytes(newline);
    return body !== undefined;
  };
}

function refusalOf(decoder: Decoder, vin: string): keyof typeof REFUSALS {
  const refusal = decoder.decode(vin);
  return refusal === "unknown_manufacturer" ? refusal : "malformed";
}

function textLine(decoder: Decoder, output: BufferedOutput, year: number, colour: boolean): DecodeLine {
  const style: Style = styleFor(colour);
  return (line) => {
    if (line.trim() === "") return true;
    const decode = decoder.decode(line, year);
    if (typeof decode !== "string") output.text(`${decodeText(decode, style)}\n`);
    else {
      output.flush();
      process.stderr.write(`vingate decode: "${line.trim()}" ${REFUSALS[decode][1]}\n`);
    }
    return typeof decode !== "string";
  };
}
