import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "mail.edit_text": {
    en: "edited the text of mails",
    de: "hat den Text von E-Mails bearbeitet",
    es: "editó el texto de los correos",
  },
  "mail.reset_text": {
    en: "restored the text of mails",
    de: "hat den Text von E-Mails wiederhergestellt",
    es: "restauró el texto de los correos",
  },
  "mail.send": {
    en: "sent a mail now",
    de: "hat eine E-Mail sofort gesendet",
    es: "envió un correo de inmediato",
  },
  "mail.test": {
    en: "sent a test mail",
    de: "hat eine Test-E-Mail gesendet",
    es: "envió un correo de prueba",
  },
  "mail.unmark_address": {
    en: "removed the mark of an address",
    de: "hat die Markierung einer Adresse entfernt",
    es: "quitó la marca de una dirección",
  },
};
