import type { PaperLanguage } from "../paper-body.ts";

const texts = {
  credited: {
    en: "Nothing is to be paid: the amount is returned or set off.",
    de: "Nichts zu zahlen: Der Betrag wird erstattet oder verrechnet.",
    es: "No hay nada que pagar: el importe se devuelve o se compensa.",
  },
  on_receipt: {
    en: "Payable on receipt.",
    de: "Zahlbar nach Erhalt.",
    es: "Pagadero a la recepción.",
  },
} as const;

/** Payment terms of papers whose amount has no due date. */
export const termsText = (id: keyof typeof texts, language: PaperLanguage): string => texts[id][language];
