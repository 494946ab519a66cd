import { formatMoney } from "../../../base/format/money.ts";
import { count, dayIn } from "../../../base/format/words.ts";
import type { Queries } from "../../../database/database.ts";
import { integer, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import type { MailContent } from "../../../outbox/mail-kinds.ts";

export const mailTexts = new Table({
  name: "mail_text",
  as: "t",
  key: ["kind"],
  members: { kind: text, subject: text, intro: text, updatedAt: integer },
});

/** An operator's subject and text before the details, with `{names}` of values. */
export type EditedText = Pick<Row<typeof mailTexts>, "subject" | "intro">;

export type Values = Readonly<Record<string, string>>;

/** What texts can contain of the data of a mail: numbers, names and days as readers see them. */
export function valuesOf(
  data: object,
  { account, timeZone }: { readonly account: string; readonly timeZone: string },
): Values {
  const currency = "currency" in data && typeof data.currency === "string" ? data.currency : undefined;
  const values = Object.entries(data).flatMap(([name, value]) => {
    // A token would be in an edited text without the address of its page.
    if (name === "token") return [];
    if (typeof value === "number")
      return [
        [name, currency && /(^|_)minor$/.test(name) ? formatMoney(value, currency) : count(value)] as const,
      ];
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
  const filled = (text: string) => text.replace(placeholders, (_, name: string) => values[name] ?? "");
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

export async function findText(db: Queries, kind: string): Promise<EditedText | undefined> {
  const row = await mailTexts.find(db, kind);
  return row && { subject: row.subject, intro: row.intro };
}
