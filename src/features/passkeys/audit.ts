import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "user.add_passkey": {
    en: "added a passkey",
    de: "hat einen Passkey hinzugefügt",
    es: "añadió una clave de acceso",
  },
  "user.remove_passkey": {
    en: "removed a passkey",
    de: "hat einen Passkey entfernt",
    es: "quitó una clave de acceso",
  },
  "user.rename_passkey": {
    en: "renamed a passkey",
    de: "hat einen Passkey umbenannt",
    es: "cambió el nombre de una clave de acceso",
  },
};
