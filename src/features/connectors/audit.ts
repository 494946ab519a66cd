import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "assistant.change": {
    en: "changed the limit of an assistant",
    de: "hat das Limit eines Assistenten geändert",
    es: "cambió el límite de un asistente",
  },
  "assistant.connect": {
    en: "connected an assistant",
    de: "hat einen Assistenten verbunden",
    es: "conectó un asistente",
  },
  "assistant.end": {
    en: "disconnected an assistant",
    de: "hat einen Assistenten getrennt",
    es: "desconectó un asistente",
  },
};
