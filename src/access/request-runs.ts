import type { Queries } from "../database/database.ts";
import type { Value } from "../database/sql.ts";
import { kindOf } from "./request-rows.ts";
import { RowBatches } from "./row-batches.ts";
import type { CallRecord } from "./usage.ts";
import { floorTo, minuteMs } from "./usage-fold.ts";

/** A call and its number in its journal. */
export interface NumberedCall {
  readonly seq: number;
  readonly call: CallRecord;
}

/** More make fewer rows, and a page of the log reads more than it shows. */
const callsMax = 64;

/** Calls of one subscription and user in one minute: a row of `request_run` in the making. */
class Run {
  readonly minute: number;
  readonly #first: NumberedCall;
  readonly #like: CallRecord[] = [];
  #kinds = "";
  #entries = "";
  #firstAt: number;
  #lastAt: number;
  #credits = 0;
  #bytes = 0;
  calls = 0;

  constructor(first: NumberedCall, minute: number) {
    this.minute = minute;
    this.#first = first;
    this.#firstAt = first.call.at;
    this.#lastAt = first.call.at;
  }

  get userId(): string {
    return this.#first.call.caller.userId;
  }

  add({ seq, call }: NumberedCall): void {
    const { at } = call;
    if (at < this.#firstAt) this.#firstAt = at;
    if (at > this.#lastAt) this.#lastAt = at;
    this.calls += 1;
    this.#credits += call.credits;
    this.#bytes += call.responseBytes;
    const own = `${JSON.stringify(call.requestId)},${JSON.stringify(call.url)},${call.requestBytes},${call.responseBytes},${call.apiMicros},${call.serviceMicros}`;
    const entry = `[${seq - this.#first.seq},${at - this.minute},${this.#kindOf(call)},${own}]`;
    this.#entries += this.calls === 1 ? entry : `,${entry}`;
  }

  push(values: Value[], journalId: string): void {
    const { seq, call } = this.#first;
    const { subscriptionId, userId } = call.caller;
    values.push(this.#lastAt, journalId, seq, this.#firstAt, subscriptionId, userId);
    values.push(this.calls, this.#credits, this.#bytes, `[${this.#kinds}]`, `[${this.#entries}]`);
  }

  /** The place among the kinds of what calls have in common; few calls of a run differ in it. */
  #kindOf(call: CallRecord): number {
    for (let index = this.#like.length - 1; index >= 0; index--)
      if (alike(this.#like[index]!, call)) return index;
    const kind = JSON.stringify(kindOf(call));
    this.#kinds += this.#like.length === 0 ? kind : `,${kind}`;
    return this.#like.push(call) - 1;
  }
}

function alike(a: CallRecord, b: CallRecord): boolean {
  return (
    a.status === b.status &&
    a.credits === b.credits &&
    a.api === b.api &&
    a.operation === b.operation &&
    a.method === b.method &&
    a.address === b.address &&
    (a.cache ?? "none") === (b.cache ?? "none") &&
    a.caller.productId === b.caller.productId
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
