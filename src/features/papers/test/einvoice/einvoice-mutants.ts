import type { Mutant } from "../../../../../test/mutants/mutant.ts";

const folder = "src/features/papers/einvoice";
const missing = "src/features/papers/test/einvoice/missing.test.ts";
const judged = "src/features/papers/test/einvoice/judged.test.ts";

/** Bugs of e-invoices, and of what papers lack of them. */
export const einvoiceMutants: readonly Mutant[] = [
  {
    bug: "the period of an e-invoice ends a day late",
    file: `${folder}/terms.ts`,
    find: ".subtract({ days: 1 })",
    replace: "",
    test: missing,
    named: "invoice.cii.xml is written",
  },
  {
    bug: "an e-invoice outside of VAT has VAT IDs",
    file: `${folder}/terms.ts`,
    find: 'body.vat_breakdown.some(({ category }) => category === "O") ? null : vatId;',
    replace: "body.vat_breakdown.length === 0 ? null : vatId;",
    test: judged,
    named: "an invoice of zero that is outside of VAT",
  },
  {
    bug: "an e-invoice escapes no ampersand",
    file: `${folder}/xml.ts`,
    find: '/[&<>"]/g',
    replace: '/[<>"]/g',
    test: missing,
    named: "names keep what XML can contain",
  },
  {
    bug: "an e-invoice contains control characters",
    file: `${folder}/xml.ts`,
    find: '.replace(unwritable, "")',
    replace: "",
    test: missing,
    named: "names keep what XML can contain",
  },
  {
    bug: "a rounded line of yen keeps the price of its unit",
    file: `${folder}/terms.ts`,
    find: "return isExact || digitsOf(body.currency) > 0",
    replace: "return isExact || digitsOf(body.currency) >= 0",
    test: missing,
    named: "a rounded line of yen",
  },
  {
    bug: "a card is written as another means",
    file: `${folder}/terms.ts`,
    find: "/^\\d{4}$/.test(card.digits)",
    replace: "/^\\d{5}$/.test(card.digits)",
    test: missing,
    named: "paid.ubl.xml is written",
  },
  {
    bug: "an e-invoice is written without what it lacks",
    file: `${folder}/write.ts`,
    find: "if (first) throw",
    replace: "if (first?.text === body.number) throw",
    test: missing,
    named: "a rate of 0 is not standard",
  },
  {
    bug: "Peppol does without both references",
    file: `${folder}/peppol.ts`,
    find: "!body.buyer_reference?.trim() && !body.order_reference?.trim()",
    replace: "!body.buyer_reference && !body.order_reference",
    test: missing,
    named: "Peppol needs one of the references",
  },
  {
    bug: "an export is written with another tax ID",
    file: `${folder}/missing.ts`,
    find: '(category !== "G" && seller.taxNumber !== null)',
    replace: "seller.taxNumber !== null",
    test: missing,
    named: "an export needs a VAT ID",
  },
];
