import type { EinvoiceForm } from "../../einvoice/forms.ts";
import { einvoiceOf } from "../../einvoice/write.ts";
import { reverseCharge } from "../issued.ts";
import { bodyOf, credit } from "./bodies.ts";
import { brokenRules, type judgesOf } from "./judge.ts";

/** A change of an e-invoice and the rule that the judge must name for it. */
export interface Fault {
  readonly name: string;
  readonly rule: string;
  readonly judge: (typeof judgesOf)[EinvoiceForm][number];
  readonly of?: keyof typeof bodies;
  readonly find: string | RegExp;
  readonly put: string;
}

const bodies = {
  invoice: bodyOf(),
  credit: bodyOf(credit),
  reverse: bodyOf({}, { category: "AE", rate: 0, exemption_reason: reverseCharge }),
  outside: bodyOf({}, { category: "O", rate: 0, exemption_reason: "Not subject to VAT." }),
};

const cii = "en16931_cii";
const ubl = "en16931_ubl";
const germanCii = "xrechnung_cii";
const germanUbl = "xrechnung_ubl";
const total = "</ram:GrandTotalAmount>";

export const faults: readonly Fault[] = [
  {
    name: "a wrong sum with tax",
    rule: "BR-CO-15",
    judge: cii,
    find: `117.81${total}`,
    put: `117.82${total}`,
  },
  {
    name: "no buyer's reference",
    rule: "BR-DE-15",
    judge: germanUbl,
    find: element("cbc:BuyerReference"),
    put: "",
  },
  {
    name: "no reason for no tax",
    rule: "BR-AE-10",
    judge: ubl,
    of: "reverse",
    find: /<cbc:TaxExemptionReason.*Reason>/,
    put: "",
  },
  { name: "no specification", rule: "BR-01", judge: ubl, find: element("cbc:CustomizationID"), put: "" },
  { name: "no number", rule: "BR-02", judge: ubl, find: element("cbc:ID"), put: "" },
  { name: "no type", rule: "BR-04", judge: cii, find: /<ram:TypeCode>380<\/ram:TypeCode>/, put: "" },
  { name: "no currency", rule: "BR-05", judge: cii, find: element("ram:InvoiceCurrencyCode"), put: "" },
  {
    name: "no buyer's name",
    rule: "BR-07",
    judge: cii,
    find: "<ram:Name>Acme Fleet GmbH</ram:Name>",
    put: "",
  },
  {
    name: "a wrong sum of lines",
    rule: "BR-CO-10",
    judge: ubl,
    find: /99\.00(<\/cbc:LineExtensionAmount><cbc:Tax)/,
    put: "98.00$1",
  },
  {
    name: "a wrong sum that is due",
    rule: "BR-CO-16",
    judge: ubl,
    find: "117.81</cbc:PayableAmount>",
    put: "0.00</cbc:PayableAmount>",
  },
  {
    name: "a wrong rate",
    rule: "BR-CO-17",
    judge: cii,
    find: /19\.00(<\/ram:RateApplicablePercent><\/ram:ApplicableTradeTax><ram:Billing)/,
    put: "7.00$1",
  },
  {
    name: "a wrong category of a line",
    rule: "BR-Z-01",
    judge: ubl,
    find: /S(<\/cbc:ID>.{60,90}<\/cac:ClassifiedTaxCategory>)/,
    put: "Z$1",
  },
  {
    name: "a reason where tax applies",
    rule: "BR-S-10",
    judge: ubl,
    find: /(<\/cbc:Percent>)(<cac:TaxScheme>.{30,40}<\/cac:TaxCategory>)/,
    put: "$1<cbc:TaxExemptionReason>No</cbc:TaxExemptionReason>$2",
  },
  {
    name: "a VAT ID outside of VAT",
    rule: "BR-O-02",
    judge: cii,
    of: "outside",
    find: "</ram:SellerTradeParty>",
    put: '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">CZ12345679</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>',
  },
  { name: "a VAT ID without its country", rule: "BR-CO-09", judge: cii, find: '"VA">CZ', put: '"VA">' },
  {
    name: "no VAT ID of the seller",
    rule: "BR-S-02",
    judge: ubl,
    find: element("cac:PartyTaxScheme"),
    put: "",
  },
  {
    name: "an unknown country",
    rule: "BR-CL-14",
    judge: ubl,
    find: ">CZ</cbc:IdentificationCode>",
    put: ">XX</cbc:IdentificationCode>",
  },
  { name: "an unknown unit", rule: "BR-CL-23", judge: cii, find: /"MON"(>1<\/ram:Billed)/, put: '"MONTH"$1' },
  {
    name: "no number of the invoice that is credited",
    rule: "BR-55",
    judge: ubl,
    of: "credit",
    find: "<cbc:ID>2026-0048</cbc:ID>",
    put: "",
  },
  { name: "an end before the beginning", rule: "BR-29", judge: cii, find: ">20261211<", put: ">20261111<" },
  {
    name: "no account of a transfer",
    rule: "BR-61",
    judge: ubl,
    find: element("cac:PayeeFinancialAccount"),
    put: "",
  },
  { name: "three decimals", rule: "BR-DEC-14", judge: cii, find: `117.81${total}`, put: `117.810${total}` },
  {
    name: "an unknown scheme of an address",
    rule: "BR-CL-25",
    judge: ubl,
    find: 'schemeID="9930"',
    put: 'schemeID="9999"',
  },
  {
    name: "no contact of the seller",
    rule: "BR-DE-2",
    judge: germanCii,
    find: element("ram:DefinedTradeContact"),
    put: "",
  },
  { name: "a wrong IBAN", rule: "BR-DE-19", judge: germanCii, find: ">CZ65", put: ">CZ66" },
];

function element(name: string): RegExp {
  return new RegExp(`<${name}[ >].*?</${name}>`);
}

/** The rules that an e-invoice with a fault breaks. Throws if the fault changes nothing. */
export function rulesFor({ judge, of = "invoice", find, put }: Fault): string[] {
  const form: EinvoiceForm = judge.endsWith("ubl") ? "xrechnung_ubl" : "xrechnung_cii";
  const right = einvoiceOf(bodies[of], form);
  const wrong = right.replace(find, put);
  if (wrong === right) throw new Error(`${find} is not in the e-invoice`);
  return brokenRules(wrong, [judge]).map((rule) => rule.split(" ")[0]!);
}
