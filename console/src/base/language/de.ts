import own from "./de.json";
import declared from "./declared/de.gen.json";
import texts from "./sent/de.json";

/** The console's own texts in German, and those that the service's features declare (`tools/console-words.ts`). */
export const catalogue = { ...own, ...declared };

/** The sentences of the service. */
export const sent: Readonly<Record<string, string>> = texts;
