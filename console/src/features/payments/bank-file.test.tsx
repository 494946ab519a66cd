import { expect, test } from "bun:test";
import { attach, choose, press } from "../../../../test/console/dom/act.ts";
import { cells, text } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { BankFile } from "./bank-file.tsx";
import type { ImportedTransfers } from "./payment-queries.ts";

setUp();

const route = "POST /payments/transfers/import";
type Line = ImportedTransfers["lines"][number];

const line = (more: Partial<Line>): Line => ({
  line: 2,
  outcome: "matched",
  note: null,
  day: "2026-11-20",
  minor: 6050,
  currency: "EUR",
  reference: "VK7Q2M9XWTA",
  sender: "ACME",
  payment_id: null,
  transfer_id: null,
  refund_id: null,
  other_line: null,
  proposals: [],
  ...more,
});
const lines = [
  line({ payment_id: "p1" }),
  line({
    line: 3,
    outcome: "proposed",
    note: "less",
    minor: 2000,
    proposals: [
      {
        payment_id: "p2",
        account_id: "ada",
        description: "Growth",
        due_minor: 6050,
        currency: "EUR",
        reasons: ["reference"],
      },
    ],
  }),
  line({ line: 4, outcome: "unknown", sender: "", reference: "" }),
  line({ line: 5, outcome: "known", note: "recorded", payment_id: "p3" }),
  line({ line: 6, outcome: "ignored", note: "debit", minor: -500 }),
];
const imported = (more: Partial<ImportedTransfers> = {}): ImportedTransfers => ({
  dry_run: true,
  format: "csv",
  columns: [],
  question: null,
  counts: { matched: 1, proposed: 1, unknown: 1, known: 1, ignored: 1 },
  lines,
  refused: [{ line: 7, reason: '"x" is no day' }],
  ...more,
});

async function open() {
  respond("get", "/users/", [user()]);
  await show(<BankFile />, { as: operator(), at: "/money/bank-file" });
}
const give = () => attach("File", new File(["Datum;Betrag"], "umsaetze.csv"));

test("a file is shown with what becomes of each line, and recorded with one press", async () => {
  answer(route, () => json(imported()));
  await open();
  await give();
  expect(
    cells("Lines of the file")
      .slice(1)
      .map(([, ...rest]) => rest),
  ).toEqual([
    ["€60.50", "without a reference", "Unknown"],
    [
      "€20.00",
      "ACME VK7Q2M9XWTA",
      "Proposed Less than is due Ada Byron, Growth: The text has its reference; €60.50 is due",
    ],
    ["€60.50", "ACME VK7Q2M9XWTA", "Matched"],
    ["€60.50", "ACME VK7Q2M9XWTA", "Recorded before The line was imported before"],
    ["-€5.00", "ACME VK7Q2M9XWTA", "Not received Paid out"],
  ]);
  expect(cells("Lines that cannot be read").slice(1)).toEqual([["7", '"x" is no day']]);
  await press("Record 3 transfers");
  expect(sent(route).map(({ query }) => query)).toEqual([{ dry_run: "true" }, { unknown: "record" }]);
  expect(toast()).toBe("1 transfer matched");
  expect(address()).toBe("/money");
});

test("a line that has paid out a refund notes it as sent", async () => {
  const refund = line({
    outcome: "proposed",
    note: "refund",
    minor: -2000,
    refund_id: "r1",
    payment_id: "p1",
  });
  answer(route, () => json(imported({ lines: [refund], refused: [] })));
  await open();
  await give();
  expect(text()).toContain("The file has nothing new.");
  expect(text()).toContain("Proposed A refund that you have not noted as sent");
  const noting = "POST /payments/refunds/{id}/sent";
  answer(noting, () => json({}));
  await press("Note €20.00 as sent");
  expect(sent(noting).map(({ path, body }) => [path, body])).toEqual([
    ["/payments/refunds/r1/sent", { sent_at: "2026-11-20T00:00:00Z" }],
  ]);
  expect(text()).toContain("Noted as sent");
});

test("what another format had is recorded only if its button says so", async () => {
  const known = line({ outcome: "known", note: "other_format", other_line: 7 });
  answer(route, () => json(imported({ lines: [known], refused: [] })));
  await open();
  await give();
  expect(text()).toContain("Recorded before A file of another format had it Already imported as line 7");
  await press("Record 1 of another format as new, too");
  expect(sent(route).at(-1)!.query).toEqual({ unknown: "record", alike: "record" });
});

test("unknown money can be left out", async () => {
  answer(route, () => json(imported()));
  await open();
  await give();
  await press("Record without 1 unknown");
  expect(sent(route)[1]!.query).toEqual({ unknown: "leave" });
});

test("a file without anything new cannot be recorded", async () => {
  answer(route, () => json(imported({ lines: lines.slice(3), refused: [] })));
  await open();
  await give();
  expect(text()).toContain("The file has nothing new.");
});

test("what the file does not show is asked for, one after another", async () => {
  const columns = ["Wann", "Wieviel", "Was"].map((name) => ({ name, members: [] }));
  const questions = ["map", "dates", "decimals", "currency"] as const;
  answer(route, ({ query }) => {
    const needs = questions.find((one) => query[one] === undefined);
    return json(imported({ columns, question: needs ? { needs, text: `Say ${needs}.` } : null }));
  });
  await open();
  await give();
  expect(text()).toContain("Say map.");
  expect(text()).toContain("Choose the day and the amount.");
  await choose("Booked on", "Wann");
  await choose("Amount", "Wieviel");
  await press("Read the file");
  await press("The day is first");
  await press("Comma");
  await press("Read the file");
  expect(sent(route).at(-1)!.query).toEqual({
    map: '{"day":"Wann","amount":"Wieviel"}',
    dates: "day_first",
    decimals: "comma",
    currency: "EUR",
    dry_run: "true",
  });
  await press("Record 3 transfers");
  expect(sent(route).at(-1)!.query).toMatchObject({ dates: "day_first", currency: "EUR", unknown: "record" });
});

test("why a file cannot be read is shown", async () => {
  refuse(route, 400, "The file cannot be read: it is empty. Nothing was recorded.");
  await open();
  await give();
  expect(text()).toContain("The file cannot be read: it is empty. Nothing was recorded.");
});
