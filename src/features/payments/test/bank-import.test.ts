import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { day, rowsOf } from "../../billing/test/billed-service.ts";
import { camt, type MadePayment, type MadeRow, n26 } from "./bank-files.ts";
import { type Bank, type Line, short, startBank } from "./bank-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`files of banks on ${kind.dialect}`, () => {
    let bank: Bank;
    beforeAll(async () => {
      bank = await startBank(kind);
    });
    afterAll(() => bank.service.end());

    test("a statement is shown, recorded, and changes nothing again", async () => {
      const [exact, split, wrong, part] = [
        await bank.due(),
        await bank.due(),
        await bank.due(),
        await bank.due(),
      ];
      const near =
        wrong.reference.slice(0, 5) + (wrong.reference[5] === "K" ? "M" : "K") + wrong.reference.slice(6);
      const entries: readonly MadePayment[] = [
        { amount: "60.50", text: [`invoice ${exact.reference.toLowerCase()}, thanks`], ref: "A1" },
        { amount: "60.50", text: [split.reference.slice(0, 4), split.reference.slice(4)], ref: "A2" },
        { amount: "60.50", text: [near], ref: "A3" },
        { amount: "20.00", text: [part.reference], ref: "A4" },
        { amount: "70.00", text: [part.reference], ref: "A5" },
        { amount: "60.50", text: [part.reference], ref: "A6", currency: "USD" },
        { amount: "60.50", text: [part.reference], ref: "A7", direction: "DBIT" },
        { amount: "60.50", text: [part.reference], ref: "A8", status: "PDNG" },
        { amount: "60.50", text: [part.reference], ref: "A9", reversal: true },
        {
          amount: "1234.00",
          text: ["interest"],
          ref: "A10",
          sender: "A bank",
          iban: "DE02120300000000202051",
        },
        { amount: "60.50", text: [`${wrong.reference} ${part.reference}`], ref: "A11" },
      ];
      const file = camt({ entries });
      const before = await bank.stored();
      const shown = await bank.done(file, "?dry_run=true");
      expect(short(shown)).toEqual([
        ["matched", null, exact.id, []],
        ["matched", null, split.id, []],
        [
          "proposed",
          null,
          null,
          [
            [wrong.id, 6050, "similar_reference amount"],
            [part.id, 6050, "amount"],
          ],
        ],
        ["proposed", "less", null, [[part.id, 6050, "reference"]]],
        ["proposed", "more", null, [[part.id, 6050, "reference"]]],
        ["unknown", "currency", null, []],
        ["ignored", "debit", null, []],
        ["ignored", "pending", null, []],
        ["unknown", "reversal", null, []],
        ["unknown", null, null, []],
        [
          "proposed",
          "several",
          null,
          [
            [wrong.id, 6050, "reference amount"],
            [part.id, 6050, "reference amount"],
          ],
        ],
      ]);
      expect(shown.counts).toEqual({ matched: 2, proposed: 4, unknown: 3, known: 0, ignored: 2 });
      expect(await bank.stored()).toEqual(before);
      expect(await bank.stateOf(exact.id)).toEqual(["pending", 0]);

      const recorded = await bank.done(file);
      expect(recorded.counts).toEqual(shown.counts);
      expect(await bank.stateOf(exact.id)).toEqual(["paid", 6050]);
      expect(await bank.stateOf(split.id)).toEqual(["paid", 6050]);
      expect(await bank.stateOf(part.id)).toEqual(["pending", 0]);
      const rows = (await bank.stored()).slice(before.length);
      expect(
        rows.map(({ minor, currency, payment_id, state }) => [minor, currency, payment_id, state]),
      ).toEqual([
        [6050, "EUR", exact.id, "matched"],
        [6050, "EUR", split.id, "matched"],
        [6050, "EUR", null, "unmatched"],
        [2000, "EUR", null, "unmatched"],
        [7000, "EUR", null, "unmatched"],
        [6050, "USD", null, "unmatched"],
        [6050, "EUR", null, "unmatched"],
        [123_400, "EUR", null, "unmatched"],
        [6050, "EUR", null, "unmatched"],
      ]);
      expect(rows[7]).toMatchObject({
        reference: "interest",
        sender: "A bank",
        sender_account: "DE02120300000000202051",
        received_at: day("2026-11-20"),
      });

      const again = await bank.done(file);
      expect(again.counts).toEqual({ matched: 0, proposed: 0, unknown: 0, known: 9, ignored: 2 });
      // An overlapping statement, of another version.
      const later = camt({
        version: 2,
        id: "S2",
        entries: [{ amount: "5.00", text: ["new"], ref: "B1" }, ...entries],
      });
      expect((await bank.done(later)).counts).toEqual({
        matched: 0,
        proposed: 0,
        unknown: 1,
        known: 9,
        ignored: 2,
      });
      expect((await bank.stored()).length).toBe(before.length + 10);
      expect(await bank.stateOf(exact.id)).toEqual(["paid", 6050]);

      const listed = await bank.service.operator("GET", "/payments/transfers?state=unmatched&page_size=100");
      const ofPart = (listed.body as { minor: number; proposals: Line["proposals"] }[]).find(
        ({ minor }) => minor === 2000,
      );
      expect(ofPart!.proposals.map(({ payment_id, reasons }) => [payment_id, reasons])).toEqual([
        [part.id, ["reference"]],
      ]);
      await bank.cancel(wrong.id, part.id);
    });

    test("two equal payments on one day are two, also in a later file", async () => {
      const row: MadeRow = { day: "2026-11-20", amount: "31.00", text: "same", sender: "Same" };
      const two = { matched: 0, proposed: 0, unknown: 2, known: 0, ignored: 0 };
      expect((await bank.done(n26([row]))).counts).toEqual({ ...two, unknown: 1 });
      expect((await bank.done(n26([row, row]))).counts).toEqual({ ...two, unknown: 1, known: 1 });
      expect((await bank.done(n26([{ ...row, day: "2026-11-19" }, row, row]))).counts).toEqual({
        ...two,
        unknown: 1,
        known: 2,
      });
      expect((await bank.stored()).filter(({ minor }) => minor === 3100).length).toBe(3);
    });

    test("two lines for one payment pay it once", async () => {
      const { id, reference } = await bank.due();
      const entries = ["C1", "C2"].map((ref) => ({ amount: "60.50", text: [reference], ref }));
      const recorded = await bank.done(camt({ entries }));
      expect(recorded.lines.map(({ outcome, note }) => [outcome, note])).toEqual([
        ["matched", null],
        ["unknown", "named_twice"],
      ]);
      expect(await bank.stateOf(id)).toEqual(["paid", 6050]);
      const late = await bank.done(camt({ entries: [{ amount: "60.50", text: [reference], ref: "C3" }] }));
      expect(short(late)).toEqual([["unknown", "paid", null, []]]);
    });

    test("an import is audited, and only for operators who decide payments", async () => {
      const entries = await rowsOf(
        bank.service.db,
        sql`select after from audit_log where action = 'transfer.import' order by at, id limit 1`,
      );
      expect(JSON.parse(String(entries[0]!.after))).toEqual({
        format: "camt.053",
        matched: 2,
        proposed: 4,
        unknown: 3,
        known: 0,
        ignored: 2,
        refused: 0,
      });
      expect((await bank.customer.ask("POST", "/payments/transfers/import")).status).toBe(403);
    });
  });
