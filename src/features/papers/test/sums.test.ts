import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import type { Database } from "../../../database/database.ts";
import { issueCreditNote } from "../issue.ts";
import type { PaperBody } from "../paper-body.ts";
import { findPaper } from "../paper-rows.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { writeSetting } from "../parties/seller.ts";
import { quoteTax, Taxes } from "../parties/taxes.ts";
import { enterSeller, issueOne, now, seller, taxes } from "./issued.ts";

const later = Date.parse("2027-01-02T00:00:00Z");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`sums of papers on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.migrated();
      db = await fresh.open();
      await enterSeller(db);
    });
    afterAll(() => fresh?.end());

    const bodyOf = async (id: string) => JSON.parse((await findPaper(db, id))!.body) as PaperBody;

    test("half a minor unit of tax is rounded to the even one", async () => {
      for (const [net, tax] of [
        [50, 10],
        [150, 32],
        [250, 52],
        [350, 74],
        [9901, 2079],
        [9902, 2079],
        [9903, 2080],
      ] as const)
        expect([net, (await quoteTax(db, "rounded", net, "EUR")).taxMinor]).toEqual([net, tax]);
    });

    test("a quoted tax stays if the rates change before the invoice", async () => {
      const tax = await quoteTax(db, "quoted", 9900, "EUR");
      const rules = [{ countries: ["CZ"], tax: { rate: 2500, category: "S" } }];
      await writeSetting(db, "taxes", Taxes.parse({ ...taxes, rules }));
      const paid = { minor: 11_979, at: now, method: "Visa ending 4242" };
      const invoice = await issueOne(db, "quoted", 9900, { tax, paid });
      expect([invoice.taxMinor, invoice.grossMinor]).toEqual([2079, 11_979]);
      expect((await bodyOf(invoice.id)).vat_breakdown).toEqual([
        { category: "S", rate: 2100, taxable_minor: 9900, tax_minor: 2079, exemption_reason: null },
      ]);
      // Without a quote it has the rate of its moment; a credit note has that of its invoice.
      expect((await issueOne(db, "quoted", 9900)).taxMinor).toBe(2475);
      await enterSeller(db);
    });

    test("a credit note of a later year has numbers of that year, and corrects what was printed", async () => {
      await writeDetails(db, "acme", BillingDetailsRequest.parse({ company: "Acme", country: "CZ" }));
      const paid = { minor: 11_979, at: now, method: "Visa ending 4242" };
      const invoice = await issueOne(db, "acme", 9900, { paid, paymentId: "payment", dueAt: now });
      await writeDetails(db, "acme", BillingDetailsRequest.parse({ company: "Renamed", country: "US" }));
      const credit = (grossMinor: number) =>
        db.transaction((tx) =>
          issueCreditNote(tx, { corrects: invoice.id, grossMinor, reason: "Our fault", now: later }),
        );
      const note = await credit(5000);
      expect(note).toEqual({
        id: note.id,
        kind: "credit_note",
        number: "2027-0001",
        accountId: "acme",
        currency: "EUR",
        netMinor: 4132,
        taxMinor: 868,
        grossMinor: 5000,
        issuedAt: later,
        month: "2027-01",
        corrects: invoice.id,
      });
      const of = await bodyOf(invoice.id);
      expect(await bodyOf(note.id)).toEqual({
        ...of,
        number: "2027-0001",
        type_code: "381",
        issue_date: "2027-01-02",
        due_date: null,
        preceding_invoice: { number: invoice.number, issue_date: "2026-11-11" },
        lines: [
          {
            id: 1,
            name: `Credit for invoice ${invoice.number}`,
            description: "Our fault",
            quantity: 1,
            unit: "piece",
            unit_code: "H87",
            price_minor: 4132,
            base_quantity: 1,
            net_minor: 4132,
            vat_category: "S",
            vat_rate: 2100,
          },
        ],
        vat_breakdown: [
          { category: "S", rate: 2100, taxable_minor: 4132, tax_minor: 868, exemption_reason: null },
        ],
        totals: {
          lines_net_minor: 4132,
          net_minor: 4132,
          tax_minor: 868,
          gross_minor: 5000,
          paid_minor: 0,
          due_minor: 5000,
        },
        payment: null,
        note: "Our fault",
      });
      expect([of.buyer?.company, of.seller.name]).toEqual(["Acme", seller.name]);
      const rest = await credit(6979);
      expect([rest.number, rest.netMinor, rest.taxMinor]).toEqual(["2027-0002", 9900 - 4132, 2079 - 868]);
    });

    test("a paper of January has its number of the year of its issue, and its month of the supply", async () => {
      const invoice = await issueOne(db, "late", 100, {
        suppliedFrom: Date.parse("2026-12-31T23:00:00Z"),
        suppliedTo: Date.parse("2027-01-31T23:00:00Z"),
        timeZone: "Europe/Prague",
        now: later,
        dueAt: later + 14 * 86_400_000,
      });
      expect([invoice.number.slice(0, 4), invoice.month]).toEqual(["2027", "2026-12"]);
      const { period, issue_date, due_date } = await bodyOf(invoice.id);
      expect({ period, issue_date, due_date }).toEqual({
        // Its days are those of the buyer's zone.
        period: { start: "2027-01-01", end: "2027-02-01", time_zone: "Europe/Prague" },
        issue_date: "2027-01-02",
        due_date: "2027-01-16",
      });
    });
  });
