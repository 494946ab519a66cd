import { wordingsOf } from "../../base/format/phrases.ts";

/** The texts of the mail about a new version. */
export const termsWordings = wordingsOf({
  "{title}: there is a newer version": {
    de: "{title}: Es gibt eine neuere Fassung",
    es: "{title}: hay una versión más reciente",
  },
  "You have accepted an earlier version. Read this one, and accept it in the console.": {
    de: "Sie haben eine frühere Fassung angenommen. Lesen Sie diese, und nehmen Sie sie in der Konsole an.",
    es: "Usted aceptó una versión anterior. Lea esta y acéptela en la consola.",
  },
  "Your keys work as before.": {
    de: "Ihre Schlüssel funktionieren wie bisher.",
    es: "Sus claves funcionan como antes.",
  },
  "Read it": { de: "Lesen", es: "Leerla" },
});
