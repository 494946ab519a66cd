import type { WatchPage } from "../../api/watches.ts";
import { t } from "../../base/language/language.ts";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import { type Column, countColumn, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useApiNames } from "./use-api-names.ts";

type Comparison = WatchPage["comparisons"][number];

/** What the last comparison of each lookup found for a subscription. */
export function Comparisons({ comparisons }: Pick<WatchPage, "comparisons">) {
  const nameOf = useApiNames();
  const columns: readonly Column<Comparison>[] = [
    { head: t("Lookup"), cell: ({ family }) => nameOf(family) },
    { head: t("Data changed"), cell: (one) => <Time at={one.changed_at} show="recent" /> },
    { head: t("Compared"), cell: (one) => <Time at={one.compared_at} show="recent" /> },
    countColumn(t("Events"), ({ events }) => events),
  ];
  return (
    <Section
      title={t("Last comparisons")}
      note={t(
        "After each import, the records of watched VINs are compared. Each VIN that differs makes one event.",
      )}
    >
      <Table
        empty={
          <Empty title={t("No comparisons yet")}>
            {t("The first one follows the next import of records.")}
          </Empty>
        }
        caption={t("Last comparisons")}
        items={comparisons}
        keyOf={({ family }) => family}
        columns={columns}
      />
    </Section>
  );
}
