import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { issueCreditNote, type Paper, quoteTax, requireSeller } from "../issue.ts";
import { findPaper } from "../paper-rows.ts";
import { BillingDetailsRequest, requireCurrency, writeDetails } from "../parties/buyer.ts";
import { enterSeller, issueOne, now, reverseCharge, seller } from "./issued.ts";

const acme = {
  company: "Acme Fleet GmbH",
  name: "Irène Dubois",
  address: ["Hafenstraße 8"],
  postal_code: "20457",
  city: "Hamburg",
  country: "DE",
  tax_id: "DE123456788",
  order_reference: "PO-7718",
} as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`papers on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.migrated();
      db = await fresh.open();
    });
    afterAll(() => fresh?.end());

    const credit = (corrects: string, grossMinor: number) =>
      db.transaction(
        (tx) => issueCreditNote(tx, { corrects, grossMinor, reason: "Requested by customer", now }),
        { repeatable: true },
      );

    test("nothing is sold or issued before the seller's data are entered", async () => {
      const missing = { code: "conflict", detail: expect.stringContaining("the seller's data are missing") };
      await expect(requireSeller(db)).rejects.toMatchObject(missing);
      await expect(issueOne(db, "early", 100)).rejects.toMatchObject(missing);
      await enterSeller(db);
      await requireSeller(db);
    });

    test("an invoice keeps what is printed, and the terms of EN 16931", async () => {
      await writeDetails(db, "acme", BillingDetailsRequest.parse(acme));
      const paid = { minor: 9900, at: now, method: "Visa ending 4242" };
      const paper = await issueOne(db, "acme", 9900, { paid, paymentId: "payment" });
      expect(paper).toEqual({
        id: paper.id,
        kind: "invoice",
        number: "2026-0001",
        accountId: "acme",
        currency: "EUR",
        netMinor: 9900,
        taxMinor: 0,
        grossMinor: 9900,
        issuedAt: now,
        month: "2026-11",
        corrects: null,
      });
      const stored = await findPaper(db, paper.id);
      expect({ ...stored, body: "" }).toEqual({
        ...paper,
        body: "",
        series: "2026",
        subscriptionId: "growth-acme",
        paymentId: "payment",
      });
      expect(JSON.parse(stored!.body)).toEqual({
        format: "vingate-paper/v2",
        number: "2026-0001",
        type_code: "380",
        issue_date: "2026-11-11",
        due_date: null,
        currency: "EUR",
        order_reference: "PO-7718",
        buyer_reference: null,
        language: "en",
        period: { start: "2026-11-12", end: "2026-12-12", time_zone: "UTC" },
        preceding_invoice: null,
        seller: {
          ...seller,
          contact: null,
          phone: null,
          electronic_address: null,
          bank_text: null,
          payment_days: 14,
        },
        buyer: {
          company: "Acme Fleet GmbH",
          name: "Irène Dubois",
          address: ["Hafenstraße 8"],
          postal_code: "20457",
          city: "Hamburg",
          country: "DE",
          tax_id: "DE123456788",
          electronic_address: null,
          invoices_to: null,
        },
        account_id: "acme",
        subscription_id: "growth-acme",
        lines: [
          {
            id: 1,
            name: "Growth, 12 Nov to 12 Dec 2026",
            description: "15,000 credits, valid until 12 Jan 2027, subscription growth-acme",
            quantity: 1,
            unit: "month",
            unit_code: "MON",
            price_minor: 9900,
            base_quantity: 1,
            net_minor: 9900,
            vat_category: "AE",
            vat_rate: 0,
          },
        ],
        vat_breakdown: [
          { category: "AE", rate: 0, taxable_minor: 9900, tax_minor: 0, exemption_reason: reverseCharge },
        ],
        totals: {
          lines_net_minor: 9900,
          net_minor: 9900,
          tax_minor: 0,
          gross_minor: 9900,
          paid_minor: 9900,
          due_minor: 0,
        },
        payment: { at: "2026-11-11", method: "Visa ending 4242", minor: 9900 },
        note: null,
      });
    });

    test("country and tax ID decide the tax; without a country it is the seller's", async () => {
      const rateOf = async (id: string, more: object) => {
        await writeDetails(db, id, BillingDetailsRequest.parse({ company: "X", ...more }));
        const { rate, category, taxMinor, grossMinor } = await quoteTax(db, id, 9900, "EUR");
        return [rate, category, taxMinor, grossMinor];
      };
      expect(await rateOf("t1", { country: "DE", tax_id: "DE123456788" })).toEqual([0, "AE", 0, 9900]);
      expect(await rateOf("t2", { country: "DE" })).toEqual([1900, "S", 1881, 11_781]);
      expect(await rateOf("t3", { country: "CZ", tax_id: "CZ12345679" })).toEqual([2100, "S", 2079, 11_979]);
      expect(await rateOf("t4", { country: "US" })).toEqual([0, "O", 0, 9900]);
      expect((await quoteTax(db, "without details", 9900, "EUR")).rate).toBe(2100);
    });

    test("an account pays in one currency", async () => {
      const message = "This account pays in EUR, and cannot pay in USD.";
      const refusal = { code: "conflict", detail: expect.stringContaining(message) };
      await expect(issueOne(db, "acme", 100, { currency: "USD" })).rejects.toMatchObject(refusal);
      await expect(requireCurrency(db, "acme", "USD")).rejects.toMatchObject(refusal);
      await requireCurrency(db, "acme", "EUR");
    });

    test("a line with another amount, and more paid than due, are refused", async () => {
      const paid = { minor: 11_980, at: now, method: "Transfer" };
      await expect(issueOne(db, "paid", 9900, { paid })).rejects.toThrow(RangeError);
      await issueOne(db, "paid", 9900, { paid: { ...paid, minor: 11_979 } });
      const tax = await quoteTax(db, "paid", 9901, "EUR");
      await expect(issueOne(db, "paid", 9900, { tax })).rejects.toThrow(RangeError);
    });

    test("credit notes never exceed their invoice, and have its tax in any split", async () => {
      const invoice = await issueOne(db, "split", 9901);
      expect([invoice.netMinor, invoice.taxMinor, invoice.grossMinor]).toEqual([9901, 2079, 11_980]);
      const parts: Paper[] = [];
      for (const part of [1, 1, 1, 3333, 8643]) parts.push(await credit(invoice.id, part));
      await expect(credit(invoice.id, 2)).rejects.toMatchObject({
        code: "conflict",
        detail: `Of invoice ${invoice.number}, €0.01 can be credited, not €0.02. Nothing was changed.`,
      });
      parts.push(await credit(invoice.id, 1));
      const sum = (of: (paper: Paper) => number) => parts.reduce((all, paper) => all + of(paper), 0);
      expect([sum((one) => one.netMinor), sum((one) => one.taxMinor)]).toEqual([9901, 2079]);
      for (const part of parts) expect(part.netMinor + part.taxMinor).toBe(part.grossMinor);
      await expect(credit(invoice.id, 1)).rejects.toMatchObject({ code: "conflict" });
      await expect(credit(parts[0]!.id, 1)).rejects.toMatchObject({ code: "not_found" });
      const stored = JSON.parse((await findPaper(db, parts[0]!.id))!.body);
      expect(stored).toMatchObject({
        type_code: "381",
        preceding_invoice: { number: invoice.number, issue_date: "2026-11-11" },
        note: "Requested by customer",
        order_reference: null,
      });
    });

    test("an invoice has the reference and address of its buyer, and its credit note has them too", async () => {
      const routed = {
        buyer_reference: "04011000-12345-03",
        electronic_address: { scheme: "0204", id: "04011000-12345-03" },
      };
      await writeDetails(db, "routed", BillingDetailsRequest.parse({ ...acme, ...routed }));
      const invoice = await issueOne(db, "routed", 9900);
      await writeDetails(db, "routed", BillingDetailsRequest.parse(acme));
      const note = await credit(invoice.id, 900);
      for (const { id } of [invoice, note]) {
        const { buyer, buyer_reference } = JSON.parse((await findPaper(db, id))!.body);
        expect({ buyer_reference, electronic_address: buyer.electronic_address }).toEqual(routed);
        expect(buyer.buyer_reference).toBeUndefined();
      }
    });

    test("each year has numbers of its own", async () => {
      const next = Date.parse("2027-01-01T00:00:00Z");
      expect((await issueOne(db, "year", 1, { now: next })).number).toBe("2027-0001");
      expect((await issueOne(db, "year", 1, { now: next - 1 })).number.slice(0, 4)).toBe("2026");
      await db.run(sql`update paper_counter set last = 9999 where series = '2027'`);
      expect((await issueOne(db, "year", 1, { now: next })).number).toBe("2027-10000");
    });
  });
