import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "payment.cancel": { en: "cancelled a payment", de: "hat eine Zahlung abgebrochen", es: "canceló un pago" },
  "payment.create": { en: "requested a payment", de: "hat eine Zahlung angefordert", es: "solicitó un pago" },
  "payment.close_return": {
    en: "noted a refund without a payment as done",
    de: "hat eine Erstattung ohne Zahlung als erledigt vermerkt",
    es: "anotó como hecho un reembolso sin pago",
  },
  "payment.forgive": {
    en: "forgave credits that were owed",
    de: "hat geschuldete Credits erlassen",
    es: "condonó créditos adeudados",
  },
  "payment.match_lost": {
    en: "matched a charge that a restore had lost",
    de: "hat eine Zahlung zugeordnet, die nach einer Wiederherstellung fehlte",
    es: "asignó un cargo que faltaba tras una restauración",
  },
  "payment.receive": {
    en: "recorded money received",
    de: "hat erhaltenes Geld erfasst",
    es: "registró dinero recibido",
  },
  "payment.refund": { en: "returned money", de: "hat Geld zurückgegeben", es: "devolvió dinero" },
  "payment.refund_sent": {
    en: "noted a refund by transfer as sent",
    de: "hat eine Erstattung per Überweisung als gesendet vermerkt",
    es: "anotó como enviado un reembolso por transferencia",
  },
  "payment.resolve": {
    en: "resolved a payment's problem",
    de: "hat das Problem einer Zahlung gelöst",
    es: "resolvió el problema de un pago",
  },
  "payment.return_lost": {
    en: "returned a charge that a restore had lost",
    de: "hat eine Zahlung erstattet, die nach einer Wiederherstellung fehlte",
    es: "devolvió un cargo que faltaba tras una restauración",
  },
  "payment.update_settings": {
    en: "changed how customers pay",
    de: "hat geändert, wie Kunden zahlen",
    es: "cambió cómo pagan los clientes",
  },
  "payment_method.delete": {
    en: "removed the saved card",
    de: "hat die gespeicherte Karte entfernt",
    es: "quitó la tarjeta guardada",
  },
  "top_up.update": {
    en: "changed automatic top-up",
    de: "hat die automatische Aufladung geändert",
    es: "cambió la recarga automática",
  },
  "transfer.import": {
    en: "imported transfers from a bank's file",
    de: "hat Überweisungen aus einer Bankdatei importiert",
    es: "importó transferencias de un archivo del banco",
  },
  "transfer.match": {
    en: "matched a transfer",
    de: "hat eine Überweisung zugeordnet",
    es: "asoció una transferencia",
  },
  "transfer.record": {
    en: "recorded a transfer",
    de: "hat eine Überweisung erfasst",
    es: "registró una transferencia",
  },
  "transfer.return": {
    en: "recorded a returned transfer",
    de: "hat eine zurückgegebene Überweisung erfasst",
    es: "registró una transferencia devuelta",
  },
};
