import { ENGINE_MODEL } from "../elements.ts";
import { ENGINE_CHOICE, ROW } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { SectionArray } from "../pack/pack-format.ts";
import { Blocks } from "./block.ts";
import { BlockModels } from "./block-models.ts";
import { type Growing, growingI32, growingU8, growingU16, growingU32 } from "./growing.ts";
import type { Keys } from "./keys.ts";
import type { Patterns, Ranks } from "./patterns.ts";
import { Sorting } from "./radix.ts";
import type { OnProgress } from "./source.ts";
import type { Strings } from "./strings.ts";

/** The steps of the stage `order`. */
export const ORDER_STEPS = 2;

/** Everything looked up by schema: blocks, their keys, the rows of each key. */
export interface SchemaSections {
  /** Offset of each schema's block; schemas without patterns are absent. */
  readonly blockOf: ReadonlyMap<number, number>;
  readonly arrays: Readonly<Record<string, SectionArray>> & Pick<Pack, "schemas" | "blockModels">;
  /** The row at which those of vehicle specifications begin. */
  readonly firstSheetRow: number;
}

/** The input of the schema sections. */
export interface SchemaInput {
  readonly patterns: Patterns;
  readonly keys: Keys;
  readonly strings: Strings;
  /** Rows of vehicle specifications, which follow all others. */
  readonly sheetRows: Int32Array;
}

/** Writes the rows of keys: element with value, rank, pattern id. */
class Rows {
  readonly words: Growing<Int32Array>;
  private readonly patterns: Patterns;
  private readonly ranks: Ranks;

  constructor(patterns: Patterns, ranks: Ranks) {
    // Engine models take a second row; memory that is not used is none.
    this.words = growingI32(Math.ceil(patterns.id.length * 1.25) * ROW);
    this.patterns = patterns;
    this.ranks = ranks;
  }

  /** The number of the next row. */
  get next(): number {
    return this.words.length / ROW;
  }

  /**
   * Adds a pattern's row; an engine model gets a second one with the rank by which vPIC chooses the engine.
   */
  add(pattern: number): void {
    const { meaning, schema } = this.patterns;
    const what = meaning.array[pattern]!;
    if (what === 0) return;
    this.push(what, this.ranks.rank[pattern]!, pattern);
    if (what >>> 24 !== ENGINE_MODEL || schema.array[pattern]! < 0) return;
    this.push((ENGINE_CHOICE << 24) | (what & 0xffffff), this.ranks.choice[pattern]!, pattern);
  }

  private push(what: number, rank: number, pattern: number): void {
    this.words.push(what);
    this.words.push(rank);
    this.words.push(this.patterns.id.array[pattern]!);
  }
}

/**
 * Writes the live keys of schemas, each with its first row, the characters it names, its length and its text.
 */
class SchemaKeys {
  readonly rows = growingU32();
  private readonly masks = growingU16();
  private readonly lengths = growingU8();
  private readonly texts = growingU32();
  private readonly keys: Keys;
  private readonly strings: Strings;

  constructor(keys: Keys, strings: Strings) {
    this.keys = keys;
    this.strings = strings;
  }

  add(key: number, firstRow: number): void {
    this.rows.push(firstRow);
    this.masks.push(this.keys.masks.array[key]!);
    this.lengths.push(this.keys.lengths.array[key]!);
    this.texts.push(this.strings.plain(this.keys.texts[key]!));
  }

  /** `end` is the row after the last key's rows. */
  sections(end: number) {
    this.rows.push(end);
    return {
      keyRows: this.rows.done(),
      keyMasks: this.masks.done(),
      keyLengths: this.lengths.done(),
      keyTexts: this.texts.done(),
    };
  }
}

/** Patterns by schema, then key. Engine patterns have negative schemas and come first. */
function bySchemaAndKey(patterns: Patterns): Uint32Array {
  // Adding 2^31 keeps the order in unsigned keys.
  const schemas = new Uint32Array(patterns.schema.length);
  for (let row = 0; row < schemas.length; row++)
    schemas[row] = (patterns.schema.array[row]! + 0x80000000) >>> 0;
  return new Sorting(schemas.length).by(patterns.key.done()).by(schemas).order;
}

/** Writes the rows of each engine list; returns the first row of each, and the end. */
function addEngines(lists: number, engines: Uint32Array, patterns: Patterns, rows: Rows): Uint32Array {
  const byList = Array.from({ length: lists }, (): number[] => []);
  for (const pattern of engines) byList[-1 - patterns.schema.array[pattern]!]!.push(pattern);
  const firstRows = new Uint32Array(lists + 1);
  byList.forEach((list, number) => {
    firstRows[number] = rows.next;
    for (const pattern of list) rows.add(pattern);
  });
  firstRows[lists] = rows.next;
  return firstRows;
}

/** Builds the sections of schemas and engine lists. The patterns of `hidden` schemas only name characters. */
export function buildSchemas(
  { patterns, keys, strings, sheetRows }: SchemaInput,
  engineLists: number,
  hidden: ReadonlySet<number>,
  progress: OnProgress,
): SchemaSections {
  const ranks = patterns.rank(keys, (done) => progress({ stage: "order", done, total: ORDER_STEPS }));
  const blocks = new Blocks(keys);
  const models = new BlockModels();
  const blockOf = new Map<number, number>();
  const rows = new Rows(patterns, ranks);
  const schemaKeys = new SchemaKeys(keys, strings);
  const order = bySchemaAndKey(patterns);
  progress({ stage: "schemas", done: 0, total: order.length });
  const schemaAt = (i: number): number => patterns.schema.array[order[i]!]!;
  const keyAt = (i: number): number => patterns.key.array[order[i]!]!;
  let i = 0;
  while (i < order.length && schemaAt(i) < 0) i++;
  const engines = order.subarray(0, i);

  while (i < order.length) {
    const schema = schemaAt(i);
    const live: number[] = [];
    const dead: number[] = [];
    const firstKey = schemaKeys.rows.length;
    const firstRow = rows.next;
    while (i < order.length && schemaAt(i) === schema) {
      const key = keyAt(i);
      const usable = keys.live.array[key] === 1 && !hidden.has(schema);
      (usable ? live : dead).push(key);
      if (usable) schemaKeys.add(key, rows.next);
      for (; i < order.length && schemaAt(i) === schema && keyAt(i) === key; i++) {
        if (usable) rows.add(order[i]!);
      }
    }
    const modelSet = models.add(rows.words.array, firstRow, rows.next);
    blockOf.set(schema, blocks.add(firstKey, live, dead, modelSet));
    if (blockOf.size % 500 === 0) progress({ stage: "schemas", done: i, total: order.length });
  }
  const keySections = schemaKeys.sections(rows.next);
  progress({ stage: "schemas", done: i, total: order.length });

  const engineRows = addEngines(engineLists, engines, patterns, rows);
  const firstSheetRow = rows.next;
  for (const word of sheetRows) rows.words.push(word);
  const arrays = {
    schemas: blocks.words.done(),
    blockModels: models.words.done(),
    classMaps: blocks.maps.done(),
    ...keySections,
    rows: rows.words.done(),
    engineRows,
    timeStarts: ranks.timeStarts,
  };
  return { blockOf, arrays, firstSheetRow };
}
