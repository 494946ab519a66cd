import type { Import } from "../../api/datasets.ts";
import { count, recently } from "../../base/format.ts";
import { State } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { familyName } from "./family-names.ts";

function Actor({ actor }: Pick<Import, "actor">) {
  if (actor.startsWith("/users/")) return <Link to={actor}>an operator</Link>;
  return actor === "operator" ? "the operator token" : `the ${actor}`;
}

const soft = <span className="soft">none</span>;

const columns: readonly Column<Import>[] = [
  {
    head: "Started (UTC)",
    cell: ({ started_at: at, actor }) => (
      <>
        {recently(at)}
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

/** Imports, one per row. */
export function ImportsTable({ items }: { items: readonly Import[] }) {
  if (items.length === 0) return <p className="muted">No imports yet.</p>;
  return <Table caption="Imports" items={items} keyOf={({ id }) => id} columns={columns} />;
}
