import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type BodyCall, type Call, json } from "../../../http/endpoint.ts";
import { InvalidRequest, notFound } from "../../../http/errors.ts";
import { line, remark } from "../../../management/common/identifiers.ts";
import { opened } from "../../../running/opened.ts";
import { Mails } from "../mails.ts";
import { frameOf } from "../sending/write-letter.ts";
import {
  type EditedText,
  findText,
  mailTexts,
  unknownPlaceholder,
  valuesOf,
  withText,
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

export const textEndpoints = [
  endpoint({
    ...common,
    id: "listMailTexts",
    permission: "mails.view",
    method: "GET",
    path: "/mails/texts",
    summary: "List the kinds of mails with their texts",
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
      "Plain text with `{names}` of values. Amounts, dates, links and details below stay. A name that the kind does not have is 422.",
    params: byKind,
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
    params: byKind,
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
    query: z.object({
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

const kindsOf = async (context: Context) =>
  shownKinds(context, await mailBrandOf(context, settingsOf(context)));

async function requireKind(context: Context, id: string): Promise<ShownKind> {
  const found = (await kindsOf(context)).find((kind) => kind.id === id);
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
    placeholders: Object.keys(valuesOf(kind.sample, sampleReader)),
  };
}

async function listTexts(context: Context) {
  const rows = await mailTexts.select(context.database, sql``);
  const edited = new Map(rows.map((row) => [row.kind, row]));
  return json(
    await Promise.all((await kindsOf(context)).map((kind) => shownText(kind, edited.get(kind.id)))),
  );
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

async function putText(context: Context, call: BodyCall<typeof TextRequest, { kind: string }>) {
  const kind = await requireKind(context, call.params.kind);
  const { subject, intro } = call.body;
  requireKnown(["body", "subject"], subject, kind);
  requireKnown(["body", "intro"], intro, kind);
  return auditedChange(context, call, "mail.edit_text", `/mails/texts/${kind.id}`, async (tx, { at }) => {
    const before = (await findText(tx, kind.id)) ?? null;
    const after = { subject, intro };
    await mailTexts.put(tx, [{ kind: kind.id, ...after, updatedAt: at }]);
    return { before, after, answer: json(await shownText(kind, after)) };
  });
}

async function deleteText(context: Context, call: Call<{ kind: string }>) {
  const kind = await requireKind(context, call.params.kind);
  return auditedChange(context, call, "mail.reset_text", `/mails/texts/${kind.id}`, async (tx) => {
    const before = await findText(tx, kind.id);
    const answer = json(await shownText(kind, undefined));
    if (!before) return answer;
    await tx.run(sql`delete from mail_text where kind = ${kind.id}`);
    return { before, answer };
  });
}

type PreviewCall = Call<{ kind: string }, { subject?: string | undefined; intro?: string | undefined }>;

async function previewText(context: Context, { params, query }: PreviewCall) {
  const kind = await requireKind(context, params.kind);
  const content = await kind.preview();
  const saved = await findText(context.database, kind.id);
  const edited =
    query.subject === undefined && query.intro === undefined
      ? saved
      : {
          subject: query.subject ?? saved?.subject ?? content.subject,
          intro: query.intro ?? saved?.intro ?? content.before.join("\n\n"),
        };
  const mail = settingsOf(context);
  const brand = await mailBrandOf(context, mail);
  const shown = withText(content, edited, valuesOf(kind.sample, sampleReader));
  const { subject, text, html } = render(shown, frameOf(context, mail, brand, ""));
  return json({
    from: mail ? `${brand.sender} <${mail.from.address}>` : "",
    subject,
    text,
    html,
    files: (content.files ?? []).map(({ name }) => name),
  });
}
