import type { Import } from "../../api/datasets.ts";
import { count, counted } from "../../base/format.ts";
import { Mark } from "../../parts/outcome.tsx";
import { countColumn, Table } from "../../parts/table.tsx";
import { changeWords } from "./dataset-changes.tsx";

interface ReasonsProps {
  readonly caption: string;
  readonly byReason: Readonly<Record<string, number>>;
}

/** Rows by reason, most frequent first. */
export function Reasons({ caption, byReason }: ReasonsProps) {
  return (
    <Table
      caption={caption}
      items={Object.entries(byReason).sort(([, a], [, b]) => b - a)}
      keyOf={([reason]) => reason}
      columns={[
        { head: "Reason", cell: ([reason]) => reason },
        countColumn<[reason: string, rows: number]>("Rows", ([, rows]) => rows),
      ]}
    />
  );
}

function Summary({ done }: { done: Import }) {
  const { state, dry_run: validated, summary, vin_data: compiled, error } = done;
  if (compiled)
    return (
      <p>
        <Mark outcome="ok">
          {validated ? "Valid" : "Imported"}: version {compiled.version}
        </Mark>
        . Of {counted(compiled.sampled, "compared VIN")}, {count(compiled.changed)} have another model and{" "}
        {count(compiled.lost)} have none now. {validated && "Nothing has changed yet."}
      </p>
    );
  if (state !== "done" || !summary)
    return (
      <p>
        <Mark outcome={state === "stopped" ? "blocked" : "failed"}>
          {state === "stopped" ? "Stopped" : "Import failed"}
        </Mark>
        . Nothing has changed. {error}
      </p>
    );
  return (
    <p>
      <Mark outcome="ok">
        {validated ? "Valid" : "Imported"}: {count(summary.rows_accepted)} of{" "}
        {counted(summary.rows_read, "row")}
      </Mark>
      . {validated ? "Compared with the current records: " : "Compared with the previous records: "}
      {changeWords(summary.changes)} {validated && "Nothing has changed yet."}
    </p>
  );
}

/** Warnings on imported rows, if there are any. */
export function Doubtful({ byReason }: { byReason: Readonly<Record<string, number>> | null }) {
  if (!byReason || Object.keys(byReason).length === 0) return null;
  return (
    <>
      <h3 className="note">Imported with warnings</h3>
      <Reasons caption="Warnings by reason" byReason={byReason} />
    </>
  );
}

/** The result of an import or a validation: rows, changes, warnings and rejected rows. */
export function ImportOutcome({ done }: { done: Import }) {
  const { rejects, summary } = done;
  return (
    <div aria-live="polite">
      <Summary done={done} />
      <Doubtful byReason={summary?.doubtful ?? null} />
      {rejects !== null && rejects.rows > 0 && (
        <>
          <h3 className="note">{counted(rejects.rows, "rejected row")}</h3>
          <Reasons caption="Rejected rows by reason" byReason={rejects.by_reason} />
          <h3 className="note">
            {rejects.rows > rejects.first.length ? `First ${rejects.first.length}` : "All rejected rows"}
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
                  column ? <code>{column}</code> : <span className="muted">entire row</span>,
              },
              { head: "Value", cell: ({ value }) => <code dir="auto">{value}</code> },
              { head: "Reason", cell: ({ reason }) => reason },
            ]}
          />
        </>
      )}
    </div>
  );
}
