import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "watch.delete": {
    en: "stopped watching a VIN",
    de: "hat die Beobachtung einer VIN beendet",
    es: "dejó de vigilar un VIN",
  },
  "watch.put": {
    en: "watched a VIN, or changed what is watched",
    de: "hat eine VIN beobachtet oder die Beobachtung geändert",
    es: "vigiló un VIN o cambió lo que se vigila",
  },
  "watch.put_many": {
    en: "uploaded watched VINs",
    de: "hat beobachtete VINs hochgeladen",
    es: "subió VIN vigilados",
  },
};
