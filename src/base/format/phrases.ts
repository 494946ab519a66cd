import type { Language } from "./languages.ts";
import type { Translations } from "./translations.ts";
import { type Writing, writings } from "./writing.ts";

/** Translations by their English text, in which names in braces stand for values. */
export type Phrases = Readonly<Record<string, Translations>>;

/** The names of a text's values. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Values<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Text>, string>>];

/** What is counted by the texts `{count} credit` and `{count} credits`. */
type Counted<Text> = Text extends `{count} ${infer Thing}s` ? Thing : never;

/** How a language writes what a part of the program sends and prints. */
export interface Wording<Text extends string> extends Writing {
  /** A text with its values. */
  say<One extends Text>(text: One, ...values: Values<One>): string;
  /** 1 credit, 2 credits. */
  counted(value: number, thing: Counted<Text>): string;
}

const placeholder = /\{(\w+)\}/g;

/** By language, the wording of texts. */
export function wordingsOf<Texts extends Phrases>(
  texts: Texts,
): Readonly<Record<Language, Wording<keyof Texts & string>>> {
  const wordingIn = (language: Language): Wording<keyof Texts & string> => {
    const say = (text: string, values: Readonly<Record<string, string>> = {}): string => {
      const said = language === "en" ? text : texts[text]![language];
      return said.replace(placeholder, (_, name: string) => values[name]!);
    };
    const writing = writings[language];
    return {
      ...writing,
      say,
      counted: (value, thing) =>
        say(`{count} ${thing}${value === 1 ? "" : "s"}`, { count: writing.count(value) }),
    };
  };
  return { en: wordingIn("en"), de: wordingIn("de"), es: wordingIn("es") };
}
