import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "papers.update_accounts": {
    en: "changed the accounts of the bookkeeping",
    de: "hat die Konten der Buchhaltung geändert",
    es: "cambió las cuentas de la contabilidad",
  },
  "papers.update_seller": {
    en: "changed the seller's data",
    de: "hat die Daten des Verkäufers geändert",
    es: "cambió los datos del vendedor",
  },
  "papers.update_taxes": {
    en: "changed the taxes",
    de: "hat die Steuern geändert",
    es: "cambió los impuestos",
  },
  "user.accept_tax_id": {
    en: "accepted a VAT ID that VIES did not confirm",
    de: "hat eine USt-IdNr. angenommen, die VIES nicht bestätigt hat",
    es: "aceptó un NIF-IVA que VIES no confirmó",
  },
  "user.check_tax_id": {
    en: "checked a VAT ID by VIES",
    de: "hat eine USt-IdNr. bei VIES geprüft",
    es: "comprobó un NIF-IVA en VIES",
  },
  "user.refuse_tax_id": {
    en: "refused a VAT ID that VIES did not confirm",
    de: "hat eine USt-IdNr. abgelehnt, die VIES nicht bestätigt hat",
    es: "rechazó un NIF-IVA que VIES no confirmó",
  },
  "user.update_billing_details": {
    en: "changed billing details",
    de: "hat Rechnungsdaten geändert",
    es: "cambió los datos de facturación",
  },
};
