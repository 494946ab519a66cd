import type { Schemas } from "../../api/client.ts";
import { listing, reading } from "../../api/reading.ts";
import { type Language, t } from "../../base/language/language.ts";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";

export type MailState = Schemas["MailState"];
export type Mail = Schemas["Mail"];
export type MailText = Schemas["MailText"];
export type DnsRecord = Schemas["DnsRecord"];

const everyMs = 2000;
export const problemsMax = 20;

export const mailState = { ...reading(["mails", "state"], "/mails/state"), refetchInterval: everyMs };

export const mailsIn = (state: "failed" | "deferred") => ({
  ...listing(["mails", state], "/mails", { query: { state, page_size: problemsMax } }),
  refetchInterval: everyMs * 5,
});

/** In which a text is edited; empty: in all that have none of their own. */
export type TextLanguage = Language | "";

const queryOf = (language: TextLanguage) => (language === "" ? {} : { language });

export const mailTextsIn = (language: TextLanguage) =>
  reading(["mails", "texts", "list", language], "/mails/texts", { query: queryOf(language) });

export const mailTexts = mailTextsIn("");

/** The parameters of the text of a kind. */
export const textAt = (kind: string, language: TextLanguage) => ({
  path: { kind },
  query: queryOf(language),
});

export const mailDomain = { ...reading(["mails", "domain"], "/mails/domain"), staleTime: 60_000 };

export const previewOf = (
  kind: string,
  language: TextLanguage,
  draft: { readonly subject?: string; readonly intro?: string },
) =>
  reading(["mails", "texts", kind, language, draft], "/mails/texts/{kind}/preview", {
    path: { kind },
    query: { ...queryOf(language), ...draft },
  });

/** The text of the row of Settings. */
export async function mailLine(): Promise<SectionLine> {
  const { sender, marked_count: refused } = await queryClient.fetchQuery(mailState);
  if (!sender) return { text: t("No mail is sent"), state: ["blocked", t("Not set")] };
  const text = `${sender.name} <${sender.address}>`;
  if (refused === 0) return { text, state: ["ok", t("On")] };
  return {
    text,
    state: [
      "blocked",
      t("{count, plural, one {# address refuses mail} other {# addresses refuse mail}}", { count: refused }),
    ],
  };
}
