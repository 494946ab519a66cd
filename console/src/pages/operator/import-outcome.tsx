import type { Import } from "../../api/datasets.ts";
import { count, counted } from "../../base/format.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Table } from "../../parts/table.tsx";
import { changeWords } from "./dataset-changes.tsx";

/** Rejected rows by their reason, the most frequent first. */
export function Reasons({ byReason }: { readonly byReason: Readonly<Record<string, number>> }) {
  return (
    <Table
      caption="Rejected rows by reason"
      items={Object.entries(byReason).sort(([, a], [, b]) => b - a)}
      keyOf={([reason]) => reason}
      columns={[
        { head: "Reason", cell: ([reason]) => reason },
        { head: "Rows", cell: ([, rows]) => count(rows), figures: true, narrow: "rows" },
      ]}
    />
  );
}

function Said({ done }: { readonly done: Import }) {
  const { state, dry_run: tried, summary, error } = done;
  if (state !== "done" || !summary)
    return (
      <p>
        <Mark outcome={state === "stopped" ? "blocked" : "failed"}>
          {state === "stopped" ? "Stopped" : "Not imported"}
        </Mark>
        . Nothing has changed. {error}
      </p>
    );
  return (
    <p>
      <Mark outcome="ok">
        {tried ? "It can be imported" : "It is imported"}: {counted(summary.rows_accepted, "row")} of{" "}
        {count(summary.rows_read)}
      </Mark>
      . {tried ? "Against the present records: " : "Against the records before: "}
      {changeWords(summary.changes)} {tried && "Nothing has changed yet."}
    </p>
  );
}

/** What came of an import, or of trying one: the rows, what changes, and the first that were rejected. */
export function ImportOutcome({ done }: { readonly done: Import }) {
  const { rejects } = done;
  return (
    <div aria-live="polite">
      <Said done={done} />
      {rejects !== null && rejects.rows > 0 && (
        <>
          <h3 className="note">{counted(rejects.rows, "rejected row")}</h3>
          <Reasons byReason={rejects.by_reason} />
          <h3 className="note">
            {rejects.rows > rejects.first.length ? `The first ${rejects.first.length}` : "Each of them"}
          </h3>
          <Table
            caption="Rejected rows"
            items={rejects.first}
            keyOf={({ line, column }) => `${line} ${column}`}
            columns={[
              { head: "Line", cell: ({ line }) => count(line) },
              {
                head: "Column",
                cell: ({ column }) =>
                  column ? <code>{column}</code> : <span className="muted">the row</span>,
              },
              { head: "What stands there", cell: ({ value }) => <code dir="auto">{value}</code> },
              { head: "Why", cell: ({ reason }) => reason },
            ]}
          />
        </>
      )}
    </div>
  );
}
