import type { BodyLine, PaperBody } from "../paper-body.ts";
import { type EinvoiceForm, processOf, specifications } from "./forms.ts";
import { buyerOf, type Party, sellerOf } from "./party.ts";
import { type LegalId, peppolLegalId, peppolMeans } from "./peppol.ts";
import {
  amountIn,
  exemptionOf,
  lineRateOf,
  noteOf,
  type PaymentMeans,
  paymentMeansOf,
  paymentTermsOf,
  percentOf,
  periodOf,
  priceOf,
  vatIdIn,
} from "./terms.ts";
import { documentOf, element, type Xml } from "./xml.ts";

const schema = "urn:oasis:names:specification:ubl:schema:xsd";

/** A complete paper in UBL 2.1: an Invoice or a CreditNote. The order of elements is that of their schemas. */
export function ublOf(body: PaperBody, form: EinvoiceForm): string {
  const isCredit = body.type_code === "381";
  const type = isCredit ? "CreditNote" : "Invoice";
  const { preceding_invoice: preceding, totals } = body;
  const seller = sellerOf(body);
  const buyer = buyerOf(body)!;
  const isPeppol = form === "peppol";
  const legalId = isPeppol ? peppolLegalId : legalIdOf;
  const period = periodOf(body);
  const money = (name: string, minor: number) => amount(body, name, minor);
  return documentOf(
    type,
    [
      element("cbc:CustomizationID", specifications[form]),
      element("cbc:ProfileID", processOf(form)),
      element("cbc:ID", body.number),
      element("cbc:IssueDate", body.issue_date),
      element("cbc:DueDate", isCredit ? null : body.due_date),
      element(`cbc:${type}TypeCode`, body.type_code),
      element("cbc:Note", noteOf(body)),
      element("cbc:DocumentCurrencyCode", body.currency),
      element("cbc:BuyerReference", body.buyer_reference),
      element("cac:InvoicePeriod", [
        element("cbc:StartDate", period.start),
        element("cbc:EndDate", period.end),
      ]),
      element("cac:OrderReference", [element("cbc:ID", body.order_reference)]),
      preceding &&
        element("cac:BillingReference", [
          element("cac:InvoiceDocumentReference", [
            element("cbc:ID", preceding.number),
            element("cbc:IssueDate", preceding.issue_date),
          ]),
        ]),
      element("cac:AccountingSupplierParty", [party(body, seller, legalId(seller))]),
      element("cac:AccountingCustomerParty", [party(body, buyer, legalId(buyer))]),
      paymentMeans(isPeppol ? peppolMeans(body, seller, buyer) : paymentMeansOf(body)),
      element("cac:PaymentTerms", [element("cbc:Note", paymentTermsOf(body))]),
      element("cac:TaxTotal", [
        money("cbc:TaxAmount", totals.tax_minor),
        ...body.vat_breakdown.map((tax) => subtotal(body, tax)),
      ]),
      element("cac:LegalMonetaryTotal", [
        money("cbc:LineExtensionAmount", totals.lines_net_minor),
        money("cbc:TaxExclusiveAmount", totals.net_minor),
        money("cbc:TaxInclusiveAmount", totals.gross_minor),
        money("cbc:PrepaidAmount", totals.paid_minor),
        money("cbc:PayableAmount", totals.due_minor),
      ]),
      ...body.lines.map((line) => lineOf(body, line, isCredit)),
    ],
    {
      xmlns: `${schema}:${type}-2`,
      "xmlns:cac": `${schema}:CommonAggregateComponents-2`,
      "xmlns:cbc": `${schema}:CommonBasicComponents-2`,
    },
  );
}

const amount = (body: PaperBody, name: string, minor: number): Xml =>
  element(name, amountIn(body, minor), { currencyID: body.currency });

function party(body: PaperBody, of: Party, legalId: LegalId | null): Xml {
  const { electronicAddress, address } = of;
  return element("cac:Party", [
    electronicAddress &&
      element("cbc:EndpointID", electronicAddress.id, { schemeID: electronicAddress.scheme }),
    element("cac:PostalAddress", [
      element("cbc:StreetName", address[0]),
      element("cbc:AdditionalStreetName", address[1]),
      element("cbc:CityName", of.city),
      element("cbc:PostalZone", of.postalCode),
      element("cac:AddressLine", [element("cbc:Line", address[2])]),
      element("cac:Country", [element("cbc:IdentificationCode", of.country)]),
    ]),
    taxScheme("VAT", vatIdIn(body, of)),
    taxScheme("TAX", of.taxNumber),
    element("cac:PartyLegalEntity", [
      element("cbc:RegistrationName", of.name),
      element("cbc:CompanyID", legalId?.id, legalId?.scheme ? { schemeID: legalId.scheme } : {}),
    ]),
    element("cac:Contact", [
      element("cbc:Name", of.contact),
      element("cbc:Telephone", of.phone),
      element("cbc:ElectronicMail", of.email),
    ]),
  ]);
}

const legalIdOf = ({ registration }: Party): LegalId | null =>
  registration === null ? null : { id: registration, scheme: null };

const scheme = (id: "VAT" | "TAX"): Xml => element("cac:TaxScheme", [element("cbc:ID", id)]);

const taxScheme = (id: "VAT" | "TAX", company: string | null): Xml =>
  company && element("cac:PartyTaxScheme", [element("cbc:CompanyID", company), scheme(id)]);

function paymentMeans(means: PaymentMeans | null): Xml {
  if (!means) return null;
  const { code, text, account, card } = means;
  return element("cac:PaymentMeans", [
    element("cbc:PaymentMeansCode", code, text === null ? {} : { name: text }),
    card &&
      element("cac:CardAccount", [
        element("cbc:PrimaryAccountNumberID", card.digits),
        element("cbc:NetworkID", card.network),
      ]),
    account &&
      element("cac:PayeeFinancialAccount", [
        element("cbc:ID", account.iban),
        element("cac:FinancialInstitutionBranch", [element("cbc:ID", account.bic)]),
      ]),
  ]);
}

function subtotal(body: PaperBody, tax: PaperBody["vat_breakdown"][number]): Xml {
  const { reason, code } = exemptionOf(tax);
  return element("cac:TaxSubtotal", [
    amount(body, "cbc:TaxableAmount", tax.taxable_minor),
    amount(body, "cbc:TaxAmount", tax.tax_minor),
    element("cac:TaxCategory", [
      element("cbc:ID", tax.category),
      element("cbc:Percent", percentOf(tax.rate)),
      element("cbc:TaxExemptionReasonCode", code),
      element("cbc:TaxExemptionReason", reason),
      scheme("VAT"),
    ]),
  ]);
}

function lineOf(body: PaperBody, line: BodyLine, isCredit: boolean): Xml {
  const unitCode = line.unit_code;
  const { price, per } = priceOf(body, line);
  return element(isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine", [
    element("cbc:ID", line.id),
    element(isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", line.quantity, { unitCode }),
    amount(body, "cbc:LineExtensionAmount", line.net_minor),
    element("cac:Item", [
      element("cbc:Description", line.description),
      element("cbc:Name", line.name),
      element("cac:ClassifiedTaxCategory", [
        element("cbc:ID", line.vat_category),
        element("cbc:Percent", lineRateOf(line.vat_category, line.vat_rate)),
        scheme("VAT"),
      ]),
    ]),
    element("cac:Price", [
      element("cbc:PriceAmount", price, { currencyID: body.currency }),
      element("cbc:BaseQuantity", per, { unitCode }),
    ]),
  ]);
}
