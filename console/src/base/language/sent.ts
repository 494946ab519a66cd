import { language, sent } from "./language.ts";

/**
 * What the service sends in English, in the page's language: sentences of errors, findings and imports. A catalogue has
 * each with names in braces for what changes in it (`console/sent-texts.ts` finds them in the service's source).
 */
interface Template {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
  /** How many letters are its own. */
  readonly letters: number;
}

const placeholder = /\{(\w+)\}/g;
const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function templateOf([english, translation]: readonly [string, string]): Template {
  const names = [...english.matchAll(placeholder)].map(([, name = ""]) => name);
  const parts = english.split(/\{\w+\}/).map(quoted);
  return {
    pattern: new RegExp(`^${parts.join("(.+?)")}$`, "s"),
    names,
    translation,
    letters: english.replace(placeholder, "").replace(/[^\p{L}]/gu, "").length,
  };
}

/** What a whole text is in the page's language. A text can be the name of what every object has, such as `constructor`. */
const whole = (text: string): string | undefined => (Object.hasOwn(sent, text) ? sent[text] : undefined);

let made: readonly Template[] | undefined;

/** Those with values, the most exact first. */
function templates(): readonly Template[] {
  made ??= Object.entries(sent)
    .filter(([english]) => english.includes("{"))
    .map(templateOf)
    .sort((a, b) => b.letters - a.letters);
  return made;
}

/** Patterns take the square of a text's length and more, and no template with short values is so long. */
const charactersMost = 1000;

/** With fewer letters of its own, a template is only tried for what another one contains. */
const lettersLeast = 10;

function filled(text: string, isWhole: boolean): string | undefined {
  for (const { pattern, names, translation, letters } of templates()) {
    if (isWhole && letters < lettersLeast) return undefined;
    const [found, ...values] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    return translation.replace(placeholder, (named, name: string) => {
      const value = values[names.indexOf(name)];
      return value === undefined ? named : (translatedPart(value) ?? value);
    });
  }
  return undefined;
}

function translatedPart(text: string): string | undefined {
  const known = whole(text);
  if (known !== undefined) return known;
  if (!/\p{L}{2}/u.test(text)) return undefined;
  const words = text.split(", ").map(whole);
  if (words.every((word) => word !== undefined)) return words.join(", ");
  return text.includes(" ") ? (placed(text) ?? filled(text, false)) : undefined;
}

/** `columns.price (bid.amount)`, `data.0.price`, `the answer` or `line 8, sample 2 (data)`, and what is wrong there. */
const place = /^((?:the \w+|line \d+(?:, sample \d+)?|sample \d+|[^\s:]+)(?: \(.*?\))?): (.+)$/s;

/** A fault after its place, which is a name. */
function placed(text: string): string | undefined {
  const [, at, fault] = place.exec(text) ?? [];
  const found = fault === undefined ? undefined : translatedPart(fault);
  return found === undefined ? undefined : `${whole(at!) ?? at}: ${found}`;
}

function translatedSentence(text: string): string | undefined {
  const sentence = (one: string) => whole(one) ?? placed(one) ?? filled(one, true);
  const known = sentence(text);
  if (known !== undefined || !text.endsWith(".")) return known;
  const found = sentence(text.slice(0, -1));
  return found === undefined ? undefined : `${found}.`;
}

/** Several sentences, each by itself; undefined if one of them is not known. */
function translatedSentences(text: string): string | undefined {
  const parts = text.split(/(?<=\.) (?=[\p{Lu}\d“/])/u);
  const found = parts.map(translatedSentence);
  return parts.length > 1 && found.every((one) => one !== undefined) ? found.join(" ") : undefined;
}

const known = new Map<string, string>();

/** A text of the service in the page's language; the English one if it is not known. */
export function sentText(english: string): string {
  if (language === "en") return english;
  if (english.length > charactersMost) return whole(english) ?? english;
  const text = known.get(english) ?? translatedSentence(english) ?? translatedSentences(english) ?? english;
  known.set(english, text);
  return text;
}
