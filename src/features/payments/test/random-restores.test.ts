import { describe, expect, test } from "bun:test";
import type { Point } from "../../../../test/decisions/world.ts";
import { type Account, kinds } from "../../../../test/harness.ts";
import { seeded } from "../../../../test/verify/model.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { type PaidWorld, startPaidWorld } from "./paid-world.ts";

interface StoredPayment {
  readonly id: string;
  readonly kind: string;
  readonly subscription_id: string;
  readonly period: number | null;
  readonly state: string;
  readonly provider: string;
  readonly received_minor: number;
  readonly refunded_minor: number;
}

const paymentsOf = ({ db }: PaidWorld) =>
  rowsOf<StoredPayment>(
    db,
    sql`select id, kind, subscription_id, period, state, provider, provider_ref, reference, minor, received_minor,
        refunded_minor, problem, paper_id, credited_minor from payment order by created_at, id`,
  );
const papersOf = ({ db }: PaidWorld) =>
  rowsOf<{ number: string }>(db, sql`select * from paper order by number`);
const transfersOf = ({ db }: PaidWorld) => rowsOf(db, sql`select * from payment_transfer order by id`);
/** What was bought. The periods of a plan that began in the gap begin again, later. */
const purchasesOf = ({ db }: PaidWorld) =>
  rowsOf(
    db,
    sql`select subscription_id, amount, removed from credit_grant where source = 'purchase'
      order by subscription_id, amount, removed`,
  );

const stored = async (world: PaidWorld) => ({
  payments: await paymentsOf(world),
  papers: await papersOf(world),
  transfers: await transfersOf(world),
  purchases: await purchasesOf(world),
});

/** One installation, its customers, and what random steps have made of them. */
class History {
  readonly world: PaidWorld;
  readonly random: () => number;
  readonly points: Point[] = [];
  /** What the bank has sent. */
  readonly received = new Map<string, number>();
  readonly #customers: { readonly account: Account; readonly id: string }[] = [];
  #number = 0;

  constructor(world: PaidWorld, random: () => number) {
    this.world = world;
    this.random = random;
  }

  one<T>(of: readonly T[]): T | undefined {
    return of[Math.floor(this.random() * of.length)];
  }

  /** A customer whom no restore takes away. */
  async join(): Promise<void> {
    const id = `s${++this.#number}`;
    this.#customers.push({ account: await this.world.subscriber(id), id });
  }

  async step(): Promise<void> {
    const { world, random } = this;
    const steps = [
      () => world.at(world.now() + Math.ceil(random() * 12) * dayMs),
      () => world.at(world.now() + hourMs),
      () => this.#buy("saved"),
      () => this.#buy("card"),
      () => this.#buy("transfer"),
      () => this.#refund(),
      () => this.#loseAnswers(),
      async () => void this.points.push(await world.point()),
    ];
    await this.one(steps)!();
  }

  async #buy(method: "saved" | "card" | "transfer"): Promise<void> {
    const { world } = this;
    const { account, id } = this.one(this.#customers)!;
    const asked = { subscription_id: id, kind: "package", package_id: "small", minor: 6050, method };
    const { status, body } = await world.as(account, "POST", "/payments", { currency: "EUR", ...asked });
    // Its plan has lapsed, or other payments are open.
    if (status === 409) return;
    const paid = body as { id: string; transfer: { reference: string } };
    if (method === "saved") await world.look();
    else if (method === "card") {
      if (this.random() < 0.8) await world.payPage(paid.id, this.random() < 0.7);
    } else await this.#receive(this.random() < 0.8 ? paid.transfer.reference : "without a reference");
  }

  async #receive(reference: string): Promise<void> {
    const bank_ref = `bank-${this.received.size}`;
    this.received.set(bank_ref, 6050);
    await this.world.operator("POST", "/payments/transfers", {
      bank_ref,
      reference,
      minor: 6050,
      currency: "EUR",
    });
  }

  async #refund(): Promise<void> {
    const paid = this.one((await paymentsOf(this.world)).filter(({ received_minor: minor }) => minor > 0));
    if (!paid) return;
    const left = paid.received_minor - paid.refunded_minor;
    if (left > 0)
      await this.world.operator("POST", `/payments/${paid.id}/refund`, {
        minor: 1 + Math.floor(this.random() * left),
        reason: "Random",
        ...(paid.provider === "manual" && { iban: "DE89 3704 0044 0532 0130 00" }),
      });
  }

  /** A charge is made, and its answer is lost until later. */
  async #loseAnswers(): Promise<void> {
    this.world.stripe.isLost = true;
    await this.#buy("saved");
    this.world.stripe.isLost = false;
  }
}

/** What must be true at any time, of money and papers. */
async function requireSound({ world, received }: History): Promise<void> {
  const { stripe } = world;
  const payments = await paymentsOf(world);
  const byId = new Map(payments.map((one) => [one.id, one]));
  const intents = [...stripe.intents.values()].filter(({ amount_received }) => amount_received > 0);
  const paid = intents.map(({ metadata }) => byId.get(metadata.payment_id!)!);
  // One charge of a payment, and one payment of a period.
  expect(new Set(paid).size).toBe(intents.length);
  const periods = payments
    .filter(
      ({ kind, state, received_minor }) => kind !== "package" && state !== "cancelled" && received_minor > 0,
    )
    .map(({ subscription_id, period }) => `${subscription_id} ${period}`);
  expect(periods).toEqual([...new Set(periods)]);
  expect(
    payments
      .filter(({ provider, received_minor }) => provider === "stripe" && received_minor > 0)
      .map(({ id, received_minor, refunded_minor }) => [id, received_minor, refunded_minor])
      .sort(),
  ).toEqual(
    intents
      .map(({ metadata, amount_received, latest_charge }) => [
        metadata.payment_id,
        amount_received,
        latest_charge!.amount_refunded,
      ])
      .sort() as never,
  );
  // Each transfer is there, matched or unmatched.
  const transfers = await rowsOf<{ ref: string; minor: number }>(
    world.db,
    sql`select provider_ref as ref, minor from payment_transfer order by created_at, id`,
  );
  expect(new Map(transfers.map(({ ref, minor }) => [ref, minor]))).toEqual(received);
  const numbers = (await papersOf(world)).map(({ number }) => number);
  const years = Map.groupBy(numbers, (number) => number.slice(0, 4));
  for (const [year, own] of years)
    expect(own).toEqual(own.map((_, at) => `${year}-${String(at + 1).padStart(4, "0")}`));
  const invoices = await rowsOf<{ payment: string }>(
    world.db,
    sql`select payment_id as payment from paper where kind = 'invoice'`,
  );
  expect(new Set(invoices.map(({ payment }) => payment)).size).toBe(invoices.length);
}

/** Settles what is open, so that two states can be compared. */
async function settle({ world }: History): Promise<void> {
  await world.at(world.now() + hourMs);
  await world.at(world.now() + hourMs);
}

/** Few in each run: a change of payments is tested with some twenty. */
const seeds = Number(process.env.VINGATE_TEST_SEEDS ?? 3);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`random restores of payments on ${kind.dialect}`, () => {
    for (let seed = 1; seed <= seeds; seed += 1)
      test(`after restore ${seed} money and papers are as before`, async () => {
        const world = await startPaidWorld(kind);
        const history = new History(world, seeded(seed));
        try {
          await history.join();
          await history.join();
          history.points.push(await world.point());
          for (let round = 0; round < 2; round += 1) {
            for (let step = 0; step < 12; step += 1) await history.step();
            // Otherwise charges are under way whose result is unknown.
            const isSettled = history.random() < 0.7;
            if (isSettled) await settle(history);
            const seen = await stored(world);
            await world.goBack(history.one(history.points)!);
            if (isSettled) expect(await stored(world)).toEqual(seen);
            expect((await papersOf(world)).slice(0, seen.papers.length)).toEqual(seen.papers);
            await settle(history);
            await requireSound(history);
          }
        } finally {
          await world.end();
        }
      });
  });
