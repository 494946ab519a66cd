/** PDFs contain the first one, which is EN 16931 (Factur-X). XRechnung and Peppol narrow EN 16931 down. */
export const forms = ["en16931_cii", "xrechnung_cii", "xrechnung_ubl", "peppol"] as const;

export type EinvoiceForm = (typeof forms)[number];

const norm = "urn:cen.eu:en16931:2017";
const xrechnung = `${norm}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;

/** The specification that an e-invoice names (BT-24). */
export const specifications: Readonly<Record<EinvoiceForm, string>> = {
  en16931_cii: norm,
  xrechnung_cii: xrechnung,
  xrechnung_ubl: xrechnung,
  peppol: `${norm}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
};

/** The process that an e-invoice names (BT-23); null where none is needed. */
export const processOf = (form: EinvoiceForm): string | null =>
  form === "en16931_cii" ? null : "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
