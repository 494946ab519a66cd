import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "product.publish_offer": {
    en: "published version {version} of an offer",
    de: "hat Version {version} eines Angebots veröffentlicht",
    es: "publicó la versión {version} de una oferta",
  },
};
