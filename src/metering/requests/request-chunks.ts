import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import type { Value } from "../../database/sql.ts";
import type { CallRecord, NumberedCall } from "../usage/usage.ts";
import { bucketOf } from "./chunk-filter.ts";
import { type CallEntry, kindOf } from "./request-rows.ts";
import { RowBatches } from "./row-batches.ts";

/** More make fewer rows, and a page of the log reads more than it shows. */
const callsMax = 64;

/** Calls of one bucket in one minute: a row of `request_chunk` in the making. */
class Run {
  readonly minute: number;
  readonly #bucket: number;
  readonly #firstSeq: number;
  readonly #callers: [
    subscriptionId: string,
    userId: string,
    calls: number,
    credits: number,
    bytes: number,
  ][] = [];
  readonly #like: { readonly call: CallRecord; readonly caller: number }[] = [];
  /** The kinds of each subscription. */
  readonly #kindsOf = new Map<string, number[]>();
  readonly #entries: CallEntry[] = [];
  #firstAt: number;
  #lastAt: number;

  constructor(first: NumberedCall, bucket: number, minute: number) {
    this.minute = minute;
    this.#bucket = bucket;
    this.#firstSeq = first.seq;
    this.#firstAt = first.call.at;
    this.#lastAt = first.call.at;
  }

  get calls(): number {
    return this.#entries.length;
  }

  add({ seq, call }: NumberedCall): void {
    const { at, requestId, url, requestBytes, responseBytes, apiMicros, serviceMicros } = call;
    if (at < this.#firstAt) this.#firstAt = at;
    if (at > this.#lastAt) this.#lastAt = at;
    const kind = this.#kindOf(call);
    const caller = this.#callers[this.#like[kind]!.caller]!;
    caller[2] += 1;
    caller[3] += call.credits;
    caller[4] += responseBytes;
    this.#entries.push([
      integer(seq - this.#firstSeq),
      integer(at - this.minute),
      kind,
      requestId,
      url,
      integer(requestBytes),
      integer(responseBytes),
      integer(apiMicros),
      integer(serviceMicros),
    ]);
  }

  push(values: Value[], journalId: string): void {
    values.push(this.#lastAt, journalId, this.#firstSeq, this.#firstAt, this.#bucket, this.calls);
    values.push(JSON.stringify(this.#callers));
    values.push(JSON.stringify(this.#like.map(({ call, caller }) => kindOf(call, caller))));
    values.push(JSON.stringify(this.#entries));
  }

  /** The place among the kinds of what calls have in common; a subscription has few of them in a run. */
  #kindOf(call: CallRecord): number {
    const { subscriptionId } = call.caller;
    const own = this.#kindsOf.get(subscriptionId) ?? [];
    for (const kind of own) if (alike(this.#like[kind]!.call, call)) return kind;
    const kind = this.#like.push({ call, caller: this.#callerOf(call.caller, own) }) - 1;
    own.push(kind);
    this.#kindsOf.set(subscriptionId, own);
    return kind;
  }

  #callerOf({ subscriptionId, userId }: CallRecord["caller"], own: readonly number[]): number {
    const kind = own.find((one) => this.#like[one]!.call.caller.userId === userId);
    if (kind !== undefined) return this.#like[kind]!.caller;
    return this.#callers.push([subscriptionId, userId, 0, 0, 0]) - 1;
  }
}

/** The same number, held as an integer where it can be: JSON writes those three times as fast as doubles. */
const integer = (value: number): number => ((value | 0) === value ? value | 0 : value);

/** Of the same subscription. */
function alike(a: CallRecord, b: CallRecord): boolean {
  return (
    a.status === b.status &&
    a.credits === b.credits &&
    a.api === b.api &&
    a.operation === b.operation &&
    a.method === b.method &&
    a.caller.userId === b.caller.userId &&
    a.caller.productId === b.caller.productId &&
    a.address === b.address &&
    (a.cache ?? "none") === (b.cache ?? "none") &&
    a.errorCode === b.errorCode &&
    a.key === b.key &&
    a.source === b.source
  );
}

function runsOf(records: readonly NumberedCall[]): Run[] {
  const runs: Run[] = [];
  const open: (Run | undefined)[] = [];
  for (const record of records) {
    const { at, caller } = record.call;
    const minute = floorTo(at, minuteMs);
    const bucket = bucketOf(caller.userId);
    let run = open[bucket];
    if (run?.minute !== minute || run.calls === callsMax) {
      run = new Run(record, bucket, minute);
      runs.push(run);
      open[bucket] = run;
    }
    run.add(record);
  }
  return runs;
}

const batches = new RowBatches(
  `insert into request_chunk (last_at, journal_id, first_seq, first_at, shard, calls, callers, labels, entries)`,
  9,
);

/** Enters calls in the request log, in the order of their numbers. */
export function writeChunks(tx: Queries, journalId: string, records: readonly NumberedCall[]): Promise<void> {
  return batches.write(tx, runsOf(records), (values, run) => run.push(values, journalId));
}
