import { colors, left, lineHeight, right, type Sheets, styles, width } from "./sheets.ts";
import type { TextStyle } from "./texts.ts";

export interface Column {
  readonly title: string;
  /** Of the table's width; the shares of all columns add up to 1. */
  readonly share: number;
  readonly isNumber?: true;
  readonly style?: TextStyle;
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly isSum?: boolean;
}

const gap = 8;
const padding = 3.5;
const headStyle: TextStyle = { ...styles.small, size: 7.5 };

interface Cell {
  readonly lines: readonly string[];
  readonly style: TextStyle;
}

/** A table of any length: each page begins with its head. */
export function drawTable(sheets: Sheets, columns: readonly Column[], rows: Iterable<TableRow>): void {
  drawRow(sheets, columns, headOf(sheets, columns), colors.edge);
  for (const { cells, isSum } of rows) {
    const row = columns.map(({ share, style = styles.body }, index): Cell => {
      const own = isSum ? { ...style, bold: true } : style;
      return { lines: sheets.texts.lines(cells[index] ?? "", share * width - gap, own), style: own };
    });
    if (sheets.require(heightOf(row))) drawRow(sheets, columns, headOf(sheets, columns), colors.edge);
    drawRow(sheets, columns, row, isSum ? colors.edge : colors.line);
  }
}

const headOf = ({ texts }: Sheets, columns: readonly Column[]): Cell[] =>
  columns.map(({ title, share }) => ({
    lines: texts.lines(title, share * width - gap, headStyle),
    style: headStyle,
  }));

const heightOf = (row: readonly Cell[]): number =>
  Math.max(...row.map(({ lines, style }) => lines.length * lineHeight(style))) + 2 * padding;

function drawRow(sheets: Sheets, columns: readonly Column[], row: readonly Cell[], rule: string): void {
  const top = sheets.y + padding;
  let x = left;
  for (const [index, { share, isNumber }] of columns.entries()) {
    const { lines, style } = row[index]!;
    const end = index === columns.length - 1 ? right : x + share * width - gap;
    for (const [number, line] of lines.entries()) {
      const from = isNumber ? end - sheets.texts.width(line, style) : x;
      sheets.texts.draw(line, from, top + number * lineHeight(style), style);
    }
    x += share * width;
  }
  sheets.skip(heightOf(row));
  sheets.rule(rule);
}
