import type { RecordFamily, ValueMember } from "../../families/record-family.ts";
import { dayPaths } from "./days.ts";
import { recordShape } from "./record-shape.ts";

/** A column of a file whose texts are numbers or times to the service. */
export interface ValueColumn {
  /** By which a row's value is found. */
  readonly key: string;
  /** As documents and messages name it. */
  readonly name: string;
  /** Names of members, and "*" for each item of a list. */
  readonly path: readonly string[];
  readonly kind: ValueMember["kind"] | "moment" | "day";
  /** What is stored: the text as it was written, a plain amount or a distance with separators of thousands, a day, or a moment as the specification has it. */
  readonly stored: "text" | "number" | "day" | "moment";
  readonly currencyAt?: readonly string[];
}

/** The key of the value of the event's own date, and of the columns that take its place. */
export const dateKey = "date of the record";
export const atKey = "at";
export const soldForKey = "sold_for";

const column = (
  key: string,
  path: readonly string[],
  rest: Pick<ValueColumn, "kind" | "stored" | "currencyAt">,
): ValueColumn => ({ key, name: path.filter((step) => step !== "*").join("."), path, ...rest });

/** The columns of a family that are read as a column. */
export function valueColumnsOf(family: RecordFamily): readonly ValueColumn[] {
  const days = dayPaths(recordShape(family)).map((path) =>
    column(path.join("."), path, { kind: "day", stored: "day" }),
  );
  if (family.kind !== "event") return days;
  const values = Object.entries(family.values).map(([key, { at, kind, asWritten, currencyAt }]) =>
    column(key, at, { kind, stored: asWritten ? "text" : "number", ...(currencyAt && { currencyAt }) }),
  );
  const { currencyAt } = values.find((one) => one.currencyAt) ?? {};
  const sold = column(soldForKey, [soldForKey], {
    kind: "amount",
    stored: "text",
    ...(currencyAt && { currencyAt }),
  });
  return [
    ...days.filter(({ name }) => name !== family.dateAt.join(".")),
    ...values,
    ...(family.vehicles === undefined ? [] : [sold]),
    column(dateKey, family.dateAt, { kind: "moment", stored: family.dateAs }),
    column(atKey, [atKey], { kind: "moment", stored: "text" }),
  ];
}
