import { ENGINE_MODEL } from "../elements.ts";
import { FORMULA_BASE, MULTIPLE, MULTIPLE_FLAG } from "../pack/layout.ts";
import type { Elements } from "./elements.ts";
import { type Growing, growingI32, growingU32 } from "./growing.ts";
import type { Keys } from "./keys.ts";
import { Sorting, sortBy } from "./radix.ts";
import { type OnProgress, text, type VpicSource, whole } from "./source.ts";
import { microsOf, secondsOf } from "./time.ts";
import type { Values } from "./values.ts";

/** The ranks of rows in vPIC's orders. */
export interface Ranks {
  /** Rank in the order of preference, flagged for formulas and elements that keep all rows. */
  readonly rank: Uint32Array;
  /** Rank of engine models in the order by which vPIC chooses the engine: last change descending, then id descending. */
  readonly choice: Uint32Array;
  /** One bit at each rank where another time of change begins. */
  readonly timeStarts: Uint32Array;
}

/** Patterns and engine patterns, one entry each; engine patterns have a schema of −1 − list. */
export class Patterns {
  readonly schema: Growing<Int32Array>;
  readonly key: Growing<Uint32Array>;
  /** Element in the top byte, value below; 0 for rows that only name characters. */
  readonly meaning: Growing<Uint32Array>;
  readonly id: Growing<Uint32Array>;
  private readonly seconds: Growing<Uint32Array>;
  private readonly micros: Growing<Uint32Array>;

  constructor(expected: number) {
    this.schema = growingI32(expected);
    this.key = growingU32(expected);
    this.meaning = growingU32(expected);
    this.id = growingU32(expected);
    this.seconds = growingU32(expected);
    this.micros = growingU32(expected);
  }

  add(schema: number, key: number, meaning: number, id: number, changed: string): void {
    this.schema.push(schema);
    this.key.push(key);
    this.meaning.push(meaning);
    this.id.push(id);
    // Later changes come first, and sorting is ascending.
    this.seconds.push(0xffffffff - secondsOf(changed));
    this.micros.push(999999 - microsOf(changed));
  }

  /**
   * Ranks all rows in vPIC's order within one year: last change descending, key, id. Afterwards their times are gone.
   * `step` is called twice, when much memory can be collected.
   */
  rank(keys: Keys, step: (done: number) => void = () => {}): Ranks {
    const count = this.id.length;
    const sorting = new Sorting(count).by(this.id.done());
    const engines = sorting.order.filter((row) => this.meaning.array[row]! >>> 24 === ENGINE_MODEL).reverse();
    const byTime = sortBy(sortBy(engines, this.micros.done()), this.seconds.done());
    const choice = new Uint32Array(count);
    for (let place = 0; place < byTime.length; place++) choice[byTime[place]!] = place;
    sorting.by(this.placesOf(keys));
    step(1);
    const { order } = sorting.by(this.micros.done()).by(this.seconds.done());
    const rank = new Uint32Array(count);
    const timeStarts = new Uint32Array((count >> 5) + 2);
    let before = -1;
    for (let place = 0; place < count; place++) {
      const row = order[place]!;
      const meaning = this.meaning.array[row]!;
      const formula = keys.captures.array[this.key.array[row]!]! > 0 && this.schema.array[row]! >= 0;
      rank[row] = MULTIPLE.includes(meaning >>> 24)
        ? place | MULTIPLE_FLAG
        : formula
          ? place + FORMULA_BASE
          : place;
      const same =
        before >= 0 &&
        this.seconds.array[row] === this.seconds.array[before] &&
        this.micros.array[row] === this.micros.array[before];
      if (!same) timeStarts[place >> 5] = timeStarts[place >> 5]! | (1 << (place & 31));
      before = row;
    }
    this.seconds.release();
    this.micros.release();
    step(2);
    return { rank, choice, timeStarts };
  }

  /** The place of each row's key in vPIC's order of keys. */
  private placesOf(keys: Keys): Uint32Array {
    const keyOrder = keys.order();
    const places = new Uint32Array(this.id.length);
    for (let row = 0; row < places.length; row++) places[row] = keyOrder[this.key.array[row]!]!;
    return places;
  }
}

const COLUMNS = ["Id", "VinSchemaId", "Keys", "ElementId", "AttributeId", "CreatedOn", "UpdatedOn"];

/** Reads all patterns; rows of private and undecoded elements are kept for the characters they name. */
export function readPatterns(
  source: VpicSource,
  into: { patterns: Patterns; keys: Keys; values: Values; elements: Elements },
  progress: OnProgress,
): void {
  const { patterns, keys, values, elements } = into;
  const total = source.count("Pattern");
  let done = 0;
  for (const [id, schema, keyText, elementId, attribute, created, updated] of source.rows(
    "Pattern",
    COLUMNS,
  )) {
    const key = keys.of(text(keyText).toUpperCase());
    const element = whole(elementId);
    let meaning = 0;
    if (elements.fromPatterns[element] === 1) {
      meaning = ((element << 24) | values.of(element, text(attribute), keys.captures.array[key])) >>> 0;
    }
    patterns.add(whole(schema), key, meaning, whole(id), text(updated ?? created));
    if (++done % 20000 === 0) progress({ stage: "patterns", done: done, total: total });
  }
  progress({ stage: "patterns", done: done, total: total });
}

const ENGINE_COLUMNS = ["Id", "EngineModelId", "ElementId", "AttributeId", "CreatedOn", "UpdatedOn"];

/** Numbers the engine lists by trimmed lower-case name, the form that patterns use. */
export function readEngines(source: VpicSource): {
  listOf: Map<string, number>;
  listOfId: Map<number, number>;
} {
  const listOf = new Map<string, number>();
  const listOfId = new Map<number, number>();
  for (const [id, name] of source.rows("EngineModel", ["Id", "Name"])) {
    const key = text(name).trim().toLowerCase();
    if (!listOf.has(key)) listOf.set(key, listOf.size);
    listOfId.set(whole(id), listOf.get(key)!);
  }
  return { listOf, listOfId };
}

/**
 * Power and fuel injection differ between vehicles of one engine model, and vPIC's patterns of a vehicle
 * decide them. In data without these patterns the engine model's value would be a guess, wrong more often
 * than right.
 */
const GUESSED_FROM_ENGINE: readonly number[] = [21, 67, 71, 125];

export function readEnginePatterns(
  source: VpicSource,
  listOfId: ReadonlyMap<number, number>,
  into: { patterns: Patterns; keys: Keys; values: Values; elements: Elements },
): void {
  const { patterns, keys, values, elements } = into;
  const key = keys.of("");
  for (const [id, engine, elementId, attribute, created, updated] of source.rows(
    "EngineModelPattern",
    ENGINE_COLUMNS,
  )) {
    const list = listOfId.get(whole(engine));
    const element = whole(elementId);
    if (list === undefined || elements.shown[element] !== 1) continue;
    if (!source.complete && GUESSED_FROM_ENGINE.includes(element)) continue;
    const meaning = ((element << 24) | values.of(element, text(attribute))) >>> 0;
    patterns.add(-1 - list, key, meaning, whole(id), text(updated ?? created));
  }
}
