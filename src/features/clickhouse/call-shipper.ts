import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { JournalReader } from "../../metering/journal/journal-reader.ts";
import { findJournal } from "../../metering/sharing/journal-rows.ts";
import type { NumberedCall } from "../../metering/usage/usage.ts";
import { CallRows } from "./call-rows.ts";
import type { CallStore } from "./call-store.ts";

/** What the shippers of a process share. */
export interface Shipping {
  readonly db: Database;
  readonly store: CallStore;
  readonly timing: Timing;
  readonly log: Log;
}

const recordsMost = 65_536;
/** Encoding so many holds the thread for some milliseconds. */
const recordsAtOnce = 8192;

const nextTick = (timing: Timing) => new Promise<void>((resolve) => timing.soon(resolve));

/**
 * Sends the applied calls of a journal to ClickHouse, in order. The logged seq moves after they are there: after a crash
 * some are sent again, and ClickHouse keeps one of each.
 */
export class CallShipper {
  readonly #shipping: Shipping;
  readonly #journalId: string;
  readonly #reader: JournalReader;
  readonly #rows: CallRows;
  /** Applied calls that need not be read again. */
  #offered: NumberedCall[] = [];
  #loggedSeq: number | undefined;
  #waitsSince: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(shipping: Shipping, journal: { readonly id: string; readonly path: string }) {
    this.#shipping = shipping;
    this.#journalId = journal.id;
    this.#reader = new JournalReader(journal.path, journal.id);
    this.#rows = new CallRows(journal.id);
  }

  /** The last seq known to be in ClickHouse; undefined before the first `ship`. */
  get loggedSeq(): number | undefined {
    return this.#loggedSeq;
  }

  /** The time of the oldest call that ClickHouse lacks; undefined if it is unknown or there is none. */
  get waitsSince(): number | undefined {
    return this.#waitsSince;
  }

  /** Takes calls that were just applied. Reading them again would cost as much as encoding them. */
  offer(records: readonly NumberedCall[]): void {
    const follows = (this.#offered.at(-1)?.seq ?? records[0]!.seq - 1) === records[0]!.seq - 1;
    if (!follows || this.#offered.length + records.length > recordsMost) this.#offered = [];
    else for (const record of records) this.#offered.push(record);
  }

  /** Sends what is applied. Throws if ClickHouse or the database is unreachable, or refuses. */
  ship(): Promise<void> {
    const shipped = this.#turn.then(() => this.#ship());
    this.#turn = shipped.catch(() => undefined);
    return shipped;
  }

  close(): void {
    this.#closed = true;
    this.#reader.close();
  }

  async #ship(): Promise<void> {
    const { db } = this.#shipping;
    while (!this.#closed) {
      const row = await findJournal(db, this.#journalId);
      if (!row || row.logged_seq === null) return;
      this.#loggedSeq = row.logged_seq;
      if (row.logged_seq >= row.applied_seq) {
        this.#waitsSince = undefined;
        return;
      }
      await this.#send(row.logged_seq, row.applied_seq);
    }
  }

  /** Sends the calls after `from`, up to `to` at most. */
  async #send(from: number, to: number): Promise<void> {
    const { db, store, timing } = this.#shipping;
    this.#rows.clear();
    let last = await this.#addOffered(from, to);
    if (last < to && this.#reader.next !== last + 1) this.#reader.seek(last + 1);
    for (const most = Math.min(to, from + recordsMost); last < most; ) {
      const { records, end } = this.#reader.read(most, recordsAtOnce);
      if (last === from && records[0]) this.#waitsSince = records[0].call.at;
      for (const record of records) this.#rows.add(record);
      last = records.at(-1)?.seq ?? last;
      if (records.length === 0 && end.kind !== "limit") {
        last = this.#passDamage(last, most);
        break;
      }
      await nextTick(timing);
    }
    if (this.#rows.bytes.length > 0) await store.insert(this.#rows, `${this.#journalId}:${from}-${last}`);
    // If the database has lost commits, its seq is another, and is read again.
    await db.run(sql`
      update journal set logged_seq = ${last} where journal_id = ${this.#journalId} and logged_seq = ${from}`);
    this.#loggedSeq = last;
  }

  /** Adds the offered calls after `from`; resolves to the last of them. */
  async #addOffered(from: number, to: number): Promise<number> {
    const offered = this.#offered;
    this.#offered = [];
    // The database has lost commits, or ClickHouse was away.
    if (offered[0]?.seq !== from + 1) return from;
    this.#waitsSince = offered[0].call.at;
    let last = from;
    for (const [index, record] of offered.entries()) {
      if (record.seq > to) break;
      this.#rows.add(record);
      last = record.seq;
      if (index % recordsAtOnce === recordsAtOnce - 1) await nextTick(this.#shipping.timing);
    }
    return last;
  }

  /** The last seq before the next readable call: those between were applied by a repair, or are lost. */
  #passDamage(last: number, most: number): number {
    const next = this.#reader.skipDamage();
    const passed = next === undefined || next > most ? most : next - 1;
    this.#shipping.log.warn("calls cannot be read for ClickHouse", {
      journal: this.#journalId,
      first: last + 1,
      last: passed,
    });
    return passed;
  }
}
