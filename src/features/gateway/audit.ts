import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "api.delete_document": {
    en: "deleted an API's document",
    de: "hat das Dokument einer API gelöscht",
    es: "eliminó el documento de una API",
  },
  "api.delete_mapping": {
    en: "deleted the mapping of an API's source",
    de: "hat die Zuordnung einer Quelle einer API gelöscht",
    es: "eliminó la correspondencia de una fuente de una API",
  },
  "api.update_mapping": {
    en: "updated the mapping of an API's source",
    de: "hat die Zuordnung einer Quelle einer API geändert",
    es: "actualizó la correspondencia de una fuente de una API",
  },
  "api.update_document": {
    en: "updated an API's document",
    de: "hat das Dokument einer API geändert",
    es: "actualizó el documento de una API",
  },
};
