import type { Language } from "../base/format/languages.ts";
import type { EventData, EventType } from "./events.ts";

/** A line of figures in a mail. */
export interface MailRow {
  readonly label: string;
  readonly value: string;
  /** Drawn below a rule: the sum of those before it. */
  readonly isTotal?: boolean;
}

export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The content of a mail. Its text and its HTML are made from this. */
export interface MailContent {
  /** The finding; also the heading. */
  readonly subject: string;
  readonly before: readonly string[];
  readonly rows?: readonly MailRow[];
  readonly after?: readonly string[];
  /** `path` is below the public URL, such as `/console/billing`. */
  readonly button?: { readonly text: string; readonly path: string };
  readonly files?: readonly MailFile[];
}

/** What a mail is written for. */
export interface MailReader {
  /** The account's name; empty for operators. */
  readonly account: string;
  /** The account; null for operators. */
  readonly userId: string | null;
  /** The time zone of the account's periods. */
  readonly timeZone: string;
  /** That of who receives it. */
  readonly language: Language;
}

/** A kind of mail that events cause. Features list theirs as `Service.mails`. */
export interface MailKind<Context, Type extends EventType = EventType> {
  /** Unique, such as `payment_failed`. */
  readonly id: string;
  readonly event: Type;
  /** As operators list it. */
  readonly title: string;
  readonly to: "customer" | "operators";
  /** Undefined if such an event needs no mail. Called when the mail is sent. */
  write(
    context: Context,
    data: EventData[Type],
    reader: MailReader,
  ): Promise<MailContent | undefined> | MailContent | undefined;
  /** The mail of the event's example, if `write` reads the database, which has no such rows. */
  preview?(data: EventData[Type], reader: MailReader): MailContent;
}

/** Declares a kind of mail: the type of its event gives that of its data. */
export const mailKind = <Context, Type extends EventType>(kind: MailKind<Context, Type>): MailKind<Context> =>
  kind as unknown as MailKind<Context>;
