import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "user.export": {
    en: "downloaded the data of an account",
    de: "hat die Daten eines Kontos heruntergeladen",
    es: "descargó los datos de una cuenta",
  },
};
