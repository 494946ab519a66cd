import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { reading } from "../../api/reading.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";

export type Terms = Schemas["Terms"];
export type Kind = Terms["kind"];

export const kindNames: Readonly<Record<Kind, string>> = {
  terms: t("Terms of service"),
  privacy: t("Privacy policy"),
  dpa: t("Processing of data"),
  data_license: t("License of data"),
};

/** The current versions, without an account. */
export const currentTerms = queryOptions({
  queryKey: ["terms", "current"],
  queryFn: () => dataOf(api.GET("/terms", { headers: { authorization: "none" } })),
});

/** What the signed-in user has not accepted. Read once per visit: nothing depends on it. */
export const openTerms = {
  ...reading(["terms", "open"], "/terms/open"),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
};

export const termsText = (kind: Kind, version: number) =>
  reading(["terms", kind, version], "/terms/{kind}/{version}", { path: { kind, version } });

/** Accepts versions in the session of the user. */
export async function acceptAll(terms: readonly Terms[]): Promise<void> {
  for (const { kind, version } of terms)
    await dataOf(api.POST("/terms/acceptances", { body: { kind, version } }));
}

/** The text of the row of Settings. */
export async function termsLine(): Promise<SectionLine> {
  const current = await queryClient.fetchQuery(currentTerms);
  const terms = current.find(({ kind }) => kind === "terms");
  if (!terms)
    return { text: t("What customers accept when they sign up"), state: ["other", t("Not published")] };
  return {
    text: t("Version {version} of {day}, accepted at sign-up", {
      version: terms.version,
      day: day(terms.published_at),
    }),
    state: ["ok", t("{count, plural, one {# agreement} other {# agreements}}", { count: current.length })],
  };
}
