/** An English text in the other languages of the console. */
export interface Translations {
  readonly de: string;
  readonly es: string;
}

/** English texts by a name, each with its translations. */
export type TranslatedTexts = Readonly<Record<string, { readonly en: string } & Translations>>;
