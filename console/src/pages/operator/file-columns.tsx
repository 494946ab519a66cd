import { t } from "../../base/language/language.ts";
import { Table } from "../../parts/table.tsx";
import { type ColumnChoice, type Columns, isDocumented, missing, repeated } from "./column-map.ts";

interface FileColumnsProps {
  /** The header of the file, then its first rows. */
  readonly rows: readonly (readonly string[])[];
  readonly columns: Columns["columns"];
  readonly choice: ColumnChoice;
  change(choice: ColumnChoice): void;
}

/** What each column of a file is, and its first values. */
export function FileColumns({ rows: [header = [], ...rows], columns, choice, change }: FileColumnsProps) {
  const names = columns.map(({ name }) => name);
  const lacks = missing(choice, columns);
  const twice = repeated(choice);
  const chosen = choice.filter(Boolean).length;
  const items = header.map((name, index) => ({ name, index }));
  return (
    <details className="datat" open={header.some((name) => !isDocumented(name, columns))}>
      <summary>{t("{chosen} of {header} columns imported", { chosen, header: header.length })}</summary>
      {lacks.length > 0 && (
        <p className="fault">{t("Choose a column for {lacks}.", { lacks: lacks.join(", ") })}</p>
      )}
      {twice.length > 0 && (
        <p className="fault">{t("Choose one column only for {twice}.", { twice: twice.join(", ") })}</p>
      )}
      <Table
        caption={t("Columns of the file")}
        items={items}
        keyOf={({ index }) => index}
        columns={[
          {
            head: t("Column of the file"),
            cell: ({ name }) => <code dir="auto">{name || t("(no name)")}</code>,
          },
          {
            head: t("Import as"),
            cell: ({ name, index }) => (
              <select
                className="in"
                aria-label={t("Import {name} as", {
                  name: name || t("column {index}", { index: index + 1 }),
                })}
                value={choice[index] ?? ""}
                onChange={({ target }) =>
                  change(choice.map((was, at) => (at === index ? target.value : was)))
                }
              >
                <option value="">{t("Ignore")}</option>
                {[...new Set([...names, ...(isDocumented(name, columns) ? [name] : [])])].map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            ),
          },
          {
            head: t("First values"),
            cell: ({ index }) => (
              <span dir="auto">
                {rows
                  .map((row) => row[index] ?? "")
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            ),
            className: "muted",
          },
        ]}
      />
    </details>
  );
}
