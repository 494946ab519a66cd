import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { type Language, languages } from "../../../base/format/languages.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { type Call, json } from "../../../http/endpoint.ts";
import { InvalidRequest, notFound } from "../../../http/errors.ts";
import { line, remark } from "../../../management/common/identifiers.ts";
import { opened } from "../../../running/opened.ts";
import { Mails } from "../mails.ts";
import { frameOf } from "../sending/write-letter.ts";
import {
  type EditedText,
  findText,
  listEdited,
  mailTexts,
  removeText,
  unknownPlaceholder,
  valuesOf,
  withText,
  writeText,
} from "../texts/edited-texts.ts";
import { type ShownKind, sampleReader, shownKinds } from "../texts/kinds.ts";
import { mailBrandOf } from "../texts/mail-brand.ts";
import { oneLine, render } from "../texts/render.ts";

const MailText = z
  .object({
    kind: z.string().describe("The kind's ID."),
    title: z.string().describe("What the mail is about."),
    to: z.enum(["customer", "operators"]).describe("Who receives it."),
    subject: z.string().describe("As edited; otherwise of the sample."),
    intro: z.string().describe("The text before the details. Paragraphs are separated by empty lines."),
    edited: z.boolean().describe("Whether an operator has changed the text."),
    language: z
      .enum(languages)
      .nullable()
      .describe(
        "The language that has this edited text; null if it is that of all languages, or the default.",
      ),
    placeholders: z.array(z.string()).describe("Names that an edited text can contain in braces."),
  })
  .meta({ id: "MailText" });

const TextRequest = z
  .strictObject({
    subject: line(200).describe("The subject, also the heading."),
    intro: remark(2000).describe("The text before the details."),
  })
  .meta({
    id: "MailTextRequest",
    example: {
      subject: "{percent}% of your credits are used",
      intro: "{used} of {credits} credits are used.",
    },
  });

const Preview = z
  .object({
    from: z.string().describe("The sender; empty if the service sends no mail."),
    subject: z.string().describe("The subject."),
    text: z.string().describe("The mail as plain text."),
    html: z.string().describe("The mail as HTML."),
    files: z.array(z.string()).describe("The names of attached files."),
  })
  .meta({ id: "MailPreview" });

const common = { tag: "Mail", audience: "operator", extension: true } as const;
const byKind = z.object({ kind: z.string().max(100).describe("The kind's ID.") });
const LanguageQuery = z.object({
  language: z
    .enum(languages)
    .optional()
    .describe("That of the mails. If omitted, the text of all languages that have none of their own."),
});
type InLanguage = z.output<typeof LanguageQuery>;

export const textEndpoints = [
  endpoint({
    ...common,
    id: "listMailTexts",
    permission: "mails.view",
    method: "GET",
    path: "/mails/texts",
    summary: "List the kinds of mails with their texts",
    query: LanguageQuery,
    response: z.array(MailText),
    handle: listTexts,
  }),
  endpoint({
    ...common,
    id: "putMailText",
    effect: "enter",
    permission: "mails.change",
    method: "PUT",
    path: "/mails/texts/{kind}",
    summary: "Replace subject and introduction of a kind of mails",
    description:
      "Plain text with `{names}` of values. Amounts, dates, links and details below stay. A name that the kind does not have is 422. Mails are in the language of their reader, which has its own text, or that of all languages.",
    params: byKind,
    query: LanguageQuery,
    lock: (tx, { kind }) => lockText(tx, kind),
    body: TextRequest,
    response: MailText,
    errors: ["not_found"],
    handle: putText,
  }),
  endpoint({
    ...common,
    id: "deleteMailText",
    effect: "enter",
    permission: "mails.change",
    method: "DELETE",
    path: "/mails/texts/{kind}",
    summary: "Use the default text of a kind of mails again",
    description:
      "With a language only its own text is removed: that of all languages is used then, if there is one.",
    params: byKind,
    query: LanguageQuery,
    lock: (tx, { kind }) => lockText(tx, kind),
    response: MailText,
    errors: ["not_found"],
    handle: deleteText,
  }),
  endpoint({
    ...common,
    id: "previewMailText",
    permission: "mails.view",
    method: "GET",
    path: "/mails/texts/{kind}/preview",
    summary: "Show a mail with sample data, as text and HTML",
    params: byKind,
    query: LanguageQuery.extend({
      subject: z.string().max(200).optional().describe("A subject that is not saved."),
      intro: z.string().max(2000).optional().describe("An introduction that is not saved."),
    }),
    response: Preview,
    errors: ["not_found"],
    handle: previewText,
  }),
];

const lockText = (tx: Queries, kind: string) => mailTexts.lock(tx, kind);

const settingsOf = (context: Context) => opened(context, Mails).sending?.mail;

const kindsOf = async (context: Context, language: Language = "en") =>
  shownKinds(context, await mailBrandOf(context, settingsOf(context)), language);

async function requireKind(context: Context, id: string, language?: Language): Promise<ShownKind> {
  const found = (await kindsOf(context, language)).find((kind) => kind.id === id);
  if (!found) throw notFound(`No mail of the kind ${id}. GET /mails/texts lists them.`);
  return found;
}

async function shownText(
  kind: ShownKind,
  edited: EditedText | undefined,
): Promise<z.output<typeof MailText>> {
  const { subject, before } = await kind.preview();
  return {
    kind: kind.id,
    title: kind.title,
    to: kind.to,
    subject: edited?.subject ?? oneLine(subject),
    intro: edited?.intro ?? before.join("\n\n"),
    edited: edited !== undefined,
    language: edited?.language ?? null,
    placeholders: Object.keys(valuesOf(kind.sample, sampleReader)),
  };
}

async function listTexts(context: Context, { query: { language } }: Call<unknown, InLanguage>) {
  const edited = await listEdited(context.database, language ?? null);
  const kinds = await kindsOf(context, language);
  return json(await Promise.all(kinds.map((kind) => shownText(kind, edited.get(kind.id)))));
}

/** 422 for a placeholder that the kind does not have. */
function requireKnown(place: readonly ["body", string], text: string, kind: ShownKind): void {
  const known = valuesOf(kind.sample, sampleReader);
  const unknown = unknownPlaceholder(text, known);
  if (unknown === undefined) return;
  const all = Object.keys(known)
    .map((name) => `{${name}}`)
    .join(", ");
  throw new InvalidRequest(place, `{${unknown}} is unknown; this text can contain ${all}`, text);
}

type PutCall = Call<{ kind: string }, InLanguage, unknown, z.output<typeof TextRequest>>;

async function putText(context: Context, call: PutCall) {
  const { language = null } = call.query;
  const kind = await requireKind(context, call.params.kind, language ?? undefined);
  const { subject, intro } = call.body;
  requireKnown(["body", "subject"], subject, kind);
  requireKnown(["body", "intro"], intro, kind);
  return auditedChange(context, call, "mail.edit_text", `/mails/texts/${kind.id}`, async (tx, { at }) => {
    const found = await findText(tx, kind.id, language);
    const before = found?.language === language ? found : null;
    const after = { language, subject, intro };
    await writeText(tx, kind.id, after, at);
    return { before, after, answer: json(await shownText(kind, after)) };
  });
}

async function deleteText(context: Context, call: Call<{ kind: string }, InLanguage>) {
  const { language = null } = call.query;
  const kind = await requireKind(context, call.params.kind, language ?? undefined);
  return auditedChange(context, call, "mail.reset_text", `/mails/texts/${kind.id}`, async (tx) => {
    const before = await removeText(tx, kind.id, language);
    const answer = json(await shownText(kind, await findText(tx, kind.id, language)));
    return before ? { before, answer } : answer;
  });
}

type PreviewQuery = InLanguage & { subject?: string | undefined; intro?: string | undefined };
type PreviewCall = Call<{ kind: string }, PreviewQuery>;

async function previewText(context: Context, { params, query }: PreviewCall) {
  const { language = "en" } = query;
  const kind = await requireKind(context, params.kind, language);
  const content = await kind.preview();
  const saved = await findText(context.database, kind.id, query.language ?? null);
  const edited =
    query.subject === undefined && query.intro === undefined
      ? saved
      : {
          language: null,
          subject: query.subject ?? saved?.subject ?? content.subject,
          intro: query.intro ?? saved?.intro ?? content.before.join("\n\n"),
        };
  const mail = settingsOf(context);
  const brand = await mailBrandOf(context, mail);
  const shown = withText(content, edited, valuesOf(kind.sample, { ...sampleReader, language }));
  const { subject, text, html } = render(shown, frameOf(context, mail, brand, language, ""));
  return json({
    from: mail ? `${brand.sender} <${mail.from.address}>` : "",
    subject,
    text,
    html,
    files: (content.files ?? []).map(({ name }) => name),
  });
}
