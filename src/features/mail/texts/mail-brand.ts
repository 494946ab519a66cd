import type { Context } from "../../../calls/context.ts";
import { brandOf, type FootLink, footLinksOf } from "../../../running/brand.ts";
import type { ConfiguredMail } from "../settings.ts";

/** What mails show of the operator. */
export interface MailBrand {
  /** The sender's display name, also above the heading. */
  readonly sender: string;
  /** The colors of the button. */
  readonly accent: { readonly color: string; readonly text: string };
  /** Addresses of the operator on one line; empty without any. */
  readonly contact: string;
  /** Addresses. */
  readonly links: readonly FootLink[];
  /** The zone of dates for which no plan sets one. */
  readonly timeZone: string;
}

const petrol = { color: "#066285", text: "#ffffff" } as const;

/** The brand, with the sender of the settings. */
export async function mailBrandOf(context: Context, mail: ConfiguredMail | undefined): Promise<MailBrand> {
  const brand = await brandOf(context);
  const links = await footLinksOf(context, brand);
  const colors = brand?.colors?.light;
  const contact = brand ? [brand.email, brand.phone, brand.url] : [];
  return {
    sender: brand?.name ?? mail?.from.name ?? "Vingate",
    accent: colors ? { color: colors.accent, text: colors.on } : petrol,
    contact: contact.filter((one) => one !== null).join(", "),
    links: links.map(({ label, url }) => ({
      label,
      url: url.startsWith("/") ? context.config.publicUrl + url : url,
    })),
    timeZone: brand?.timeZone ?? "UTC",
  };
}
