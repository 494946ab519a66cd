import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import type { Value } from "../../database/sql.ts";
import type { CallRecord, NumberedCall } from "../usage/usage.ts";
import {
  type CallLabels,
  type ChunkCaller,
  type EntryTuple,
  encodeCallers,
  encodeLabels,
  entryOf,
} from "./chunk-codec.ts";
import { shardOf } from "./chunk-filter.ts";
import { RowBatches } from "./row-batches.ts";

/** The calls of a chunk. More make fewer rows, and a page of the log reads more than it shows. */
export const chunkCallsMax = 64;
/** Calls that are applied together at most; those of a chunk are. */
export const appliedMax = 32_768;

/** Calls of one shard in one minute that become a row of `request_chunk`. */
class Chunk {
  readonly minute: number;
  readonly #shard: number;
  readonly #firstSeq: number;
  readonly #callers: ChunkCaller[] = [];
  readonly #labels: CallLabels[] = [];
  /** The indexes of each subscription's labels. */
  readonly #labelsOf = new Map<string, number[]>();
  readonly #entries: EntryTuple[] = [];
  #firstAt: number;
  #lastAt: number;

  constructor(first: NumberedCall, shard: number, minute: number) {
    this.minute = minute;
    this.#shard = shard;
    this.#firstSeq = first.seq;
    this.#firstAt = first.call.at;
    this.#lastAt = first.call.at;
  }

  get calls(): number {
    return this.#entries.length;
  }

  add({ seq, call }: NumberedCall): void {
    const { at } = call;
    if (at < this.#firstAt) this.#firstAt = at;
    if (at > this.#lastAt) this.#lastAt = at;
    const labels = this.#findOrAddLabels(call);
    const caller = this.#callers[this.#labels[labels]!.caller]!;
    caller.calls += 1;
    caller.credits += call.credits;
    caller.bytes += call.responseBytes;
    this.#entries.push(entryOf(call, seq - this.#firstSeq, at - this.minute, labels));
  }

  push(values: Value[], journalId: string): void {
    values.push(this.#lastAt, journalId, this.#firstSeq, this.#firstAt, this.#shard, this.calls);
    values.push(encodeCallers(this.#callers), encodeLabels(this.#labels), JSON.stringify(this.#entries));
  }

  /** The index of a call's labels. A subscription has few of them in a chunk. */
  #findOrAddLabels(call: CallRecord): number {
    const { subscriptionId, userId, productId } = call.caller;
    const own = this.#labelsOf.get(subscriptionId) ?? [];
    for (const index of own) {
      const labels = this.#labels[index]!;
      if (fits(call, labels) && this.#callers[labels.caller]!.userId === userId) return index;
    }
    const { api, operation, method, address, status, credits, cache = "none" } = call;
    const { errorCode = null, key = null, source = null } = call;
    const caller = this.#findOrAddCaller(call.caller, own);
    const labels = { productId, api, operation, method, address, status, credits, cache, errorCode, key };
    const index = this.#labels.push({ ...labels, source, caller }) - 1;
    own.push(index);
    this.#labelsOf.set(subscriptionId, own);
    return index;
  }

  #findOrAddCaller({ subscriptionId, userId }: CallRecord["caller"], own: readonly number[]): number {
    for (const index of own) {
      const { caller } = this.#labels[index]!;
      if (this.#callers[caller]!.userId === userId) return caller;
    }
    return this.#callers.push({ subscriptionId, userId, calls: 0, credits: 0, bytes: 0 }) - 1;
  }
}

/** Whether a call of their subscription has these labels. */
function fits(call: CallRecord, labels: CallLabels): boolean {
  return (
    labels.status === call.status &&
    labels.credits === call.credits &&
    labels.api === call.api &&
    labels.operation === call.operation &&
    labels.method === call.method &&
    labels.productId === call.caller.productId &&
    labels.address === call.address &&
    labels.cache === (call.cache ?? "none") &&
    labels.errorCode === (call.errorCode ?? null) &&
    labels.key === (call.key ?? null) &&
    labels.source === (call.source ?? null)
  );
}

function chunksOf(records: readonly NumberedCall[]): Chunk[] {
  const chunks: Chunk[] = [];
  const open: (Chunk | undefined)[] = [];
  for (const record of records) {
    const { at, caller } = record.call;
    const minute = floorTo(at, minuteMs);
    const shard = shardOf(caller.userId);
    let chunk = open[shard];
    if (chunk?.minute !== minute || chunk.calls === chunkCallsMax) {
      chunk = new Chunk(record, shard, minute);
      chunks.push(chunk);
      open[shard] = chunk;
    }
    chunk.add(record);
  }
  return chunks;
}

const batches = new RowBatches(
  "insert into request_chunk (last_at, journal_id, first_seq, first_at, shard, calls, callers, labels, entries)",
  9,
);

/** Adds calls, in the order of their seqs, to the request log. */
export function writeChunks(tx: Queries, journalId: string, records: readonly NumberedCall[]): Promise<void> {
  return batches.write(tx, chunksOf(records), (values, chunk) => chunk.push(values, journalId));
}
