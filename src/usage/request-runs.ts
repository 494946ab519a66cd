import { floorTo, minuteMs } from "../base/durations.ts";
import type { Queries } from "../database/database.ts";
import type { Value } from "../database/sql.ts";
import { type CallEntry, kindOf } from "./request-rows.ts";
import { RowBatches } from "./row-batches.ts";
import type { CallRecord, NumberedCall } from "./usage.ts";

/** More make fewer rows, and a page of the log reads more than it shows. */
const callsMax = 64;

/** Calls of one subscription and user in one minute: a row of `request_run` in the making. */
class Run {
  readonly minute: number;
  readonly #first: NumberedCall;
  readonly #like: CallRecord[] = [];
  readonly #entries: CallEntry[] = [];
  #firstAt: number;
  #lastAt: number;
  #credits = 0;
  #bytes = 0;

  constructor(first: NumberedCall, minute: number) {
    this.minute = minute;
    this.#first = first;
    this.#firstAt = first.call.at;
    this.#lastAt = first.call.at;
  }

  get userId(): string {
    return this.#first.call.caller.userId;
  }

  get calls(): number {
    return this.#entries.length;
  }

  add({ seq, call }: NumberedCall): void {
    const { at, requestId, url, requestBytes, responseBytes, apiMicros, serviceMicros } = call;
    if (at < this.#firstAt) this.#firstAt = at;
    if (at > this.#lastAt) this.#lastAt = at;
    this.#credits += call.credits;
    this.#bytes += responseBytes;
    this.#entries.push([
      integer(seq - this.#first.seq),
      integer(at - this.minute),
      this.#kindOf(call),
      requestId,
      url,
      integer(requestBytes),
      integer(responseBytes),
      integer(apiMicros),
      integer(serviceMicros),
    ]);
  }

  push(values: Value[], journalId: string): void {
    const { seq, call } = this.#first;
    const { subscriptionId, userId } = call.caller;
    values.push(this.#lastAt, journalId, seq, this.#firstAt, subscriptionId, userId);
    values.push(this.calls, this.#credits, this.#bytes);
    values.push(JSON.stringify(this.#like.map(kindOf)), JSON.stringify(this.#entries));
  }

  /** The place among the kinds of what calls have in common; few calls of a run differ in it. */
  #kindOf(call: CallRecord): number {
    for (let index = this.#like.length - 1; index >= 0; index--)
      if (alike(this.#like[index]!, call)) return index;
    return this.#like.push(call) - 1;
  }
}

/** The same number, held as an integer where it can be: JSON writes those three times as fast as doubles. */
const integer = (value: number): number => ((value | 0) === value ? value | 0 : value);

function alike(a: CallRecord, b: CallRecord): boolean {
  return (
    a.status === b.status &&
    a.credits === b.credits &&
    a.api === b.api &&
    a.operation === b.operation &&
    a.method === b.method &&
    a.address === b.address &&
    (a.cache ?? "none") === (b.cache ?? "none") &&
    a.caller.productId === b.caller.productId &&
    a.errorCode === b.errorCode &&
    a.key === b.key &&
    a.source === b.source
  );
}

function runsOf(records: readonly NumberedCall[]): Run[] {
  const runs: Run[] = [];
  const open = new Map<string, Run>();
  for (const record of records) {
    const { at, caller } = record.call;
    const minute = floorTo(at, minuteMs);
    let run = open.get(caller.subscriptionId);
    if (run?.minute !== minute || run.calls === callsMax || run.userId !== caller.userId) {
      run = new Run(record, minute);
      runs.push(run);
      open.set(caller.subscriptionId, run);
    }
    run.add(record);
  }
  return runs;
}

const batches = new RowBatches(
  `insert into request_run (last_at, journal_id, first_seq, first_at, subscription_id, user_id, calls, credits,
    bytes, kinds, entries)`,
  11,
);

/** Enters calls in the request log, in the order of their numbers. */
export function writeRuns(tx: Queries, journalId: string, records: readonly NumberedCall[]): Promise<void> {
  return batches.write(tx, runsOf(records), (values, run) => run.push(values, journalId));
}
