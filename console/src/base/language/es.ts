import declared from "./declared/es.gen.json";
import own from "./es.json";
import texts from "./sent/es.json";

/** The console's own texts in Spanish, and those that the service's features declare (`tools/console-words.ts`). */
export const catalogue = { ...own, ...declared };

/** The sentences of the service. */
export const sent: Readonly<Record<string, string>> = texts;
