import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DatabaseUnavailable } from "../../../src/database/errors.ts";
import { sql } from "../../../src/database/sql.ts";
import { apply } from "../../../src/metering/apply/apply.ts";
import { writeUsage } from "../../../src/metering/apply/write-usage.ts";
import { closeJournal } from "../../../src/metering/credits/close-journal.ts";
import { acquireQuotas, type QuotaRequest } from "../../../src/metering/quotas/quota-rows.ts";
import { findJournal, openJournal } from "../../../src/metering/sharing/journal-rows.ts";
import { fenced, OwnedJournals } from "../../../src/metering/sharing/owned-journals.ts";
import type { NumberedCall } from "../../../src/metering/usage/usage.ts";
import { kinds } from "../../database/databases.ts";
import { type Interrupted, interruptible, repeat } from "../interruptible-database.ts";
import { callOf, openTestNodes, start } from "../test-nodes.ts";

const most = 15;
const dayMs = 86_400_000;

const journal = fc.nat(1);
const few = fc.integer({ min: 0, max: 9 });

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("take" as const), journal, need: few }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("call" as const), journal, count: few }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("apply" as const), journal, keepsCount: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("yield" as const), journal, isEnding: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close" as const), journal }) },
);

/** Each command, and where the database fails during it. */
const disturbed = fc.record({
  command,
  fault: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 8 }) },
    { weight: 1, arbitrary: fc.constant("commit" as const) },
  ),
});

/** One life of a node: its leased quota, answered calls, and calls that it considers unapplied. */
interface Life {
  id: string;
  free: number;
  seq: number;
  unapplied: NumberedCall[];
  counted: number;
}

let lives = 0;

/** One subscription's quota in one run. */
class Run {
  readonly #db: Interrupted;
  readonly #subscriptionId: string;
  readonly #lives: Life[] = [];
  answered = 0;

  constructor(db: Interrupted, name: string) {
    this.#db = db;
    this.#subscriptionId = name;
  }

  async life(index: number): Promise<Life> {
    const known = this.#lives[index];
    if (known) return known;
    lives += 1;
    const life = { id: `journal${lives}`, free: 0, seq: 0, unapplied: [], counted: 0 };
    await openJournal(this.#db, { journalId: life.id, node: "n", place: "p", at: start });
    this.#lives[index] = life;
    return life;
  }

  ask(
    { free, counted }: Life,
    need: number,
    how: Pick<QuotaRequest, "acquiresNothing" | "isEnding">,
  ): QuotaRequest {
    const { acquiresNothing } = how;
    return {
      subscriptionId: this.#subscriptionId,
      start,
      end: start + dayMs,
      most: { calls: most },
      keep: { calls: (acquiresNothing ? 0 : free) + counted, bytes: 0 },
      need: { calls: need, bytes: 0 },
      ...how,
    };
  }

  async do(step: Command): Promise<void> {
    const life = await this.life(step.journal);
    if (step.kind === "take") {
      const taken = await acquireQuotas(new OwnedJournals(this.#db), life.id, [
        this.ask(life, step.need, { acquiresNothing: false, isEnding: false }),
      ]);
      // It was closed, and the response was lost.
      if (taken === fenced) delete this.#lives[step.journal];
      else life.free += taken[0]!.amount.calls;
    } else if (step.kind === "call") {
      for (let call = 0; call < step.count && life.free > 0; call++) {
        life.free -= 1;
        life.seq += 1;
        life.counted += 1;
        this.answered += 1;
        life.unapplied.push({
          seq: life.seq,
          call: callOf(this.#subscriptionId, 0, { at: start + life.seq, status: life.seq % 3 ? 200 : 404 }),
        });
      }
    } else if (step.kind === "apply") {
      await this.#apply(life);
      // Other nodes apply too, without notice.
      if (!step.keepsCount) life.counted = 0;
    } else if (step.kind === "yield") {
      life.free = 0;
      await acquireQuotas(new OwnedJournals(this.#db), life.id, [
        this.ask(life, 0, { acquiresNothing: true, isEnding: step.isEnding }),
      ]);
    } else await this.#close(step.journal, life);
  }

  async #apply(life: Life): Promise<void> {
    // A lost response may have been that of an apply.
    const { applied_seq: appliedSeq } = (await findJournal(this.#db, life.id))!;
    const records = life.unapplied.filter(({ seq }) => seq > appliedSeq);
    if (records.length > 0) await apply(this.#db, { journalId: life.id, records, now: start }, writeUsage);
    life.unapplied = [];
  }

  async #close(index: number, life: Life): Promise<void> {
    life.free = 0;
    await this.#apply(life);
    await closeJournal(this.#db, life.id, life.seq, start);
    delete this.#lives[index];
  }

  /** All nodes end normally; the rest is then unused quota. */
  async left(): Promise<number> {
    for (const [index, life] of [...this.#lives.entries()])
      if (life) await repeat(() => this.#close(index, life));
    const life = await this.life(0);
    const taken = await acquireQuotas(new OwnedJournals(this.#db), life.id, [
      this.ask(life, 1, { acquiresNothing: false, isEnding: false }),
    ]);
    await this.#close(0, life);
    return taken === fenced ? -1 : taken[0]!.amount.calls;
  }
}

type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`quotas by random histories on ${kind.dialect}`, () => {
    test("answered calls never exceed the quota; others return their share", async () => {
      const setup = await openTestNodes(kind);
      const db = interruptible(setup.db);
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(disturbed, { minLength: 15, maxLength: 60 }), async (steps) => {
          runs += 1;
          const run = new Run(db, `s${runs}`);
          for (const { command: step, fault } of steps) {
            await run.life(step.journal);
            if (fault === "commit") db.loseCommit();
            else db.failAfter(fault);
            try {
              await run.do(step);
            } catch (error) {
              if (!(error instanceof DatabaseUnavailable)) throw error;
            }
            db.failAfter(undefined);
            expect(run.answered).toBeLessThanOrEqual(most);
          }
          expect(await run.left()).toBe(most - run.answered);
        }),
        { numRuns: kind.dialect === "sqlite" ? 100 : 25 },
      );
      expect(await setup.db.all(sql`select * from quota_lease`)).toEqual([]);
      await setup.end();
    }, 180_000);
  });
