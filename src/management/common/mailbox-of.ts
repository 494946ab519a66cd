import { emailKey } from "./user-resource.ts";

/** Letters of other scripts that most fonts draw like a Latin one (Unicode's confusables, UTS 39), by that letter. */
const drawnAlike: Readonly<Record<string, string>> = {
  a: "аαɑ",
  c: "сϲ",
  d: "ԁ",
  e: "еҽ",
  g: "ɡց",
  h: "һհ",
  i: "іι",
  j: "јϳ",
  k: "κк",
  l: "ӏ",
  n: "ոп",
  o: "оοօ",
  p: "рρ",
  q: "ԛզ",
  s: "ѕ",
  u: "սυ",
  v: "ѵν",
  w: "ԝω",
  x: "хχ",
  y: "уγү",
};

const latin = new Map(
  Object.entries(drawnAlike).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/** Domains of one provider, which passes over dots before the @. */
const dotless: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address leads to, as far as this can be known: without a tag after `+`, with look-alike letters
 * as Latin ones, and without the dots that Gmail passes over.
 */
export const mailboxOf = (email: string): string => mailboxFormsOf(email)[0];

/** The same, and the form that earlier versions stored, which keeps the dots. */
export function mailboxFormsOf(email: string): readonly [string, ...string[]] {
  const key = emailKey(email);
  const at = key.lastIndexOf("@");
  const [local = ""] = key.slice(0, at).split("+");
  // An address that begins with + has no other name.
  const address = (local === "" ? key.slice(0, at) : local) + key.slice(at);
  const stored = [...address].map((letter) => latin.get(letter) ?? letter).join("");
  const end = stored.lastIndexOf("@");
  if (!dotless.has(stored.slice(end + 1))) return [stored];
  return [`${stored.slice(0, end).replaceAll(".", "")}@gmail.com`, stored];
}
