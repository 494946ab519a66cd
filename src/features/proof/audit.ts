import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "system.rotate_proof_key": {
    en: "rotated the key that signs statements",
    de: "hat den Schlüssel rotiert, der Abrechnungen signiert",
    es: "rotó la clave que firma los extractos",
  },
};
