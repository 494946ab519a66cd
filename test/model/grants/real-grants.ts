import { never } from "../../../src/base/clock.ts";
import { dayMs } from "../../../src/base/durations.ts";
import { uuidv7 } from "../../../src/base/ids.ts";
import { systemTiming } from "../../../src/base/timing.ts";
import { apply } from "../../../src/metering/apply/apply.ts";
import { adjustCredits } from "../../../src/metering/credits/adjust-credits.ts";
import { setUnlimited } from "../../../src/metering/credits/balance-states.ts";
import { closeJournal, expireJournal } from "../../../src/metering/credits/close-journal.ts";
import { openBalance } from "../../../src/metering/credits/credits.ts";
import { crossBoundaries, crossDue } from "../../../src/metering/credits/grants/boundaries.ts";
import { resizeGrant } from "../../../src/metering/credits/grants/change-grants.ts";
import { enterGrant, enterWaiting } from "../../../src/metering/credits/grants/enter-grants.ts";
import { findJournal, openJournal } from "../../../src/metering/sharing/journal-rows.ts";
import type { Random } from "../../metering/grants/random.ts";
import { type Interrupted, repeat } from "../../metering/interruptible-database.ts";
import { callOf, start } from "../../metering/test-nodes.ts";
import type { Expected } from "../histories/walk.ts";
import { countingTiming, RealJournal } from "../metering/real-node.ts";
import { type GrantCells, neverDue } from "./cells.ts";
import type { GrantStep, GrantWhat } from "./steps.ts";

/** The time of the beginning of a day of a run, milliseconds UTC. */
export const timeOf = (day: number): number => start + day * dayMs;

/** What a step names. */
interface Named {
  readonly journal: RealJournal;
  readonly step: GrantStep;
  readonly before: Expected<GrantStep>["before"];
}

type Do = (named: Named) => unknown;

const refuse: Do = ({ step }) => {
  throw new Error(`${step.what} is no step of a history`);
};

/** Steps after which a lost answer to a commit is met by another statement than the same one again. */
const answered: ReadonlySet<GrantWhat> = new Set(["restarts", "add the grant", "reap", "close"]);

/** Does the steps of a history with the program's own grants, leases and journals. */
export class RealGrants {
  readonly db: Interrupted;
  readonly cells: GrantCells;
  readonly subscriptionId: string;
  readonly journals: RealJournal[] = [];
  /** Moves the clock of the database to a day. */
  readonly #setDay: (day: number) => void;
  readonly #random: Random;
  readonly #timing = countingTiming();
  #changes = 0;

  constructor(
    db: Interrupted,
    cells: GrantCells,
    prefix: string,
    random: Random,
    setDay: (day: number) => void,
  ) {
    this.db = db;
    this.cells = cells;
    this.subscriptionId = `${prefix}-s`;
    this.#random = random;
    this.#setDay = setDay;
  }

  /** The ID of a grant: those that are spent alike are spent in the order of their IDs. */
  idOf(grant: number): string {
    return `${this.subscriptionId}-${String(grant).padStart(2, "0")}`;
  }

  async begin(): Promise<void> {
    const { subscriptionId, db } = this;
    this.#setDay(0);
    const opened = { id: uuidv7(start), subscriptionId, credits: 0, at: start, actor: "test" };
    await db.transaction((tx) => openBalance(tx, opened));
    for (const [grant, { how, source }] of this.cells.run.grants.entries()) {
      const isPeriod = source === "period" || source === "overage";
      if (isPeriod) await this.#enterPeriod(grant);
      else if (how === "initial") await this.#enter(grant);
    }
    await crossBoundaries(db, [subscriptionId]);
    for (let node = 0; node < this.cells.run.nodes; node++) await this.#open();
  }

  #entered(grant: number) {
    const { source, amount, expires } = this.cells.run.grants[grant]!;
    const expiresAt = expires === neverDue ? never : timeOf(expires);
    return { subscriptionId: this.subscriptionId, source, credits: amount, expiresAt };
  }

  #enter(grant: number): Promise<void> {
    const entered = { ...this.#entered(grant), id: this.idOf(grant) };
    return repeat(() => this.db.transaction((tx) => enterGrant(tx, entered)));
  }

  async #enterPeriod(grant: number, id = this.idOf(grant)): Promise<void> {
    const { start: day } = this.cells.run.grants[grant]!;
    const waiting = { ...this.#entered(grant), id, period: day, startsAt: timeOf(day) };
    await repeat(() => this.db.transaction((tx) => enterWaiting(tx, [waiting])));
  }

  /** Opens a journal, with an empty lease. */
  async #open(): Promise<void> {
    const id = `${this.subscriptionId}-j${this.journals.length}`;
    await repeat(() => openJournal(this.db, { journalId: id, node: id, place: id, at: start }));
    const journal = new RealJournal(this.db, id, [this.subscriptionId], this.#timing);
    this.journals.push(journal);
    await this.#acquire(journal, 0);
  }

  /** Does a step, which a fault may interrupt; it is repeated then. Throws if its result is not the expected one. */
  async step({ step, before }: Expected<GrantStep>): Promise<void> {
    const fault = this.#random.int(0, 40);
    if (fault === 40 && !answered.has(step.what)) this.db.loseCommit();
    else this.db.failAfter(fault < 10 ? fault : undefined);
    await this.#does[step.what]({ journal: this.journals[step.journal ?? 0]!, step, before });
    this.db.failAfter(undefined);
  }

  async #acquire(journal: RealJournal, amount: number): Promise<void> {
    const lease = journal.leases[0]!;
    journal.sendAcquisition(lease, amount);
    expectAnswer(await journal.deliver(lease));
    journal.receive(lease);
  }

  readonly #does: Readonly<Record<GrantWhat, Do>> = {
    calls: ({ journal, before }) => {
      if (!before[this.cells.unlimited]) journal.leases[0]!.memory.take(1, this.#timing.monotonic());
    },
    "journals the call": ({ journal, step, before }) => {
      if (!before[this.cells.unlimited]) journal.leases[0]!.memory.settle(1, true, true);
      journal.records.push(callOf(this.subscriptionId, 1, { at: timeOf(step.day!) }));
    },
    "gives back the call": ({ journal, before }) => {
      if (!before[this.cells.unlimited]) journal.leases[0]!.memory.settle(1, false, true);
    },
    acquires: ({ journal, step }) => this.#acquire(journal, step.amount!),
    releases: async ({ journal }) => {
      const lease = journal.leases[0]!;
      journal.sendRelease(lease);
      expectAnswer(await journal.deliver(lease));
      journal.receive(lease);
    },
    dies: () => undefined,
    restarts: () => this.#open(),
    apply: ({ journal, step, before }) => this.#apply(journal, before, step),
    reap: async ({ journal }) => {
      const row = await repeat(() => findJournal(this.db, journal.id));
      const ended = await repeat(() => expireJournal(this.db, journal.id, row!.commit_count, start));
      if (!ended) throw new Error("the journal does not expire");
    },
    "the folder comes back": () => undefined,
    close: async ({ journal }) => {
      const ended = await repeat(() => closeJournal(this.db, journal.id, journal.records.length, start));
      if (!ended) throw new Error("the journal is not closed");
    },
    scan: () => repeat(() => crossDue(this.db, systemTiming, () => true)),
    "enter the period again": ({ step }) => this.#enterPeriod(step.grant!, uuidv7(start)),
    "a day passes": ({ before }) => this.#setDay(before[this.cells.day]! + 1),
    "add the grant": ({ step }) => this.#enter(step.grant!),
    "remove 1": () => this.#adjust({ change: -1 }),
    "set to 0": async () => {
      const set = await this.#adjust({ set: 0 });
      if (typeof set === "string") throw new Error(`the balance is not set: ${set}`);
    },
    "set to 0 while credits are leased": async () => {
      const set = await this.#adjust({ set: 0 });
      if (set !== "leased") throw new Error(`the balance is set: ${JSON.stringify(set)}`);
    },
    "raise the grant by 1": ({ step, before }) => this.#raise(step.grant!, before),
    "become unlimited": () => this.#limit(true),
    "become metered": () => this.#limit(false),
    // Steps of explored runs alone: a database that is lost.
    "closes its fenced journal": refuse,
    "the replica catches up": refuse,
    "the replica takes over": refuse,
  };

  async #apply(journal: RealJournal, before: Named["before"], step: GrantStep): Promise<void> {
    const from = this.cells.callsOf(before, step.journal!).applied;
    const calls = journal.records.slice(from, from + step.amount!);
    const records = calls.map((call, index) => ({ seq: from + index + 1, call }));
    const batch = { journalId: journal.id, records, now: start, unpaid: journal.unpaid };
    // Reports are another feature's.
    const count = await repeat(() => apply(this.db, batch, async () => undefined));
    if (count !== undefined) journal.owned.committed(journal.id, count);
    else if (!this.db.interrupted) throw new Error("a batch is not applied");
  }

  #adjust(to: { readonly set: number } | { readonly change: number }) {
    this.#changes += 1;
    const idempotencyKey = `change ${this.#changes}`;
    const { subscriptionId } = this;
    const made = { id: uuidv7(start), subscriptionId, to, reason: null, actor: "test", at: start };
    return repeat(() => this.db.transaction((tx) => adjustCredits(tx, { ...made, idempotencyKey })));
  }

  async #raise(grant: number, before: Named["before"]): Promise<void> {
    const { source, start: period } = this.cells.run.grants[grant]!;
    const credits = before[this.cells.amount + grant]! + 1 - before[this.cells.removed + grant]!;
    const { subscriptionId } = this;
    const entry = { id: uuidv7(start), actor: "test" };
    await repeat(() =>
      this.db.transaction((tx) => resizeGrant(tx, { subscriptionId, source, period, credits }, entry)),
    );
  }

  #limit(unlimited: boolean): Promise<void> {
    const { subscriptionId } = this;
    const change = { id: uuidv7(start), subscriptionId, unlimited, at: start, actor: "test" };
    return repeat(() => this.db.transaction((tx) => setUnlimited(tx, change)));
  }
}

function expectAnswer(answer: number | "fenced"): void {
  if (answer === "fenced") throw new Error("a statement of an open journal is fenced");
}
