import type { Clock } from "../base/clock.ts";
import type { Database, Queries } from "../database/database.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { ownerOf, setLastAct } from "../database/transaction.ts";
import type { Decided, Epoch } from "./entries.ts";
import { readEpoch } from "./held.ts";
import type { DecisionKind } from "./kind.ts";
import { LogContinued, type LogCopy } from "./log-copy.ts";
import { createLog, placeOf } from "./log-file.ts";
import { type Deciding, OpenLog } from "./open-log.ts";

const keepers = new WeakMap<object, Decisions>();
const pending = new WeakMap<Queries, Deciding>();

/**
 * Decides something that no restore may undo. It is in the log of this process when the transaction commits. Data are
 * JSON; secrets in them are digests, or sealed. A database without a log keeps none: a test set, a restore.
 */
export function decide<Data>(
  tx: Queries,
  { name: kind, unconfirmed }: Pick<DecisionKind<Data>, "name" | "unconfirmed">,
  data: Data,
): void {
  const owner = ownerOf(tx);
  if (!owner) throw new Error(`"${kind}" is decided outside a transaction`);
  keepers.get(owner)?.add(tx, { kind, data }, unconfirmed === "free");
}

/** Seals what a decision contains in whole; a replay opens it in the same context. Empty for a database without a log. */
export const seal = (tx: Queries, value: unknown, context: string): string =>
  keepers.get(ownerOf(tx)!)?.seal(JSON.stringify(value), context) ?? "";

/** How often new entries are copied. */
const copyMs = 1000;

/** A disk that is full would get a file with each decision. */
const replaceMs = 5000;

/** What a process needs to keep decisions. */
export interface Keeping {
  /** The folder of the logs. */
  readonly folder: string;
  readonly clock: Clock;
  /** Where entries are copied to, such as a folder of another machine. */
  readonly copy: LogCopy | undefined;
  seal(plain: string, context: string): string;
}

/** The decision log of a process. Its file is opened when it is first needed. */
export class Decisions {
  /** In which this process works: another one must not be served by it. */
  readonly epoch: Epoch;
  readonly seal: Keeping["seal"];
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #copy: LogCopy | undefined;
  readonly #copying: Timer | undefined;
  #log: OpenLog | undefined;
  #copyFault: unknown;
  #replacedAt = Number.NEGATIVE_INFINITY;

  constructor({ folder, clock, copy, seal }: Keeping, epoch: Epoch, log?: OpenLog) {
    this.epoch = epoch;
    this.seal = seal;
    this.#folder = folder;
    this.#clock = clock;
    this.#copy = copy;
    this.#log = log;
    this.#copying = copy && setInterval(() => this.#copyNow(), copyMs);
    this.#copying?.unref();
  }

  /** Why the copy lacks the latest entries; undefined if it has them. */
  get copyFault(): unknown {
    return this.#copyFault;
  }

  /** Keeps the decisions of all later transactions of a database. */
  attachTo(tx: Queries): void {
    const owner = ownerOf(tx);
    if (owner) keepers.set(owner, this);
  }

  add(tx: Queries, decided: Decided, isFree: boolean): void {
    const before = pending.get(tx);
    if (before) {
      before.decisions.push(decided);
      before.hasFree ||= isFree;
      return;
    }
    const all: Deciding = { decisions: [decided], hasFree: isFree };
    pending.set(tx, all);
    let act: ReturnType<OpenLog["lastAct"]> | undefined;
    setLastAct(tx, {
      before: async (session) => {
        const log = this.#open();
        act = log.lastAct(this.#clock(), all, unwritable);
        await act.before(session);
      },
      after: (outcome) => act?.after(outcome),
    });
  }

  /**
   * Whether the database went back while this process uses it, so that it lacks a transaction or has another epoch; or
   * whether another process continues the same log.
   */
  async isLeft(db: Queries): Promise<boolean> {
    if (this.#copyFault instanceof LogContinued) return true;
    const epoch = await readEpoch(db);
    return epoch?.id !== this.epoch.id || ((await this.#log?.isAhead(db)) ?? false);
  }

  /** Notes the last applied calls of journals, so that a database that lost them is noticed. */
  async noteApplied(applied: Readonly<Record<string, number>>): Promise<void> {
    await this.#open().note({ at: this.#clock(), applied });
  }

  /** Sums up in the database which entries it has. */
  async fold(db: Database): Promise<void> {
    await this.#log?.fold(db);
  }

  /** Waits for what is written. */
  async close(db?: Database): Promise<void> {
    clearInterval(this.#copying);
    const log = this.#log;
    if (!log) return;
    if (db) await log.fold(db).catch(() => undefined);
    await log.close();
    this.#copyNow();
  }

  #copyNow(): void {
    try {
      if (this.#copy) this.#log?.copyTo(this.#copy);
      this.#copyFault = undefined;
    } catch (error) {
      this.#copyFault = error;
    }
  }

  #open(): OpenLog {
    const log = this.#log;
    if (log && !log.isBroken) return log;
    const now = performance.now();
    if (log && now - this.#replacedAt < replaceMs) throw unwritable(log.fault);
    // What its disk has is unknown after a failed sync; the process continues in another file.
    if (log) this.#replacedAt = now;
    this.#log = undefined;
    void log?.close().catch(() => undefined);
    try {
      const isCopied = this.#copy !== undefined;
      this.#log = OpenLog.open(createLog(this.#folder), {
        place: placeOf(this.#folder),
        isCopied,
        entries: [],
      });
      return this.#log;
    } catch (error) {
      throw unwritable(error);
    }
  }
}

const unwritable = (error: unknown) =>
  new DatabaseUnavailable(`the decision log cannot be written: ${(error as Error).message}`, error);
