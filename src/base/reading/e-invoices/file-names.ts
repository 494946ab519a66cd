/** How the names of files end, by the form. */
const ends = {
  en16931_cii: "cii",
  xrechnung_cii: "xrechnung-cii",
  xrechnung_ubl: "xrechnung",
  peppol: "peppol",
} as const;

/** The name of the file of a paper as an e-invoice: `2026-0049-xrechnung.xml`. */
export const einvoiceFileName = (number: string, form: keyof typeof ends): string =>
  `${number}-${ends[form]}.xml`;
