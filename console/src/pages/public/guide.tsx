import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { textAt } from "../../api/text-at.ts";
import { servicePath } from "../../base/service-path.ts";
import { type Block, blocksOf, piecesOf } from "../../parts/markdown.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { PublicPage } from "../../parts/public-page.tsx";
import { Link } from "../../parts/router.tsx";
import { Loaded, Skeleton } from "../../parts/states.tsx";
import { Scroll, Table } from "../../parts/table.tsx";

interface Group {
  readonly heading: string;
  readonly pages: readonly { readonly name: string; readonly title: string }[];
}

/** The pages of `/llms.txt` by heading. */
function groupsIn(listing: string): Group[] {
  return listing
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      heading: part.split("\n", 1)[0] ?? "",
      pages: [...part.matchAll(/^- \[(.+)\]\(.*\/docs\/([a-z_/-]+)\.md\)$/gm)].map(
        ([, title = "", name = ""]) => ({ name, title }),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** The public docs. Every page is also available as Markdown. */
export function Guide({ params }: { params: { readonly section?: string; readonly page?: string } }) {
  const page = [params.section, params.page ?? "quick-start"].filter(Boolean).join("/");
  const listing = useQuery({ queryKey: ["guide"], queryFn: () => textAt("/llms.txt"), staleTime: 60_000 });
  const text = useQuery({
    queryKey: ["guide", page],
    queryFn: () => textAt(`/docs/${page}.md`),
    staleTime: 60_000,
  });
  const groups = groupsIn(listing.data ?? "");
  const pages = groups.flatMap((group) => group.pages);
  usePageTitle(pages.find(({ name }) => name === page)?.title ?? "Docs");
  // The list is above the text on a narrow page: a late list would move it.
  if (listing.isPending)
    return (
      <PublicPage>
        <main id="main" className="guide">
          <Skeleton rows={8} />
        </main>
      </PublicPage>
    );
  return (
    <PublicPage>
      <div className="guide">
        <nav aria-label="Docs">
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
        <main id="main" className="guide-text">
          <Loaded query={text} what="Could not load the page" rows={8}>
            {(markdown) => (
              <>
                {blocksOf(markdown).map((block, index) => (
                  <BlockView key={`${index + 1}`} block={block} />
                ))}
                <p className="sm muted note">
                  <a href={`${servicePath}/docs/${page}.md`}>View as Markdown</a>
                </p>
              </>
            )}
          </Loaded>
        </main>
      </div>
    </PublicPage>
  );
}

/** The prefix of links to the console. */
const consolePath = `${servicePath}/console/`;

function Line({ text }: { text: string }): ReactNode {
  return piecesOf(text).map(({ kind, text: part, to = "" }, index) => {
    const key = `${index + 1}`;
    if (kind === "code") return <code key={key}>{part}</code>;
    if (kind === "strong") return <b key={key}>{part}</b>;
    if (kind === "text") return part;
    return to.startsWith(consolePath) && !to.includes("?") ? (
      <Link key={key} to={`/${to.slice(consolePath.length)}`}>
        {part}
      </Link>
    ) : (
      <a key={key} href={to}>
        {part}
      </a>
    );
  });
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === "heading") {
    const Heading = `h${block.level}` as const;
    return (
      <Heading>
        <Line text={block.text} />
      </Heading>
    );
  }
  if (block.kind === "paragraph")
    return (
      <p>
        <Line text={block.text} />
      </p>
    );
  if (block.kind === "list") {
    const List = block.ordered ? "ol" : "ul";
    return (
      <List>
        {block.items.map((item) => (
          <li key={item}>
            <Line text={item} />
          </li>
        ))}
      </List>
    );
  }
  if (block.kind === "code")
    return (
      <div className="code">
        <Scroll label="Code">
          <pre>{block.text}</pre>
        </Scroll>
      </div>
    );
  return (
    <Table
      wide
      caption={block.head.join(", ")}
      items={block.rows}
      keyOf={([first = ""]) => first}
      columns={block.head.map((head, index) => ({
        head: <Line text={head} />,
        cell: (row: readonly string[]) => <Line text={row[index] ?? ""} />,
      }))}
    />
  );
}
