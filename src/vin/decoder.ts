import { createAnswer } from "./answer.ts";
import { type Decode, describe } from "./describe.ts";
import { createOemAnswer } from "./oem-answer.ts";
import type { Pack } from "./pack.ts";
import { DECODED, MALFORMED, run, type Today } from "./run.ts";
import { createState, type State } from "./state.ts";

/** Why a VIN has no decode: it is no VIN at all, or no registered manufacturer has its code. */
export type Undecodable = "malformed" | "unknown_manufacturer";

/** Decodes VINs from one pack. Not re-entrant, and needs no more than one per thread. */
export interface Decoder {
  readonly pack: Pack;
  /** Everything known about a VIN; `year` is the model year the caller believes in. */
  decode(vin: string, year?: number): Decode | Undecodable;
  /** The body of `GET /vin-decoder/{vin}`. */
  answer(vin: string, year?: number): Uint8Array<ArrayBuffer> | Undecodable;
  /** The body of `GET /oem-vin-decode/{vin}`. */
  oemAnswer(vin: string, year?: number): Uint8Array<ArrayBuffer> | Undecodable;
  /** Decodes without making an object: make and model as value numbers (−1 unknown), the year 0 when unknown. */
  scan(vin: string): State | Undecodable;
}

export interface DecoderOptions {
  /** Bounds the model years a VIN can mean. Make a new decoder when the year changes; it costs nothing. */
  readonly currentYear: number;
  /** Manufacturer codes published later than this date are unknown; the year's last day when absent. */
  readonly today?: string;
}

export function createDecoder(pack: Pack, options: DecoderOptions): Decoder {
  const state = createState();
  const day = Math.floor(Date.parse(options.today ?? `${options.currentYear}-12-31`) / 86_400_000);
  const today: Today = { year: options.currentYear, day };
  const answer = createAnswer(pack);
  const oem = createOemAnswer(pack);

  const decoded = <T>(vin: string, year: number, then: (state: State) => T): T | Undecodable => {
    const status = run(pack, state, vin, year, today);
    if (status === DECODED) return then(state);
    return status === MALFORMED ? "malformed" : "unknown_manufacturer";
  };
  const asIs = (each: State): State => each;
  const toObject = (each: State): Decode => describe(pack, each);

  return {
    pack,
    decode: (vin, year = 0) => decoded(vin, year, toObject),
    answer: (vin, year = 0) => decoded(vin, year, answer),
    oemAnswer: (vin, year = 0) => decoded(vin, year, oem),
    scan: (vin) => decoded(vin, 0, asIs),
  };
}
