import type { FileColumn, ImportPreview } from "../../../api/import-preview.ts";
import { count } from "../../../base/format.ts";
import { t } from "../../../base/language/language.ts";
import { Table } from "../../../parts/table.tsx";
import { type Mapping, withColumn, withForm } from "./mapping.ts";
import { formWords, otherForms } from "./read-words.ts";

interface FileColumnsProps {
  readonly preview: ImportPreview;
  readonly mapping: Mapping;
  /** The documented names. */
  readonly names: readonly string[];
  change(mapping: Mapping): unknown;
}

/** What each column of a file is, how it is written, and its first values. */
export function FileColumns({ preview, mapping, names, change }: FileColumnsProps) {
  const items = preview.columns.map((column, index) => ({ ...column, index }));
  type Item = FileColumn & { readonly index: number };
  const nameOf = ({ name, index }: Item) => name || t("column {index}", { index: index + 1 });
  const chosen = items.filter(({ as }) => as !== null).length;
  return (
    <details className="datat" open={preview.mapping !== null || preview.required.length > 0}>
      <summary>
        {t("{chosen} of {header} columns imported", { chosen, header: preview.columns.length })}
      </summary>
      <Table<Item>
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
            cell: (item) => (
              <select
                className="in"
                aria-label={t("Import {name} as", { name: nameOf(item) })}
                value={item.as ?? ""}
                onChange={({ target }) =>
                  change(withColumn(mapping, { column: item.name, as: target.value }, item.as ?? ""))
                }
              >
                <option value="">{t("Ignore")}</option>
                {[...new Set([...names, ...(item.as === null ? [] : [item.as])])].map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            ),
          },
          {
            head: t("Form"),
            cell: (item) => (
              <FormCell
                item={item}
                label={t("Form of {name}", { name: nameOf(item) })}
                choose={(form) => {
                  if (item.as !== null)
                    void change(withForm(mapping, { column: item.name, as: item.as }, form));
                }}
              />
            ),
            labelled: true,
          },
          {
            head: t("First values"),
            cell: ({ values }) => values.length > 0 && <span dir="auto">{values.join(" · ")}</span>,
            className: "muted",
          },
          {
            head: t("Words for nothing"),
            cell: ({ empty }) =>
              Object.entries(empty).map(([word, rows]) => (
                <span className="word" key={word}>
                  <code dir="auto">{word}</code> {`${count(rows)}×`}
                </span>
              )),
            className: "muted",
            labelled: true,
          },
        ]}
      />
    </details>
  );
}

interface FormCellProps {
  readonly item: FileColumn;
  readonly label: string;
  choose(form: string): void;
}

/** The form of a column, which can be changed if there is another one, and the line that decided it. */
function FormCell({ item: { form, decided_at: line }, label, choose }: FormCellProps) {
  if (form === null) return null;
  const others = otherForms(form);
  return (
    <>
      {others.length > 0 ? (
        <select
          className="in"
          aria-label={label}
          value={form}
          onChange={({ target }) => choose(target.value)}
        >
          {others.map((one) => (
            <option key={one} value={one}>
              {formWords(one)}
            </option>
          ))}
        </select>
      ) : (
        (formWords(form) ?? <code>{form}</code>)
      )}
      {line !== null && <span className="sub">{t("as line {line} shows", { line: count(line) })}</span>}
    </>
  );
}
