import { type Language, languages } from "../../../base/format/languages.ts";
import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { languageOf } from "../../../management/common/user-resource.ts";
import type { EventData, EventType } from "../../../outbox/events.ts";
import type { MailContent, MailReader } from "../../../outbox/mail-kinds.ts";
import { given } from "../../../running/ports.ts";
import { timeZoneOf } from "../../../running/subscription-ports.ts";
import type { ConfiguredMail } from "../settings.ts";
import { isOwnKind, writeOwnMail } from "../texts/account-kinds.ts";
import { accountWordings } from "../texts/account-texts.ts";
import { findText, valuesOf, withText } from "../texts/edited-texts.ts";
import { type MailBrand, mailBrandOf } from "../texts/mail-brand.ts";
import { plainName, withPlainNames } from "../texts/plain-name.ts";
import { type Frame, render } from "../texts/render.ts";
import { type Mail, mailContext } from "./mail-rows.ts";
import type { Letter } from "./transport.ts";

interface Written {
  readonly content: MailContent;
  readonly data: object;
  readonly reader: MailReader;
  readonly reason: string;
}

/** The letter of a mail, made when it is sent. Undefined if there is no longer a reason for it. */
export async function writeLetter(
  context: Context,
  mail: ConfiguredMail,
  row: Mail,
): Promise<Letter | undefined> {
  const brand = await mailBrandOf(context, mail);
  const written = await (isOwnKind(row.kind)
    ? writeOwn(context, row, brand)
    : writeEvent(context, row, brand));
  if (!written) return undefined;
  const { content, data, reader, reason } = written;
  const edited = await findText(context.database, row.kind, reader.language);
  const text = withText(content, edited, valuesOf(data, reader));
  const { id, address: to } = row;
  const frame = frameOf(context, mail, brand, reader.language, reason);
  return Object.assign(render(text, frame), { id, to, sender: brand.sender, files: content.files ?? [] });
}

export const frameOf = (
  context: Context,
  mail: ConfiguredMail | undefined,
  brand: MailBrand,
  language: Language,
  reason: string,
): Frame => ({
  brand,
  language,
  reason,
  footer: mail?.mailFooter ?? "",
  publicUrl: context.config.publicUrl,
});

/** Why a reader gets the mails of events. */
export function reasonOf({ account, userId, language }: MailReader): string {
  const { say } = accountWordings[language];
  return userId === null
    ? say("You get this as an operator.")
    : say("You get this for the account of {account}.", { account });
}

async function writeOwn(context: Context, row: Mail, brand: MailBrand): Promise<Written | undefined> {
  const { sender, timeZone } = brand;
  if (!isOwnKind(row.kind) || row.sealed === null) return undefined;
  const sealed = context.identity.vault.open(row.sealed, mailContext(row.id));
  // Somebody else can have chosen the names, and those of the account at this address too.
  const data = withPlainNames(JSON.parse(sealed) as object);
  const { userId, address } = row;
  const language = userId === null ? statedIn(data) : await languageOf(context.database, userId);
  const account = await nameOf(context, userId, plainName);
  const reader = { account, userId, timeZone, language };
  const content = writeOwnMail(row.kind, data, { address, sender, timeZone }, language);
  return { content, data, reader, reason: "" };
}

/** The language of a mail to an account that no longer exists is that of the mail. */
const statedIn = (data: object): Language =>
  languages.find((language) => "language" in data && data.language === language) ?? "en";

async function writeEvent(context: Context, row: Mail, brand: MailBrand): Promise<Written | undefined> {
  const kind = context.mails.find(({ id }) => id === row.kind);
  const event = await context.database.get<{ data: string; subscription_id: string | null }>(
    sql`select data, subscription_id from outbox_event where event_id = ${row.eventId}`,
  );
  if (!kind || !event) return undefined;
  const data = JSON.parse(event.data) as EventData[EventType];
  const isOperators = kind.to === "operators";
  const { subscription_id: id } = event;
  const zone = id === null ? undefined : await given(context.running, timeZoneOf)?.(id);
  const reader: MailReader = {
    account: isOperators ? "" : await nameOf(context, row.userId),
    userId: isOperators ? null : row.userId,
    timeZone: zone ?? brand.timeZone,
    // Operators whose addresses are settings have no account.
    language: await languageOf(context.database, row.userId),
  };
  const content = await kind.write(context, data as never, reader);
  return content && { content, data, reader, reason: reasonOf(reader) };
}

async function nameOf(
  { database }: Context,
  userId: string | null,
  shown = (name: string) => name,
): Promise<string> {
  const user = await database.get<{ first_name: string; last_name: string; email: string }>(
    sql`select first_name, last_name, email from app_user where id = ${userId}`,
  );
  return user ? shown(`${user.first_name} ${user.last_name}`.trim()) || user.email : "";
}
