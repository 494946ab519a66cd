import type { FileColumn, ImportPreview, PreviewRow } from "../../../console/src/api/import-preview.ts";

// What a validation has found in a file.

export const fileColumn = (name: string, as: string | null, more: Partial<FileColumn> = {}): FileColumn => ({
  name,
  as,
  form: null,
  decided_at: null,
  values: [],
  empty: {},
  unmapped: {},
  ...more,
});

export const previewRow = (
  line: number,
  given: PreviewRow["given"],
  record: PreviewRow["record"],
  reject: PreviewRow["reject"] = null,
): PreviewRow => ({ line, given, record, reject });

/** A sheet of sales with German heads, which the service has recognized. */
export const importPreview = (more: Partial<ImportPreview> = {}): ImportPreview => ({
  format: "xlsx",
  encoding: "utf-8",
  delimiter: null,
  sheet: "Sales",
  sheets: ["Sales"],
  mapping: {
    name: null,
    title: null,
    proposed: true,
    text: JSON.stringify({
      family: "auction",
      columns: {
        vin: { from: "FIN" },
        price: { from: "Preis", form: "comma" },
        "data.keys": { from: "Has_Keys", values: { YES: "yes" } },
      },
      ignore: ["Bemerkung"],
    }),
  },
  columns: [
    fileColumn("FIN", "vin", { values: ["5J6RW2H59JL990075", "1HGCM82633A004352"] }),
    fileColumn("Preis", "price", {
      form: "comma",
      decided_at: 12,
      values: ["17.550,00 €", "9.900 €"],
      empty: { "N/A": 3, "-": 1 },
    }),
    fileColumn("Has_Keys", "data.keys", { values: ["YES", "MAYBE"], unmapped: { MAYBE: 12, LOST: 2 } }),
    fileColumn("Bemerkung", null, { values: ["keine"] }),
  ],
  required: [],
  rows: [
    previewRow(
      2,
      { FIN: "5J6RW2H59JL990075", Preis: "17.550,00 €", Has_Keys: "YES", Bemerkung: "keine" },
      { vin: "5J6RW2H59JL990075", price: 17550, data: { keys: true } },
    ),
    previewRow(
      3,
      { FIN: "1HGCM82633A004352", Preis: "N/A", Has_Keys: "YES", Bemerkung: "" },
      { vin: "1HGCM82633A004352", data: { keys: true } },
    ),
    previewRow(4, { FIN: "1HGCM82633A004399", Preis: "1 €", Has_Keys: "MAYBE", Bemerkung: "" }, null, {
      column: "data.keys",
      value: "MAYBE",
      reason: "is not among the words of the mapping's values",
    }),
  ],
  question: null,
  ...more,
});
