import { dayMs } from "../base/durations.ts";
import { createAnswer } from "./answer/answer.ts";
import { type Decode, describe } from "./answer/describe.ts";
import { type Explanation, explain } from "./answer/explain.ts";
import { createOemAnswer } from "./answer/oem-answer.ts";
import { DECODED, decodeVin, MALFORMED, type Today } from "./decode/decode-vin.ts";
import { createState, type State } from "./decode/state.ts";
import type { Pack } from "./pack/pack.ts";

/** Why a VIN has no decode: it is no VIN at all, or no registered manufacturer has its code. */
export type Undecodable = "malformed" | "unknown_manufacturer";

/** Decodes VINs from one pack. Not re-entrant, and needs no more than one per thread. */
export interface Decoder {
  readonly pack: Pack;
  /** Everything known about a VIN; `year` is the model year the caller believes in. */
  decode(vin: string, year?: number): Decode | Undecodable;
  /** What the answers come from, such as `vpic-packaged 2026-03`. */
  readonly source: string;
  /** The body of `GET /vin-decoder/{vin}`; `undefined` when no manufacturer is registered or it is no VIN. */
  answer(vin: string, year?: number): Uint8Array<ArrayBuffer> | undefined;
  /** The body of `GET /oem-vin-decode/{vin}`; `undefined` as above. */
  oemAnswer(vin: string, year?: number): Uint8Array<ArrayBuffer> | undefined;
  /** What decided each element, what lost, and what each position means. */
  explain(vin: string, year?: number): Explanation | Undecodable;
  /** Decodes without making an object; the state holds until the next call. */
  scan(vin: string, year?: number): State | undefined;
}

export interface DecoderOptions {
  /** Bounds the model years a VIN can mean. Make a new decoder when the year changes; it costs nothing. */
  readonly currentYear: number;
  /** Manufacturer codes published later than this date are unknown; the year's last day when absent. */
  readonly today?: string;
}

export function createDecoder(pack: Pack, options: DecoderOptions): Decoder {
  const state = createState();
  const day = Math.floor(Date.parse(options.today ?? `${options.currentYear}-12-31`) / dayMs);
  const today: Today = { year: options.currentYear, day };
  const answer = createAnswer(pack);
  const oem = createOemAnswer(pack);
  const decoded = <T>(vin: string, year: number, tell: (pack: Pack, state: State) => T): T | Undecodable => {
    const status = decodeVin(pack, state, vin, year, today);
    if (status === DECODED) return tell(pack, state);
    return status === MALFORMED ? "malformed" : "unknown_manufacturer";
  };

  return {
    pack,
    source: `${pack.meta.source} ${pack.meta.version}`,
    decode: (vin, year = 0) => decoded(vin, year, describe),
    explain: (vin, year = 0) => decoded(vin, year, explain),
    answer: (vin, year = 0) =>
      decodeVin(pack, state, vin, year, today) === DECODED ? answer(state) : undefined,
    oemAnswer: (vin, year = 0) =>
      decodeVin(pack, state, vin, year, today) === DECODED ? oem(state) : undefined,
    scan: (vin, year = 0) => (decodeVin(pack, state, vin, year, today) === DECODED ? state : undefined),
  };
}
