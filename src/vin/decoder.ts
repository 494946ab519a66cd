import { dayMs } from "../base/durations.ts";
import type { Added } from "./answer/added.ts";
import { type AnswerWriter, createAnswer } from "./answer/answer.ts";
import { assignedTo } from "./answer/assigned.ts";
import { Additions, type CombinationTable } from "./answer/combinations.ts";
import { type Decode, describe } from "./answer/describe.ts";
import { type Explanation, explain } from "./answer/explain.ts";
import { createOemAnswer } from "./answer/oem-answer.ts";
import { VIN_LENGTH } from "./characters.ts";
import type { YearRules } from "./decode/better-pass.ts";
import { DECODED, decodeVin, MALFORMED } from "./decode/decode-vin.ts";
import { digitIsRight, serialRule } from "./decode/errors.ts";
import { createState, type State } from "./decode/state.ts";
import type { Today } from "./decode/years.ts";
import type { Pack } from "./pack/pack.ts";

/** Why a VIN has no decode: it is not a VIN, or its manufacturer code is not registered. */
export type Undecodable = "malformed" | "unknown_manufacturer";

/** Decodes VINs from one pack. Not re-entrant: use one for each thread. */
export interface Decoder {
  readonly pack: Pack;
  /** Everything known about a VIN; `year` is the model year that the caller expects. */
  decode(vin: string, year?: number): Decode | Undecodable;
  /** The source of the answers, such as `vpic-packaged 2026-03`. */
  readonly source: string;
  /** The same decoder, which adds a table's facts on the vehicle's engine and drive. */
  with(table: CombinationTable | undefined): SourcedDecoder;
  /**
   * The body of `GET /vin-decoder/{vin}`; `undefined` if it is not a VIN or its manufacturer is not
   * registered.
   */
  answer(vin: string, year?: number): Uint8Array<ArrayBuffer> | undefined;
  /** As `answer`, in memory that the next answer overwrites, for callers that copy it immediately. */
  sharedAnswer(vin: string, year?: number): Uint8Array<ArrayBuffer> | undefined;
  /** The body of `GET /oem-vin-decode/{vin}`; `undefined` as above. */
  oemAnswer(vin: string, year?: number): Uint8Array<ArrayBuffer> | undefined;
  /** What decided each element, which values lost, and what each position means. */
  explain(vin: string, year?: number): Explanation | Undecodable;
  /** Decodes without creating an object; the state is valid until the next call. */
  scan(vin: string, year?: number): State | undefined;
  /**
   * Decodes any text by vPIC's rules alone, with characters that no VIN has too; the state is valid until the next
   * call.
   */
  scanAny(vin: string, year?: number): State | Undecodable;
}

export interface SourcedBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly source: string;
  /** Whether the VIN has 17 characters and position 9 is not the check digit of the others. */
  readonly digitIsWrong: boolean;
}

/** The decoder's answers, whose `derived` may contain facts of a table. */
export interface SourcedDecoder {
  answer(vin: string, year?: number): SourcedBody | undefined;
  oemAnswer(vin: string, year?: number): SourcedBody | undefined;
  decode(vin: string, year?: number): Decode | Undecodable;
  explain(vin: string, year?: number): Explanation | Undecodable;
}

export interface DecoderOptions {
  /**
   * Bounds the model years that a caller can expect, and in vPIC's form those that a VIN can mean: our own answers
   * depend on the pack alone. Create a new decoder when the year changes; it costs nothing.
   */
  readonly currentYear: number;
  /** In vPIC's form, manufacturer codes published later than this date are unknown; the year's last day if absent. */
  readonly today?: string;
  /** Whose rules choose between the model years that a VIN can mean; ours if absent. `scanAny` has vPIC's. */
  readonly years?: YearRules;
}

/** The year of a pack's data, such as 2026 of `2026-03`; undefined if its version names none. */
function yearOf({ meta }: Pack): number | undefined {
  const year = /^(?:19|20)\d\d/.exec(meta.version)?.[0];
  return year === undefined ? undefined : Number(year);
}

/** The date by which a pack's answers are bounded, so that no year flips with the clock: the end of its data's year. */
function dateOf(pack: Pack, clock: Today): Today {
  const year = yearOf(pack);
  return year === undefined
    ? clock
    : { ...clock, year, day: Math.floor(Date.parse(`${year}-12-31`) / dayMs) };
}

type Describe<T> = (pack: Pack, state: State, added: readonly Added[]) => T;

export function createDecoder(pack: Pack, options: DecoderOptions): Decoder {
  const state = createState();
  const day = Math.floor(Date.parse(options.today ?? `${options.currentYear}-12-31`) / dayMs);
  const latest = Math.max(options.currentYear, yearOf(pack) ?? 0) + 2;
  const clock: Today = { year: options.currentYear, day, latest };
  const answer = createAnswer(pack);
  const oem = createOemAnswer(pack);
  const { years = "ours" } = options;
  const today = years === "ours" ? dateOf(pack, clock) : clock;
  const source = `${pack.meta.source} ${pack.meta.version}`;
  const withTables = new WeakMap<CombinationTable, SourcedDecoder>();

  function sourced(addedTo: (state: State) => readonly Added[]): SourcedDecoder {
    const decoded = <T>(vin: string, year: number, make: Describe<T>): T | Undecodable => {
      const status = decodeVin(pack, state, vin, year, today, years);
      if (status === DECODED) return make(pack, state, addedTo(state));
      return status === MALFORMED ? "malformed" : "unknown_manufacturer";
    };
    const answered = (write: AnswerWriter["body"], vin: string, year: number): SourcedBody | undefined => {
      if (decodeVin(pack, state, vin, year, today, years) !== DECODED) return undefined;
      const added = addedTo(state);
      const [first] = added;
      return {
        body: write(state, added),
        source: first ? `${source}, ${first.source}` : source,
        digitIsWrong: state.length === VIN_LENGTH && !digitIsRight(state, serialRule(pack, state)),
      };
    };
    return {
      decode: (vin, year = 0) => decoded(vin, year, describe),
      explain: (vin, year = 0) => decoded(vin, year, explain),
      answer: (vin, year = 0) => answered(answer.body, vin, year),
      oemAnswer: (vin, year = 0) => answered(oem, vin, year),
    };
  }
  const assigned = (of: State) => assignedTo(pack, of);
  const bare = sourced(assigned);

  return {
    pack,
    source,
    decode: bare.decode,
    explain: bare.explain,
    with(table) {
      if (table === undefined) return bare;
      let made = withTables.get(table);
      if (!made) {
        const additions = new Additions(pack, table);
        // A code that is only assigned has no model, for which the table could have something.
        made = sourced((of) => (of.chosen.make < 0 ? assigned(of) : additions.of(of)));
        withTables.set(table, made);
      }
      return made;
    },
    answer: (vin, year = 0) =>
      decodeVin(pack, state, vin, year, today, years) === DECODED
        ? answer.body(state, assigned(state))
        : undefined,
    sharedAnswer: (vin, year = 0) =>
      decodeVin(pack, state, vin, year, today, years) === DECODED
        ? answer.shared(state, assigned(state))
        : undefined,
    oemAnswer: (vin, year = 0) =>
      decodeVin(pack, state, vin, year, today, years) === DECODED ? oem(state, assigned(state)) : undefined,
    scanAny(vin, year = 0) {
      const status = decodeVin(pack, state, vin, year, clock, "vpic", true);
      if (status === DECODED) return state;
      return status === MALFORMED ? "malformed" : "unknown_manufacturer";
    },
    scan: (vin, year = 0) =>
      decodeVin(pack, state, vin, year, today, years) === DECODED ? state : undefined,
  };
}
