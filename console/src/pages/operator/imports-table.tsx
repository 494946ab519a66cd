import type { Import } from "../../api/datasets.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { List, type Listed } from "../../parts/list-page.tsx";
import { State } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import type { LoadedProps } from "../../parts/states.tsx";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { familyName } from "./family-names.ts";

function Actor({ actor }: Pick<Import, "actor">) {
  if (actor.startsWith("/users/"))
    return <Link to={actor.replace("/users/", "/customers/")}>{t("an operator")}</Link>;
  return actor === "operator" ? t("the operator token") : t("the {actor}", { actor });
}

const soft = <span className="soft">{t("none")}</span>;

const columns: readonly Column<Import>[] = [
  {
    head: t("Started"),
    cell: ({ started_at: at, actor }) => (
      <>
        <Time at={at} show="recent" />
        <span className="sub">
          <T text="by {actor}" actor={<Actor actor={actor} />} />
        </span>
      </>
    ),
  },
  { head: t("Dataset"), cell: ({ family }) => <Link to={`/data/${family}`}>{familyName(family)}</Link> },
  {
    head: t("Source"),
    cell: ({ source, mode, dry_run: validated }) =>
      t(
        "{source}{mode, select, merge {, merge} other {}}{validated, select, true {, validation only} other {}}",
        { source, mode, validated },
      ),
  },
  {
    head: t("State"),
    cell: ({ state, error }) => (
      <>
        <State state={state} />
        {error && <span className="sub">{error}</span>}
      </>
    ),
  },
  {
    head: t("Rows"),
    cell: ({ summary }) => (summary ? count(summary.rows_accepted) : soft),
    figures: true,
  },
  {
    head: t("Rejected"),
    cell: ({ rejects }) => (rejects?.rows ? count(rejects.rows) : soft),
    figures: true,
  },
];

interface ImportsProps {
  readonly query: LoadedProps<Listed<Import>>["query"];
  readonly note?: string;
}

/** Imports, one per row. */
export function Imports({ query, note }: ImportsProps) {
  return (
    <Section title={t("Imports")} {...(note !== undefined && { note })}>
      <List
        query={query}
        what={t("Could not load the imports")}
        empty={<p className="muted">{t("No imports yet.")}</p>}
        caption={t("Imports")}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </Section>
  );
}
