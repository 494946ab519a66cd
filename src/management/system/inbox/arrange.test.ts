import { expect, test } from "bun:test";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { arrange, bandOf, countRows } from "./arrange.ts";
import type { FoundItem } from "./node-findings.ts";

const now = Date.UTC(2026, 10, 27, 14, 20);

const item = (id: string, more: Partial<FoundItem> = {}): FoundItem => ({
  id,
  kind: "check",
  permission: "service.view",
  code: "check",
  found: id,
  consequence: "",
  action: { code: "open_check", object: null },
  node: null,
  ...more,
});

test("today is what refuses callers, keeps customers waiting or ends within a day", () => {
  const band = (more: Partial<FoundItem>) => bandOf(item("x", more), now);
  expect(band({ harm: "refused" })).toBe("today");
  expect(band({ harm: "waits", deadline: now + 90 * dayMs })).toBe("today");
  expect(band({ deadline: now + dayMs })).toBe("today");
  expect(band({ deadline: now - hourMs })).toBe("today");
  expect(band({ deadline: now + dayMs + 1 })).toBe("week");
  expect(band({ harm: "risk" })).toBe("week");
  expect(band({ deadline: now + 7 * dayMs })).toBe("week");
  expect(band({ deadline: now + 7 * dayMs + 1 })).toBe("later");
  expect(band({})).toBe("later");
});

test("in a band: refused callers, waiting customers, the nearest deadline, the larger sum, the older", () => {
  const euros = (minor: number) => ({ minor, currency: "EUR" });
  const given = [
    item("later"),
    item("risk", { harm: "risk", since: 2 }),
    item("older", { harm: "risk", since: 1 }),
    item("dear", { harm: "risk", cost: euros(9900) }),
    // ¥1,000 are 1,000, and €99.00 are 99.
    item("yen", { harm: "risk", cost: { minor: 1000, currency: "JPY" } }),
    item("soon", { deadline: now + 3 * dayMs }),
    item("soonest", { deadline: now + 2 * dayMs, cost: euros(1) }),
    item("waits", { harm: "waits", kind: "approval" }),
    item("waits dear", { harm: "waits", kind: "transfer", cost: euros(100) }),
    item("refused", { harm: "refused", kind: "errors" }),
  ];
  const spread = given.map((one, index) => ({ ...one, kind: kindsOf[index]! }));
  const order = arrange(spread, now).map(({ id }) => id);
  expect(order).toEqual([
    "refused",
    "waits dear",
    "waits",
    "soonest",
    "soon",
    "yen",
    "dear",
    "older",
    "risk",
    "later",
  ]);
  expect(arrange(spread.toReversed(), now).map(({ id }) => id)).toEqual(order);
});

/** Ten kinds, so that none has more than five. */
const kindsOf = [
  "check",
  "check",
  "backup",
  "dispute",
  "dispute",
  "unpaid",
  "unpaid",
  "approval",
  "transfer",
  "errors",
] as const;

const approvals = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    item(`approval.${index}`, {
      kind: "approval",
      harm: "waits",
      since: now - index * dayMs,
      account: `u${index}`,
      cost: { minor: 100, currency: "EUR" },
    }),
  );

test("six of a kind are one row with their number, their sum and the oldest time", () => {
  expect(arrange(approvals(5), now)).toHaveLength(5);
  const [row, ...others] = arrange(approvals(6), now);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    id: "approval",
    code: "approval_several",
    found: "6 approvals",
    count: 6,
    band: "today",
    since: now - 5 * dayMs,
    cost: { minor: 600, currency: "EUR" },
    values: { count: 6, minor: 600, currency: "EUR" },
    action: { code: "open_several", object: null },
  });
  expect(row).not.toHaveProperty("account");
});

test("one row has no sum of several currencies", () => {
  const dollars = item("d", { kind: "approval", cost: { minor: 1, currency: "USD" } });
  expect(arrange([...approvals(6), dollars], now)[0]).not.toHaveProperty("cost");
});

test("a row of several is as urgent as the first of them", () => {
  const later = Array.from({ length: 6 }, (_, index) => item(`check.${index}`));
  expect(arrange(later, now)[0]!.band).toBe("later");
  expect(arrange([...later, item("check.f", { harm: "risk" })], now)[0]!.band).toBe("week");
});

test("counts of the entries sum to the rows", () => {
  const rows = arrange([...approvals(6), item("a"), item("t", { kind: "transfer" })], now);
  const counts = countRows(rows);
  expect(counts).toEqual({ customers: 1, plans: 0, money: 1, calls: 0, apis: 0, data: 0, settings: 1 });
  expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(rows.length);
});
