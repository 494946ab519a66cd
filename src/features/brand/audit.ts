import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "brand.update": { en: "changed the brand", de: "hat die Marke geändert", es: "cambió la marca" },
};
