import { minuteMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { keptText, keptUrl } from "../../metering/journal/record.ts";
import { type CallId, callIdText } from "../../metering/requests/call-id.ts";
import type { CallRecord } from "../../metering/usage/usage.ts";
import { keptOfClosed } from "../../running/account-ports.ts";
import { keepsCallsFrom, receiptOf } from "../../running/call-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import { subscriptionMoves } from "../../running/subscription-ports.ts";
import { dayAfter, dayBefore, endOf } from "./days/calendar.ts";
import { cutDay, oldestUnproved } from "./days/cut.ts";
import { beginEpoch } from "./days/epochs.ts";
import { makeLeaves } from "./days/leaves.ts";
import { findKeys } from "./days/proof-keys.ts";
import { ClaimLost, claim, openState, type ProofState, unclaim } from "./days/proof-state.ts";
import { recordMove } from "./days/record-move.ts";
import { DigestsOfAccounts, eraseProofs } from "./days/salts.ts";
import { SignedDays } from "./days/signed-days.ts";
import { callLine, type Digests } from "./format/lines.ts";
import type { ProofKey } from "./format/notes.ts";
import { leafOf } from "./format/tree.ts";

const everyMs = minuteMs;
/** After midnight, so that nodes have applied the calls of the day: those that come later are in the next one. */
const graceMs = 2 * minuteMs;

/** Proves the calls of each day that has ended. */
export class Proof implements Opened {
  readonly #context: Context;
  readonly #signed: SignedDays;
  readonly #proving: RepeatedWork;
  readonly #digests: DigestsOfAccounts;

  constructor(context: Context) {
    this.#digests = new DigestsOfAccounts(context.database);
    this.#context = context;
    this.#signed = new SignedDays(context.config.dataDir);
    this.#proving = new RepeatedWork({
      everyMs,
      held: context.held,
      work: (open) => this.#prove(open),
      failed: (error) => {
        // Another process works on it.
        if (error instanceof ClaimLost) return;
        context.log.warn("cannot prove the calls of a day; it will be retried", errorFields(error));
      },
    });
  }

  readonly gives = new Map([
    give(receiptOf, (record, id) => this.#receiptOf(record, id)),
    // Calls are kept until their day has its leaves.
    give(keepsCallsFrom, () => oldestUnproved(this.#context.database)),
    give(subscriptionMoves, recordMove),
    give(keptOfClosed, [
      { what: "Digests that prove its statements, which no longer lead to calls", period: "No end" },
    ]),
  ]);

  start(): void {
    this.#proving.start();
    // A month's first day is proved from the process's start, also if a subscription moves in its first minute.
    void this.#proving.run();
  }

  /** Does all that is due, once at a time. */
  look(): Promise<void> {
    return this.#proving.run();
  }

  /** HOST of origins and keys. */
  get host(): string {
    return new URL(this.#context.config.publicUrl).host;
  }

  keys(): Promise<ProofKey[]> {
    const { database, identity, clock } = this.#context;
    return findKeys(database, identity.vault, this.host, clock());
  }

  /**
   * The last day that is signed; before the first one, the day before it. Undefined while a new epoch must begin: until
   * then nothing is signed.
   */
  async signedDay(): Promise<string | undefined> {
    const { database, clock } = this.#context;
    const state = await openState(database, clock());
    if ((await this.#whyEpoch(state)) !== undefined) return undefined;
    const signed = await this.#signed.sign(database, state.epoch, clock());
    if (signed !== undefined) return signed;
    const first = await database.get<{ day: string | null }>(sql`select min(day) as day from proof_done`);
    return first?.day ? dayBefore(first.day) : state.leafDay;
  }

  /** Call ID, time, credits and leaf. */
  #receiptOf(record: CallRecord, { journalId, seq }: CallId): string | Promise<string> {
    const { userId } = record.caller;
    const make = (digests: Digests) => {
      const { at, operation, status, credits, requestId, method, url } = record;
      const digest = digests.of(keptText(requestId), method, keptUrl(url));
      const leaf = leafOf(callLine({ journalId, seq, at, operation, status, credits, digest }));
      return `${callIdText({ journalId, seq })};${at};${credits};${leaf.toString("base64")}`;
    };
    const known = this.#digests.known(userId);
    return known ? make(known) : this.#digests.of(userId).then(make);
  }

  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await eraseProofs(tx, userId);
    this.#digests.forget();
  }

  stop(): Promise<void> {
    return this.#proving.stop();
  }

  /** Why a new epoch must begin; undefined if the database has all that was signed. */
  async #whyEpoch({ epoch, restored }: ProofState): Promise<string | undefined> {
    if (restored !== null) return `restored from the backup ${restored}`;
    const lost = await this.#signed.lostDay(this.#context.database, epoch);
    return lost && `the database has lost the signed day ${lost}`;
  }

  async #prove(open: () => boolean): Promise<void> {
    const { database, requestLog, clock, process } = this.#context;
    let state = await openState(database, clock());
    const isDue = () => endOf(dayAfter(state.leafDay)) + graceMs <= clock();
    const reason = await this.#whyEpoch(state);
    if (!isDue() && reason === undefined) return;
    const making = { process: process.instance, now: clock, open };
    if (!(await claim(database, making.process, clock()))) return;
    try {
      if (reason !== undefined) {
        const { restored } = state;
        // A backup can be restored twice: each time another epoch.
        const least = restored === null ? 0 : Math.floor(clock() / minuteMs);
        const epoch = Math.max(state.epoch + 1, least);
        await beginEpoch(database, { ...making, epoch, reason, restored });
        this.#context.log.warn("a new epoch of proofs begins", { reason, epoch });
      }
      while (open() && isDue()) {
        const day = dayAfter(state.leafDay);
        if (state.cutDay < day) await cutDay(database, requestLog, day, making);
        await makeLeaves(database, requestLog, day, making);
        state = await openState(database, clock());
      }
    } finally {
      await unclaim(database, making.process);
    }
  }
}
