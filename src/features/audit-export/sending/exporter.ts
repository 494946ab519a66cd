import type { AuditRow } from "../../../access/audit.ts";
import { errorFields } from "../../../base/log.ts";
import { redactCredentials } from "../../../base/redaction.ts";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { Context } from "../../../calls/context.ts";
import { name } from "../../../database/sql.ts";
import { shownEntries } from "../../../management/system/audit.ts";
import { DelivererLease, renewMs } from "../../../outbox/deliverer-lease.ts";
import { failingPauseMs } from "../../../outbox/retries.ts";
import { DeliveryError, type Destination, type Outcome } from "../destinations/destination.ts";
import { noteDelivered, noteFailure, readEntries, readWork } from "./export-rows.ts";

const leaseTable = name("audit_export");
const tickMs = 500;
const endMs = 1500;
const entriesMax = 500;

/** Delivers audit entries, oldest first, while this process has the lease. An entry is marked after it was taken. */
export class Exporter {
  readonly #context: Context;
  readonly #destination: Destination;
  readonly #lease: DelivererLease;
  readonly #place: string;
  readonly #closing = new AbortController();
  #timer: Timer | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** Whether the database failed in the last turn. */
  #faulty = false;
  #sent = 0;
  #refused = 0;
  #failures = 0;

  /** `place` names the destination in messages. */
  constructor(context: Context, destination: Destination, place: string) {
    this.#context = context;
    this.#lease = new DelivererLease(context.database, leaseTable, context.process.instance, context.held);
    this.#place = place;
    this.#destination = destination;
  }

  /** The counts of this process. */
  get counts(): { readonly sent: number; readonly refused: number; readonly failures: number } {
    return { sent: this.#sent, refused: this.#refused, failures: this.#failures };
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#turn = this.tick().finally(() => {
        if (!this.#closing.signal.aborted) this.start();
      });
    }, tickMs);
  }

  /** Delivers what waits. Never throws. */
  async tick(): Promise<void> {
    const { database, clock, log } = this.#context;
    try {
      while (!this.#closing.signal.aborted) {
        // Without work nothing is written, the lease neither: SQLite would sync it to disk on the thread of requests.
        const { isDue, failingSince } = await readWork(database, clock());
        if (!isDue) break;
        await this.#lease.renew();
        if (!this.#lease.isHeld) break;
        if (!(await this.#deliver(await readEntries(database, entriesMax), failingSince))) break;
      }
      this.#faulty = false;
    } catch (error) {
      if (!this.#faulty && !this.#closing.signal.aborted)
        log.warn("cannot export the audit log; it will be retried", errorFields(error));
      this.#faulty = true;
    }
  }

  /** Ends an attempt under way, and lets another process deliver. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await withTimeout(this.#turn, endMs, () => new Error("an attempt is under way")).catch(() => undefined);
    await this.#lease.release();
  }

  /** One attempt. Resolves to whether another one can follow immediately. */
  async #deliver(rows: readonly AuditRow[], failingSince: number | null): Promise<boolean> {
    const entries = await shownEntries(this.#context.database, rows);
    const outcome = await this.#send(entries);
    const someTaken = outcome.taken.length > 0;
    const failure = outcome.failure ?? (someTaken ? undefined : new DeliveryError("no entry was taken"));
    if (someTaken) await this.#note(outcome, failingSince !== null && !failure);
    if (failure) await this.#fail(failure, someTaken ? null : failingSince);
    return !failure;
  }

  /** Sends entries, and renews the lease while that takes; without the lease the attempt ends. */
  async #send(entries: Parameters<Destination["send"]>[0]): Promise<Outcome> {
    const lost = new AbortController();
    const renewing = setInterval(() => {
      this.#lease
        .renew()
        .catch(() => undefined)
        .finally(() => {
          if (!this.#lease.isHeld) lost.abort();
        });
    }, renewMs / 2);
    try {
      return await this.#destination.send(entries, AbortSignal.any([lost.signal, this.#closing.signal]));
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      return { taken: [], refused: [], failure: error };
    } finally {
      clearInterval(renewing);
    }
  }

  async #note({ taken, refused }: Outcome, isMended: boolean): Promise<void> {
    const { database, log } = this.#context;
    const ids = refused.map(({ id }) => id);
    await database.transaction((tx) => noteDelivered(tx, taken, ids));
    this.#sent += taken.length;
    this.#refused += ids.length;
    for (const { id, reason } of refused)
      log.error("an audit entry was refused and is not exported", { entry: id, error: shown(reason) });
    if (isMended) log.info("exporting the audit log again", { to: this.#place });
  }

  async #fail({ message, retryAfterMs = 0 }: DeliveryError, failingSince: number | null): Promise<void> {
    // What closing or another process's lease has interrupted is no failure of the receiver.
    if (this.#closing.signal.aborted || !this.#lease.isHeld) return;
    const { database, clock, log } = this.#context;
    const now = clock();
    this.#failures += 1;
    const since = failingSince ?? now;
    const error = shown(message);
    if (failingSince === null)
      log.warn("cannot export the audit log; it will be retried", { to: this.#place, error });
    const retryAt = now + Math.max(failingPauseMs(since, now), retryAfterMs);
    await noteFailure(database, { failing_since: since, retry_at: retryAt, error });
  }
}

const shown = (text: string): string => redactCredentials(text.replaceAll(/[\s\0]+/g, " ")).slice(0, 300);
