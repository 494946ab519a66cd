import type { Recovered } from "./apply/recovery.ts";
import type { LeasedCredits } from "./credits/leases/leased-credits.ts";
import { type Refusal, unavailable } from "./credits/leases/refusal.ts";
import { createJournalDirectory } from "./journal/journal-directory.ts";
import {
  JournalSession,
  type JournalSessionOptions,
  type WaitingRecords,
  type WrittenCounts,
} from "./journal-session.ts";
import type { CallId } from "./requests/call-id.ts";
import { CreditReservation } from "./reservation.ts";
import type { WaitingCalls } from "./sink/sink.ts";
import type { CallRecord } from "./usage/usage.ts";

export interface MeteringOptions extends Omit<JournalSessionOptions, "fenced" | "counts"> {
  /** The folder of all journals of this machine. */
  readonly folder: string;
  /** This process's name in the journal's row, for operators. */
  readonly node: string;
  /** Bytes of calls that may wait for ClickHouse. */
  readonly unloggedMax?: number;
  /** Whether the disk has less free space than its reserve. */
  readonly diskLow?: () => boolean;
}

/** With so old a call, ClickHouse does not take calls. */
const lateMs = 30_000;
const graceMs = 5000;
const recoverSoonMs = 10_000;
const recoverMs = 20_000;
const tidyMs = 2000;
const reopenMs = 250;
const waitMs = 1000;

/** Admits calls by their credits and records them: each is charged and reported once, never beyond the balance. */
export class Metering {
  readonly #options: MeteringOptions;
  /** Open sessions, and ending ones with the promise of their end. */
  readonly #sessions = new Map<JournalSession, Promise<void> | undefined>();
  readonly #cancels = new Set<() => void>();
  readonly #counts: WrittenCounts = { records: 0, credits: 0 };
  #session: JournalSession | undefined;
  #opened = Promise.withResolvers<void>();
  #stopping = false;
  #recovered: Recovered = { left: 0, damaged: [] };
  #unlogged: WaitingCalls | undefined;
  #tooManyUnlogged = false;

  private constructor(options: MeteringOptions) {
    this.#options = options;
  }

  /** Opens a journal and starts to apply those of dead processes. Throws if the database is unreachable. */
  static async open(options: MeteringOptions): Promise<Metering> {
    const metering = new Metering(options);
    await metering.#begin();
    metering.#repeat(0, () => metering.#recover());
    metering.#repeat(tidyMs, async () => {
      metering.#count(await options.store.maintain());
      return tidyMs;
    });
    return metering;
  }

  /**
   * Reserves a call's cost: without a promise if this node has the credits on lease, else within little more than a
   * second after `since` (monotonic). Every reservation must be settled.
   */
  admit(
    subscriptionId: string,
    cost: number,
    since?: number,
  ): CreditReservation | Refusal | Promise<CreditReservation | Refusal> {
    const session = this.#session;
    if (this.#stopping) return unavailable("stopping");
    if (!session) return this.#wait(subscriptionId, cost, since);
    if (!session.journal.hasRoom) return unavailable("journal");
    if (this.#tooManyUnlogged) return unavailable("unlogged");
    if (cost === 0) return new CreditReservation(session, undefined, 0);
    const account = session.leases.account(subscriptionId);
    if (session.leases.takeNow(account, cost)) return new CreditReservation(session, account, cost);
    const refused = account.refusedAlready(cost, this.#options.timing.monotonic());
    return refused ?? this.#wait(subscriptionId, cost, since);
  }

  /** Records a call without a reservation, such as a refused one; resolves to its ID. Rejects as `settle` does. */
  async record(call: CallRecord): Promise<CallId | undefined> {
    const reservation = this.admit(call.caller.subscriptionId, 0);
    if (!(reservation instanceof CreditReservation)) throw new Error("the journal accepts no calls now");
    await reservation.settle(call);
    return reservation.callId;
  }

  /** The credits left, as this node last read them; undefined if it has not read the balance. */
  remaining(subscriptionId: string): number | "unlimited" | undefined {
    const account = this.#session?.leases.find(subscriptionId);
    if (!account || account.answeredAt === Number.NEGATIVE_INFINITY) return undefined;
    return account.unlimited ? "unlimited" : account.left;
  }

  /** To be called when a balance, or without an ID any balance, may have changed on any node, or only has more credits. */
  notice(subscriptionId?: string, how?: "changed" | "added"): void {
    this.#session?.leases.notice(subscriptionId, how);
  }

  /** What became of the journals in this node's folder that other processes left. */
  get recovered(): Recovered {
    return this.#recovered;
  }

  /** Why no call can be recorded now: the disk refuses, or too many calls wait to be applied or for ClickHouse. */
  get journalFault(): "disk" | "unapplied" | "unlogged" | undefined {
    return this.#session?.journal.fault ?? (this.#tooManyUnlogged ? "unlogged" : undefined);
  }

  /** What waits for ClickHouse in this folder, up to two seconds ago; undefined if the database keeps single calls. */
  get unlogged(): WaitingCalls | undefined {
    return this.#unlogged;
  }

  /** Calls that this node has answered and not yet applied. */
  get waiting(): WaitingRecords {
    const all = [...this.#sessions.keys()].map(({ waiting }) => waiting);
    return {
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** The records that were written since the start, and the credits that they spent. */
  get written(): Readonly<WrittenCounts> {
    return this.#counts;
  }

  /** How long the database has not answered; at most two seconds if it answers. Milliseconds. */
  get silentMs(): number {
    const reachedAt = this.#session?.leases.reachedAt ?? Number.NEGATIVE_INFINITY;
    return this.#options.timing.monotonic() - reachedAt;
  }

  /** The age of the oldest call that is not applied; 0 if there is none. Milliseconds. */
  get lagMs(): number {
    return Math.max(0, ...[...this.#sessions.keys()].map(({ lagMs }) => lagMs));
  }

  /** The subscriptions whose credits are in memory. */
  get accounts(): number {
    return this.#session?.leases.size ?? 0;
  }

  /** The current journal; undefined while a new one is opened. */
  get journalId(): string | undefined {
    return this.#session?.journal.directory.id;
  }

  /** To be called when another node has closed the journal: a new one replaces it. */
  fence(journalId: string): void {
    if (this.journalId === journalId) this.#session?.leases.fence();
  }

  /** Applies all written calls, before a report or a balance is read. */
  async flush(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((session) => session.flush()));
  }

  /** Sends all applied calls of this node to ClickHouse, before single calls are read; does nothing without it. */
  async ship(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((session) => session.ship()));
  }

  /** Admits no more calls, waits for the admitted ones, applies them and releases the credits. */
  async close(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const cancel of this.#cancels) cancel();
    const session = this.#session;
    this.#session = undefined;
    if (session) this.#end(session);
    await Promise.all(this.#sessions.values());
    await this.#options.store.end();
    this.#options.syncer.close();
  }

  async #begin(): Promise<void> {
    const directory = createJournalDirectory(this.#options.folder, this.#options.sync);
    try {
      const { id, path, place } = directory;
      await this.#options.store.open({ id, path, place }, this.#options.node);
    } catch (error) {
      // Its row may exist or not; recovery corrects either case.
      directory.lock.release();
      throw error;
    }
    const session = new JournalSession(directory, {
      ...this.#options,
      counts: this.#counts,
      fenced: () => this.#fenced(session),
    });
    this.#sessions.set(session, undefined);
    this.#session = session;
    this.#opened.resolve();
  }

  /** The journal may spend no more: its open calls end in it, and a new one replaces it. */
  #fenced(session: JournalSession): void {
    if (this.#session !== session) return;
    this.#options.log.warn("journal closed by another node; opening a new one", {
      journal: session.journal.directory.id,
    });
    this.#session = undefined;
    this.#opened = Promise.withResolvers<void>();
    this.#end(session);
    this.#reopen();
  }

  #reopen(): void {
    if (this.#stopping) return;
    this.#begin().catch((error: Error) => {
      this.#options.log.warn("cannot open journal", { error: error.message });
      this.#after(reopenMs, () => this.#reopen());
    });
  }

  #end(session: JournalSession): void {
    const ended = session.end(graceMs).finally(() => this.#sessions.delete(session));
    this.#sessions.set(session, ended);
  }

  async #wait(
    subscriptionId: string,
    cost: number,
    since = this.#options.timing.monotonic(),
  ): Promise<CreditReservation | Refusal> {
    for (;;) {
      const session = this.#session ?? (await this.#nextSession(since));
      if (!session) return unavailable(this.#stopping ? "stopping" : "database");
      if (!session.journal.hasRoom) return unavailable("journal");
      if (this.#tooManyUnlogged) return unavailable("unlogged");
      if (cost === 0) return new CreditReservation(session, undefined, 0);
      const account: LeasedCredits = session.leases.account(subscriptionId);
      const end = await session.leases.wait(account, cost, since);
      if (end === "granted") return new CreditReservation(session, account, cost);
      if (end !== "fenced") return end;
    }
  }

  async #nextSession(since: number): Promise<JournalSession | undefined> {
    const { timing } = this.#options;
    const late = Promise.withResolvers<void>();
    const cancel = timing.after(Math.max(0, since + waitMs - timing.monotonic()), late.resolve);
    await Promise.race([this.#opened.promise, late.promise]);
    cancel();
    return this.#stopping ? undefined : this.#session;
  }

  /** Calls that ClickHouse lacks cannot be removed: beyond the limit, or on a full disk, no more are accepted. */
  #count(unlogged: WaitingCalls | undefined): void {
    const { unloggedMax = Number.POSITIVE_INFINITY, diskLow, timing, log } = this.#options;
    const late = unlogged?.since !== undefined && timing.wall() - unlogged.since > lateMs;
    const tooMany =
      unlogged !== undefined && (unlogged.bytes >= unloggedMax || (late && diskLow?.() === true));
    if (tooMany && !this.#tooManyUnlogged)
      log.error("too many calls wait for ClickHouse; calls are refused", { ...unlogged });
    if (!tooMany && this.#tooManyUnlogged) log.info("calls are accepted again");
    this.#unlogged = unlogged;
    this.#tooManyUnlogged = tooMany;
  }

  async #recover(): Promise<number> {
    this.#recovered = await this.#options.store.recover();
    return this.#recovered.left > 0 ? recoverSoonMs : recoverMs;
  }

  /** Repeats work, which resolves to the milliseconds until its next run. */
  #repeat(milliseconds: number, work: () => Promise<number>): void {
    this.#after(milliseconds, () => {
      work().then(
        (next) => this.#repeat(next, work),
        (error: Error) => {
          this.#options.log.warn("metering maintenance failed", { error: error.message });
          this.#repeat(recoverSoonMs, work);
        },
      );
    });
  }

  #after(milliseconds: number, work: () => void): void {
    if (this.#stopping) return;
    const cancel = this.#options.timing.after(milliseconds, () => {
      this.#cancels.delete(cancel);
      work();
    });
    this.#cancels.add(cancel);
  }
}
