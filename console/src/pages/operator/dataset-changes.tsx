import type { DatasetChanges } from "../../api/datasets.ts";
import { count } from "../../base/format.ts";
import { countColumn, Table } from "../../parts/table.tsx";

type Counts = Pick<DatasetChanges, "added" | "removed" | "changed">;

type Entry = [name: string, counts: Counts];

const shownMax = 8;
const total = ({ added, removed, changed }: Counts) => added + removed + changed;

/** The numbers of changes as a sentence. */
export function changeWords(counts: Counts): string {
  if (total(counts) === 0) return "No changes.";
  return `${count(counts.added)} added, ${count(counts.removed)} removed, ${count(counts.changed)} changed.`;
}

/** The changes between two datasets: in total, and by the years and makes with most changes. */
export function Changes({ changes }: { changes: DatasetChanges }) {
  const groups = [
    ["Year", changes.by_year],
    ["Make", changes.by_make],
  ] as const;
  return (
    <>
      <p>{changeWords(changes)}</p>
      {groups.map(([head, counts]) => {
        const sorted = Object.entries(counts).sort(([, a], [, b]) => total(b) - total(a));
        if (sorted.length === 0) return null;
        return (
          <details className="datat" key={head}>
            <summary>By {head.toLowerCase()}</summary>
            <Table
              caption={`Changes by ${head.toLowerCase()}`}
              items={sorted.slice(0, shownMax)}
              keyOf={([name]) => name}
              columns={[
                { head, cell: ([name]) => name },
                countColumn<Entry>("Added", ([, { added }]) => added),
                countColumn<Entry>("Removed", ([, { removed }]) => removed),
                countColumn<Entry>("Changed", ([, { changed }]) => changed),
              ]}
            />
          </details>
        );
      })}
    </>
  );
}
