import { expect, test } from "bun:test";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { einvoiceOf } from "../einvoice/write.ts";
import type { PaperBody } from "../paper-body.ts";
import { renderPaper } from "../pdf/render-paper.ts";
import { earlierPapers } from "./earlier-papers.ts";

const bodyOf = (of: keyof typeof earlierPapers): PaperBody => JSON.parse(earlierPapers[of].body);

/** A paper as it is issued now. */
function issuedNow(of: keyof typeof earlierPapers, more: Partial<PaperBody> = {}): PaperBody {
  const body = bodyOf(of);
  const seller = { ...body.seller, contact: null, phone: null, electronic_address: null };
  const buyer = body.buyer && { ...body.buyer, electronic_address: null };
  const added = { format: "vingate-paper/v2", buyer_reference: null, language: "en" } as const;
  return { ...body, ...added, seller, buyer, ...more };
}

/** The files that a PDF contains: relationship, type, text, by name. */
async function filesOf(body: PaperBody) {
  const text = JSON.stringify(body);
  const drawn = { ...earlierPapers.invoice, body: text };
  const bytes = await renderPaper(drawn);
  expect(Buffer.compare(bytes, await renderPaper(drawn))).toBe(0);
  const pdf = readPdf(bytes);
  // What the document is associated with is all that it contains.
  expect(pdf.associated).toEqual(pdf.filespecs);
  const part = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];
  const files = pdf.filespecs.map((spec, index) => [
    part(spec, /\/F \(([^)]*)\)/),
    part(spec, /\/AFRelationship \/(\w+)/),
    part(pdf.files[index]!.dictionary, /\/Subtype \/(\S+)/),
    pdf.files[index]!.bytes.toString(),
  ]);
  return { text, files, xmp: pdf.xmp };
}

const described =
  /<pdfaProperty:name>(\w+)<[\s\S]*?<pdfaProperty:valueType>(\w+)<[\s\S]*?<pdfaProperty:category>(\w+)</g;

test.each([
  "invoice",
  "paid",
  "credit note",
] as const)("a PDF contains its e-invoice beside its JSON, as Factur-X has it: %s", async (of) => {
  const body = issuedNow(of);
  const { text, files, xmp } = await filesOf(body);
  expect(files).toEqual([
    [`paper-${body.number}.json`, "Data", "application#2Fjson", text],
    ["factur-x.xml", "Alternative", "text#2Fxml", einvoiceOf(body, "en16931_cii")],
  ]);
  const members = [...xmp.matchAll(/<fx:(\w+)>([^<]*)<\/fx:\1>/g)].map(([, name, value]) => [name, value]);
  expect(members).toEqual([
    ["DocumentType", "INVOICE"],
    ["DocumentFileName", "factur-x.xml"],
    ["Version", "1.0"],
    ["ConformanceLevel", "EN 16931"],
  ]);
  const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
  expect(xmp).toContain(`xmlns:fx="${namespace}"`);
  expect(xmp).toContain(`<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>`);
  expect(xmp).toContain("<pdfaSchema:prefix>fx</pdfaSchema:prefix>");
  // PDF/A requires a description of each member outside of its own schemas.
  expect([...xmp.matchAll(described)].map(([, ...parts]) => parts)).toEqual(
    members.map(([name]) => [name!, "Text", "external"]),
  );
  expect(xmp).toContain("<pdfaid:part>3</pdfaid:part>");
});

const [breakdown] = bodyOf("invoice").vat_breakdown;

test.each([
  ["whose buyer's data are removed", issuedNow("without its buyer")],
  ["that lacks a term", issuedNow("invoice", { vat_breakdown: [{ ...breakdown!, category: "S" }] })],
  ["of before e-invoices", bodyOf("invoice")],
])("a PDF of a paper %s contains its JSON alone", async (_, body) => {
  const { text, files, xmp } = await filesOf(body);
  expect(files).toEqual([[`paper-${body.number}.json`, "Data", "application#2Fjson", text]]);
  expect(xmp).not.toContain("factur-x");
  expect(xmp).not.toContain("pdfaExtension");
});
