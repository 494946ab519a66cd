import type { BodyLine, PaperBody } from "../paper-body.ts";
import { type EinvoiceForm, processOf, specifications } from "./forms.ts";
import { buyerOf, type Party, sellerOf } from "./party.ts";
import {
  amountIn,
  exemptionOf,
  lineRateOf,
  noteOf,
  paymentMeansOf,
  paymentTermsOf,
  percentOf,
  periodOf,
  priceOf,
  vatIdIn,
} from "./terms.ts";
import { documentOf, element, type Xml } from "./xml.ts";

const standard = "urn:un:unece:uncefact:data:standard";
const namespaces = {
  "xmlns:rsm": `${standard}:CrossIndustryInvoice:100`,
  "xmlns:ram": `${standard}:ReusableAggregateBusinessInformationEntity:100`,
  "xmlns:qdt": `${standard}:QualifiedDataType:100`,
  "xmlns:udt": `${standard}:UnqualifiedDataType:100`,
};

/** A complete paper in the Cross Industry Invoice of UN/CEFACT, D16B. The order of elements is that of its schema. */
export function ciiOf(body: PaperBody, form: EinvoiceForm): string {
  return documentOf(
    "rsm:CrossIndustryInvoice",
    [
      element("rsm:ExchangedDocumentContext", [
        element("ram:BusinessProcessSpecifiedDocumentContextParameter", [element("ram:ID", processOf(form))]),
        element("ram:GuidelineSpecifiedDocumentContextParameter", [element("ram:ID", specifications[form])]),
      ]),
      element("rsm:ExchangedDocument", [
        element("ram:ID", body.number),
        element("ram:TypeCode", body.type_code),
        date("ram:IssueDateTime", body.issue_date),
        element("ram:IncludedNote", [element("ram:Content", noteOf(body))]),
      ]),
      element("rsm:SupplyChainTradeTransaction", [
        ...body.lines.map((line) => lineItem(body, line)),
        agreement(body),
        // Required by the schema, and empty: the days of supply are those of the period.
        "<ram:ApplicableHeaderTradeDelivery/>",
        settlement(body),
      ]),
    ],
    namespaces,
  );
}

function date(name: string, day: string | null, type: "udt" | "qdt" = "udt"): Xml {
  if (day === null) return null;
  return element(name, [element(`${type}:DateTimeString`, day.replaceAll("-", ""), { format: "102" })]);
}

function lineItem(body: PaperBody, line: BodyLine): Xml {
  const unitCode = line.unit_code;
  const { price, per } = priceOf(body, line);
  return element("ram:IncludedSupplyChainTradeLineItem", [
    element("ram:AssociatedDocumentLineDocument", [element("ram:LineID", line.id)]),
    element("ram:SpecifiedTradeProduct", [
      element("ram:Name", line.name),
      element("ram:Description", line.description),
    ]),
    element("ram:SpecifiedLineTradeAgreement", [
      element("ram:NetPriceProductTradePrice", [
        element("ram:ChargeAmount", price),
        element("ram:BasisQuantity", per, { unitCode }),
      ]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", [element("ram:BilledQuantity", line.quantity, { unitCode })]),
    element("ram:SpecifiedLineTradeSettlement", [
      element("ram:ApplicableTradeTax", [
        element("ram:TypeCode", "VAT"),
        element("ram:CategoryCode", line.vat_category),
        element("ram:RateApplicablePercent", lineRateOf(line.vat_category, line.vat_rate)),
      ]),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        element("ram:LineTotalAmount", amountIn(body, line.net_minor)),
      ]),
    ]),
  ]);
}

function agreement(body: PaperBody): Xml {
  return element("ram:ApplicableHeaderTradeAgreement", [
    element("ram:BuyerReference", body.buyer_reference),
    party("ram:SellerTradeParty", body, sellerOf(body)),
    party("ram:BuyerTradeParty", body, buyerOf(body)!),
    element("ram:BuyerOrderReferencedDocument", [element("ram:IssuerAssignedID", body.order_reference)]),
  ]);
}

function party(name: string, body: PaperBody, of: Party): Xml {
  const { electronicAddress, address } = of;
  return element(name, [
    element("ram:Name", of.name),
    element("ram:SpecifiedLegalOrganization", [element("ram:ID", of.registration)]),
    element("ram:DefinedTradeContact", [
      element("ram:PersonName", of.contact),
      element("ram:TelephoneUniversalCommunication", [element("ram:CompleteNumber", of.phone)]),
      element("ram:EmailURIUniversalCommunication", [element("ram:URIID", of.email)]),
    ]),
    element("ram:PostalTradeAddress", [
      element("ram:PostcodeCode", of.postalCode),
      element("ram:LineOne", address[0]),
      element("ram:LineTwo", address[1]),
      element("ram:LineThree", address[2]),
      element("ram:CityName", of.city),
      element("ram:CountryID", of.country),
    ]),
    electronicAddress &&
      element("ram:URIUniversalCommunication", [
        element("ram:URIID", electronicAddress.id, { schemeID: electronicAddress.scheme }),
      ]),
    registration("VA", vatIdIn(body, of)),
    registration("FC", of.taxNumber),
  ]);
}

const registration = (schemeID: "VA" | "FC", id: string | null): Xml =>
  element("ram:SpecifiedTaxRegistration", [element("ram:ID", id, { schemeID })]);

function settlement(body: PaperBody): Xml {
  const { totals, currency, preceding_invoice: preceding } = body;
  const period = periodOf(body);
  const amount = (name: string, minor: number) => element(name, amountIn(body, minor));
  return element("ram:ApplicableHeaderTradeSettlement", [
    element("ram:InvoiceCurrencyCode", currency),
    paymentMeans(body),
    ...body.vat_breakdown.map((tax) => tradeTax(body, tax)),
    element("ram:BillingSpecifiedPeriod", [
      date("ram:StartDateTime", period.start),
      date("ram:EndDateTime", period.end),
    ]),
    element("ram:SpecifiedTradePaymentTerms", [
      element("ram:Description", paymentTermsOf(body)),
      date("ram:DueDateDateTime", body.due_date),
    ]),
    element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      amount("ram:LineTotalAmount", totals.lines_net_minor),
      amount("ram:TaxBasisTotalAmount", totals.net_minor),
      element("ram:TaxTotalAmount", amountIn(body, totals.tax_minor), { currencyID: currency }),
      amount("ram:GrandTotalAmount", totals.gross_minor),
      amount("ram:TotalPrepaidAmount", totals.paid_minor),
      amount("ram:DuePayableAmount", totals.due_minor),
    ]),
    preceding &&
      element("ram:InvoiceReferencedDocument", [
        element("ram:IssuerAssignedID", preceding.number),
        date("ram:FormattedIssueDateTime", preceding.issue_date, "qdt"),
      ]),
  ]);
}

function paymentMeans(body: PaperBody): Xml {
  const { code, text, account, card } = paymentMeansOf(body);
  return element("ram:SpecifiedTradeSettlementPaymentMeans", [
    element("ram:TypeCode", code),
    element("ram:Information", text),
    element("ram:ApplicableTradeSettlementFinancialCard", [element("ram:ID", card?.digits)]),
    element("ram:PayeePartyCreditorFinancialAccount", [element("ram:IBANID", account?.iban)]),
    element("ram:PayeeSpecifiedCreditorFinancialInstitution", [element("ram:BICID", account?.bic)]),
  ]);
}

function tradeTax(body: PaperBody, tax: PaperBody["vat_breakdown"][number]): Xml {
  const { reason, code } = exemptionOf(tax);
  return element("ram:ApplicableTradeTax", [
    element("ram:CalculatedAmount", amountIn(body, tax.tax_minor)),
    element("ram:TypeCode", "VAT"),
    element("ram:ExemptionReason", reason),
    element("ram:BasisAmount", amountIn(body, tax.taxable_minor)),
    element("ram:CategoryCode", tax.category),
    element("ram:ExemptionReasonCode", code),
    element("ram:RateApplicablePercent", percentOf(tax.rate)),
  ]);
}
