import { minuteMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { keptText, keptUrl } from "../../metering/journal/record.ts";
import { type CallId, callIdText } from "../../metering/requests/call-id.ts";
import type { CallRecord } from "../../metering/usage/usage.ts";
import { keptOfClosed } from "../../running/account-ports.ts";
import { keepsCallsFrom, receiptOf } from "../../running/call-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import { subscriptionMoves } from "../../running/subscription-ports.ts";
import { dayAfter, endOf } from "./days/calendar.ts";
import { oldestUnproved } from "./days/cut.ts";
import { findKeys } from "./days/proof-keys.ts";
import { ClaimLost, claim, unclaim } from "./days/proof-state.ts";
import { Proving } from "./days/proving.ts";
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
  readonly #steps: Proving;
  readonly #proving: RepeatedWork;
  readonly #digests: DigestsOfAccounts;

  constructor(context: Context) {
    this.#digests = new DigestsOfAccounts(context.database);
    this.#context = context;
    this.#steps = new Proving({
      database: context.database,
      log: context.requestLog,
      process: context.process.instance,
      clock: context.clock,
      signed: new SignedDays(context.config.dataDir),
    });
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

  /** The last day that is signed; undefined while a new epoch must begin. */
  signedDay(): Promise<string | undefined> {
    return this.#steps.signedDay();
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

  async #prove(open: () => boolean): Promise<void> {
    const { database, clock, process } = this.#context;
    const { instance } = process;
    const steps = this.#steps;
    let state = await steps.state();
    const isDue = () => endOf(dayAfter(state.leafDay)) + graceMs <= clock();
    const reason = await steps.whyEpoch(state);
    if (!isDue() && reason === undefined) return;
    if (!(await claim(database, instance, clock()))) return;
    try {
      if (reason !== undefined) {
        const epoch = await steps.beginEpoch(state, reason);
        this.#context.log.warn("a new epoch of proofs begins", { reason, epoch });
      }
      while (open() && isDue()) {
        await steps.cut(state);
        await steps.makeLeaves(state, open);
        state = await steps.state();
      }
    } finally {
      await unclaim(database, instance);
    }
  }
}
