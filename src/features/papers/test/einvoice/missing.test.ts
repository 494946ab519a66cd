import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EinvoiceForm, forms } from "../../einvoice/forms.ts";
import { missingOf } from "../../einvoice/missing.ts";
import { einvoiceOf } from "../../einvoice/write.ts";
import type { PaperBody } from "../../paper-body.ts";
import { acme, bodyOf, credit, line, seller } from "./bodies.ts";

/** The terms that a paper lacks, by form: `BT-41 seller.contact`. Forms that it is complete in are left out. */
function lacks(body: PaperBody): Partial<Record<EinvoiceForm, string[]>> {
  const found = forms.map((form) => [
    form,
    missingOf(body, form).map((one) => `${one.term} ${one.of}.${one.member}`),
  ]);
  return Object.fromEntries(found.filter(([, terms]) => terms!.length > 0));
}

/** An own member of v2 is absent in papers of v1. */
function asOfV1(body: PaperBody): PaperBody {
  const { buyer_reference: _reference, language: _language, seller: issuer, buyer, ...rest } = body;
  const { contact: _contact, phone: _phone, electronic_address: _from, ...before } = issuer;
  const { electronic_address: _to, ...known } = buyer!;
  return {
    ...rest,
    format: "vingate-paper/v1",
    seller: before as typeof seller,
    buyer: known as typeof acme,
  };
}

const both = (terms: string[]) => ({ xrechnung_cii: terms, xrechnung_ubl: terms });
const all = (terms: string[]) => ({ en16931_cii: terms, ...both(terms), peppol: terms });
const addresses = ["BT-34 seller.electronic_address", "BT-49 buyer.electronic_address"];
const at = (country: string, tax_id: string, more: Partial<typeof seller> = {}) => ({
  ...seller,
  country,
  tax_id,
  ...more,
});
const outside = { category: "O", rate: 0, exemption_reason: "Not subject to VAT." } as const;

const cases: readonly (readonly [name: string, body: PaperBody, lacks: object])[] = [
  ["a whole paper lacks nothing", bodyOf(), {}],
  [
    "a paper of v1 lacks what v2 brought",
    asOfV1(bodyOf()),
    {
      ...both([...addresses, "BT-10 buyer.buyer_reference", "BT-41 seller.contact", "BT-42 seller.phone"]),
      peppol: addresses,
    },
  ],
  ["a paper whose buyer is removed lacks it", bodyOf({ buyer: null }), all(["BG-7 buyer.name"])],
  [
    "names of blanks are none",
    bodyOf({
      seller: { ...seller, name: " ", city: "\u0001" },
      buyer: { ...acme, company: " ", name: null },
      lines: [line({ name: "\u0002" })],
    }),
    {
      ...all(["BT-153 paper.lines", "BT-27 seller.name", "BT-44 buyer.company"]),
      ...both(["BT-153 paper.lines", "BT-27 seller.name", "BT-44 buyer.company", "BT-37 seller.city"]),
    },
  ],
  ["a paper without lines lacks them", bodyOf({ lines: [] }), all(["BG-25 paper.lines"])],
  ["dinars have a decimal too many", bodyOf({ currency: "KWD" }), all(["BT-5 paper.currency"])],
  [
    "reverse charge needs the buyer's VAT ID",
    bodyOf(
      { buyer: { ...acme, tax_id: null } },
      { category: "AE", rate: 0, exemption_reason: "Reverse charge." },
    ),
    all(["BT-48 buyer.tax_id"]),
  ],
  ["a rate of 0 is not standard", bodyOf({}, { rate: 0 }), all(["BT-118 paper.vat_breakdown"])],
  [
    "an exemption needs its reason",
    bodyOf({}, { category: "E", rate: 0 }),
    all(["BT-120 paper.vat_breakdown"]),
  ],
  [
    "tax needs the seller's tax ID",
    bodyOf({ seller: { ...seller, tax_id: null } }),
    all(["BT-31 seller.tax_id"]),
  ],
  [
    "an export needs a VAT ID, not another tax ID",
    bodyOf({ seller: at("US", "12-3456789") }, { category: "G", rate: 0, exemption_reason: "Export." }),
    all(["BT-31 seller.tax_id"]),
  ],
  [
    "outside of VAT a registration identifies the seller",
    bodyOf({ seller: { ...seller, registration: null } }, outside),
    all(["BT-30 seller.registration"]),
  ],
  [
    "the rest of the tax of yen differs from its rate",
    bodyOf({
      ...credit,
      currency: "JPY",
      lines: [line({ price_minor: 0 })],
      vat_breakdown: [{ category: "S", rate: 1900, taxable_minor: 0, tax_minor: 1, exemption_reason: null }],
    }),
    all(["BT-117 paper.vat_breakdown"]),
  ],
  [
    "Germany needs the parties' places",
    bodyOf({
      seller: { ...seller, postal_code: null, email: null, phone: "Ext. 12" },
      buyer: { ...acme, city: null, postal_code: " " },
    }),
    both([
      "BT-38 seller.postal_code",
      "BT-42 seller.phone",
      "BT-43 seller.email",
      "BT-52 buyer.city",
      "BT-53 buyer.postal_code",
    ]),
  ],
  [
    "Peppol takes an order reference for the buyer's",
    bodyOf({ buyer_reference: null }),
    both(["BT-10 buyer.buyer_reference"]),
  ],
  [
    "Peppol needs one of the references",
    bodyOf({ buyer_reference: null, order_reference: " " }),
    { ...both(["BT-10 buyer.buyer_reference"]), peppol: ["BT-10 buyer.buyer_reference"] },
  ],
  [
    "Peppol does not transport by e-mail",
    bodyOf({ buyer: { ...acme, electronic_address: { scheme: "EM", id: "a@acme.example" } } }),
    { peppol: ["BT-49 buyer.electronic_address"] },
  ],
  [
    "a scheme in no list is no address",
    bodyOf({ buyer: { ...acme, electronic_address: { scheme: "9999", id: "1" } } }),
    {
      ...both(["BT-49 buyer.electronic_address"]),
      peppol: ["BT-49 buyer.electronic_address"],
    },
  ],
  [
    "Greek invoices are registered first",
    bodyOf({ seller: at("GR", "EL123456783") }),
    { peppol: ["BT-1 paper.number"] },
  ],
  [
    "Danish parties have no transfer in crowns",
    bodyOf({
      seller: at("DK", "DK12345674"),
      buyer: { ...acme, country: "DK", tax_id: null },
      currency: "DKK",
    }),
    { peppol: ["BT-81 paper.currency"] },
  ],
  [
    "Dutch parties need an account for what is due",
    bodyOf({
      seller: at("NL", "NL123456782B12", { iban: null, bic: null }),
      buyer: { ...acme, country: "NL", tax_id: null },
    }),
    { peppol: ["BT-84 seller.iban"] },
  ],
  [
    "Swedish sellers have Swedish rates",
    bodyOf({ seller: at("SE", "SE123456789701") }),
    { peppol: ["BT-119 paper.vat_breakdown"] },
  ],
  [
    "Icelandic parties have numbers in a register",
    bodyOf({ seller: at("IS", "IS12345"), buyer: { ...acme, country: "IS", tax_id: null } }),
    { peppol: ["BT-30 seller.registration", "BT-47 buyer.tax_id"] },
  ],
];

for (const [name, body, expected] of cases)
  test(name, () => {
    expect(lacks(body)).toEqual(expected as ReturnType<typeof lacks>);
    for (const form of forms)
      if (missingOf(body, form).length > 0) expect(() => einvoiceOf(body, form)).toThrow(RangeError);
  });

test("IDs of Peppol are compared with their check digits", () => {
  const isComplete = (scheme: string, id: string) =>
    missingOf(bodyOf({ buyer: { ...acme, electronic_address: { scheme, id } } }), "peppol").length === 0;
  const right = [
    ["0007", "5560360793"],
    ["0088", "7300010000001"],
    ["0151", "51824753556"],
    ["0184", "DK12345674"],
    ["0192", "974760673"],
    ["0208", "0202239951"],
  ] as const;
  for (const [scheme, id] of right) {
    expect([scheme, isComplete(scheme, id)]).toEqual([scheme, true]);
    expect([scheme, isComplete(scheme, `${id.slice(0, -1)}x`)]).toEqual([scheme, false]);
    const other =
      scheme === "0184" ? "DK1234567" : id.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    expect([scheme, other, isComplete(scheme, other)]).toEqual([scheme, other, false]);
  }
});

test("what is missing is said in a sentence", () => {
  expect(missingOf(bodyOf({ seller: { ...seller, contact: null } }), "xrechnung_ubl")).toEqual([
    { term: "BT-41", of: "seller", member: "contact", text: "The seller's contact is missing." },
  ]);
});

test("a rounded line of yen has the price of the whole line", () => {
  const rounded = line({
    unit: "credits",
    unit_code: "C62",
    quantity: 12_345,
    price_minor: 990,
    base_quantity: 1000,
  });
  const xmlIn = (currency: string) => einvoiceOf(bodyOf({ currency, lines: [rounded] }), "peppol");
  expect(xmlIn("JPY")).toContain(
    '<cbc:PriceAmount currencyID="JPY">12222</cbc:PriceAmount><cbc:BaseQuantity unitCode="C62">12345</cbc:BaseQuantity>',
  );
  expect(xmlIn("EUR")).toContain(
    '<cbc:PriceAmount currencyID="EUR">9.90</cbc:PriceAmount><cbc:BaseQuantity unitCode="C62">1000</cbc:BaseQuantity>',
  );
});

test("names keep what XML can contain", () => {
  const company = ' "A" & <B>\u0000\u001f\u0085\ud800\ufffe 🚚 שלום\u202e\r\nend ';
  expect(einvoiceOf(bodyOf({ buyer: { ...acme, company } }), "peppol")).toContain(
    "<cbc:RegistrationName>&quot;A&quot; &amp; &lt;B&gt; 🚚 שלום\u202e\nend</cbc:RegistrationName>",
  );
});

/** One element a line. */
const byLine = (xml: string): string => xml.replaceAll("><", ">\n<");

// The schemas of Factur-X 1.0 (EN 16931) and of UBL 2.1 accept these files: the order of elements is theirs.
const written: readonly (readonly [file: string, form: EinvoiceForm, body: PaperBody])[] = [
  [
    "invoice.cii.xml",
    "xrechnung_cii",
    bodyOf({
      note: "Thank you & <welcome>",
      seller: {
        ...seller,
        address: ["Dlouhá 12", "Dvůr 3", "Budova 4", "Patro 5"],
        bank_text: "Name the number.",
      },
    }),
  ],
  ["credit-note.ubl.xml", "peppol", bodyOf({ ...credit, language: "de", buyer: { ...acme, company: null } })],
  [
    "paid.ubl.xml",
    "xrechnung_ubl",
    bodyOf(
      { due_date: null, payment: { at: "2026-11-12", method: "Visa ending 4242", minor: 9900 } },
      { category: "AE", rate: 0, exemption_reason: "Reverse charge." },
    ),
  ],
];

for (const [file, form, body] of written)
  test(`${file} is written`, () => {
    const kept = readFileSync(join(import.meta.dir, "written", file), "utf8");
    expect(byLine(einvoiceOf(body, form))).toBe(kept);
  });
