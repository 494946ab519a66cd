/** A record's members, as they are stored. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether two records have the same content, though another reader stored one of them. */
export type IsAlike = (one: Members, other: Members) => boolean;

/** Two datasets of a family; null where it had none. */
export interface Compared {
  readonly former: number | null;
  readonly latter: number | null;
  /** If two readers have read their files; absent if one has. */
  readonly isAlike?: IsAlike | undefined;
}

/** A record of a VIN that differs between two datasets. */
export interface DifferingRecord {
  readonly vin: string;
  readonly change: "added" | "removed" | "changed";
  /** Distinguishes the records of a VIN; "" where there is only one. */
  readonly id: string;
  /** When its event happened, milliseconds UTC; 0 if unknown, and in families without events. */
  readonly at: number;
  /** The members whose values differ, of a changed record. */
  members?: readonly string[];
}
