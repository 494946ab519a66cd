import { expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { dayAfter, dayBefore, dayOf, monthRange } from "../days/calendar.ts";
import { openState } from "../days/proof-state.ts";
import { classOf } from "../format/lines.ts";

test("a call's class is what was charged first, then its status", () => {
  for (const [status, credits, callClass] of [
    [200, 1, "charged"],
    [404, 1, "charged"],
    [304, 2, "charged"],
    [404, 0, "not_found"],
    [422, 0, "invalid"],
    [401, 0, "refused"],
    [402, 0, "refused"],
    [403, 0, "refused"],
    [429, 0, "refused"],
    [499, 0, "free"],
    [500, 0, "error"],
    [503, 0, "error"],
    [200, 0, "free"],
    [304, 0, "free"],
  ] as const)
    expect([status, credits, classOf(status, credits)]).toEqual([status, credits, callClass]);
});

test("a month has all its days, and no other", () => {
  for (const [month, days] of [
    ["2026-11", 30],
    ["2026-12", 31],
    ["2027-02", 28],
    ["2028-02", 29],
  ] as const) {
    const { from, to } = monthRange(month);
    expect([month, (to - from) / 86_400_000, dayOf(from), dayOf(to - 1).slice(0, 7)]).toEqual([
      month,
      days,
      `${month}-01`,
      month,
    ]);
  }
  expect([dayAfter("2026-12-31"), dayBefore("2027-03-01")]).toEqual(["2027-01-01", "2027-02-28"]);
});

for (const kind of kinds)
  test.skipIf(kind.missing)(`the present day is the first that is proved, on ${kind.dialect}`, async () => {
    const fresh = await kind.migrated();
    const db = await fresh.open();
    const opened = { cutDay: "2026-11-20", leafDay: "2026-11-20", epoch: 0, restored: null };
    expect({ ...(await openState(db, Date.parse("2026-11-21T00:00:00Z"))) }).toEqual(opened);
    // Later processes find it.
    expect({ ...(await openState(db, Date.parse("2026-11-25T23:59:59Z"))) }).toEqual(opened);
    await fresh.end();
  });
