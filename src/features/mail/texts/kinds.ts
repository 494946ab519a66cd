import type { Context } from "../../../calls/context.ts";
import { declaredEvent } from "../../../outbox/declared-events.ts";
import type { MailContent, MailKind, MailReader } from "../../../outbox/mail-kinds.ts";
import { ownKinds } from "./account-kinds.ts";
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

export const sampleReader = { account: "Lena Novák", userId: "lena", timeZone: "UTC" } satisfies MailReader;
const sampleAddress = "lena@example.com";

/** All kinds, those of accounts first. */
export function shownKinds(context: Context, brand: MailBrand): readonly ShownKind[] {
  const { sender, timeZone } = brand;
  const own = Object.entries(ownKinds).map(([id, kind]): ShownKind => {
    const { title, sample } = kind;
    const write = kind.write as (data: object, to: object) => MailContent;
    return {
      id,
      title,
      to: "customer",
      sample,
      preview: async () => write(sample, { address: sampleAddress, sender, timeZone }),
    };
  });
  return [...own, ...context.mails.map((kind) => ofEvent(context, kind, timeZone))];
}

function ofEvent(context: Context, kind: MailKind<Context>, timeZone: string): ShownKind {
  const { id, title, to } = kind;
  const sample = declaredEvent(kind.event)?.data ?? {};
  const reader: MailReader =
    to === "operators" ? { account: "", userId: null, timeZone } : { ...sampleReader, timeZone };
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
