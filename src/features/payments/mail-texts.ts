import { wordingsOf } from "../../base/format/phrases.ts";

/** The texts of mails about payments. */
export const paymentWordings = wordingsOf({
  "View payments": { de: "Zahlungen ansehen", es: "Ver pagos" },
  "Credits removed": { de: "Entfernte Credits", es: "Créditos retirados" },
  "Credits spent before, and owed": {
    de: "Zuvor verbrauchte, geschuldete Credits",
    es: "Créditos ya gastados, que se deben",
  },
  Net: { de: "Netto", es: "Neto" },
  Tax: { de: "Steuer", es: "Impuesto" },
  Paid: { de: "Bezahlt", es: "Pagado" },
  "{what} is paid": { de: "{what} ist bezahlt", es: "{what}: pagado" },
  "{count} credit": { de: "{count} Credit", es: "{count} crédito" },
  "{count} credits": { de: "{count} Credits", es: "{count} créditos" },
  "{credits} added": { de: "{credits} hinzugefügt", es: "{credits} añadidos" },
  "Topped up: {credits} added": {
    de: "Aufgeladen: {credits} hinzugefügt",
    es: "Recarga: {credits} añadidos",
  },
  "{sum} paid for credits beyond your plan": {
    de: "{sum} für Credits über Ihren Plan hinaus bezahlt",
    es: "{sum} pagados por créditos por encima de su plan",
  },
  "card declined": { de: "Karte abgelehnt", es: "tarjeta rechazada" },
  "card expired": { de: "Karte abgelaufen", es: "tarjeta caducada" },
  "insufficient funds": { de: "Deckung reicht nicht", es: "fondos insuficientes" },
  "the bank asks for a confirmation": {
    de: "die Bank verlangt eine Bestätigung",
    es: "el banco pide una confirmación",
  },
  "no card is saved": { de: "keine Karte ist gespeichert", es: "no hay tarjeta guardada" },
  "the country or the address of the buyer is missing": {
    de: "Land oder Anschrift des Käufers fehlt",
    es: "falta el país o la dirección del comprador",
  },
  "no transfer was received": {
    de: "keine Überweisung ist eingegangen",
    es: "no se recibió ninguna transferencia",
  },
  "the payment provider refused the request, not the card": {
    de: "der Zahlungsanbieter hat die Anfrage abgelehnt, nicht die Karte",
    es: "el proveedor de pagos rechazó la solicitud, no la tarjeta",
  },
  "the package is not on sale": {
    de: "das Paket wird nicht angeboten",
    es: "el paquete no está a la venta",
  },
  "{sum} was received.": { de: "{sum} sind eingegangen.", es: "Se recibieron {sum}." },
  "{sum} was received by transfer.": {
    de: "{sum} sind per Überweisung eingegangen.",
    es: "Se recibieron {sum} por transferencia.",
  },
  "{sum} was received, {method}.": {
    de: "{sum} sind eingegangen, {method}.",
    es: "Se recibieron {sum}, {method}.",
  },
  Card: { de: "Karte", es: "tarjeta" },
  "{brand} ending {digits}": { de: "{brand}, endet auf {digits}", es: "{brand} terminada en {digits}" },
  "The credits can be used from {day} on.": {
    de: "Die Credits können ab {day} verwendet werden.",
    es: "Los créditos se pueden usar desde el {day}.",
  },
  "The invoice is attached.": { de: "Die Rechnung ist angehängt.", es: "La factura va adjunta." },
  "{sum} for {what} was not paid": {
    de: "{sum} für {what} wurden nicht bezahlt",
    es: "No se pagaron {sum} por {what}",
  },
  "Reason: {reason}. Nothing was charged.": {
    de: "Grund: {reason}. Es wurde nichts berechnet.",
    es: "Motivo: {reason}. No se cobró nada.",
  },
  "Your keys work with the credits that are left.": {
    de: "Ihre Schlüssel funktionieren mit den übrigen Credits.",
    es: "Sus claves funcionan con los créditos que quedan.",
  },
  "Next attempt": { de: "Nächster Versuch", es: "Próximo intento" },
  "The period lapses": { de: "Der Zeitraum erlischt", es: "El período caduca" },
  "If it is not paid until then, renewals stop, and you owe nothing for it.": {
    de: "Wird bis dahin nicht bezahlt, enden die Verlängerungen, und Sie schulden nichts dafür.",
    es: "Si no se paga hasta entonces, se detienen las renovaciones y no debe nada por él.",
  },
  "Pay {sum}": { de: "{sum} bezahlen", es: "Pagar {sum}" },
  "{part} of {sum} was refunded": {
    de: "{part} von {sum} wurden erstattet",
    es: "Se reembolsaron {part} de {sum}",
  },
  "The credits that it paid for are removed.": {
    de: "Die damit bezahlten Credits sind entfernt.",
    es: "Los créditos que pagó se han retirado.",
  },
  "The credit note is attached.": {
    de: "Die Rechnungskorrektur ist angehängt.",
    es: "La factura rectificativa va adjunta.",
  },
  "Your payment of {sum} counts again": {
    de: "Ihre Zahlung über {sum} gilt wieder",
    es: "Su pago de {sum} vuelve a contar",
  },
  "Money of it was to go back, and did not: a refund failed, or a dispute was decided for us. Ask us if you expect a refund.":
    {
      de: "Geld davon sollte zurückgehen und ging nicht zurück: Eine Erstattung schlug fehl, oder eine Anfechtung wurde zu unseren Gunsten entschieden. Fragen Sie uns, wenn Sie eine Erstattung erwarten.",
      es: "Parte del dinero debía devolverse y no se devolvió: falló un reembolso o una disputa se resolvió a nuestro favor. Pregúntenos si espera un reembolso.",
    },
  "Credits granted again": { de: "Wieder gutgeschriebene Credits", es: "Créditos concedidos de nuevo" },
  "Credits still owed": { de: "Noch geschuldete Credits", es: "Créditos que aún se deben" },
  "The invoice that takes the credit note back is attached.": {
    de: "Die Rechnung, die die Rechnungskorrektur zurücknimmt, ist angehängt.",
    es: "La factura que anula la factura rectificativa va adjunta.",
  },
  "Enter your country and address for the invoice of {name}": {
    de: "Tragen Sie Land und Anschrift für die Rechnung über {name} ein",
    es: "Introduzca su país y su dirección para la factura de {name}",
  },
  "The period from {day} on costs {sum} without tax. Its invoice must name your country and address, and they decide the tax.":
    {
      de: "Der Zeitraum ab {day} kostet {sum} ohne Steuer. Seine Rechnung muss Ihr Land und Ihre Anschrift nennen, und diese entscheiden über die Steuer.",
      es: "El período desde el {day} cuesta {sum} sin impuestos. Su factura debe indicar su país y su dirección, que determinan el impuesto.",
    },
  "Without them nothing is charged.": {
    de: "Ohne sie wird nichts berechnet.",
    es: "Sin ellos no se cobra nada.",
  },
  "Kept until": { de: "Aufbewahrt bis", es: "Se conserva hasta" },
  "If they are not entered until then, renewals stop, and you owe nothing for the period.": {
    de: "Werden sie bis dahin nicht eingetragen, enden die Verlängerungen, und Sie schulden nichts für den Zeitraum.",
    es: "Si no se introducen hasta entonces, se detienen las renovaciones y no debe nada por el período.",
  },
  "Enter billing details": { de: "Rechnungsdaten eintragen", es: "Introducir datos de facturación" },
  "Automatic top-up stopped": {
    de: "Automatische Aufladung beendet",
    es: "Recarga automática detenida",
  },
  "{count} payments in a row failed, so automatic top-up is off. Reason: {reason}. Nothing was charged.": {
    de: "{count} Zahlungen in Folge sind fehlgeschlagen, deshalb ist die automatische Aufladung aus. Grund: {reason}. Es wurde nichts berechnet.",
    es: "Fallaron {count} pagos seguidos, por lo que la recarga automática está desactivada. Motivo: {reason}. No se cobró nada.",
  },
  "Your keys work with the credits that are left. After them, calls return 402 and cost nothing.": {
    de: "Ihre Schlüssel funktionieren mit den übrigen Credits. Danach liefern Aufrufe 402 und kosten nichts.",
    es: "Sus claves funcionan con los créditos que quedan. Después, las llamadas devuelven 402 y no cuestan nada.",
  },
  "Change card and turn on": { de: "Karte ändern und einschalten", es: "Cambiar la tarjeta y activar" },
  "A payment of {sum} is asked about by the customer's bank": {
    de: "Die Bank des Kunden fragt nach einer Zahlung über {sum}",
    es: "El banco del cliente pregunta por un pago de {sum}",
  },
  "A payment of {sum} is disputed": {
    de: "Eine Zahlung über {sum} wird angefochten",
    es: "Un pago de {sum} está en disputa",
  },
  "A payment of {sum} was disputed, and the dispute is won": {
    de: "Eine Zahlung über {sum} wurde angefochten, und die Anfechtung ist gewonnen",
    es: "Un pago de {sum} estuvo en disputa, y la disputa está ganada",
  },
  "A payment of {sum} was disputed, and the dispute is lost": {
    de: "Eine Zahlung über {sum} wurde angefochten, und die Anfechtung ist verloren",
    es: "Un pago de {sum} estuvo en disputa, y la disputa está perdida",
  },
  "Nothing was taken, and no credits are set aside. Respond at the provider, or refund it, so that no dispute follows.":
    {
      de: "Nichts wurde eingezogen, und keine Credits sind zurückgelegt. Antworten Sie beim Anbieter, oder erstatten Sie die Zahlung, damit keine Anfechtung folgt.",
      es: "No se retiró nada y no hay créditos apartados. Responda en el proveedor, o reembolse el pago, para que no siga una disputa.",
    },
  "The credits that are left of it are set aside until the dispute is decided. Respond at the provider.": {
    de: "Die übrigen Credits der Zahlung sind zurückgelegt, bis die Anfechtung entschieden ist. Antworten Sie beim Anbieter.",
    es: "Los créditos que quedan del pago están apartados hasta que se resuelva la disputa. Responda en el proveedor.",
  },
  "The credits follow from it already.": {
    de: "Die Credits sind schon angepasst.",
    es: "Los créditos ya están ajustados.",
  },
  "The payment provider needs an operator": {
    de: "Der Zahlungsanbieter braucht einen Betreiber",
    es: "El proveedor de pagos necesita a un operador",
  },
  "{sum} was received without a payment": {
    de: "{sum} sind ohne Zahlung eingegangen",
    es: "Se recibieron {sum} sin un pago",
  },
  "Match it with a payment, or return it.": {
    de: "Ordnen Sie das Geld einer Zahlung zu, oder geben Sie es zurück.",
    es: "Asígnelo a un pago o devuélvalo.",
  },
  "It names payment {id} of account {account}, whose country or address is missing, so that no invoice can be issued. Ask the customer to enter them under Billing, or enter them on the page of the user.":
    {
      de: "Genannt ist Zahlung {id} des Kontos {account}, dessen Land oder Anschrift fehlt, sodass keine Rechnung ausgestellt werden kann. Bitten Sie den Kunden, sie unter „Fakturierung“ einzutragen, oder tragen Sie sie auf der Seite des Benutzers ein.",
      es: "Nombra el pago {id} de la cuenta {account}, cuyo país o dirección falta, de modo que no se puede emitir ninguna factura. Pida al cliente que los introduzca en «Facturación», o introdúzcalos en la página del usuario.",
    },
  Reference: { de: "Verwendungszweck", es: "Concepto" },
  "The page Money says what to do.": {
    de: "Die Seite „Geld“ sagt, was zu tun ist.",
    es: "La página «Dinero» indica qué hacer.",
  },
  "Stripe refuses the key: no card is charged and no refund is made.": {
    de: "Stripe lehnt den Schlüssel ab: Keine Karte wird belastet, und nichts wird erstattet.",
    es: "Stripe rechaza la clave: no se cobra ninguna tarjeta ni se hace ningún reembolso.",
  },
  "The key may not read all that the service reads of Stripe.": {
    de: "Der Schlüssel darf nicht alles lesen, was der Dienst von Stripe liest.",
    es: "La clave no puede leer todo lo que el servicio lee de Stripe.",
  },
  "Stripe's account cannot take payments.": {
    de: "Das Konto bei Stripe kann keine Zahlungen annehmen.",
    es: "La cuenta de Stripe no puede aceptar pagos.",
  },
  "The key is of another account of Stripe than earlier charges.": {
    de: "Der Schlüssel gehört zu einem anderen Konto bei Stripe als frühere Belastungen.",
    es: "La clave es de otra cuenta de Stripe que los cobros anteriores.",
  },
  "No webhook endpoint of Stripe leads here: what happens there is read once an hour.": {
    de: "Kein Webhook-Endpunkt von Stripe führt hierher: Was dort geschieht, wird stündlich gelesen.",
    es: "Ningún webhook de Stripe apunta aquí: lo que ocurre allí se lee una vez por hora.",
  },
  "Stripe has disabled the webhook endpoint: what happens there is read once an hour.": {
    de: "Stripe hat den Webhook-Endpunkt deaktiviert: Was dort geschieht, wird stündlich gelesen.",
    es: "Stripe ha desactivado el webhook: lo que ocurre allí se lee una vez por hora.",
  },
  "The webhook endpoint of Stripe does not send all events: the others are read once an hour.": {
    de: "Der Webhook-Endpunkt von Stripe sendet nicht alle Ereignisse: Die übrigen werden stündlich gelesen.",
    es: "El webhook de Stripe no envía todos los eventos: los demás se leen una vez por hora.",
  },
  "No event of Stripe has a right signature: what happens there is read once an hour.": {
    de: "Kein Ereignis von Stripe hat eine richtige Signatur: Was dort geschieht, wird stündlich gelesen.",
    es: "Ningún evento de Stripe tiene una firma correcta: lo que ocurre allí se lee una vez por hora.",
  },
  "Events of Stripe come from another mode than that of the key: they are not applied.": {
    de: "Ereignisse von Stripe kommen aus einem anderen Modus als dem des Schlüssels: Sie werden nicht angewendet.",
    es: "Los eventos de Stripe llegan de otro modo que el de la clave: no se aplican.",
  },
  "Payments by Stripe are off, and some by card are open or disputed.": {
    de: "Zahlungen über Stripe sind aus, und einige Kartenzahlungen sind offen oder angefochten.",
    es: "Los pagos con Stripe están desactivados, y hay pagos con tarjeta abiertos o en disputa.",
  },
  "Stripe has refused requests of payments, and not their cards.": {
    de: "Stripe hat Anfragen von Zahlungen abgelehnt, nicht deren Karten.",
    es: "Stripe ha rechazado solicitudes de pagos, no sus tarjetas.",
  },
  "Stripe has refused refunds, whose money was not returned.": {
    de: "Stripe hat Erstattungen abgelehnt, deren Geld nicht zurückging.",
    es: "Stripe ha rechazado reembolsos, cuyo dinero no se devolvió.",
  },
});

export type PaymentWording = (typeof paymentWordings)["en"];
