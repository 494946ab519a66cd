import type { Schemas } from "../../../api/client.ts";
import { csvRow } from "../../../base/csv.ts";

export type Columns = Schemas["DatasetColumns"];

/** A file with every documented column and one row that can be imported. */
export const templateOf = ({ columns }: Columns): string =>
  csvRow(columns.map(({ name }) => name)) + csvRow(columns.map(({ example }) => example));
