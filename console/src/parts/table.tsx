import type { Key, ReactNode } from "react";
import { count, withinSentence } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { MarkedCount } from "./outcome.tsx";
import type { Outcome } from "./outcome-kind.ts";

/** One column: heading, cell and layout. */
export interface Column<T> {
  readonly head: ReactNode;
  cell(item: T): ReactNode;
  /** Right-aligned. On a narrow page its heading precedes the cell. */
  readonly figures?: boolean;
  /** On a narrow page its heading precedes the cell, as for figures. */
  readonly labelled?: boolean;
  readonly className?: string;
}

export interface TableProps<T> {
  readonly caption: string;
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  keyOf(item: T): Key;
  /** Columns stay side by side on a narrow page; the table scrolls. */
  readonly wide?: boolean;
  readonly captionShown?: boolean;
  readonly className?: string;
  /** Shown in its place without items. */
  readonly empty?: ReactNode;
}

/** A table whose first column names the row. On a narrow page it is a list. */
export function Table<T>(props: TableProps<T>) {
  const { caption, items, columns, keyOf, wide, captionShown, className, empty } = props;
  if (empty && items.length === 0) return empty;
  const classOf = (column: Column<T>) =>
    [column.figures && "num", column.className].filter(Boolean).join(" ") || undefined;
  const table = (
    <table className={["t", !wide && "stack", className].filter(Boolean).join(" ")}>
      <caption className={captionShown ? undefined : "vh"}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={`${index + 1}`} scope="col" className={classOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={`${index + 1}`} scope="row" className={classOf(column)}>
                  {column.cell(item)}
                </th>
              ) : (
                <td
                  key={`${index + 1}`}
                  className={classOf(column)}
                  data-l={wide ? undefined : narrowHead(column)}
                >
                  {column.cell(item)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return wide ? <Scroll label={caption}>{table}</Scroll> : table;
}

function narrowHead<T>({ head, figures, labelled }: Column<T>): string | undefined {
  return (figures || labelled) && typeof head === "string" ? withinSentence(head) : undefined;
}

/** A column of counts; zeros are dimmed. */
export function countColumn<T>(head: string, getValue: (item: T) => number): Column<T> {
  const cell = (item: T) => {
    const value = getValue(item);
    return value === 0 ? <span className="soft">0</span> : count(value);
  };
  return { head, cell, figures: true };
}

/** A column of counts that are marked unless they are 0. */
export function markedColumn<T>(head: string, outcome: Outcome, getValue: (item: T) => number): Column<T> {
  const cell = (item: T) => <MarkedCount value={getValue(item)} outcome={outcome} />;
  return { head, cell, figures: true };
}

/** A section that scrolls, by keyboard too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls
    <section className="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** A heading for screen readers only. */
export const hidden = (text: string) => <span className="vh">{text}</span>;

/** A value that the data does not have. */
export function Unknown({ children = t("unknown") }: { children?: ReactNode }) {
  return <span className="unknown">{children}</span>;
}

/** Whether records of a source are synthetic. */
export const isSynthetic = (source: string | undefined): boolean => /\bdemo\b/.test(source ?? "");

/** The name of a data source; synthetic data is marked. `short` if the page shows once that demo is synthetic. */
export function Source({ name, short }: { name: string; short?: boolean }) {
  const className = isSynthetic(name) ? "tag tag-syn" : "tag";
  return <span className={className}>{name === "demo" && !short ? t("synthetic") : name}</span>;
}
