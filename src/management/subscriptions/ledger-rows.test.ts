import { expect, test } from "bun:test";
import fc from "fast-check";
import { dayMs, hourMs } from "../../base/durations.ts";
import { type DayUse, type LedgerRow, ledgerLines } from "./ledger-rows.ts";

const day = 20_000 * dayMs;
const row = (at: number, kind: LedgerRow["kind"], change: number, left: number): LedgerRow => ({
  id: `${kind} ${at}`,
  at,
  kind,
  change,
  reason: null,
  actor: null,
  left,
});
const use = (at: number, credits: number, hour = 9): DayUse => ({
  day: at,
  credits,
  lastHour: at + hour * hourMs,
});
const shown = (rows: LedgerRow[], days: DayUse[], unlimited = false) =>
  ledgerLines(rows, days, unlimited).map(({ at, kind, change, balance }) => [
    (at - day) / hourMs,
    kind,
    change,
    balance,
  ]);

test("use on the day of the grant follows the grant", () => {
  expect(shown([row(day + 8 * hourMs, "grant", 15, 15)], [use(day, 15)])).toEqual([
    [8, "grant", 15, 15],
    [9, "charge", -15, 0],
  ]);
});

test("a row of a day divides its use", () => {
  const rows = [
    row(day + 8 * hourMs, "grant", 15, 15),
    row(day + 9.5 * hourMs, "bump", 100, 105),
    row(day + 9.75 * hourMs, "set", -99, 3),
  ];
  expect(shown(rows, [use(day, 15, 10), use(day + dayMs, 1, 2)])).toEqual([
    [8, "grant", 15, 15],
    [9.5, "charge", -10, 5],
    [9.5, "bump", 100, 105],
    [9.75, "charge", -3, 102],
    [9.75, "set", -99, 3],
    [10, "charge", -2, 1],
    [26, "charge", -1, 0],
  ]);
});

test("what is written off precedes the use that it covers", () => {
  const rows = [row(day, "grant", 15, 15), row(day + 10 * hourMs, "write_off", 3, 0)];
  expect(shown(rows, [use(day, 18)])).toEqual([
    [0, "grant", 15, 15],
    [9, "charge", -15, 0],
    [10, "write_off", 3, 3],
    [10, "charge", -3, 0],
  ]);
});

test("calls that were applied after a row follow it", () => {
  const rows = [row(day, "grant", 15, 15), row(day + dayMs, "bump", 5, 18)];
  expect(shown(rows, [use(day, 4, 23)])).toEqual([
    [0, "grant", 15, 15],
    [23, "charge", -2, 13],
    [24, "bump", 5, 18],
    [24, "charge", -2, 16],
  ]);
});

test("unlimited credits have no balance", () => {
  expect(shown([row(day, "grant", 0, 0)], [use(day, 4)], true)).toEqual([
    [0, "grant", 0, null],
    [9, "charge", -4, null],
  ]);
  const metered = [row(day, "grant", 0, 0), row(day + dayMs, "adjust", 6, 2)];
  expect(shown(metered, [use(day, 4)])).toEqual([
    [0, "grant", 0, 0],
    [9, "charge", -4, null],
    [24, "adjust", 6, 2],
  ]);
});

test("a debt leaves nothing", () => {
  expect(shown([row(day, "grant", 15, 15)], [use(day, 18)])).toEqual([
    [0, "grant", 15, 15],
    [9, "charge", -18, 0],
  ]);
});

test("nothing makes no lines", () => expect(ledgerLines([], [], false)).toEqual([]));

type Step = { minutes: number; change: number } | { minutes: number; spent: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ minutes: fc.nat(3000), change: fc.integer({ min: -60, max: 60 }) }),
  fc.record({ minutes: fc.nat(3000), spent: fc.nat(20) }),
);

test("any history has its rows in order, true balances and every use", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let [at, left, spentInAll] = [day, 15, 0];
      const rows = [row(at, "grant", 15, 15)];
      const days = new Map<number, DayUse>();
      for (const one of steps) {
        at += one.minutes * 60_000 + 1;
        if ("change" in one) {
          const change = Math.max(one.change, -left);
          left += change;
          rows.push(row(at, "adjust", change, left));
        } else {
          const spent = Math.min(one.spent, left);
          if (spent === 0) continue;
          left -= spent;
          spentInAll += spent;
          const start = at - (at % dayMs);
          const credits = (days.get(start)?.credits ?? 0) + spent;
          days.set(start, { day: start, credits, lastHour: at - (at % hourMs) });
        }
      }
      const lines = ledgerLines(rows, [...days.values()], false);
      let balance = 0;
      for (const line of lines) {
        balance += line.change;
        expect(line.balance).toBe(balance);
        expect(balance).toBeGreaterThanOrEqual(0);
      }
      expect(balance).toBe(left);
      expect(lines.map((line) => line.at)).toEqual(lines.map((line) => line.at).sort((a, b) => a - b));
      const stored = lines.filter(({ id }) => id !== null);
      expect(stored.map(({ id, balance: after }) => [id, after])).toEqual(
        rows.map((one) => [one.id, one.left]),
      );
      const charges = lines.filter(({ kind }) => kind === "charge");
      expect(charges.every(({ change }) => change < 0)).toBe(true);
      expect(charges.reduce((sum, { change }) => sum - change, 0)).toBe(spentInAll);
    }),
    { numRuns: 500 },
  );
});
