import type { ReactNode } from "react";
import { servicePath } from "../../base/service-path.ts";
import { type Block, piecesOf } from "../../parts/markdown.ts";
import { Link } from "../../parts/router.tsx";
import { Table } from "../../parts/table.tsx";
import { CodeBlock } from "./code-block.tsx";

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

/** A block of a page of the docs. */
export function BlockView({ block }: { block: Block }) {
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
  if (block.kind === "code") return <CodeBlock text={block.text} />;
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
