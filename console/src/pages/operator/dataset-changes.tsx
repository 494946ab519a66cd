import type { DatasetChanges } from "../../api/datasets.ts";
import { count, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { countColumn, Table } from "../../parts/table.tsx";

type Counts = Pick<DatasetChanges, "added" | "removed" | "changed">;

type Entry = [name: string, counts: Counts];

const shownMax = 8;
const total = ({ added, removed, changed }: Counts) => added + removed + changed;

/** The numbers of changes as a sentence. */
export function changeWords(counts: Counts): string {
  if (total(counts) === 0) return t("No changes.");
  return t("{added} added, {removed} removed, {changed} changed.", {
    added: count(counts.added),
    removed: count(counts.removed),
    changed: count(counts.changed),
  });
}

const readerWords = {
  all: t("All of them come from another reader of the program: both are the same file."),
  unknown: t("Two readers of the program have read the files: some changes can come from them."),
};

/** The changes between two datasets: in total, and by the years and makes with most changes. */
export function Changes({ changes }: { changes: DatasetChanges }) {
  const groups = [
    [t("Year"), changes.by_year],
    [t("Make"), changes.by_make],
  ] as const;
  return (
    <>
      <p>{changeWords(changes)}</p>
      {changes.by_reader !== "none" && <p className="muted">{readerWords[changes.by_reader]}</p>}
      {groups.map(([head, counts]) => {
        const sorted = Object.entries(counts).sort(([, a], [, b]) => total(b) - total(a));
        if (sorted.length === 0) return null;
        return (
          <details className="datat" key={head}>
            <summary>{t("By {head}", { head: withinSentence(head) })}</summary>
            <Table
              caption={t("Changes by {head}", { head: withinSentence(head) })}
              items={sorted.slice(0, shownMax)}
              keyOf={([name]) => name}
              columns={[
                { head, cell: ([name]) => name },
                countColumn<Entry>(t("Added"), ([, { added }]) => added),
                countColumn<Entry>(t("Removed"), ([, { removed }]) => removed),
                countColumn<Entry>(t("Changed"), ([, { changed }]) => changed),
              ]}
            />
          </details>
        );
      })}
    </>
  );
}
