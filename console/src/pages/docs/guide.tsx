import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { servicePath } from "../../api/base.ts";
import { reach } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { sessionStore } from "../../api/session.ts";
import { usePageTitle } from "../../frame/page-title.ts";
import { Mark } from "../../parts/brand.tsx";
import { type Block, blocksOf, piecesOf } from "../../parts/markdown.ts";
import { Loaded } from "../../parts/states.tsx";
import { ThemeChoice } from "../../parts/theme-choice.tsx";

async function textAt(path: string): Promise<string> {
  const response = await reach(new Request(servicePath + path));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  return response.text();
}

/** The pages that `/llms.txt` lists, by name and title. */
function pagesIn(listing: string): { name: string; title: string }[] {
  return [...listing.matchAll(/^- \[(.+)\]\(.*\/docs\/([a-z-]+)\.md\)$/gm)].map(
    ([, title = "", name = ""]) => ({
      name,
      title,
    }),
  );
}

/** The customers' guide, for everybody; each page is also there as Markdown. */
export function Guide() {
  const { page = "quick-start" } = useParams({ strict: false }) as { page?: string };
  const listing = useQuery({ queryKey: ["guide"], queryFn: () => textAt("/llms.txt"), staleTime: 60_000 });
  const text = useQuery({
    queryKey: ["guide", page],
    queryFn: () => textAt(`/docs/${page}.md`),
    staleTime: 60_000,
  });
  const pages = pagesIn(listing.data ?? "");
  const signedIn = sessionStore.use() !== undefined;
  usePageTitle(pages.find(({ name }) => name === page)?.title ?? "Guide");
  return (
    <div className="land">
      <header className="land-top">
        <Link className="brand" to="/">
          <Mark />
          Vingate
        </Link>
        <nav aria-label="Site">
          {signedIn ? <Link to="/overview">Your overview</Link> : <Link to="/sign-in">Sign in</Link>}
        </nav>
      </header>
      <div className="guide">
        <nav aria-label="Guide">
          <ul>
            {pages.map(({ name, title }) => (
              <li key={name}>
                <Link to={`/docs/${name}`} aria-current={name === page ? "page" : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
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
      <footer className="land-foot">
        <p>
          <a href={`${servicePath}/docs/errors`}>Error codes</a>,{" "}
          <a href={`${servicePath}/openapi.json`}>OpenAPI document</a>,{" "}
          <a href={`${servicePath}/llms.txt`}>for programs that read</a>
        </p>
        <ThemeChoice />
      </footer>
    </div>
  );
}

function Line({ text }: { readonly text: string }): ReactNode {
  return piecesOf(text).map(({ kind, text: part, to = "" }, index) => {
    const key = `${index + 1}`;
    if (kind === "code") return <code key={key}>{part}</code>;
    if (kind === "strong") return <b key={key}>{part}</b>;
    if (kind === "text") return part;
    return to.startsWith("/console/") ? (
      <Link key={key} to={to.slice("/console".length)}>
        {part}
      </Link>
    ) : (
      <a key={key} href={servicePath + to}>
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
