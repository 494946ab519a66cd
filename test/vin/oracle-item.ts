/** A decoded element, as the oracle finds it. */
export interface Item {
  readonly element: number;
  readonly value: string;
  readonly attribute: string;
  readonly patternId: number | null;
  readonly key: string;
}

/** Tabs and line ends in a text become spaces. */
export const flat = (cell: unknown): string => String(cell).replace(/[\t\r\n]/g, " ");
