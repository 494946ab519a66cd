import { ENGINE_CHOICE, ENGINE_MODEL } from "../pack/layout.ts";
import { Blocks } from "./block.ts";
import { growingI32, growingU8, growingU16, growingU32 } from "./growing.ts";
import type { Keys } from "./keys.ts";
import type { Patterns } from "./patterns.ts";
import { indices, sortBy } from "./radix.ts";
import type { OnProgress } from "./source.ts";
import type { Strings } from "./strings.ts";

/** Everything that is looked up by schema: blocks, their keys, the rows of each key. */
export interface SchemaSections {
  /** Place of each schema's block; schemas without patterns are absent. */
  readonly blockOf: ReadonlyMap<number, number>;
  readonly arrays: Readonly<Record<string, Uint8Array | Uint16Array | Uint32Array | Int32Array>>;
}

export function buildSchemas(
  patterns: Patterns,
  keys: Keys,
  strings: Strings,
  engineLists: number,
  hidden: ReadonlySet<number>,
  progress: OnProgress,
): SchemaSections {
  const { rank, choice, timeStarts } = patterns.rank(keys);
  progress({ stage: "order", done: 1, total: 1 });
  const blocks = new Blocks(keys);
  const blockOf = new Map<number, number>();
  const rows = growingI32(patterns.id.length * 3);
  const keyRows = growingU32();
  const keyMasks = growingU16();
  const keyLengths = growingU8();
  const keyTexts = growingU32();

  const addRow = (row: number): void => {
    const meaning = patterns.meaning.array[row]!;
    if (meaning === 0) return;
    rows.push(meaning);
    rows.push(rank[row]!);
    rows.push(patterns.id.array[row]!);
    if (meaning >>> 24 !== ENGINE_MODEL || patterns.schema.array[row]! < 0) return;
    rows.push((ENGINE_CHOICE << 24) | (meaning & 0xffffff));
    rows.push(choice[row]!);
    rows.push(patterns.id.array[row]!);
  };

  // Engine patterns have schemas below zero; adding 2^31 keeps the order in unsigned keys and puts them first.
  const schemaOrder = Uint32Array.from(patterns.schema.done(), (schema) => (schema + 0x80000000) >>> 0);
  const order = sortBy(sortBy(indices(schemaOrder.length), patterns.key.done()), schemaOrder);
  const schemaAt = (i: number): number => patterns.schema.array[order[i]!]!;
  let i = 0;
  while (i < order.length && schemaAt(i) < 0) i++;
  const enginesEnd = i;

  let done = 0;
  while (i < order.length) {
    const schema = schemaAt(i);
    const live: number[] = [];
    const dead: number[] = [];
    const firstKey = keyRows.length;
    while (i < order.length && schemaAt(i) === schema) {
      const key = patterns.key.array[order[i]!]!;
      const usable = keys.live.array[key] === 1 && !hidden.has(schema);
      (usable ? live : dead).push(key);
      if (usable) {
        keyRows.push(rows.length / 3);
        keyMasks.push(keys.masks.array[key]!);
        keyLengths.push(keys.lengths.array[key]!);
        keyTexts.push(strings.plain(keys.texts[key]!));
      }
      for (; i < order.length && schemaAt(i) === schema && patterns.key.array[order[i]!] === key; i++) {
        if (usable) addRow(order[i]!);
      }
    }
    blockOf.set(schema, blocks.add(firstKey, live, dead));
    if (++done % 500 === 0) progress({ stage: "schemas", done: i, total: order.length });
  }
  keyRows.push(rows.length / 3);
  progress({ stage: "schemas", done: i, total: order.length });

  const engineRows = new Uint32Array(engineLists + 1);
  const byList = Array.from({ length: engineLists }, (): number[] => []);
  for (let e = 0; e < enginesEnd; e++) byList[-1 - schemaAt(e)]!.push(order[e]!);
  byList.forEach((list, number) => {
    engineRows[number] = rows.length / 3;
    for (const row of list) addRow(row);
  });
  engineRows[engineLists] = rows.length / 3;

  const arrays = {
    schemas: blocks.words.done(),
    classMaps: blocks.maps.done(),
    keyRows: keyRows.done(),
    keyMasks: keyMasks.done(),
    keyLengths: keyLengths.done(),
    keyTexts: keyTexts.done(),
    rows: rows.done(),
    engineRows,
    timeStarts,
  };
  return { blockOf, arrays };
}
