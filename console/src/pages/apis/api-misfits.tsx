import type { ApiHealth } from "../../api/registered-apis.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { type Column, countColumn, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";

type Misfit = ApiHealth["misfits"][number];

const columns: readonly Column<Misfit>[] = [
  { head: t("Source"), cell: ({ source }) => <bdi>{source}</bdi> },
  {
    head: t("Last place"),
    cell: ({ last_path }) => <code>{sentText(last_path)}</code>,
    labelled: true,
  },
  countColumn(t("In the last hour"), ({ answers }) => answers),
  { head: t("Last"), cell: ({ last_at }) => <Time at={last_at} show="recent" />, figures: true },
];

/** The sources of a built-in API whose responses did not fit in the last day; nothing without them. */
export function Misfits({ misfits }: { readonly misfits: readonly Misfit[] }) {
  if (misfits.length === 0) return null;
  return (
    <Table
      caption={t("Responses that did not fit in the last day")}
      captionShown
      className="misfits"
      items={misfits}
      keyOf={({ source }) => source}
      columns={columns}
    />
  );
}
