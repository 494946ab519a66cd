import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { day, periodsOf, rowsOf } from "../../billing/test/billed-service.ts";
import { faultsOf } from "./moved-sums.ts";
import { type PaidService, sold, startPaid } from "./paid-service.ts";

/** Thirteen periods from 31 January, and the end of the last one: of the last days of months, also in a leap year. */
const starts = [
  "2027-01-31",
  "2027-02-28",
  "2027-03-31",
  "2027-04-30",
  "2027-05-31",
  "2027-06-30",
  "2027-07-31",
  "2027-08-31",
  "2027-09-30",
  "2027-10-31",
  "2027-11-30",
  "2027-12-31",
  "2028-01-31",
  "2028-02-29",
] as const;
const months = starts.length - 1;
const sums = { net: 9900, tax: 2079, gross: 11_979 } as const;
const date = (at: number): string => new Date(at).toISOString().slice(0, 10);
const dayBefore = (of: string): string => date(day(of) - dayMs);
const daysAfter = (of: string, days: number): string => date(day(of) + days * dayMs);

/** Charges by the fake provider, with the keys under which they were requested. */
const charged = ({ stripe }: PaidService) => {
  const keys = stripe.asked
    .filter(({ method, path }) => method === "POST" && path === "/v1/payment_intents")
    .map(({ key }) => key);
  const intents = [...stripe.intents.values()].filter(({ metadata }) => metadata.period !== "0");
  return intents.map(({ created, amount_received: minor, status, metadata }, index) => ({
    on: date(created * 1000),
    minor,
    status,
    period: Number(metadata.period),
    key: keys[index],
  }));
};

const papersOf = ({ db }: PaidService) =>
  rowsOf<{ at: number }>(
    db,
    sql`select kind, number, month, net_minor as net, tax_minor as tax, gross_minor as gross, issued_at as at
      from paper order by number`,
  );

for (const kind of kinds)
  for (const way of kind.dialect === "sqlite" ? (["card", "slow debit"] as const) : (["slow debit"] as const))
    describe.skipIf(kind.missing)(`13 months from 31 January by ${way} on ${kind.dialect}`, () => {
      test("each period has its dates, its charge, its sums and its paper", async () => {
        const service = await startPaid(kind);
        try {
          await service.sell("growth", sold);
          await service.at(day(starts[0]));
          const { account } = await service.subscriber("s1");
          const debitDays = way === "card" ? 0 : 5;
          if (debitDays > 0) service.stripe.slow = { days: debitDays };
          for (const start of starts.slice(1, months)) {
            await service.at(day(start) - dayMs - 1000);
            await service.at(day(start) - dayMs);
            await service.at(day(start));
            await service.at(day(start) + 4 * dayMs);
          }
          await service.at(day(starts[months]!) - dayMs - 1000);

          expect(
            (await periodsOf(service.db, "s1")).map(({ number, starts_at, ends_at, state, price_minor }) => ({
              number,
              from: date(starts_at as number),
              to: date(ends_at as number),
              state,
              price_minor,
            })),
          ).toEqual(
            starts.slice(0, months).map((from, number) => ({
              number,
              from,
              to: starts[number + 1]!,
              state: "paid",
              price_minor: sums.net,
            })),
          );
          expect(charged(service)).toEqual(
            starts.slice(1, months).map((start, index) => ({
              on: dayBefore(start),
              minor: sums.gross,
              status: "succeeded",
              period: index + 1,
              key: `${account.userId}/s1/renewal/${index + 1}/1`,
            })),
          );
          expect(
            await rowsOf(
              service.db,
              sql`select kind, period, state, minor, received_minor as received, problem from payment order by created_at, id`,
            ),
          ).toEqual(
            starts.slice(0, months).map((_, period) => ({
              kind: "renewal",
              period,
              state: "paid",
              minor: sums.gross,
              received: sums.gross,
              problem: null,
            })),
          );
          // The invoice is of the day on which the money came.
          const paidOn = starts
            .slice(0, months)
            .map((start, period) => (period === 0 ? start : daysAfter(dayBefore(start), debitDays)));
          const numbers = new Map<string, number>();
          expect((await papersOf(service)).map((one) => ({ ...one, at: date(one.at) }))).toEqual(
            paidOn.map((at, period) => {
              const year = at.slice(0, 4);
              const number = (numbers.get(year) ?? 0) + 1;
              numbers.set(year, number);
              return {
                kind: "invoice",
                number: `${year}-${String(number).padStart(4, "0")}`,
                // That of the period, also if the money came in the next one.
                month: starts[period]!.slice(0, 7),
                ...sums,
                at,
              };
            }) as never,
          );
          const taken = [...service.stripe.intents.values()].reduce(
            (sum, one) => sum + one.amount_received,
            0,
          );
          expect(taken).toBe(months * sums.gross);
          expect(await faultsOf(service)).toEqual([]);
        } finally {
          await service.end();
        }
      });
    });
