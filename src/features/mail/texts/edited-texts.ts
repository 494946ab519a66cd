import { type Language, languages } from "../../../base/format/languages.ts";
import { writings } from "../../../base/format/writing.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import type { MailContent, MailReader } from "../../../outbox/mail-kinds.ts";

const members = { kind: text, subject: text, intro: text, updatedAt: integer };

/** The texts of all languages without one of their own. */
export const mailTexts = new Table({ name: "mail_text", as: "t", key: ["kind"], members });

/** Those of one language, which it has in place of the others. */
export const languageTexts = new Table({
  name: "mail_text_in_language",
  as: "l",
  key: ["kind", "language"],
  members: { ...members, language: word<Language>(...languages) },
});

/** An operator's subject and text before the details, with `{names}` of values. */
export interface EditedText extends Pick<Row<typeof mailTexts>, "subject" | "intro"> {
  /** Null if it is that of all languages. */
  readonly language: Language | null;
}

export type Values = Readonly<Record<string, string>>;

/** What texts can contain of the data of a mail: numbers, names and days as readers see them. */
export function valuesOf(
  data: object,
  { account, timeZone, language }: Pick<MailReader, "account" | "timeZone" | "language">,
): Values {
  const { count, money, dayIn } = writings[language];
  const currency = "currency" in data && typeof data.currency === "string" ? data.currency : undefined;
  const values = Object.entries(data).flatMap(([name, value]) => {
    // A token would be in an edited text without the address of its page, and a language is a code.
    if (name === "token" || name === "language") return [];
    if (typeof value === "number")
      return [[name, currency && /(^|_)minor$/.test(name) ? money(value, currency) : count(value)] as const];
    if (typeof value !== "string") return [];
    return [[name, /_at$|^at$/.test(name) ? dayIn(Date.parse(value), timeZone) : value] as const];
  });
  return { account, ...Object.fromEntries(values) };
}

const placeholders = /\{([^{}]*)\}/g;

/** The first placeholder of a text that the data has no value for. */
export const unknownPlaceholder = (text: string, known: Values): string | undefined =>
  [...text.matchAll(placeholders)].map(([, name]) => name!).find((name) => !Object.hasOwn(known, name));

/** A content with an operator's text, if there is one. A value that this mail lacks is empty. */
export function withText(content: MailContent, edited: EditedText | undefined, values: Values): MailContent {
  if (!edited) return content;
  const filled = (text: string) =>
    text.replace(placeholders, (_, name: string) => (Object.hasOwn(values, name) ? values[name]! : ""));
  return Object.assign({}, content, {
    subject: filled(edited.subject),
    before: paragraphsOf(filled(edited.intro)),
  });
}

const paragraphsOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : line))
    .join("\n")
    .split(/\n{2,}/);

/** The text of a kind that mails in a language have; undefined: the default. Null finds only that of all languages. */
export async function findText(
  db: Queries,
  kind: string,
  language: Language | null,
): Promise<EditedText | undefined> {
  const own = language === null ? undefined : await languageTexts.find(db, kind, language);
  const row = own ?? (await mailTexts.find(db, kind));
  return row && { language: own ? language : null, subject: row.subject, intro: row.intro };
}

/** The texts of all kinds that mails in a language have, by kind. */
export async function listEdited(
  db: Queries,
  language: Language | null,
): Promise<ReadonlyMap<string, EditedText>> {
  const all = await mailTexts.select(db, sql``);
  const own = language === null ? [] : await languageTexts.select(db, sql`where language = ${language}`);
  return new Map<string, EditedText>(
    [...all.map((row) => ({ ...row, language: null })), ...own].map((row) => [row.kind, row]),
  );
}

/** Writes the text of a language, or with null that of all without one of their own. */
export const writeText = (
  tx: Queries,
  kind: string,
  { language, subject, intro }: EditedText,
  updatedAt: number,
): Promise<void> =>
  language === null
    ? mailTexts.put(tx, [{ kind, subject, intro, updatedAt }])
    : languageTexts.put(tx, [{ kind, language, subject, intro, updatedAt }]);

/** Removes one. Resolves to it; undefined if there is none. */
export async function removeText(
  tx: Queries,
  kind: string,
  language: Language | null,
): Promise<EditedText | undefined> {
  const found = await findText(tx, kind, language);
  if (found?.language !== language) return undefined;
  await tx.run(
    language === null
      ? sql`delete from mail_text where kind = ${kind}`
      : sql`delete from mail_text_in_language where kind = ${kind} and language = ${language}`,
  );
  return found;
}
