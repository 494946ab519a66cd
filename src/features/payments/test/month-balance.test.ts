import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import Big from "big.js";
import { kinds } from "../../../../test/harness.ts";
import { monthRange } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { beginState } from "../watching/provider-state.ts";
import { isOwn, major, readAt, type SoldService, Sums, startSold } from "./sold-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the provider's balance by month on ${kind.dialect}`, () => {
    let sold: SoldService;
    let stripe: SoldService["stripe"];
    let tables: SoldService["tables"];
    beforeAll(async () => {
      sold = await startSold(kind);
      ({ stripe, tables } = sold);
    });
    afterAll(() => sold?.end());

    test("the sums of 13 months are the provider's balance, by month and currency", async () => {
      const closing = new Sums();
      for (const [month, rows] of tables) {
        for (const { kind, currency, gross, provider_id } of rows) {
          const isByCard =
            kind === "payment" || kind === "refund" ? provider_id!.startsWith("pi_") : isOwn(kind!);
          if (isByCard) closing.add(currency!, Big(gross!));
        }
        const balance = stripe.balance.before(monthRange(month).to / 1000);
        const kept = Object.entries(balance).map(
          ([currency, minor]) => [currency.toUpperCase(), major(minor, currency.toUpperCase())] as const,
        );
        const had = new Sums();
        for (const [currency, sum] of kept) had.add(currency, sum);
        expect([month, closing.shown]).toEqual([month, had.shown]);
      }
      expect(closing.size).toBe(4);
    });

    test("each movement of the balance is a fee, a payout, or of a payment", async () => {
      const { all } = stripe.balance;
      const rows = [...tables.values()].flat();
      const sumOf = (kind: string, currency: string) =>
        rows
          .filter((one) => one.kind === kind && one.currency === currency)
          .reduce((sum, { gross }) => sum.plus(gross!), Big(0))
          .toFixed(3);
      const isFee = (category: string) => ["fee", "network_cost", "tax"].includes(category);
      const isPayout = (category: string) => /^(payout|topup)/.test(category);
      for (const currency of ["EUR", "USD", "JPY", "KWD"]) {
        const own = all.filter((one) => one.currency === currency.toLowerCase());
        const minor = (of: (one: (typeof own)[number]) => number) =>
          major(
            own.reduce((sum, one) => sum + of(one), 0),
            currency,
          ).toFixed(3);
        expect(sumOf("fee", currency)).toBe(minor((one) => (isFee(one.category) ? one.amount : 0) - one.fee));
        expect(sumOf("payout", currency)).toBe(minor((one) => (isPayout(one.category) ? one.amount : 0)));
      }
      const failed = rows.filter(({ provider_id }) => provider_id === "po_2027-03_eur");
      expect(failed.map(({ date, kind, gross, method }) => [date, kind, gross, method])).toEqual([
        ["2027-03-30", "payout", "-500.03", "payout"],
        ["2027-04-03", "payout", "500.03", "payout failure"],
      ]);
      // A fee names its payment's reference, invoice and customer.
      const sale = rows.find(
        ({ kind, number, provider_id }) => kind === "payment" && number && provider_id!.startsWith("pi_de"),
      )!;
      const charge = all.find(
        ({ source }) => source && "charge" in source && source.of.id === sale.provider_id,
      )!;
      const fee = rows.find(({ provider_id }) => provider_id === charge.id)!;
      const { number, reference, buyer, customer_number } = sale;
      expect(fee).toMatchObject({
        kind: "fee",
        gross: major(-charge.fee, "EUR").toFixed(2),
        method: "charge",
        number,
        reference,
        buyer,
        customer_number,
      } as never);
      // What is exchanged leaves its currency and comes in another.
      const pair = rows.filter(({ kind, method }) => kind === "adjustment" && method === "Currency exchange");
      expect(new Set(pair.map(({ currency }) => currency))).toEqual(new Set(["EUR", "USD"]));
    });

    test("what is read again changes nothing, and what is listed late is read", async () => {
      const { database: db } = sold.service.app;
      const stored = () => db.all(sql`select * from payment_balance order by id`);
      const all = await stored();
      expect(all.length).toBe(stripe.balance.all.length);
      expect(await sold.readUntil(readAt + 60_000)).toBe(0);
      const newest = Math.max(...stripe.balance.all.map(({ created }) => created));
      stripe.balance.move({
        created: newest - 1800,
        type: "stripe_fee",
        category: "fee",
        currency: "eur",
        amount: -1,
      });
      expect(await sold.readUntil(readAt + 120_000)).toBe(1);
      expect(await sold.monthRows("2027-03")).toEqual(tables.get("2027-03")!);

      // As a restore leaves it: rows and the moment until which they were read are of before.
      const whole = await stored();
      const before = Date.UTC(2027, 4, 31, 12);
      await db.run(sql`delete from payment_balance where created_at > ${before}`);
      await db.run(sql`update payment_provider set balance_until = ${before}, balance_at = ${before}`);
      const cut = await sold.monthRows("2027-05");
      // The month is not over, so what its payments have in the balance is not known.
      expect([cut.some(({ kind }) => kind === "fee"), cut.some(({ kind }) => kind === "adjustment")]).toEqual(
        [true, false],
      );
      await sold.readUntil(readAt + 180_000);
      expect(await stored()).toEqual(whole);
      expect(await sold.monthRows("2027-05")).toEqual(tables.get("2027-05")!);

      // Two nodes at once.
      await db.run(sql`delete from payment_balance where created_at > ${before}`);
      await db.run(sql`update payment_provider set balance_until = ${before}`);
      await Promise.all([sold.readUntil(readAt + 200_000), sold.readUntil(readAt + 200_000)]);
      expect(await stored()).toEqual(whole);

      // Without the moment all is read again.
      await db.run(sql`delete from payment_provider`);
      await beginState(db, 0);
      await db.run(sql`delete from payment_balance where fee_minor > 100`);
      await sold.readUntil(readAt + 240_000);
      expect(await stored()).toEqual(whole);
    });
  });
