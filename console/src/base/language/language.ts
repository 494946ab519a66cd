import { assembled, type Manner, type Message, parsed } from "./message.ts";

/** The languages of the console, each by its own name. */
export const languages = { en: "English", de: "Deutsch", es: "Español" } as const;

export type Language = keyof typeof languages;

/** Translations by the English text. */
export type Catalogue = Readonly<Record<string, string>>;

const storageKey = "vingate.language";

export const isLanguage = (word: string | null | undefined): word is Language =>
  word !== null && word !== undefined && Object.hasOwn(languages, word);

/** The language that this browser's reader has chosen. */
export function storedLanguage(): Language | undefined {
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem(storageKey);
  return isLanguage(stored) ? stored : undefined;
}

/** The first requested language (BCP 47) that the console has; English if it has none. */
export const firstOf = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage) ?? "en";

const preferred = (): Language =>
  storedLanguage() ?? firstOf(typeof navigator === "undefined" ? [] : (navigator.languages ?? []));

interface Texts {
  readonly catalogue: Catalogue;
  /** The service's sentences (`sent.ts`). */
  readonly sent: Catalogue;
}

const english: Texts = { catalogue: {}, sent: {} };

const loads: Readonly<Record<Exclude<Language, "en">, () => Promise<Texts>>> = {
  de: () => import("./de.ts"),
  es: () => import("./es.ts"),
};

/** A language whose texts cannot be loaded is no reason for a page without texts. */
async function loaded(wanted: Language): Promise<readonly [Language, Texts]> {
  if (wanted === "en") return ["en", english];
  return loads[wanted]().then(
    (texts) => [wanted, texts] as const,
    () => ["en", english] as const,
  );
}

// Every module that shows text waits here for the texts: they can be translated where a module begins.
const [language, { catalogue, sent }] = await loaded(preferred());

/** The language of the page, which does not change while it is open, and the service's sentences in it. */
export { language, sent };

/** The language in which numbers, dates and amounts are written. */
export const locale: string = language === "en" ? "en-US" : language;

// Tests of the service import modules of the console in a process without documents.
const page = globalThis as unknown as {
  readonly document?: { readonly documentElement: { lang: string } };
  readonly location: { reload(): void };
};
if (page.document) page.document.documentElement.lang = language;

/** Keeps the choice and loads the page in it; undefined follows the browser. */
export function chooseLanguage(chosen: Language | undefined): void {
  if (chosen) localStorage.setItem(storageKey, chosen);
  else localStorage.removeItem(storageKey);
  page.location.reload();
}

export const manner: Manner = {
  numbers: new Intl.NumberFormat(locale),
  plurals: new Intl.PluralRules(locale),
};

const messages = new Map<string, Message>();

/** The message of an English text in the page's language. */
export function messageOf(text: string): Message {
  const known = messages.get(text);
  if (known) return known;
  const message = parsed(catalogue[text] ?? text);
  messages.set(text, message);
  return message;
}

export type TextValue = string | number | bigint | boolean | null | undefined;

/** As React shows it: nothing for what is absent. */
const shown = (value: unknown): string =>
  value === null || value === undefined || typeof value === "boolean" ? "" : String(value);

const asText = {
  words: (text: string) => text,
  value: shown,
  tag: (_: string, content: string[]) => content.join(""),
};

/** A text in the page's language, by its English. Texts with elements are `T`. */
export function t(text: string, values: Readonly<Record<string, TextValue>> = {}): string {
  return assembled(messageOf(text), values, manner, asText).join("");
}

/** `t` for texts that the service declares, which are no literals of the console. */
export const declaredText = t;

/** An English text in the page's language; undefined if the language lacks it. */
export const translated = (text: string): string | undefined => (language === "en" ? text : catalogue[text]);
