import { type Wording, wordingsOf } from "../../../base/format/phrases.ts";

/** The texts of papers. Tax law has its own words: in German a "Gutschrift" is an invoice that the buyer writes. */
const texts = {
  Invoice: { de: "Rechnung", es: "Factura" },
  "Credit note": { de: "Rechnungskorrektur", es: "Factura rectificativa" },
  "Credits are counted by Vingate. Check at {url}": {
    de: "Credits werden von Vingate gezählt. Prüfung unter {url}",
    es: "Vingate cuenta los créditos. Compruébelo en {url}",
  },
  "Page {page} of {pages}": { de: "Seite {page} von {pages}", es: "Página {page} de {pages}" },
  "The buyer's data were removed.": {
    de: "Die Daten des Käufers wurden entfernt.",
    es: "Los datos del comprador se han eliminado.",
  },
  "VAT ID {id}": { de: "USt-IdNr. {id}", es: "NIF-IVA {id}" },
  "Tax ID {id}": { de: "Steuernummer {id}", es: "Identificación fiscal {id}" },
  "reg. {registration}": { de: "Register: {registration}", es: "registro: {registration}" },
  "Your reference: {reference}": { de: "Ihr Zeichen: {reference}", es: "Su referencia: {reference}" },
  "Account {account}": { de: "Konto {account}", es: "Cuenta {account}" },
  Issued: { de: "Ausstellungsdatum", es: "Fecha" },
  Supplied: { de: "Leistungszeitraum", es: "Período" },
  Currency: { de: "Währung", es: "Moneda" },
  Corrects: { de: "Korrigiert", es: "Rectifica" },
  "Invoice {number} of {day}": { de: "Rechnung {number} vom {day}", es: "Factura {number} del {day}" },
  Paid: { de: "Bezahlt", es: "Pagado" },
  Due: { de: "Fällig", es: "Vencimiento" },
  "{start} to {end}": { de: "{start} bis {end}", es: "del {start} al {end}" },
  "{title}: {total} back": { de: "{title}: {total} zurück", es: "{title}: {total} a su favor" },
  "{title}: {total}, paid": { de: "{title}: {total}, bezahlt", es: "{title}: {total}, pagado" },
  "{title}: {total}, due on {day}": {
    de: "{title}: {total}, fällig am {day}",
    es: "{title}: {total}, vence el {day}",
  },
  "{title}: {total}, due": { de: "{title}: {total}, fällig", es: "{title}: {total}, por pagar" },
  Lines: { de: "Positionen", es: "Líneas" },
  "Scan to pay": { de: "Zum Bezahlen scannen", es: "Escanear para pagar" },
  "No.": { de: "Pos.", es: "N.º" },
  Description: { de: "Bezeichnung", es: "Descripción" },
  Quantity: { de: "Menge", es: "Cantidad" },
  Price: { de: "Preis", es: "Precio" },
  VAT: { de: "USt.", es: "IVA" },
  Amount: { de: "Betrag", es: "Importe" },
  "{count} month": { de: "{count} Monat", es: "{count} mes" },
  "{count} months": { de: "{count} Monate", es: "{count} meses" },
  "{count} year": { de: "{count} Jahr", es: "{count} año" },
  "{count} years": { de: "{count} Jahre", es: "{count} años" },
  "{count} credit": { de: "{count} Credit", es: "{count} crédito" },
  "{count} credits": { de: "{count} Credits", es: "{count} créditos" },
  Net: { de: "Netto", es: "Base imponible" },
  "VAT {rate} of {net}": { de: "USt. {rate} auf {net}", es: "IVA {rate} sobre {net}" },
  Total: { de: "Gesamt", es: "Total" },
  "Paid on {day}": { de: "Bezahlt am {day}", es: "Pagado el {day}" },
  "Amount due": { de: "Zu zahlen", es: "Por pagar" },
  "EN 16931 category {category}.": {
    de: "Kategorie {category} nach EN 16931.",
    es: "Categoría {category} según EN 16931.",
  },
  "Reverse charge.": {
    de: "Steuerschuldnerschaft des Leistungsempfängers.",
    es: "Inversión del sujeto pasivo.",
  },
  Reason: { de: "Grund", es: "Motivo" },
  Payment: { de: "Zahlung", es: "Pago" },
  "Nothing to pay.": { de: "Es ist nichts zu zahlen.", es: "No hay nada que pagar." },
  "To pay: {sum} until {day}.": { de: "Zu zahlen: {sum} bis {day}.", es: "A pagar: {sum} hasta el {day}." },
  "To pay: {sum}.": { de: "Zu zahlen: {sum}.", es: "A pagar: {sum}." },
  "By transfer: {account}, reference {reference}.": {
    de: "Per Überweisung: {account}, Verwendungszweck {reference}.",
    es: "Por transferencia: {account}, concepto {reference}.",
  },
  "By transfer, next time: {account}, reference the invoice number.": {
    de: "Beim nächsten Mal per Überweisung: {account}, Verwendungszweck: die Rechnungsnummer.",
    es: "La próxima vez, por transferencia: {account}, concepto: el número de la factura.",
  },
  Transfer: { de: "Überweisung", es: "Transferencia" },
  Card: { de: "Karte", es: "Tarjeta" },
  "{brand} ending {digits}": { de: "{brand}, endet auf {digits}", es: "{brand} terminada en {digits}" },
  "Confirmed by VIES on {day}.": {
    de: "Von VIES am {day} bestätigt.",
    es: "Confirmado por VIES el {day}.",
  },
  "Confirmed by VIES on {day}, consultation number {reference}.": {
    de: "Von VIES am {day} bestätigt, Abfragenummer {reference}.",
    es: "Confirmado por VIES el {day}, número de consulta {reference}.",
  },
  "Not valid by VIES on {day}: VAT is charged as without it.": {
    de: "Laut VIES am {day} nicht gültig: Die USt. wird wie ohne sie berechnet.",
    es: "No válido según VIES el {day}: el IVA se cobra como sin él.",
  },
  "Not valid by VIES on {day}, consultation number {reference}: VAT is charged as without it.": {
    de: "Laut VIES am {day} nicht gültig, Abfragenummer {reference}: Die USt. wird wie ohne sie berechnet.",
    es: "No válido según VIES el {day}, número de consulta {reference}: el IVA se cobra como sin él.",
  },
  "Not confirmed: VIES did not answer. The seller accepted it on {day}.": {
    de: "Nicht bestätigt: VIES hat nicht geantwortet. Der Verkäufer hat sie am {day} angenommen.",
    es: "Sin confirmar: VIES no respondió. El vendedor lo aceptó el {day}.",
  },
  "Not confirmed: VIES did not answer. VAT is charged as without it since {day}.": {
    de: "Nicht bestätigt: VIES hat nicht geantwortet. Die USt. wird seit dem {day} wie ohne sie berechnet.",
    es: "Sin confirmar: VIES no respondió. Desde el {day} el IVA se cobra como sin él.",
  },
  "Not confirmed: VIES did not answer on {day}.": {
    de: "Nicht bestätigt: VIES hat am {day} nicht geantwortet.",
    es: "Sin confirmar: VIES no respondió el {day}.",
  },
  "Credit for invoice {number}": {
    de: "Korrektur der Rechnung {number}",
    es: "Rectificación de la factura {number}",
  },
  "Credit for invoice {number} taken back": {
    de: "Korrektur der Rechnung {number} zurückgenommen",
    es: "Rectificación de la factura {number} anulada",
  },
  Refund: { de: "Erstattung", es: "Reembolso" },
  "The money was not returned": {
    de: "Das Geld wurde nicht zurückgezahlt",
    es: "El dinero no se devolvió",
  },
} as const;

/** How a language writes papers. */
export type PaperWording = Wording<keyof typeof texts>;

export const paperWordings = wordingsOf(texts);
