import { useQuery } from "@tanstack/react-query";
import { docsPages, docsText } from "../../api/docs.ts";
import { t } from "../../base/language/language.ts";
import { servicePath } from "../../base/service-path.ts";
import { blocksOf } from "../../parts/markdown.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Loaded, Skeleton } from "../../parts/states.tsx";
import { BlockView } from "./block-view.tsx";

/** The public docs. Every page is also available as Markdown. */
export function Guide({ params }: { params: { readonly section?: string; readonly page?: string } }) {
  const page = [params.section, params.page ?? "quick-start"].filter(Boolean).join("/");
  const listing = useQuery(docsPages);
  const text = useQuery(docsText(page));
  const groups = listing.data ?? [];
  const pages = groups.flatMap((group) => group.pages);
  usePageTitle(pages.find(({ name }) => name === page)?.title ?? t("Docs"));
  // A late list would move the text on a wide page.
  if (listing.isPending)
    return (
      <div className="guide">
        <Skeleton rows={8} />
      </div>
    );
  return (
    <div className="guide">
      <div className="guide-text">
        <p className="guide-all sm">
          <a href="#pages">{t("All pages")}</a>
        </p>
        <Loaded query={text} what={t("Could not load the page")} rows={8}>
          {(markdown) => (
            <>
              {blocksOf(markdown).map((block, index) => (
                <BlockView key={`${index + 1}`} block={block} />
              ))}
              <p className="sm muted note">
                <a href={`${servicePath}/docs/${page}.md`}>{t("View as Markdown")}</a>
              </p>
            </>
          )}
        </Loaded>
      </div>
      <nav aria-label={t("Docs")} id="pages">
        {groups.map(({ heading, pages: listed }) => (
          <details key={heading} open={heading === "Guide" || listed.some(({ name }) => name === page)}>
            <summary>{heading}</summary>
            <ul>
              {listed.map(({ name, title }) => (
                <li key={name}>
                  <Link to={`/docs/${name}`} aria-current={name === page ? "page" : undefined}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
    </div>
  );
}
