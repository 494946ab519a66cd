import type { LeasedCredits } from "./credits/leases/leased-credits.ts";
import type { JournalEntry } from "./journal/journal.ts";
import type { JournalSession } from "./journal-session.ts";
import type { CallId } from "./requests/call-id.ts";
import type { CallRecord } from "./usage/usage.ts";

const nothing = Promise.resolve();

/** The credits of an admitted call, reserved until it is settled, once. */
export class CreditReservation implements JournalEntry {
  readonly #session: JournalSession;
  readonly #account: LeasedCredits | undefined;
  readonly #cost: number;
  readonly #metered: boolean;
  readonly #begun: number;
  #settled = false;
  #spends = false;
  #abandoned = false;
  #seq: number | undefined;
  /** As it was last recorded. */
  #recorded: CallRecord | undefined;

  constructor(session: JournalSession, account: LeasedCredits | undefined, cost: number) {
    this.#session = session;
    this.#account = account;
    this.#cost = cost;
    this.#metered = account !== undefined && !account.unlimited;
    this.#begun = session.callBegins();
  }

  /**
   * Ends the call. With a record it resolves when that is written, and the answer may leave. The record has the admitted
   * credits, or 0, which returns them, as a `client` does that has gone by then. Rejects with `JournalUnavailable` if the
   * record cannot be written: nothing is charged. Without a record all credits are returned.
   */
  settle(call: CallRecord | undefined, client?: AbortSignal): Promise<void> {
    if (this.#settled) throw new Error("a call is settled once");
    if (call && call.credits !== 0 && call.credits !== this.#cost)
      throw new Error(`a call admitted for ${this.#cost} credits cannot be charged ${call.credits}`);
    this.#settled = true;
    this.#spends = call !== undefined && call.credits > 0;
    if (!this.#spends) this.#end(false);
    this.#recorded = call;
    if (call) return this.#session.journal.append(call, this, client);
    this.#session.callEnded(this.#begun);
    return nothing;
  }

  /** Whether its client had gone when its record was written: it was not charged. */
  get wasAbandoned(): boolean {
    return this.#abandoned;
  }

  /** The ID of its record, once that is written; undefined if it was not. */
  get callId(): CallId | undefined {
    if (this.#seq === undefined) return undefined;
    return { journalId: this.#session.journal.directory.id, seq: this.#seq };
  }

  /**
   * Completes the record of this call, which was written: with its final sizes and times. Nothing waits for it, and it
   * is lost with its journal.
   */
  amend(call: CallRecord): void {
    const before = this.#recorded;
    if (this.#seq === undefined || this.#abandoned || !before) return;
    const amendment = { ...call, credits: 0, amends: this.#seq, before };
    this.#recorded = call;
    this.#session.journal.append(amendment).catch(() => undefined);
  }

  abandoned(): void {
    this.#abandoned = true;
    this.#spends = false;
    this.#end(false);
  }

  written(seq: number): void {
    this.#seq = seq;
    this.#session.count(this.#spends ? this.#cost : 0);
    if (this.#spends) this.#end(true);
    this.#session.callEnded(this.#begun, seq);
  }

  failed(): void {
    if (this.#spends) this.#end(false);
    this.#session.callEnded(this.#begun);
  }

  #end(spent: boolean): void {
    if (!this.#account) return;
    this.#account.settle(this.#cost, spent, this.#metered);
    this.#session.leases.settled(this.#account);
  }
}
