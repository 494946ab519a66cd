import { useQuery } from "@tanstack/react-query";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { BlockView } from "../../pages/docs/block-view.tsx";
import { blocksOf } from "../../parts/markdown.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Kind, termsText } from "./terms-queries.ts";

interface AgreementProps {
  readonly params: { readonly kind?: string; readonly version?: string };
}

/** The text of one version, for everybody. */
export function Agreement({ params: { kind = "", version = "" } }: AgreementProps) {
  const query = useQuery(termsText(kind as Kind, Number(version)));
  usePageTitle(query.data?.title ?? t("Agreement"));
  return (
    <Loaded query={query} what={t("Could not load the agreement")} rows={8}>
      {(terms) => (
        <>
          <Head title={<bdi>{terms.title}</bdi>}>
            {t("Version {version}, published on {day}.", {
              version: terms.version,
              day: day(terms.published_at),
            })}
          </Head>
          <div className="guide-text" dir="auto">
            {terms.url ? (
              <a href={terms.url}>{terms.url}</a>
            ) : (
              blocksOf(terms.text ?? "").map((block, index) => (
                <BlockView key={`${index + 1}`} block={block} />
              ))
            )}
          </div>
        </>
      )}
    </Loaded>
  );
}
