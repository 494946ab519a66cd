import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Fresh } from "../../../../test/database/databases.ts";
import { embedded } from "../../../../test/harness.ts";
import { type ReadPdf, readPdf } from "../../../../test/pdf/read-pdf.ts";
import type { Database } from "../../../database/database.ts";
import { einvoiceOf } from "../einvoice/write.ts";
import { type InvoiceRequest, issueCreditNote, type PaperLine } from "../issue.ts";
import { findPaper } from "../paper-rows.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { renderPaper } from "../pdf/render-paper.ts";
import { enterSeller, issueNamed, lineOf, now, requestOf, reverseCharge } from "./issued.ts";

let fresh: Fresh;
let db: Database;
beforeAll(async () => {
  fresh = await embedded[0]!.migrated();
  db = await fresh.open();
  await enterSeller(db);
});
afterAll(() => fresh?.end());

const acme = {
  company: "Acme Fleet GmbH",
  name: "Irène Dubois",
  address: ["Hafenstraße 8"],
  postal_code: "20457",
  city: "Hamburg",
  country: "DE",
  tax_id: "DE123456788",
  order_reference: "PO-7718",
};
const monthly = lineOf(9900);
const beyond = lineOf(800, {
  text: "Beyond credits, 12 Oct to 12 Nov 2026",
  detail: "€8.00 per 1,000 credits",
  quantity: 0,
  unit: "credits",
  per: 1000,
});
const paid = { minor: 9900, at: now, method: "Visa ending 4242" };

async function drawn(id: string): Promise<Uint8Array> {
  const { body, issuedAt } = (await findPaper(db, id))!;
  return renderPaper({ body, issuedAt, publicUrl: "https://api.test", font: undefined });
}

/** Issues an invoice to a buyer, and reads its PDF. */
async function issued(
  account: string,
  details: object,
  lines: readonly PaperLine[],
  more: Partial<InvoiceRequest> = {},
): Promise<{ readonly pdf: ReadPdf; readonly id: string; readonly number: string }> {
  // As they are stored: earlier versions took names of several lines.
  const plain = BillingDetailsRequest.parse({ company: "Acme", country: "DE" });
  await writeDetails(db, account, { ...plain, company: null, ...details });
  const { id, number } = await db.transaction((tx) => issueNamed(tx, requestOf(account, lines, more)));
  return { pdf: readPdf(await drawn(id)), id, number };
}

test("an invoice shows all that it says, and contains its JSON", async () => {
  const { pdf, id, number } = await issued("acme", acme, [monthly, beyond], { paid });
  expect(pdf.pages).toEqual([
    [
      "Lotdata s.r.o.",
      "Dlouhá 12, 110 00 Praha 1, Czechia",
      "VAT ID CZ12345679, reg. C 98765, Praha",
      "billing@lotdata.example",
      "Acme Fleet GmbH",
      "Irène Dubois",
      "Hafenstraße 8",
      "20457 Hamburg",
      "Germany",
      "VAT ID DE123456788",
      "Your reference: PO-7718",
      "Account acme",
      "Invoice",
      number,
      "Issued",
      "11 Nov 2026",
      "Supplied",
      "12 Nov 2026 to 12 Dec 2026",
      "Currency",
      "EUR",
      "Paid",
      "11 Nov 2026, Visa ending 4242",
      `Invoice ${number}: €99.00, paid`,
      "Lines",
      "No.",
      "Description",
      "Quantity",
      "Price",
      "VAT",
      "Amount",
      "1",
      "Growth, 12 Nov to 12 Dec 2026",
      "15,000 credits, valid until 12 Jan 2027, subscription",
      "growth-acme",
      "1 month",
      "99.00",
      "0%",
      "99.00",
      "2",
      "Beyond credits, 12 Oct to 12 Nov 2026",
      "€8.00 per 1,000 credits",
      "0 credits",
      "8.00 / 1,000",
      "0%",
      "0.00",
      "Net",
      "€99.00",
      "VAT 0% of €99.00",
      "€0.00",
      "Total",
      "€99.00",
      "Paid on 11 Nov 2026",
      "−€99.00",
      "Due",
      "€0.00",
      `${reverseCharge} EN 16931 category AE.`,
      "Payment",
      "Nothing to pay. By transfer, next time: Lotdata s.r.o., IBAN CZ65 0800 0000 1920 0014 5399, BIC GIBACZPX, reference the",
      "invoice number.",
      `Invoice ${number}`,
      "Credits are counted by Vingate. Check at https://api.test/console/verify",
      "Page 1 of 1",
    ],
  ]);
  const { body } = (await findPaper(db, id))!;
  const einvoice = einvoiceOf(JSON.parse(body), "en16931_cii");
  expect(pdf.files.map(({ bytes }) => bytes.toString())).toEqual([body, einvoice]);
  expect(pdf.filespecs[0]).toContain(`/F (paper-${number}.json)`);
  expect(pdf.xmp).toContain("<pdfaid:part>3</pdfaid:part>");
});

test("the same paper gives the same bytes", async () => {
  const { id } = await issued("acme", acme, [monthly]);
  expect(Buffer.compare(await drawn(id), await drawn(id))).toBe(0);
});

test("an unpaid invoice says what to pay, until when and where", async () => {
  const dueAt = now + 14 * 86_400_000;
  const { pdf, number } = await issued("due", { ...acme, tax_id: null }, [monthly], { dueAt });
  expect(pdf.pages[0]).toContain(`Invoice ${number}: €117.81, due on 25 Nov 2026`);
  expect(pdf.pages[0]).toContain("VAT 19% of €99.00");
  expect(pdf.pages[0]!.join(" ")).toContain(
    `To pay: €117.81 until 25 Nov 2026. By transfer: Lotdata s.r.o., IBAN CZ65 0800 0000 1920 0014 5399, BIC GIBACZPX, reference ${number}.`,
  );
});

test("a credit note names its invoice and the reason", async () => {
  const invoice = await issued("acme", acme, [monthly], { paid });
  const note = await db.transaction((tx) =>
    issueCreditNote(tx, { corrects: invoice.id, grossMinor: 3000, reason: "Our fault", now }),
  );
  const [page] = readPdf(await drawn(note.id)).pages;
  expect(page).toContain(`Credit note ${note.number}: €30.00 back`);
  expect(page).toContain(`Invoice ${invoice.number} of 11 Nov 2026`);
  expect(page!.slice(page!.indexOf("Reason"))[1]).toBe("Our fault");
  expect(page).not.toContain("Due");
});

test("many lines go on below the head of the table on further pages", async () => {
  const lines = Array.from({ length: 120 }, (_, index) => lineOf(index, { text: `Line ${index + 1}.` }));
  const { pdf } = await issued("many", acme, lines);
  const texts = pdf.pages.flat();
  expect(texts.filter((text) => /^Line \d+\.$/.test(text))).toEqual(lines.map(({ text }) => text));
  expect(pdf.pages.length).toBeGreaterThan(3);
  for (const page of pdf.pages.slice(1, -1)) expect(page[1]).toBe("No.");
});

test("500 characters of Latin, Greek and Cyrillic are whole", async () => {
  const characters = [
    ...range(0xa1, 0xac),
    ...range(0xae, 0x17f),
    ...range(0x391, 0x3a1),
    ...range(0x3a3, 0x3ce),
  ]
    .concat(range(0x400, 0x4ff))
    .slice(0, 500)
    .map((code) => String.fromCodePoint(code));
  expect(characters).toHaveLength(500);
  const { pdf } = await issued("letters", acme, [lineOf(1, { text: characters.join("") })]);
  expect(pdf.pages.flat().join("")).toContain(characters.join(""));
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

test("hostile texts are drawn as plain ones, at any length", async () => {
  const hostile = "A\r\nB\u202eC 🚗 \u0007<script>";
  const details = { company: hostile, name: hostile, address: [hostile], city: "Hamburg", country: "DE" };
  const long = "Donaudampfschiff ".repeat(600).slice(0, 10_000).trim();
  const { pdf } = await issued("hostile", details, [lineOf(1, { text: hostile, detail: long })]);
  expect(pdf.pages[0]!.filter((text) => text === "A BC □ <script>")).toHaveLength(4);
  const texts = pdf.pages.flat().filter((text) => text.startsWith("Donau") || text.startsWith("dampf"));
  expect(texts.join(" ")).toBe(long);
  expect(pdf.pages.length).toBeGreaterThan(2);
  const [page] = (await issued("wide", { company: "W".repeat(200), country: "DE" }, [monthly])).pdf.pages;
  expect(page!.filter((text) => /^W+$/.test(text)).join("")).toBe("W".repeat(200));
});
