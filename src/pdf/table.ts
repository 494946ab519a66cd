import { colors, left, lineHeight, right, type Sheets, styles } from "./sheets.ts";
import type { LineOfText, TextStyle } from "./texts.ts";

export interface Column {
  /** Empty in all columns of a table without a head. */
  readonly title: string;
  /** The share of the table's width; the shares of all columns add up to 1. */
  readonly share: number;
  readonly isNumber?: true;
  readonly style?: TextStyle;
}

export interface TableRow {
  readonly cells: readonly string[];
  /** Small texts below those of the cells. */
  readonly soft?: readonly string[];
  readonly isSum?: boolean;
}

const gap = 8;
const padding = 3.5;
/** The limit of a row: what is longer continues below, and perhaps on the next page. */
const linesMax = 40;
const headStyle: TextStyle = { ...styles.small, size: 7.5 };

interface Line {
  readonly text: LineOfText;
  readonly style: TextStyle;
}

type Row = readonly (readonly Line[])[];

/** A table of any length from `from` to the right edge: each page begins with its head. */
export function drawTable(
  sheets: Sheets,
  columns: readonly Column[],
  rows: Iterable<TableRow>,
  from = left,
): void {
  const room = right - from;
  const lines = (text: string, { share }: Column, style: TextStyle): Line[] =>
    sheets.texts.lines(text, share * room - gap, style).map((line) => ({ text: line, style }));
  const hasHead = columns.some(({ title }) => title !== "");
  const drawHead = () => {
    const head = columns.map((column) => lines(column.title, column, headStyle));
    if (hasHead) drawRow(sheets, columns, head, from, colors.edge);
  };
  drawHead();
  for (const { cells, soft = [], isSum } of rows) {
    const row = columns.map((column, index) => {
      const style = isSum ? { ...(column.style ?? styles.body), bold: true } : (column.style ?? styles.body);
      const below = soft[index];
      return [
        ...lines(cells[index] ?? "", column, style),
        ...(below ? lines(below, column, styles.small) : []),
      ];
    });
    const end = Math.max(...row.map(({ length }) => length));
    for (let at = 0; at < end; at += linesMax) {
      const part = row.map((cell) => cell.slice(at, at + linesMax));
      if (sheets.require(heightOf(part))) drawHead();
      const isLast = at + linesMax >= end;
      drawRow(sheets, columns, part, from, isLast ? (isSum ? colors.edge : colors.line) : undefined);
    }
  }
}

const heightOf = (row: Row): number =>
  Math.max(...row.map((cell) => cell.reduce((sum, { style }) => sum + lineHeight(style), 0))) + 2 * padding;

function drawRow(
  sheets: Sheets,
  columns: readonly Column[],
  row: Row,
  from: number,
  rule: string | undefined,
): void {
  const room = right - from;
  let x = from;
  for (const [index, { share, isNumber }] of columns.entries()) {
    const end = index === columns.length - 1 ? right : x + share * room - gap;
    let y = sheets.y + padding;
    for (const { text, style } of row[index]!) {
      sheets.texts.draw(text, isNumber ? end - sheets.texts.width(text, style) : x, y, style);
      y += lineHeight(style);
    }
    x += share * room;
  }
  sheets.skip(heightOf(row));
  if (rule) sheets.rule(rule, from);
}
