import { wordingsOf } from "../../../base/format/phrases.ts";

/** The texts that e-invoices have of their own. */
export const einvoiceWordings = wordingsOf({
  "Nothing is to be paid: the amount is returned or set off.": {
    de: "Nichts zu zahlen: Der Betrag wird erstattet oder verrechnet.",
    es: "No hay nada que pagar: el importe se devuelve o se compensa.",
  },
  "Payable on receipt.": { de: "Zahlbar nach Erhalt.", es: "Pagadero a la recepción." },
});
