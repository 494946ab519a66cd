import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { reach } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { servicePath } from "../../base/service-path.ts";
import { type Block, blocksOf, piecesOf } from "../../parts/markdown.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { PublicPage } from "../../parts/public-page.tsx";
import { Loaded } from "../../parts/states.tsx";

async function textAt(path: string): Promise<string> {
  const response = await reach(new Request(servicePath + path));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  return response.text();
}

interface Group {
  readonly heading: string;
  readonly pages: readonly { readonly name: string; readonly title: string }[];
}

/** The pages that `/llms.txt` lists under each of its headings. */
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

/** The customers' guide, for everybody; each page is also there as Markdown. */
export function Guide() {
  const params = useParams({ strict: false }) as { section?: string; page?: string };
  const page = [params.section, params.page ?? "quick-start"].filter(Boolean).join("/");
  const listing = useQuery({ queryKey: ["guide"], queryFn: () => textAt("/llms.txt"), staleTime: 60_000 });
  const text = useQuery({
    queryKey: ["guide", page],
    queryFn: () => textAt(`/docs/${page}.md`),
    staleTime: 60_000,
  });
  const groups = groupsIn(listing.data ?? "");
  const pages = groups.flatMap((group) => group.pages);
  usePageTitle(pages.find(({ name }) => name === page)?.title ?? "Guide");
  return (
    <PublicPage>
      <div className="guide">
        <nav aria-label="Guide">
          {groups.map(({ heading, pages: listed }) => (
            <details key={heading} open={heading === "Guide" || listed.some(({ name }) => name === page)}>
              <summary>{heading}</summary>
              <ul>
                {listed.map(({ name, title }) => (
                  <li key={name}>
                    <Link
                      to={`/docs/${name}`}
                      activeOptions={{ exact: true }}
                      activeProps={{ "aria-current": "page" }}
                      aria-current={name === page ? "page" : undefined}
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
        <main id="main" className="guide-text">
          <Loaded query={text} what="The page could not be read" rows={8}>
            {(markdown) => (
              <>
                {blocksOf(markdown).map((block, index) => (
                  <BlockView key={`${index + 1}`} block={block} />
                ))}
                <p className="sm muted note">
                  This page <a href={`${servicePath}/docs/${page}.md`}>as Markdown</a>.
                </p>
              </>
            )}
          </Loaded>
        </main>
      </div>
    </PublicPage>
  );
}

/** What links to pages of the console begin with: those of a page already have what stands before the service's paths. */
const consolePath = `${servicePath}/console/`;

function Line({ text }: { readonly text: string }): ReactNode {
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

function BlockView({ block }: { readonly block: Block }) {
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="scroll" tabIndex={0} aria-label="Code">
          <pre>{block.text}</pre>
        </section>
      </div>
    );
  return <TableView block={block} />;
}

function TableView({ block }: { readonly block: Extract<Block, { kind: "table" }> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label={block.head.join(", ")}>
      <table className="t">
        <thead>
          <tr>
            {block.head.map((cell) => (
              <th key={cell} scope="col">
                <Line text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, index) => (
                <td key={block.head[index]}>
                  <Line text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
