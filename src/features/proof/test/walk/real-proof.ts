import type { Random } from "../../../../../test/metering/grants/random.ts";
import {
  type Interrupted,
  interruptible,
  repeat,
} from "../../../../../test/metering/interruptible-database.ts";
import type { State } from "../../../../../test/model/explore.ts";
import type { Expected } from "../../../../../test/model/histories/walk.ts";
import type { ProofCells } from "../../../../../test/model/proof/proof-cells.ts";
import type { ProofStep, ProofWhat } from "../../../../../test/model/proof/steps.ts";
import { dayMs, hourMs } from "../../../../base/durations.ts";
import type { Database } from "../../../../database/database.ts";
import { sql } from "../../../../database/sql.ts";
import { apply } from "../../../../metering/apply/apply.ts";
import { writeRejected, writeUsage } from "../../../../metering/apply/write-usage.ts";
import { bump } from "../../../../metering/credits/bump.ts";
import { openBalance } from "../../../../metering/credits/credits.ts";
import { amendChunks } from "../../../../metering/requests/amend-chunks.ts";
import { type CallLog, databaseLog } from "../../../../metering/requests/call-log.ts";
import { writeChunks } from "../../../../metering/requests/request-chunks.ts";
import { openJournal } from "../../../../metering/sharing/journal-rows.ts";
import { cutDay, oldestUnproved } from "../../days/cut.ts";
import { Proving } from "../../days/proving.ts";
import { SignedDays } from "../../days/signed-days.ts";
import { Checkpoints } from "./checkpoints.ts";
import type { KeptTables } from "./kept-tables.ts";
import {
  type Journal,
  type LedgerRow,
  madeCall,
  nameOfDay,
  numberedCalls,
  startOfDay,
  subscriptions,
} from "./made-calls.ts";

const nodeAlone = { dies: () => undefined, "comes back": () => undefined } as const;
/** No replica is so far behind. */
const [replicaMs, faultsMax] = [hourMs + 60_000, 60] as const;

interface RealOptions {
  readonly cells: ProofCells;
  readonly tables: KeptTables;
  /** The beginning of the names of this history. */
  readonly prefix: string;
  readonly random: Random;
  /** The data folder of the node that signs. */
  readonly folder: string;
}

/** Does the steps of a history with the program's own journals, days and logs. */
export class RealProof {
  readonly db: Interrupted;
  readonly #plain: Database;
  readonly cells: ProofCells;
  readonly journals: readonly Journal[];
  readonly subscriptionIds: readonly string[];
  readonly log: CallLog;
  readonly checkpoints = new Checkpoints();
  readonly #options: RealOptions;
  readonly #proving: Proving;
  readonly #made = new Map<string, LedgerRow>();
  #now = startOfDay(0);
  #calls = 0;
  #restores = 0;
  /** The database's epochs, by those of the model. */
  readonly #epochs = [0];

  constructor(db: Database, options: RealOptions) {
    const { cells, prefix, folder } = options;
    this.#options = options;
    this.#plain = db;
    this.db = interruptible(db);
    this.cells = cells;
    this.log = databaseLog(this.db);
    this.journals = Array.from({ length: cells.run.journals }, (_, j) => ({
      id: `${prefix}j${j}`,
      records: [],
    }));
    this.subscriptionIds = subscriptions.map((name) => `${prefix}${name}`);
    const signed = new SignedDays(folder);
    const clock = () => this.#now;
    this.#proving = new Proving({ database: this.db, log: this.log, process: "p", clock, signed });
  }

  async begin(): Promise<void> {
    const { tables, cells } = this.#options;
    await tables.putBack("first");
    const at = startOfDay(0);
    for (const subscriptionId of this.subscriptionIds) {
      const row = { id: `first ${subscriptionId}`, subscriptionId, at };
      await this.db.transaction((tx) => openBalance(tx, { ...row, credits: 1000, actor: "test" }));
      this.#made.set(row.id, { ...row, kind: "grant", delta: 1000 });
    }
    for (const { id } of this.journals)
      await openJournal(this.db, {
        journalId: id,
        node: id,
        place: id,
        at,
        elsewhere: cells.run.clickhouse === true,
      });
    await this.#proving.state();
    await tables.keep("replica");
  }

  /** The ledger rows of all subscriptions: the first of each unless `none`, and so many of the model's. */
  ledgerRows(x: State, count: number, none: boolean): LedgerRow[] {
    if (none) return [];
    const values = x.slice(this.cells.row, this.cells.row + count);
    const ids = [...values].map((value, index) => this.#rowOf(index, value));
    return [...this.subscriptionIds.map((id) => `first ${id}`), ...ids].map((id) => this.#made.get(id)!);
  }

  #rowOf = (index: number, value: number) => `${this.#options.prefix}row ${index} of ${value}`;

  /** Does a step, which a fault may interrupt; it is repeated then. Throws if its result is not the expected one. */
  async step(expected: Expected<ProofStep>): Promise<void> {
    const { random } = this.#options;
    const fault = random.int(0, 2 * faultsMax);
    if (fault === faultsMax) this.db.loseCommit();
    else this.db.failAfter(fault < faultsMax ? fault : undefined);
    try {
      await this.#does[expected.step.what](expected);
    } finally {
      this.db.failAfter(undefined);
    }
    // Without a replica nothing waits for one.
    if (!this.cells.run.budget.failOver) this.#now += replicaMs;
  }

  readonly #does: Readonly<Record<ProofWhat, (expected: Expected<ProofStep>) => unknown>> = {
    midnight: async () => {
      this.#now += dayMs;
      await this.#options.tables.keep("replica");
    },
    "records a call": ({ step }) => this.#record(step),
    "records a call, its clock a day back": ({ step }) => this.#record(step),
    ...nodeAlone,
    apply: ({ step, before }) => this.#apply(step, before[this.cells.applied + step.journal!]!, false),
    "apply, and the log refuses it": ({ step }) => this.#apply(step, step.call! - 1, true),
    ship: ({ step, before, after }) =>
      this.#ship(
        this.journals[step.journal!]!,
        before[this.cells.logged + step.journal!]!,
        after[this.cells.logged + step.journal!]!,
      ),
    amend: ({ step }) => this.#amend(step),
    purge: ({ after }) => this.#purge(after),
    cut: ({ step }) =>
      repeat(async () => {
        const state = await this.#proving.state();
        if (state.cutDay < nameOfDay(step.day!)) await this.#proving.cut(state);
      }),
    "cut again": ({ step }) =>
      repeat(() => cutDay(this.db, this.log, nameOfDay(step.day!), { process: "p", now: () => this.#now })),
    "make the leaves": ({ step }) =>
      repeat(async () => {
        const state = await this.#proving.state();
        if (state.leafDay < nameOfDay(step.day!)) await this.#proving.makeLeaves(state, () => true);
      }),
    sign: ({ after }) => this.#sign(after),
    "begin a log": ({ after }) => this.#begin(after),
    "a ledger row": ({ before, after }) => this.#ledgerRow(before, after),
    "the replica catches up": async () => {
      await this.#options.tables.keep("replica");
      this.#now += replicaMs;
    },
    "the replica takes over": () => this.#options.tables.putBack("replica"),
    "back up": () => this.#options.tables.keep("backup"),
    restore: ({ after }) => this.#restore(after),
    "replay on the other database": ({ before }) => this.#rewrite(before),
    "a person enters the refused call": () => {
      throw new Error("the program has no operation for it");
    },
  };

  #record({ journal, day }: ProofStep): void {
    this.#calls += 1;
    this.journals[journal!]!.records.push(
      madeCall(this.#options.random, this.#options.prefix, day!, this.#calls),
    );
  }

  async #apply({ journal, call }: ProofStep, from: number, isRefused: boolean): Promise<void> {
    const { id, records } = this.journals[journal!]!;
    const numbered = numberedCalls(records, from, call!);
    const { clickhouse: elsewhere = false } = this.cells.run;
    const write = isRefused ? writeRejected("no reason", this.#now) : writeUsage;
    const count = await repeat(() =>
      apply(this.db, { journalId: id, records: numbered, now: this.#now, elsewhere }, write),
    );
    if (count === undefined && !this.db.interrupted) throw new Error("a batch is not applied");
  }

  #ship({ id, records }: Journal, from: number, to: number): Promise<void> {
    return this.#plain.transaction(async (tx) => {
      await writeChunks(tx, id, numberedCalls(records, from, to));
      await tx.run(sql`update journal set logged_seq = ${to} where journal_id = ${id}`);
    });
  }

  async #amend({ journal, call }: ProofStep): Promise<void> {
    const { id, records } = this.journals[journal!]!;
    const amended = { ...records[call!]!, responseBytes: 5, apiMicros: 7, amends: call! + 1 };
    await repeat(() =>
      this.db.transaction((tx) => amendChunks(tx, id, [{ seq: call! + 1, call: amended }]), {
        repeatable: true,
      }),
    );
  }

  async #purge(x: State): Promise<void> {
    const { cells: c } = this;
    const keepFrom = (await oldestUnproved(this.#plain)) ?? Number.POSITIVE_INFINITY;
    const now = startOfDay(c.run.days + 1);
    await databaseLog(this.#plain).purge(now, { days: 0, rowsMax: undefined, keepFrom });
    const isProved = this.journals.every((_, j) => x[c.purged + j] === x[c.applied + j]);
    if (!isProved) return;
    const row = await this.#plain.get<{ calls: number }>(
      sql`select cast(coalesce(sum(calls), 0) as bigint) as calls from request_chunk`,
    );
    if (row!.calls > 0) throw new Error(`all calls have leaves, and the purge keeps ${row!.calls}`);
  }

  async #sign(x: State): Promise<void> {
    this.db.failAfter(undefined);
    const c = this.cells;
    const [epoch, days] = [x[c.epoch]!, c.run.days];
    const signed = Array.from({ length: days }, (_, day) => x[c.signed + epoch * days + day]!);
    const isLost = signed.some((leaf, day) => leaf > 0 && leaf !== x[c.leaf + day]);
    const last = signed.findLastIndex((leaf) => leaf > 0);
    const expected = isLost ? undefined : nameOfDay(last);
    const found = await this.#proving.signedDay();
    if (found !== expected) throw new Error(`the last signed day: ${found}, not ${expected}`);
    const state = await this.#proving.state();
    if (state.epoch !== this.#epochs[epoch])
      throw new Error(`the epoch: ${state.epoch}, not ${this.#epochs[epoch]}`);
    const differs = await this.checkpoints.look(this.db, found);
    if (differs !== undefined) throw new Error(differs);
  }

  async #begin(x: State): Promise<void> {
    const isBegun = await repeat(async () => {
      const state = await this.#proving.state();
      const reason = await this.#proving.whyEpoch(state);
      if (reason === undefined) return false;
      this.#epochs[x[this.cells.epoch]!] = await this.#proving.beginEpoch(state, reason);
      return true;
    });
    if (!isBegun && !this.db.interrupted) throw new Error("no epoch begins");
  }

  async #restore(x: State): Promise<void> {
    await this.#options.tables.putBack("backup");
    this.#now += replicaMs;
    this.#restores += 1;
    if (!this.cells.run.rules.untold) {
      const id = `b-${this.#restores}`;
      await this.#plain.run(sql`
        insert into setting (name, value) values ('restored_backup', ${id})
        on conflict (name) do update set value = excluded.value`);
      await this.#begin(x);
    }
    await this.#options.tables.keep("replica");
  }

  async #ledgerRow(before: State, after: State): Promise<void> {
    const index = before[this.cells.ledger]!;
    const value = after[this.cells.row + index]!;
    const id = this.#rowOf(index, value);
    const subscriptionId = this.subscriptionIds[index % this.subscriptionIds.length]!;
    const row = {
      id,
      subscriptionId,
      at: startOfDay((value % 8) - 1) + index,
      kind: "bump",
      delta: 1 + index,
    };
    this.#made.set(id, row);
    const once = { ...row, credits: row.delta, reason: null, actor: "test", idempotencyKey: id };
    await repeat(() => this.db.transaction((tx) => bump(tx, once), { repeatable: true }));
  }

  /** The log of another database has the same calls in other chunks, which were written in another order. */
  #rewrite(x: State): Promise<void> {
    const { cells: c } = this;
    return this.#plain.transaction(async (tx) => {
      for (const [j, { id, records }] of [...this.journals.entries()].reverse()) {
        const rows = await tx.all<{ seq: number }>(
          sql`select seq from request_log where journal_id = ${id} order by seq`,
        );
        const kept = new Set(rows.map(({ seq }) => seq));
        await tx.run(sql`delete from request_chunk where journal_id = ${id}`);
        const calls = numberedCalls(records, 0, x[c.applied + j]!).filter(({ seq }) => kept.has(seq));
        await writeChunks(tx, id, calls);
      }
    });
  }
}
