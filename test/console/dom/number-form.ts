/**
 * A form that is declared by its fields, or has fields of numbers. Those of features are in their
 * `declared-forms-records.tsx` and `number-forms-records.tsx`.
 */
export interface NumberForm {
  /** The sources that have the fields, below `console/src/`. */
  readonly file: string;
  /** How many fields of numbers it opens with. */
  readonly fields: number;
  /** The labels of fields of money in euros. */
  readonly money?: readonly string[];
  /** Its button can be pressed while a field is refused: then it counts the fields, and sends nothing. */
  readonly isLive?: true;
  open(): Promise<unknown>;
}

export const euros = { currency: "EUR" } as const;

/** Records whose amounts permit any that the tests type. */
export const large = 100_000_000;

export const close = (): void => {};
