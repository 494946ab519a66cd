import type { DatasetChanges } from "../../api/datasets.ts";
import { count } from "../../base/format.ts";
import { type Column, Table } from "../../parts/table.tsx";

type Counts = Pick<DatasetChanges, "added" | "removed" | "changed">;

const shownMost = 8;
const total = ({ added, removed, changed }: Counts) => added + removed + changed;

/** Added, removed and changed, in a sentence. */
export function changeWords(counts: Counts): string {
  if (total(counts) === 0) return "Nothing differs.";
  return `${count(counts.added)} added, ${count(counts.removed)} removed, ${count(counts.changed)} changed.`;
}

const columns = (head: string): readonly Column<readonly [string, Counts]>[] => [
  { head, cell: ([name]) => name },
  { head: "Added", cell: ([, { added }]) => count(added), figures: true, narrow: "added" },
  { head: "Removed", cell: ([, { removed }]) => count(removed), figures: true, narrow: "removed" },
  { head: "Changed", cell: ([, { changed }]) => count(changed), figures: true, narrow: "changed" },
];

/** What differs between two datasets: in all, and of the years and makes that differ most. */
export function Changes({ changes }: { readonly changes: DatasetChanges }) {
  const parts = [
    ["Year", changes.by_year],
    ["Make", changes.by_make],
  ] as const;
  return (
    <>
      <p>{changeWords(changes)}</p>
      {parts.map(([head, by]) => {
        const most = Object.entries(by).sort(([, a], [, b]) => total(b) - total(a));
        return (
          most.length > 0 && (
            <details className="datat" key={head}>
              <summary>By {head.toLowerCase()}</summary>
              <Table
                caption={`Changes by ${head.toLowerCase()}`}
                items={most.slice(0, shownMost)}
                keyOf={([name]) => name}
                columns={columns(head)}
              />
            </details>
          )
        );
      })}
    </>
  );
}
