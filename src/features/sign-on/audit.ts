import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "user.link_identity": {
    en: "linked single sign-on",
    de: "hat Single Sign-on verknüpft",
    es: "vinculó el inicio de sesión único",
  },
  "user.unlink_identity": {
    en: "unlinked single sign-on",
    de: "hat Single Sign-on getrennt",
    es: "desvinculó el inicio de sesión único",
  },
};
