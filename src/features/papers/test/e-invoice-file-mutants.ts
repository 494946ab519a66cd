import type { Mutant } from "../../../../test/mutants/mutant.ts";

const facturX = "src/features/papers/test/factur-x.test.ts";
const einvoices = "src/features/papers/test/einvoices.test.ts";

/** Bugs in what papers are as e-invoices, in their PDF, in mails and for download. */
export const eInvoiceFileMutants: readonly Mutant[] = [
  {
    bug: "PDFs of papers of before e-invoices contain one",
    file: "src/features/papers/pdf/factur-x.ts",
    find: 'paper.format === "vingate-paper/v1" || ',
    replace: "",
    test: "src/features/papers/test/earlier-papers.test.ts",
    named: "papers of before e-invoices keep the bytes",
  },
  {
    bug: "the e-invoice of a PDF is its data, not an alternative",
    file: "src/features/papers/pdf/factur-x.ts",
    find: 'relationship: "Alternative", ',
    replace: "",
    test: facturX,
    named: "a PDF contains its e-invoice beside its JSON",
  },
  {
    bug: "Factur-X's members are said to be the document's own",
    file: "src/features/papers/pdf/factur-x.ts",
    find: "<pdfaProperty:category>external",
    replace: "<pdfaProperty:category>internal",
    test: facturX,
    named: "a PDF contains its e-invoice beside its JSON",
  },
  {
    bug: "mails to German buyers have Peppol's form",
    file: "src/features/papers/einvoice/missing.ts",
    find: '?.country === "DE"',
    replace: '?.country === "XX"',
    test: einvoices,
    named: "a mail about a paper has its e-invoice",
  },
  {
    bug: "another's paper is downloaded as an e-invoice",
    file: "src/features/papers/operations/paper-endpoints.ts",
    find: "paper?.accountId === caller.userId",
    replace: "paper !== undefined",
    test: einvoices,
    named: "they are nothing to others",
  },
  {
    bug: "the buyer's reference stays when its data are removed",
    file: "src/features/papers/papers.ts",
    find: "order_reference: null, ...reference",
    replace: "order_reference: null",
    test: "src/features/papers/test/papers.test.ts",
    named: "papers on sqlite the buyer's data are removed",
  },
  {
    bug: "what was stored before e-invoices lacks their members",
    file: "src/features/papers/parties/seller.ts",
    find: "{ ...added[id], ...JSON.parse(row.body) }",
    replace: "JSON.parse(row.body)",
    test: "src/features/papers/test/e-invoice-members.test.ts",
    named: "on sqlite it is entered by operator and buyer",
  },
  {
    bug: "an ID of an electronic address is not compared with its scheme",
    file: "src/features/papers/parties/electronic-address.ts",
    find: "const message = idFault(address);",
    replace: 'const message = idFault({ ...address, scheme: "0106" });',
    test: "src/features/papers/test/e-invoice-members.test.ts",
    named: "on sqlite a scheme or an ID that is none",
  },
];
