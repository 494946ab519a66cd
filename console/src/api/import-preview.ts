import type { Schemas } from "./client.ts";

/** What a validation has found in a file, as far as it was read. */
export type ImportPreview = Schemas["ImportPreview"];

export type FileColumn = ImportPreview["columns"][number];

/** One of the first rows: as it is in the file, and as it would be stored. */
export type PreviewRow = ImportPreview["rows"][number];

/** Why a file was refused, if the form of a column can mend it. */
export type FormQuestion = NonNullable<ImportPreview["question"]>;
