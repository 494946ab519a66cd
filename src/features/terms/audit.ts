import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "terms.publish": { en: "published terms", de: "hat Bedingungen veröffentlicht", es: "publicó condiciones" },
};
