import { uuidv7 } from "../../../src/base/ids.ts";
import { databaseClock } from "../../../src/database/clock.ts";
import { sql } from "../../../src/database/sql.ts";
import { apply } from "../../../src/metering/apply/apply.ts";
import { writeUsage } from "../../../src/metering/apply/write-usage.ts";
import { adjustCredits } from "../../../src/metering/credits/adjust-credits.ts";
import { askAll, setActive } from "../../../src/metering/credits/balance-states.ts";
import { bump } from "../../../src/metering/credits/bump.ts";
import { closeJournal, expireJournal } from "../../../src/metering/credits/close-journal.ts";
import { findJournal, openJournal } from "../../../src/metering/sharing/journal-rows.ts";
import type { Random } from "../../metering/grants/random.ts";
import { type Interrupted, repeat } from "../../metering/interruptible-database.ts";
import { callOf, start } from "../../metering/test-nodes.ts";
import type { Expected } from "../histories/walk.ts";
import type { MeteringCells } from "./cells.ts";
import { countingTiming, RealJournal, type RealLease } from "./real-node.ts";
import type { MeteringStep, MeteringWhat } from "./steps.ts";

const frozenMs = 55_000;

/** What a step names. */
interface Named {
  readonly journal: RealJournal;
  readonly lease: RealLease;
  readonly subscriptionId: string;
  readonly step: MeteringStep;
  readonly before: Expected<MeteringStep>["before"];
}

type Do = (named: Named) => unknown;

const refuse: Do = ({ step }) => {
  throw new Error(`${step.what} is no step of a history`);
};

/** Does the steps of a history with the program's own leases, journals and balances. */
export class RealMetering {
  readonly db: Interrupted;
  readonly cells: MeteringCells;
  readonly journals: RealJournal[] = [];
  readonly subscriptionIds: readonly string[];
  /** The journal of each node. */
  readonly current: RealJournal[] = [];
  readonly #prefix: string;
  readonly #random: Random;
  readonly #timing = countingTiming();
  #changes = 0;

  constructor(db: Interrupted, cells: MeteringCells, prefix: string, random: Random) {
    this.db = db;
    this.cells = cells;
    this.#prefix = prefix;
    this.#random = random;
    this.subscriptionIds = Array.from({ length: cells.run.subscriptions }, (_, s) => `${prefix}-s${s}`);
  }

  async begin(): Promise<void> {
    for (let node = 0; node < this.cells.run.nodes; node++) await this.#open(node);
  }

  async #open(node: number): Promise<void> {
    const id = `${this.#prefix}-j${this.journals.length}`;
    await repeat(() => openJournal(this.db, { journalId: id, node: `node ${node}`, place: id, at: start }));
    const journal = new RealJournal(this.db, id, this.subscriptionIds, this.#timing);
    this.journals.push(journal);
    this.current[node] = journal;
  }

  /** Does a step, which a fault may interrupt; it is repeated then. Throws if its result is not the expected one. */
  async step({ step, before }: Expected<MeteringStep>): Promise<void> {
    const { node, journal: number, subscription = 0 } = step;
    const journal = number === undefined ? this.current[node ?? 0]! : this.journals[number]!;
    const lease = journal.leases[subscription]!;
    const subscriptionId = this.subscriptionIds[subscription]!;
    const fault = this.#random.int(0, 40);
    if (fault === 40) this.db.loseCommit();
    else this.db.failAfter(fault < 10 ? fault : undefined);
    await this.#does[step.what]({ journal, lease, subscriptionId, step, before });
    this.db.failAfter(undefined);
  }

  readonly #does: Readonly<Record<MeteringWhat, Do>> = {
    restarts: ({ step }) => this.#open(step.node!),
    "opens a new journal": async ({ step, journal }) => {
      await this.#open(step.node!);
      for (const [s, { memory }] of journal.leases.entries()) {
        if (memory.waiting.length === 0) continue;
        memory.waiting.endAll("fenced");
        const next = this.current[step.node!]!;
        next.arrive(next.leases[s]!, this.cells.run.cost);
      }
    },
    "a call arrives": ({ journal, lease }) => journal.arrive(lease, this.cells.run.cost),
    reserves: ({ lease }) => {
      lease.memory.serve(this.#timing.monotonic());
      expectSame("calls that wait", lease.memory.waiting.length, 0);
    },
    "ends: the subscription is ended": ({ lease }) => lease.memory.waiting.endAll({ kind: "ended" }),
    "leaves: the journal is full": ({ lease }) => lease.memory.waiting.endAll("fenced"),
    "gives up": ({ lease }) => lease.memory.waiting.endAll({ kind: "ended" }),
    "requests credits and is refused": async ({ journal, lease }) => {
      const end = await journal.requestMore(lease);
      expectSame("the call's end", typeof end === "object" ? end.kind : end, "exhausted");
    },
    "requests credits and waits on": async ({ journal, lease }) =>
      expectSame("the call's end", await journal.requestMore(lease), undefined),
    "gives back": ({ lease }) => lease.memory.settle(this.cells.run.cost, false, true),
    journals: ({ journal, lease, subscriptionId }) => {
      lease.memory.settle(this.cells.run.cost, true, true);
      journal.records.push(callOf(subscriptionId, this.cells.run.cost));
    },
    "sends an acquisition": ({ journal, lease, step }) => journal.sendAcquisition(lease, step.amount!),
    "sends a release": ({ journal, lease }) => journal.sendRelease(lease),
    "receives the answer": ({ journal, lease }) => journal.receive(lease),
    "learns the end": () => undefined,
    answers: () => undefined,
    "is killed": () => undefined,
    stops: () => undefined,
    "a statement arrives": async ({ journal, lease }) => {
      const got = await journal.deliver(lease);
      if (got === "fenced") throw new Error("a statement of an open journal is fenced");
    },
    "a statement arrives again": async ({ journal, lease }) => {
      const first = lease.wire!.kind === "acquire" ? lease.acquired!.amount : 0;
      expectSame("the repeated answer", await journal.deliver(lease), first);
    },
    "a statement arrives after its journal ended": async ({ journal, lease }) =>
      expectSame("the answer", await journal.deliver(lease), "fenced"),
    apply: ({ journal, step, before }) =>
      this.#apply(journal, before[this.cells.applied + step.journal!]!, step.amount!),
    "apply again": async ({ journal, step }) => {
      const records = numbered(journal, 0, step.amount!);
      const again = await repeat(() => apply(this.db, this.#batch(journal, records), writeUsage));
      expectSame("the result of a repeated batch", again, undefined);
    },
    close: async ({ journal }) => {
      await repeat(() => closeJournal(this.db, journal.id, journal.records.length, start));
    },
    "close too early": async ({ journal }) =>
      expectSame(
        "whether the journal was closed",
        await repeat(() => closeJournal(this.db, journal.id, journal.records.length, start)),
        false,
      ),
    expire: ({ journal }) => this.#expire(journal, 0),
    "expire by an earlier commit count": async ({ journal }) =>
      expectSame("whether the journal expired", await this.#expire(journal, 1), false),
    "add 2": ({ subscriptionId }) => this.#add(subscriptionId),
    "end the subscription": ({ subscriptionId }) =>
      repeat(() => this.db.transaction((tx) => setActive(tx, subscriptionId, false))),
    "set to 2": async ({ subscriptionId }) => {
      const set = await this.#set(subscriptionId);
      if (typeof set === "string") throw new Error(`the balance is not set: ${set}`);
    },
    "set to 2 while credits are leased": async ({ subscriptionId }) =>
      expectSame("the result", await this.#set(subscriptionId), "leased"),
    freeze: ({ subscriptionId }) =>
      repeat(() =>
        this.db.transaction(async (tx) => {
          await tx.run(sql`
            update credit_balance set frozen_until = ${databaseClock(tx)} + ${frozenMs}
            where subscription_id = ${subscriptionId}`);
          await askAll(tx, subscriptionId);
        }),
      ),
    unfreeze: ({ subscriptionId }) =>
      repeat(() =>
        this.db.run(
          sql`update credit_balance set frozen_until = 0 where subscription_id = ${subscriptionId}`,
        ),
      ),
    // Steps of explored runs alone: they are of flaws, or of files and a database that are lost.
    "loses power": refuse,
    syncs: refuse,
    "a statement arrives, its answer is lost and it is repeated": refuse,
    "read the applied seq": refuse,
    "apply from the seq that was read": refuse,
    "the replica catches up": refuse,
    "the replica takes over": refuse,
  };

  #batch(journal: RealJournal, records: ReturnType<typeof numbered>) {
    return { journalId: journal.id, records, now: start, unpaid: journal.unpaid };
  }

  async #apply(journal: RealJournal, from: number, to: number): Promise<void> {
    const batch = this.#batch(journal, numbered(journal, from, to));
    const { db } = this;
    const count = await repeat(() => apply(db, batch, writeUsage));
    if (count !== undefined) journal.owned.committed(journal.id, count);
    else if (!db.interrupted) throw new Error("a batch is not applied");
  }

  async #expire(journal: RealJournal, before: number): Promise<boolean> {
    const row = await repeat(() => findJournal(this.db, journal.id));
    return repeat(() => expireJournal(this.db, journal.id, row!.commit_count - before, start));
  }

  #add(subscriptionId: string): Promise<unknown> {
    this.#changes += 1;
    const once = { id: uuidv7(start), subscriptionId, credits: 2, reason: null, actor: "test", at: start };
    const key = `add ${this.#changes}`;
    return repeat(() => this.db.transaction((tx) => bump(tx, { ...once, idempotencyKey: key })));
  }

  #set(subscriptionId: string) {
    this.#changes += 1;
    const idempotencyKey = `set ${this.#changes}`;
    const made = {
      id: uuidv7(start),
      subscriptionId,
      to: { set: 2 },
      reason: null,
      actor: "test",
      at: start,
    };
    return repeat(() => this.db.transaction((tx) => adjustCredits(tx, { ...made, idempotencyKey })));
  }
}

const numbered = ({ records }: RealJournal, from: number, to: number) =>
  records.slice(from, to).map((call, index) => ({ seq: from + index + 1, call }));

function expectSame(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${found}, not ${expected}`);
}
