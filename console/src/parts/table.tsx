import type { Key, ReactNode } from "react";

/** One column: its head, its cell, and whether it holds figures. */
export interface Column<T> {
  readonly head: ReactNode;
  cell(item: T): ReactNode;
  readonly figures?: boolean;
  /** Said before the cell where a narrow page makes the table a list. */
  readonly narrow?: string;
}

interface TableProps<T> {
  readonly caption: string;
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  keyOf(item: T): Key;
}

/** A table whose first column names the row; on a narrow page it is a list. */
export function Table<T>({ caption, items, columns, keyOf }: TableProps<T>) {
  return (
    <table className="t stack">
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, figures }, index) => (
            <th key={`${index + 1}`} scope="col" className={figures ? "num" : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map(({ cell, figures, narrow }, index) =>
              index === 0 ? (
                <th key={`${index + 1}`} scope="row">
                  {cell(item)}
                </th>
              ) : (
                <td key={`${index + 1}`} className={figures ? "num" : undefined} data-l={narrow}>
                  {cell(item)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A column's head that only a screen reader needs. */
export const silent = (word: string) => <span className="vh">{word}</span>;
