import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { camt, dkb, type MadePayment, type MadeRow } from "./bank-files.ts";
import { type Bank, type Imported, startBank } from "./bank-service.ts";

const iban = "DE02120300000000202051";

/** The lines of an import with what they are in another format. */
const short = ({ lines }: Imported) =>
  lines.map(({ outcome, note, transfer_id, other_line }) => [
    outcome,
    note,
    transfer_id !== null,
    other_line,
  ]);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a booking in two formats on ${kind.dialect}`, () => {
    let bank: Bank;
    beforeAll(async () => {
      bank = await startBank(kind);
    });
    afterAll(() => bank.service.end());

    let day = 1;
    /** The same bookings as both formats have them, on a day of their own. */
    function both(payments: readonly Omit<MadePayment, "day">[]) {
      const on = `2026-11-${String(day++).padStart(2, "0")}`;
      const rows = payments.map(
        ({ amount, text = [], sender, iban: from }): MadeRow => ({
          day: on.split("-").toReversed().join("."),
          amount: amount.replace(".", ","),
          text: text.join(" "),
          ...(sender !== undefined && { sender }),
          ...(from !== undefined && { iban: from }),
        }),
      );
      const entries = payments.map((one, at) => ({ ...one, day: on, ref: `${on}-${at}` }));
      return { csv: dkb(rows), entries };
    }

    test("what was imported as CSV is not received as CAMT.053, and the other way round", async () => {
      const { id, reference } = await bank.due();
      const { csv, entries } = both([
        { amount: "60.50", text: [`Rechnung ${reference}`, "Müller"], sender: "Müller GmbH", iban },
        { amount: "77.00", text: ["gift for the house"] },
      ]);
      expect((await bank.done(csv)).counts).toMatchObject({ matched: 1, unknown: 1 });
      const before = await bank.stored();
      const [paid, gift] = entries;
      const file = camt({
        entries: [
          { ...paid!, text: [`RECHNUNG ${reference} MUELLER`], sender: "MUELLER GMBH", endToEnd: "E2E-1" },
          gift!,
        ],
      });
      for (const query of ["?dry_run=true", ""]) {
        const shown = await bank.done(file, query);
        expect(short(shown)).toEqual([
          ["known", "other_format", true, 6],
          ["known", "other_format", true, 7],
        ]);
        expect(shown.lines[0]!.payment_id).toBe(id);
      }
      expect(await bank.stored()).toEqual(before);
      const other = both([{ amount: "78.00", text: ["gift for the garden"] }]);
      await bank.done(camt({ entries: other.entries }));
      expect(short(await bank.done(other.csv))).toEqual([["known", "other_format", true, 1]]);
      // An operator who has compared them receives both.
      const more = both([{ amount: "79.00", text: ["gift for the kitchen"] }]);
      await bank.done(camt({ entries: more.entries }));
      expect(short(await bank.done(more.csv, "?alike=record"))).toEqual([["unknown", null, true, null]]);
      expect(short(await bank.done(more.csv))).toEqual([["known", "recorded", true, null]]);
    });

    test("of two equal bookings one was imported, and the other is received", async () => {
      const same = { amount: "31.00", text: ["the same text"] };
      const { csv, entries } = both([same]);
      await bank.done(csv);
      const two = camt({ entries: [...entries, { ...entries[0]!, ref: "second" }] });
      expect(short(await bank.done(two))).toEqual([
        ["known", "other_format", true, 6],
        ["unknown", null, true, null],
      ]);
      // By the bank's IDs, a third one in another file is another booking, and the first two are known.
      const third = camt({ entries: [{ ...entries[0]!, ref: "third" }] });
      expect(short(await bank.done(third))).toEqual([["unknown", null, true, null]]);
      expect(short(await bank.done(two))).toEqual([
        ["known", "recorded", true, null],
        ["known", "recorded", true, null],
      ]);
    });

    test("another account, sender, text, day or sum is other money", async () => {
      const one = { amount: "41.00", text: ["rent of the hall"], iban };
      const { csv, entries } = both([one]);
      await bank.done(csv);
      const [entry] = entries as [(typeof entries)[number]];
      const others: readonly (MadePayment & { readonly account?: string })[] = [
        { ...entry, account: "DE75512108001245126199" },
        { ...entry, iban: "DE02100100100006820101" },
        { ...entry, text: ["rent of the garage"] },
        { ...entry, day: "2026-11-30" },
        { ...entry, amount: "41.01" },
        { ...entry, currency: "USD" },
        { ...entry, text: [] as string[], iban: "" },
      ];
      for (const { account, ...made } of others) {
        const file = camt({ entries: [{ ...made, ref: "other" }], ...(account && { account }) });
        expect([made, short(await bank.done(file, "?dry_run=true"))]).toEqual([
          made,
          [["unknown", null, false, null]],
        ]);
      }
      expect(short(await bank.done(camt({ entries })))).toEqual([["known", "other_format", true, 6]]);
    });
  });
