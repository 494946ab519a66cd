/** One decoded element, as the oracle finds it. */
export interface Item {
  readonly element: number;
  readonly value: string;
  readonly attribute: string;
  readonly patternId: number | null;
  readonly key: string;
}
