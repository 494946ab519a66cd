import type { Import } from "../../api/datasets.ts";
import { count } from "../../base/format.ts";
import { State } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded, type LoadedProps } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { familyName } from "./family-names.ts";

function Actor({ actor }: Pick<Import, "actor">) {
  if (actor.startsWith("/users/")) return <Link to={actor}>an operator</Link>;
  return actor === "operator" ? "the operator token" : `the ${actor}`;
}

const soft = <span className="soft">none</span>;

const columns: readonly Column<Import>[] = [
  {
    head: "Started",
    cell: ({ started_at: at, actor }) => (
      <>
        <Time at={at} show="recent" />
        <span className="sub">
          by <Actor actor={actor} />
        </span>
      </>
    ),
  },
  { head: "Dataset", cell: ({ family }) => <Link to={`/datasets/${family}`}>{familyName(family)}</Link> },
  {
    head: "Source",
    cell: ({ source, mode, dry_run: validated }) =>
      `${source}${mode === "merge" ? ", merge" : ""}${validated ? ", validation only" : ""}`,
  },
  {
    head: "State",
    cell: ({ state, error }) => (
      <>
        <State state={state} />
        {error && <span className="sub">{error}</span>}
      </>
    ),
  },
  {
    head: "Rows",
    cell: ({ summary }) => (summary ? count(summary.rows_accepted) : soft),
    figures: true,
  },
  {
    head: "Rejected",
    cell: ({ rejects }) => (rejects?.rows ? count(rejects.rows) : soft),
    figures: true,
  },
];

interface ImportsProps {
  readonly query: LoadedProps<{ readonly items: readonly Import[] }>["query"];
  readonly note?: string;
}

/** Imports, one per row. */
export function Imports({ query, note }: ImportsProps) {
  return (
    <Section title="Imports" {...(note !== undefined && { note })}>
      <Loaded query={query} what="Could not load the imports">
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">No imports yet.</p>
          ) : (
            <Table caption="Imports" items={items} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </Section>
  );
}
