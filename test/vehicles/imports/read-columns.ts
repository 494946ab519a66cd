import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import type { ColumnForms } from "../../../src/vehicles/imports/columns/column-reader.ts";
import { ColumnValues } from "../../../src/vehicles/imports/columns/row-values.ts";
import { RecordError } from "../../../src/vehicles/imports/input/import-error.ts";

type Members = Record<string, unknown>;

/** A column of sales, by the member that it is of. */
export type SaleColumn = "price" | "odometer_mi" | "odometer_km" | "post_date";

const given: Readonly<Record<SaleColumn, (value: unknown) => Members>> = {
  price: (price) => ({ data: { listing_price: { price, currency: "" } } }),
  odometer_mi: (odometer_mi) => ({ data: { odometer_mi } }),
  odometer_km: (odometer_km) => ({ data: { odometer_km } }),
  post_date: (post_date) => ({ post_date }),
};

/** What an amount, a distance or a moment is stored as: `17550 EUR`, `97,303`, `2026-10-18T14:05`. */
const shown: Readonly<Record<SaleColumn, (row: Members) => string>> = {
  price: ({ data }) => {
    const { price, currency } = (data as { listing_price: { price: string; currency: string } })
      .listing_price;
    return `${price}${currency && " "}${currency}`;
  },
  odometer_mi: ({ data }) => (data as { odometer_mi: string }).odometer_mi,
  odometer_km: ({ data }) => (data as { odometer_km: string }).odometer_km,
  post_date: ({ post_date }) =>
    (post_date as string)
      .replace(/\+00:00$/, "")
      .replace(" 00:00:00", "")
      .replace(/:00$/, "")
      .replace(" ", "T"),
};

/**
 * What the texts of a column are stored as, as an import does it; `refused` for one that costs its row, `kept` for a
 * date that is kept as it was listed. If the file is refused, its reason.
 */
export function readColumn(
  column: SaleColumn,
  texts: readonly unknown[],
  forms: Partial<ColumnForms> = {},
): string | readonly string[] {
  const values = new ColumnValues(saleRecords, { until: "2028-12-31", ...forms });
  const rows = texts.map((text) => given[column](text));
  const lineOf = (index: number) => index + 2;
  try {
    values.observe({ rows, faults: new Map(), lineOf });
    values.requireDecided();
    return rows.map((row, index) => {
      try {
        const { asListed } = values.take(row, () => lineOf(index));
        return column in asListed ? "kept" : shown[column](row);
      } catch (error) {
        if (error instanceof RecordError) return "refused";
        throw error;
      }
    });
  } catch (error) {
    return (error as Error).message;
  }
}
