import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordError } from "../input/import-error.ts";
import type { Batch, Batches } from "../readers/row-batch.ts";
import type { ColumnValues } from "./row-values.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * The same batches, each after its columns are decided: while a column can be read two ways, further rows are read until
 * one of them decides. Throws `ImportError` if none does. Until then it yields empty batches.
 */
export async function* decidedRows(
  batches: Batches<Row>,
  columns: ColumnValues,
  inMemoryMost = 16 * 2 ** 20,
): AsyncGenerator<Batch<Row>> {
  let held: HeldRows | undefined;
  try {
    for await (const batch of batches) {
      columns.observe(batch);
      if (!held && !columns.areOpen()) {
        yield batch;
        continue;
      }
      held ??= new HeldRows(inMemoryMost);
      held.add(batch);
      if (columns.areOpen()) {
        yield nothing;
        continue;
      }
      yield* held.read();
      held.close();
      held = undefined;
    }
    columns.requireDecided();
  } finally {
    held?.close();
  }
}

const nothing: Batch<Row> = { rows: [], faults: new Map(), lineOf: () => 0 };

interface Written {
  readonly rows: readonly Row[];
  readonly faults: readonly (readonly [index: number, column: string, value: string, reason: string])[];
  readonly lines: readonly number[];
}

/** Batches that wait for what decides their columns: the first in memory, the rest in a file without a name. */
class HeldRows {
  readonly #texts: Buffer[] = [];
  readonly #sizes: number[] = [];
  readonly #inMemoryMost: number;
  #bytes = 0;
  #file: number | undefined;

  constructor(inMemoryMost: number) {
    this.#inMemoryMost = inMemoryMost;
  }

  add({ rows, faults, lineOf }: Batch<Row>): void {
    const written: Written = {
      rows,
      faults: [...faults].map(([index, { column, value, reason }]) => [index, column, value, reason]),
      lines: rows.map((_, index) => lineOf(index)),
    };
    const text = Buffer.from(JSON.stringify(written));
    this.#bytes += text.length;
    if (this.#file === undefined && this.#bytes <= this.#inMemoryMost) {
      this.#texts.push(text);
      return;
    }
    this.#file ??= openUnnamed();
    this.#sizes.push(text.length);
    for (let from = 0; from < text.length; ) from += writeSync(this.#file, text, from);
  }

  *read(): Generator<Batch<Row>> {
    for (let text = this.#texts.shift(); text; text = this.#texts.shift()) yield batchOf(text);
    let at = 0;
    for (const size of this.#sizes) {
      const text = Buffer.alloc(size);
      for (let done = 0; done < size; ) done += readSync(this.#file!, text, done, size - done, at + done);
      at += size;
      yield batchOf(text);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Its rows can be personal: no name leads to it, and it is gone with its process. */
function openUnnamed(): number {
  const path = join(tmpdir(), `vingate-rows-${crypto.randomUUID()}`);
  const file = openSync(path, "wx+", 0o600);
  rmSync(path);
  return file;
}

function batchOf(text: Buffer): Batch<Row> {
  const { rows, faults, lines } = JSON.parse(text.toString()) as Written;
  return {
    rows,
    faults: new Map(
      faults.map(([index, column, value, reason]) => [index, new RecordError(column, value, reason)]),
    ),
    lineOf: (index) => lines[index]!,
  };
}
