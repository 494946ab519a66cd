import { addXmp, attach } from "../../../pdf/pdf-document.ts";
import { missingOf } from "../einvoice/missing.ts";
import { einvoiceOf } from "../einvoice/write.ts";
import type { PaperBody } from "../paper-body.ts";

// Factur-X 1.0 (ZUGFeRD 2): the PDF contains the e-invoice as CII in the profile EN 16931, and its XMP names it.

const name = "factur-x.xml";
const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** The members of Factur-X's XMP, with the descriptions that PDF/A requires of members outside of its own schemas. */
const members = [
  ["DocumentType", "INVOICE", "INVOICE, also for a credit note"],
  ["DocumentFileName", name, "The name of the embedded XML document"],
  ["Version", "1.0", "The version of the XML schema"],
  ["ConformanceLevel", "EN 16931", "The profile of the XML document"],
] as const;

const xmp = `
        <rdf:Description rdf:about="" xmlns:fx="${namespace}">
            ${members.map(([member, value]) => `<fx:${member}>${value}</fx:${member}>`).join("\n            ")}
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas>
                <rdf:Bag>
                    <rdf:li rdf:parseType="Resource">
                        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                        <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
                        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                        <pdfaSchema:property>
                            <rdf:Seq>${members
                              .map(
                                ([member, , description]) => `
                                <rdf:li rdf:parseType="Resource">
                                    <pdfaProperty:name>${member}</pdfaProperty:name>
                                    <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                                    <pdfaProperty:category>external</pdfaProperty:category>
                                    <pdfaProperty:description>${description}</pdfaProperty:description>
                                </rdf:li>`,
                              )
                              .join("")}
                            </rdf:Seq>
                        </pdfaSchema:property>
                    </rdf:li>
                </rdf:Bag>
            </pdfaExtension:schemas>
        </rdf:Description>`;

/** Adds the e-invoice. A paper that is not complete for it, or was issued before e-invoices, stays without. */
export function addFacturX(pdf: PDFKit.PDFDocument, paper: PaperBody, at: Date): void {
  if (paper.format === "vingate-paper/v1" || missingOf(paper, "en16931_cii").length > 0) return;
  const bytes = Buffer.from(einvoiceOf(paper, "en16931_cii"));
  const description = "This paper as an e-invoice of EN 16931";
  attach(pdf, { name, type: "text/xml", description, relationship: "Alternative", bytes, at });
  addXmp(pdf, xmp);
}
