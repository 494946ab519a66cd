import { lineBytesMax } from "../../../base/byte-lines.ts";
import { frameNumberOf, isFrameNumber, vinOf } from "../../../base/reading/vins.ts";
import type { Context } from "../../../calls/context.ts";
import { LineRefusal, type Lines, type LinesInput, type LineWork } from "../../../http/lines.ts";
import { normaliseVin, VIN_LENGTH } from "../../../vin/characters.ts";
import type { Decoder, SourcedDecoder } from "../../../vin/decoder.ts";
import { malformedReason } from "../../../vin/malformed.ts";
import { wmiOf } from "../../../vin/pack/find-wmi.ts";
import { certainVin, proposedInWords, proposedVins, uncertainFirst } from "../../../vin/proposed-vins.ts";
import { noteReading } from "../answers/note-reading.ts";
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

/** So many refused VINs of a batch get proposals, each of which can take some hundred decodes. */
const proposedMax = 100;

/** Why a VIN is refused, as the lookup of one VIN refuses it. */
function faultOf(vin: string): string {
  const frame = frameNumberOf(vin);
  if (frame !== undefined) return `${frame} ${isFrameNumber}.`;
  if (vinOf(vin) !== undefined) return `${uncertainFirst}.`;
  const reason = malformedReason(vin);
  if (reason !== undefined) return `The VIN ${reason}.`;
  const characters = normaliseVin(vin);
  if (characters.length !== VIN_LENGTH)
    return `The VIN has ${characters.length} characters; a VIN has ${VIN_LENGTH}.`;
  const letter = /[^A-HJ-NPR-Z0-9]/.exec(characters);
  return `The VIN has ${letter?.[0]} in position ${(letter?.index ?? 0) + 1}, which can never occur there.`;
}

const encoder = new TextEncoder();

/** Judges and answers the lines of `POST /vin-decoder/batch`: each answer is the body of `GET /vin-decoder/{vin}`. */
export async function decodeLines(context: Context, input?: LinesInput): Promise<Lines> {
  const table = await currentTable(context.database);
  const own = decoderOf(context);
  const decoder = own.with(table);
  const body = input?.body as { readonly vins: readonly unknown[] } | undefined;
  return { ...answersOf(own, decoder, testLines(context)), entries: body?.vins ?? [] };
}

/** A function of its own, since closures of an async function keep its input, which has a megabyte. */
function answersOf(
  own: Decoder,
  decoder: SourcedDecoder,
  requireKnown: ((vin: string) => void) | undefined,
): Omit<Lines, "entries"> {
  let proposed = 0;
  const refuse = (sent: string): never => {
    const vins = proposed++ < proposedMax ? proposedVins(own, sent) : [];
    throw invalid(vins.length === 0 ? faultOf(sent) : `${faultOf(sent)} ${proposedInWords(vins)}.`);
  };
  return {
    read(line): LineWork {
      const { vin: sent, year } = vinQueryOf(line);
      const vin = certainVin(own, sent) ?? refuse(sent);
      requireKnown?.(vin);
      return {
        vin,
        answer() {
          const answered = decoder.answer(vin, year);
          if (answered) return noteReading(own, answered, vin, sent);
          const detail = unknownManufacturer(wmiOf(vin));
          throw new LineRefusal(404, "vehicle_not_found", detail);
        },
      };
    },
    refusalOf(line, { status, code, message: detail, fromLine: from_line }) {
      const vin = sentVinOf(line);
      return encoder.encode(
        JSON.stringify({ status: "error", vin, error: { status, code, detail, from_line } }),
      );
    },
  };
}

const shownMax = 40;

/** What was sent as the VIN, as far as there is one, so that the line can be found again. */
function sentVinOf(line: unknown): string {
  try {
    return vinQueryOf(line).vin.slice(0, shownMax);
  } catch {
    return typeof line === "string" ? line.trim().slice(0, shownMax) : "";
  }
}
