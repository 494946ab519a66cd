import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { uuidv7 } from "../../src/base/ids.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { setActive } from "../../src/metering/credits/balance-states.ts";
import { bump } from "../../src/metering/credits/bump.ts";
import { closeJournal, expireJournal } from "../../src/metering/credits/close-journal.ts";
import { releaseCredits } from "../../src/metering/credits/release.ts";
import { findJournal, openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { CreditModel } from "./credit-model.ts";
import { type Interrupted, interruptible, repeat } from "./interruptible-database.ts";
import { callOf, grant, openTestNodes, start, totalsOf } from "./test-nodes.ts";

const journal = fc.constantFrom("j", "k", "l");
const few = fc.integer({ min: 0, max: 12 });

const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("open" as const), journal }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("acquire" as const),
      journal,
      need: few,
      amount: few,
      free: few,
      share: fc.constantFrom(1, 4, 6),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("spend" as const),
      journal,
      credits: fc.array(few, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("return" as const),
      journal,
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("close" as const, "expire" as const), journal }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("bump" as const), credits: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("active" as const), active: fc.boolean() }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** Each command with the fault that interrupts it. */
const disturbed = fc.record({
  command,
  fault: fc.option(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant("commit" as const)), { freq: 2 }),
});

let runs = 0;

/** The journals, subscription and figures of one run. */
class Run {
  readonly model: CreditModel;
  readonly subscriptionId: string;
  readonly #db: Interrupted;
  readonly #prefix: string;
  readonly #ops = new Map<string, number>();
  readonly #appliedSeqs = new Map<string, number>();
  #bumps = 0;

  constructor(db: Interrupted, credits: number) {
    runs += 1;
    this.#db = db;
    this.#prefix = `run${runs}`;
    this.subscriptionId = `${this.#prefix}-s`;
    this.model = new CreditModel(credits);
  }

  async do(step: Command): Promise<void> {
    const db = this.#db;
    const { model, subscriptionId } = this;
    if (step.kind === "bump") {
      this.#bumps += 1;
      const key = String(this.#bumps);
      const once = {
        id: uuidv7(start),
        subscriptionId,
        credits: step.credits,
        reason: null,
        actor: "t",
        at: start,
      };
      const made = await repeat(() => db.transaction((tx) => bump(tx, { ...once, idempotencyKey: key })));
      expect(made.remaining_after).toBe(model.bump(step.credits));
      return;
    }
    if (step.kind === "active") {
      await repeat(() => db.transaction((tx) => setActive(tx, subscriptionId, step.active)));
      model.active = step.active;
      return;
    }
    const id = `${this.#prefix}-${step.journal}`;
    const known = this.#appliedSeqs.has(id);
    if (step.kind === "open") {
      await repeat(() => openJournal(db, { journalId: id, node: "n", place: "p", at: start }));
      if (!known) model.open.add(id);
      if (!known) this.#appliedSeqs.set(id, 0);
      return;
    }
    if (!known) return;
    await this.#onJournal(step, id);
  }

  async #onJournal(step: Exclude<Command, { kind: "bump" | "active" | "open" }>, id: string): Promise<void> {
    const db = this.#db;
    const { model, subscriptionId } = this;
    const appliedSeq = this.#appliedSeqs.get(id)!;
    const op = (this.#ops.get(id) ?? 0) + 1;
    if (step.kind === "acquire") {
      const requests = [{ subscriptionId, op, need: step.need, amount: step.amount, free: step.free }];
      const got = await repeat(() =>
        acquireCredits(new OwnedJournals(db), id, { requests, share: step.share }),
      );
      expect(got === "fenced" ? got : got[0]!.amount).toBe(
        model.acquire(id, step.need, step.amount, step.free, step.share),
      );
      if (got !== "fenced") this.#ops.set(id, op);
    } else if (step.kind === "return") {
      if (op === 1) return;
      const amount = Math.floor(model.heldBy(id) * step.part);
      const got = await repeat(() =>
        releaseCredits(new OwnedJournals(db), id, [{ subscriptionId, op, amount }]),
      );
      expect(got === "fenced" ? got : got[0]!.held).toBe(model.releaseCredits(id, amount));
      if (got !== "fenced") this.#ops.set(id, op);
    } else if (step.kind === "spend") {
      const records = step.credits.map((credits, index) => ({
        seq: appliedSeq + 1 + index,
        call: callOf(subscriptionId, credits),
      }));
      await repeat(() => apply(db, { journalId: id, records, now: start }, writeUsage));
      model.spend(
        id,
        step.credits.reduce((sum, each) => sum + each, 0),
      );
      this.#appliedSeqs.set(id, appliedSeq + records.length);
    } else {
      const row = await findJournal(db, id).catch(() => findJournal(db, id));
      await repeat(() =>
        step.kind === "close"
          ? closeJournal(db, id, appliedSeq, start)
          : expireJournal(db, id, row!.commit_count, start),
      );
      model.end(id);
    }
  }
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the credit store on ${kind.dialect}, under any commands`, () => {
    test("matches a model in plain numbers under any commands", async () => {
      const setup = await openTestNodes(kind);
      const db = interruptible(setup.db);
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 40 }),
          fc.array(disturbed, { maxLength: 25 }),
          async (credits, all) => {
            const run = new Run(db, credits);
            await grant(setup.db, run.subscriptionId, credits);
            for (const { command: step, fault } of all) {
              if (fault === "commit") db.loseCommit();
              else db.failAfter(fault ?? undefined);
              await run.do(step);
              db.failAfter(undefined);
            }
            const { model } = run;
            expect(await totalsOf(setup.db, run.subscriptionId)).toMatchObject({
              granted: model.granted,
              used: model.used,
              remaining: model.remaining,
              written_off: model.writtenOff,
              debt: model.debt,
              held: model.heldInAll,
              logged: model.used,
              reported: model.used,
            });
          },
        ),
        { numRuns: kind.dialect === "sqlite" ? 500 : 60 },
      );
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });
  });
