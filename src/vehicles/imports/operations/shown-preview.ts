import { z } from "zod";

const counts = z.record(z.string(), z.int());

/** What a dry run shows of a file, at most 64 KiB as JSON. */
export const Preview = z
  .object({
    format: z.enum(["csv", "ndjson", "json", "xlsx"]).describe("The format of the file."),
    encoding: z.string().describe("The encoding of its text, for example `windows-1252`."),
    delimiter: z.string().nullable().describe("The delimiter of its columns; null if it has none."),
    sheet: z.string().nullable().describe("The workbook's sheet that was read; else null."),
    sheets: z.array(z.string()).describe("The workbook's sheets; else empty."),
    mapping: z
      .object({
        name: z.string().nullable().describe("The name of a ready-made mapping; else null."),
        title: z.string().nullable().describe("What files it is for; null without a name."),
        proposed: z.boolean().describe("Whether the dry run chose it; an import applies named ones only."),
        text: z.string().describe("The mapping as JSON, for `mapping` of an import, edited or as it is."),
      })
      .nullable()
      .describe("The mapping that was applied; null if the file has documented names."),
    columns: z
      .array(
        z.object({
          name: z.string().describe("The file's name of the column."),
          as: z.string().nullable().describe("The documented column; null if it is left out."),
          form: z
            .string()
            .nullable()
            .describe("How its numbers or dates are written; null if nothing had to be found."),
          decided_at: z.int().nullable().describe("The line that decided the form; null if none did."),
          values: z.array(z.string()).describe("Its first three different values."),
          empty: counts.describe("Words for nothing by count, at most 20."),
          unmapped: counts.describe("Words that the mapping's `values` lack by count, at most 20."),
        }),
      )
      .describe("The columns of the file."),
    required: z.array(z.string()).describe("Required columns for which the file has none."),
    rows: z
      .array(
        z.object({
          line: z.int().describe("The line of the file."),
          given: z.record(z.string(), z.string()).describe("The row's values by the file's columns."),
          record: z
            .record(z.string(), z.unknown())
            .nullable()
            .describe("The record that it becomes; null if it is rejected or was not converted."),
          reject: z
            .object({
              column: z.string().describe("The documented column; empty if the whole row is invalid."),
              value: z.string().describe("The first characters of the value."),
              reason: z.string().describe("Why the row is rejected; follows the column's name."),
            })
            .nullable()
            .describe("Why it is rejected; null if it is not."),
        }),
      )
      .describe("The first ten rows."),
    question: z
      .object({
        column: z.string().describe("The file's name of the column."),
        as: z.string().describe("The documented column, whose `form` the mapping must name."),
        reason: z.string().describe("Why the file is refused."),
        lines: z.array(z.int()).describe("The lines that show it."),
        readings: z
          .array(
            z.object({
              form: z.string().describe("A form that can be named."),
              example: z.string().describe("A value of the file."),
              read: z.string().describe("What it is in this form."),
            }),
          )
          .describe("What each form makes of a value."),
      })
      .nullable()
      .describe("What a person must decide, if a form mends the file's refusal; else null."),
  })
  .meta({ id: "ImportPreview" });
