import type { Language } from "../../../base/format/languages.ts";
import type { Context } from "../../../calls/context.ts";
import { declaredEvent } from "../../../outbox/declared-events.ts";
import type { MailContent, MailKind, MailReader } from "../../../outbox/mail-kinds.ts";
import { isOwnKind, ownKinds, writeOwnMail } from "./account-kinds.ts";
import type { MailBrand } from "./mail-brand.ts";

/** A kind of mail as operators see it. */
export interface ShownKind {
  readonly id: string;
  readonly title: string;
  readonly to: "customer" | "operators";
  /** The data of a preview. */
  readonly sample: object;
  preview(): Promise<MailContent>;
}

export const sampleReader = {
  account: "Lena Novák",
  userId: "lena",
  timeZone: "UTC",
  language: "en",
} satisfies MailReader;
const sampleAddress = "lena@example.com";

/** All kinds with their mails in a language, those of accounts first. */
export function shownKinds(context: Context, brand: MailBrand, language: Language): readonly ShownKind[] {
  const { sender, timeZone } = brand;
  const ids = Object.keys(ownKinds).filter(isOwnKind);
  const own = ids.map((id): ShownKind => {
    const { title, sample } = ownKinds[id];
    const to = { address: sampleAddress, sender, timeZone };
    return { id, title, to: "customer", sample, preview: async () => writeOwnMail(id, sample, to, language) };
  });
  return [...own, ...context.mails.map((kind) => ofEvent(context, kind, { timeZone, language }))];
}

function ofEvent(
  context: Context,
  kind: MailKind<Context>,
  { timeZone, language }: Pick<MailReader, "timeZone" | "language">,
): ShownKind {
  const { id, title, to } = kind;
  const sample = declaredEvent(kind.event)?.data ?? {};
  const reader: MailReader =
    to === "operators"
      ? { account: "", userId: null, timeZone, language }
      : { ...sampleReader, timeZone, language };
  return {
    id,
    title,
    to,
    sample,
    async preview() {
      if (kind.preview) return kind.preview(sample as never, reader);
      // Others that read the database write without what they do not find, or not at all.
      const written = await Promise.resolve()
        .then(() => kind.write(context, sample as never, reader))
        .catch(() => undefined);
      return written ?? { subject: title, before: [] };
    },
  };
}
