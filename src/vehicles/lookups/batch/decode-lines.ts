import { lineBytesMax } from "../../../base/byte-lines.ts";
import type { Context } from "../../../calls/context.ts";
import { LineRefusal, type Lines, type LinesInput, type LineWork } from "../../../http/lines.ts";
import { normaliseVin, VIN_LENGTH } from "../../../vin/characters.ts";
import type { SourcedDecoder } from "../../../vin/decoder.ts";
import { malformedReason } from "../../../vin/malformed.ts";
import { wmiOf } from "../../../vin/pack/find-wmi.ts";
import { currentTable } from "../combinations/current-table.ts";
import { decoderOf } from "../decoder.ts";
import { unknownManufacturer } from "../names/not-found.ts";
import { decodedYear } from "../names/parameters.ts";
import { testLines } from "./test-lines.ts";

/** One line: a VIN, and the model year if the caller gave it. */
interface VinQuery {
  readonly vin: string;
  readonly year: number;
}

const invalid = (detail: string): LineRefusal => new LineRefusal(422, "validation_error", detail);
const notAnEntry = "An entry is a VIN, or an object with vin and, where it is known, year.";

/** A line as it was sent: a bare VIN, or JSON. */
function parsed(line: unknown): unknown {
  if (typeof line !== "string") return line;
  if (line.length > lineBytesMax) throw invalid(`The line is longer than ${lineBytesMax} bytes.`);
  const text = line.trim();
  if (text === "") throw invalid("The line is empty.");
  if (!text.startsWith("{") && !text.startsWith('"')) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("The line is not valid JSON.");
  }
}

function vinQueryOf(line: unknown): VinQuery {
  const entry = parsed(line);
  if (typeof entry === "string") return { vin: entry, year: 0 };
  if (typeof entry !== "object" || entry === null || !("vin" in entry) || typeof entry.vin !== "string")
    throw invalid(notAnEntry);
  const year = "year" in entry && entry.year !== null && entry.year !== "" ? String(entry.year) : "";
  if (year !== "" && !decodedYear.safeParse(year).success)
    throw invalid(`The year ${year.slice(0, 20)} is not a model year from 1980 to two years from now.`);
  return { vin: entry.vin, year: Number(year) };
}

const valid = /^[A-HJ-NPR-Z0-9]{17}$/;

/** Why a VIN is not one of 17 valid characters, as the lookup of one VIN refuses it. */
function requireVin(vin: string): void {
  // Nearly all are written as they should be.
  if (valid.test(vin)) return;
  const reason = malformedReason(vin);
  if (reason !== undefined) throw invalid(`The VIN ${reason}.`);
  const characters = normaliseVin(vin);
  if (characters.length !== VIN_LENGTH)
    throw invalid(`The VIN has ${characters.length} characters; a VIN has ${VIN_LENGTH}.`);
  const letter = /[^A-HJ-NPR-Z0-9]/.exec(characters);
  if (letter)
    throw invalid(`The VIN has ${letter[0]} in position ${letter.index + 1}, which can never occur there.`);
}

const encoder = new TextEncoder();

/** Judges and answers the lines of `POST /vin-decoder/batch`: each answer is the body of `GET /vin-decoder/{vin}`. */
export async function decodeLines(context: Context, input?: LinesInput): Promise<Lines> {
  const decoder = decoderOf(context).with(await currentTable(context.database));
  const body = input?.body as { readonly vins: readonly unknown[] } | undefined;
  return { ...answersOf(decoder, testLines(context)), entries: body?.vins ?? [] };
}

/** A function of its own, since closures of an async function keep its input, which has a megabyte. */
function answersOf(
  decoder: SourcedDecoder,
  requireKnown: ((vin: string) => void) | undefined,
): Omit<Lines, "entries"> {
  return {
    read(line): LineWork {
      const { vin, year } = vinQueryOf(line);
      requireVin(vin);
      requireKnown?.(normaliseVin(vin));
      return () => {
        const answered = decoder.answer(vin, year);
        if (answered) return answered;
        const detail = unknownManufacturer(wmiOf(normaliseVin(vin)));
        throw new LineRefusal(404, "vehicle_not_found", detail);
      };
    },
    refusalOf(line, { status, code, message: detail, fromLine: from_line }) {
      const vin = vinOf(line);
      return encoder.encode(
        JSON.stringify({ status: "error", vin, error: { status, code, detail, from_line } }),
      );
    },
  };
}

const shownMax = 40;

/** What was sent as the VIN, as far as there is one, so that the line can be found again. */
function vinOf(line: unknown): string {
  try {
    return vinQueryOf(line).vin.slice(0, shownMax);
  } catch {
    return typeof line === "string" ? line.trim().slice(0, shownMax) : "";
  }
}
