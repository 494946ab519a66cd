import { queryOptions } from "@tanstack/react-query";
import { textAt } from "./text-at.ts";

/** Pages of the docs under one heading. */
export interface DocsGroup {
  readonly heading: string;
  readonly pages: readonly { readonly name: string; readonly title: string }[];
}

/** The pages of `/llms.txt` by heading. */
function groupsIn(listing: string): DocsGroup[] {
  return listing
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      heading: part.split("\n", 1)[0] ?? "",
      pages: [...part.matchAll(/^- \[(.+)\]\(.*\/docs\/([a-z_/-]+)\.md\)$/gm)]
        .map(([, title = "", name = ""]) => ({ name, title }))
        // The API reference shows operations.
        .filter(({ name }) => name !== "operations"),
    }))
    .filter(({ pages }) => pages.length > 0);
}

const staleTime = 60_000;

/** The pages of the docs by heading. */
export const docsPages = queryOptions({
  queryKey: ["docs"],
  queryFn: async () => groupsIn(await textAt("/llms.txt")),
  staleTime,
});

/** A page of the docs, in Markdown. */
export const docsText = (name: string) =>
  queryOptions({ queryKey: ["docs", name], queryFn: () => textAt(`/docs/${name}.md`), staleTime });
