import { kinds } from "../../../../../test/database/databases.ts";
import { sql } from "../../../../database/sql.ts";
import type { PaperBody } from "../../paper-body.ts";
import { reverseCharge } from "../issued.ts";
import { enterRates, generateMonths, randomOf } from "../months.ts";
import { acme, seller } from "./bodies.ts";

type Tax = readonly [category: string, reason: string | null];

/** The categories of a rate of 0. */
const untaxed: readonly Tax[] = [
  ["Z", null],
  ["Z", "Zero-rated."],
  ["E", "Small business, section 19 UStG."],
  ["AE", reverseCharge],
  ["G", "Export."],
  ["O", "Not subject to VAT."],
];

const sellers: readonly PaperBody["seller"][] = [
  seller,
  { ...seller, iban: null, bic: null, registration: "HRB 1 & <2>", address: ["a", "b", "c", "d"] },
  {
    ...seller,
    name: "Datenhaus GmbH",
    country: "DE",
    tax_id: "DE123456788",
    iban: "DE89 3704 0044 0532 0130 00",
    bank_text: "Name the number.",
  },
  { ...seller, name: "Data ApS", country: "DK", tax_id: "DK12345674", iban: null, bic: null },
  { ...seller, name: "Data BV", country: "NL", tax_id: "NL123456782B12", registration: "12345678" },
  { ...seller, name: "Data Srl", country: "IT", tax_id: "IT12345670017" },
  { ...seller, name: "Data AB", country: "SE", tax_id: "SE123456789701", registration: "556-1" },
  { ...seller, name: "Data, Inc.", country: "US", tax_id: "12-3456789", registration: "Delaware 77" },
];

const buyers: readonly NonNullable<PaperBody["buyer"]>[] = [
  acme,
  { ...acme, company: null, name: "Ada Byron", invoices_to: null },
  { ...acme, company: "Πελάτης \"A\" & <B> 'C'", country: "GR", tax_id: "EL123456783" },
  { ...acme, company: "حساب العميل", name: "שלום\u202E abc", country: "AE", tax_id: "100123456700003" },
  { ...acme, company: "Fleet 🚚👩‍🔧\u0001\u001F\uFFFE\uD800 Oy\r\nAb", country: "FI", tax_id: "FI12345671" },
  { ...acme, country: "NL", tax_id: "NL123456782B12", address: [" ", "\u00a0Kade 1 "] },
  { ...acme, country: "IT", electronic_address: { scheme: "0088", id: "7300010000001" } },
];

/** With two digits, and with none. */
const currencies = ["EUR", "EUR", "USD", "CZK", "JPY", "HUF"] as const;

/**
 * Papers whose sums come from generated months, their credit notes and what takes those back, with generated parties,
 * taxes, currencies and payments. The same for the same seed.
 */
export async function generatedBodies(papers: number, seed: number): Promise<PaperBody[]> {
  const fresh = await kinds[0]!.migrated();
  const db = await fresh.open();
  await enterRates(db);
  await generateMonths(db, Math.ceil(papers * 0.6), seed);
  const rows = await db.all<{ body: string }>(sql`select body from paper order by number limit ${papers}`);
  await fresh.end();
  const random = randomOf(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  return rows.map(({ body }) => generatedOf(JSON.parse(body) as PaperBody, one));
}

function generatedOf(body: PaperBody, one: <T>(of: readonly T[]) => T): PaperBody {
  const [breakdown] = body.vat_breakdown;
  const { rate } = breakdown!;
  const [category, reason] =
    rate === 0
      ? one(untaxed)
      : one<Tax>([
          ["S", null],
          ["S", "At 1.19."],
        ]);
  const isCredit = body.type_code === "381";
  const isTakenBack = isCredit && one([true, false, false]);
  const gross = body.totals.gross_minor;
  const paid = isCredit && !isTakenBack ? 0 : one([0, gross, Math.floor(gross / 2)]);
  const method = one(["Transfer", "Visa ending 4242", "Card ending ????", "SEPA debit", "Card"]);
  return {
    ...body,
    type_code: isTakenBack ? "380" : body.type_code,
    due_date: isCredit || paid === gross ? null : one([null, "2026-12-01"]),
    currency: one(currencies),
    order_reference: one([null, "PO 4711", "a & b"]),
    buyer_reference: "04011000-12345-03",
    language: one(["en", "de", "es"]),
    period: { ...body.period, end: one([null, body.period.end, body.period.start]) },
    seller: one(sellers),
    buyer: one(buyers),
    lines: body.lines.map((line) => ({
      ...line,
      name: one([line.name, "Zeile “1” <b> & \u0000x", "חבילה"]),
      description: one(["", line.description]),
      vat_category: category,
    })),
    vat_breakdown: [{ ...breakdown!, category, exemption_reason: reason }],
    totals: { ...body.totals, paid_minor: paid, due_minor: gross - paid },
    payment: paid === 0 ? null : { at: body.issue_date, method, minor: paid },
    note: one([body.note, null, "Two\nlines"]),
  };
}
