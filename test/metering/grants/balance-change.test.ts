import { describe, expect, test } from "bun:test";
import { never } from "../../../src/base/clock.ts";
import { BalanceChange, newGrant } from "../../../src/metering/credits/grants/balance-change.ts";
import type { Balance, Grant, GrantSource } from "../../../src/metering/credits/grants/grant.ts";
import { firstHead, headAfter } from "../../../src/metering/credits/grants/ledger-chain.ts";

const now = 1_000_000;

const grantOf = (id: string, source: GrantSource, amount: number, more: Partial<Grant> = {}): Grant => ({
  ...newGrant(id, "s", source, amount, 0),
  ...more,
});

const balanceOf = (granted: number, more: Partial<Balance> = {}): Balance => ({
  subscriptionId: "s",
  unlimited: false,
  granted,
  remaining: granted,
  debt: 0,
  writtenOff: 0,
  used: 0,
  held: 0,
  asked: 0,
  end: { ledgerRows: 0, ledgerHead: "" },
  ...more,
});

const shown = ({ grants, balance, entries }: BalanceChange) => ({
  grants: grants.map(({ id, spent, expired, state }) => `${id} ${spent} ${expired} ${state}`),
  balance: [balance.granted, balance.remaining, balance.debt],
  entries: entries.map(({ grantId, delta, kind, left }) => `${grantId} ${delta} ${kind} ${left}`),
});

describe("a change of a balance", () => {
  test("assigns uses to what expires first, free before paid, then to the oldest, and to the cap last", () => {
    const grants = [
      grantOf("cap", "overage", 2, { expiresAt: now + 1 }),
      grantOf("b", "purchase", 2),
      grantOf("a", "purchase", 2),
      grantOf("free", "grant", 2),
      grantOf("trial", "trial", 2),
      grantOf("month", "period", 2, { expiresAt: now + 5 }),
      grantOf("soon", "purchase", 2, { expiresAt: now + 4 }),
    ];
    const change = new BalanceChange(balanceOf(14, { remaining: 1, used: 13 }), grants, now);
    change.cross();
    expect(shown(change)).toEqual({
      grants: ["soon", "month", "trial", "free", "a", "b"]
        .map((id) => `${id} 2 0 open`)
        .concat("cap 1 0 open"),
      balance: [14, 1, 0],
      entries: [],
    });
  });

  test("opens and closes grants at their boundary, and not a millisecond before", () => {
    const grants = [
      grantOf("old", "period", 5, { period: 1, expiresAt: now }),
      grantOf("new", "period", 7, { period: 2, startsAt: now, expiresAt: now + 9, state: "waiting" }),
    ];
    const before = new BalanceChange(balanceOf(5, { remaining: 3, used: 2 }), grants, now - 1);
    before.cross();
    expect([before.take(), shown(before)]).toEqual([
      false,
      { grants: ["old 2 0 open", "new 0 0 waiting"], balance: [5, 3, 0], entries: [] },
    ]);
    const at = new BalanceChange(balanceOf(5, { remaining: 3, used: 2 }), grants, now);
    at.cross();
    expect([at.take(), shown(at)]).toEqual([
      false,
      {
        grants: ["old 2 3 closed", "new 0 0 open"],
        balance: [9, 7, 0],
        entries: ["new 7 renewal 10", "old -3 expire 7"],
      },
    ]);
  });

  test("opens and expires each of three periods that were missed, oldest first", () => {
    const grants = [1, 2, 3].map((period) =>
      grantOf(`p${period}`, "period", period, {
        period,
        startsAt: now - 40 + period * 10,
        expiresAt: now - 20 + period * 10,
        state: "waiting",
      }),
    );
    const change = new BalanceChange(balanceOf(0), grants, now);
    change.cross();
    change.take();
    expect(shown(change)).toEqual({
      grants: ["p1 0 1 closed", "p2 0 2 closed", "p3 0 0 open"],
      balance: [3, 3, 0],
      entries: ["p1 1 renewal 1", "p2 2 renewal 3", "p3 3 renewal 6", "p1 -1 expire 5", "p2 -2 expire 3"],
    });
  });

  test("takes of a closing grant what no lease can have spent before, and the rest when they are empty", () => {
    const grants = [grantOf("old", "trial", 9, { expiresAt: now }), grantOf("kept", "grant", 9)];
    const change = new BalanceChange(
      balanceOf(18, { remaining: 12, held: 4, asked: 4, used: 2 }),
      grants,
      now,
    );
    change.cross();
    expect([change.take(), shown(change)]).toEqual([
      false,
      {
        grants: ["old 2 3 closing", "kept 0 0 open"],
        balance: [15, 9, 0],
        entries: ["old -3 expire 13"],
      },
    ]);
    Object.assign(change.balance, { held: 0, asked: 0, remaining: 13 });
    expect([change.take(), shown(change)]).toEqual([
      false,
      {
        grants: ["old 2 7 closed", "kept 0 0 open"],
        balance: [11, 9, 0],
        entries: ["old -3 expire 13", "old -4 expire 9"],
      },
    ]);
  });

  test("leases whose return is not requested must be, if they hold a part of what expires", () => {
    const change = new BalanceChange(
      balanceOf(4, { remaining: 1, held: 3 }),
      [grantOf("old", "trial", 4, { expiresAt: now })],
      now,
    );
    change.cross();
    expect([change.take(), shown(change).grants]).toEqual([true, ["old 0 1 closing"]]);
  });

  test("a cap takes over the rest of the former one, unless it is smaller", () => {
    const caps = (amount: number) => [
      grantOf("old", "overage", 9, { expiresAt: now }),
      grantOf("new", "overage", amount, { startsAt: now, expiresAt: never, state: "waiting" as const }),
    ];
    const change = new BalanceChange(balanceOf(9, { remaining: 2, held: 5, used: 2 }), caps(8), now);
    change.cross();
    expect([change.isClosing, change.take(), shown(change)]).toEqual([
      false,
      false,
      {
        grants: ["old 2 7 closed", "new 0 0 open"],
        balance: [10, 3, 0],
        entries: ["new 8 renewal 15", "old -7 expire 8"],
      },
    ]);
    const smaller = new BalanceChange(
      balanceOf(9, { remaining: 2, held: 5, asked: 5, used: 2 }),
      caps(6),
      now,
    );
    smaller.cross();
    expect([smaller.isClosing, smaller.take(), shown(smaller).grants]).toEqual([
      true,
      false,
      ["old 2 2 closing", "new 0 0 open"],
    ]);
  });

  test("calls before an expiry on a lease that is gone are paid by what it took, later ones are not", () => {
    const expired = [
      grantOf("cap", "overage", 5, { expired: 5, expiresAt: now, state: "closed" }),
      grantOf("a", "trial", 3, { expired: 2, spent: 1, expiresAt: now - 5, state: "closed" }),
      grantOf("b", "period", 4, { expired: 4, expiresAt: now, state: "closed" }),
    ];
    const calls = [
      { at: now - 6, credits: 1 },
      { at: now - 5, credits: 1 },
      { at: now, credits: 1 },
    ];
    const change = new BalanceChange(balanceOf(1, { remaining: 0, debt: 3, used: 4 }), [], now);
    change.giveBack(calls, expired);
    expect(shown(change)).toEqual({
      grants: ["a 2 1 closed", "b 1 3 closed", "cap 0 5 closed"],
      balance: [3, 0, 1],
      entries: ["a 1 expire -2", "b 1 expire -1"],
    });
  });

  test("a debt is paid by what remains; only without leases the rest is written off", () => {
    const change = new BalanceChange(balanceOf(5, { remaining: 2, debt: 3, held: 1, used: 5 }), [], now);
    change.payDebt();
    expect(shown(change)).toEqual({ grants: [], balance: [5, 0, 1], entries: [] });
    change.balance.held = 0;
    change.payDebt({ journalId: "j" });
    const { id: grantId } = change.grants[0]!;
    const row = { id: change.entries[0]!.id, at: now, grantId, delta: 1, kind: "write_off" } as const;
    const end = { ledgerRows: 1, ledgerHead: headAfter(firstHead("s"), row) };
    expect([change.balance, change.entries]).toEqual([
      balanceOf(6, { remaining: 0, used: 5, writtenOff: 1, end }),
      [
        {
          ...row,
          subscriptionId: "s",
          left: 1,
          end,
          journalId: "j",
          reason: "served on a lease that had expired",
        },
      ],
    ]);
  });

  test("removes credits in the order in which they are spent", () => {
    const grants = [grantOf("b", "purchase", 4), grantOf("a", "trial", 4)];
    const change = new BalanceChange(balanceOf(8), grants, now);
    change.cross();
    change.remove(5, "adjust", { reason: "r" });
    expect([change.grants.map(({ id, removed }) => `${id} ${removed}`), shown(change).entries]).toEqual([
      ["a 4", "b 1"],
      [" -5 adjust 3"],
    ]);
  });
});
