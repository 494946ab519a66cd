import { Link } from "@tanstack/react-router";
import type { Import } from "../../api/datasets.ts";
import { count, recently } from "../../base/format.ts";
import { Mark, type Outcome } from "../../parts/outcome.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { familyName } from "./family-names.ts";

const outcomes: Readonly<Record<Import["state"], Outcome>> = {
  running: "other",
  done: "ok",
  failed: "failed",
  stopped: "blocked",
};

function Actor({ actor }: Pick<Import, "actor">) {
  if (actor.startsWith("/users/")) return <Link to={actor}>an operator</Link>;
  return actor === "operator" ? "the operator token" : `the ${actor}`;
}

const soft = <span className="soft">none</span>;

const columns: readonly Column<Import>[] = [
  {
    head: "Begun (UTC)",
    cell: ({ started_at: at, actor }) => (
      <>
        {recently(at)}
        <span className="sub">
          by <Actor actor={actor} />
        </span>
      </>
    ),
  },
  { head: "Records of", cell: ({ family }) => <Link to={`/datasets/${family}`}>{familyName(family)}</Link> },
  {
    head: "What",
    cell: ({ source, mode, dry_run: tried }) =>
      `${source === "rollback" ? "went back" : source}${mode === "merge" ? ", merged" : ""}${tried ? ", tried only" : ""}`,
  },
  {
    head: "State",
    cell: ({ state, error }) => (
      <>
        <Mark outcome={outcomes[state]}>{state}</Mark>
        {error && <span className="sub">{error}</span>}
      </>
    ),
  },
  {
    head: "Rows",
    cell: ({ summary }) => (summary ? count(summary.rows_accepted) : soft),
    figures: true,
    narrow: "rows",
  },
  {
    head: "Rejected",
    cell: ({ rejects }) => (rejects?.rows ? count(rejects.rows) : soft),
    figures: true,
    narrow: "rejected",
  },
];

/** Imports, one a line. */
export function ImportsTable({ items }: { readonly items: readonly Import[] }) {
  if (items.length === 0) return <p className="muted">Nothing has been imported yet.</p>;
  return <Table caption="Imports" items={items} keyOf={({ id }) => id} columns={columns} />;
}
