import { z } from "zod";
import { endpoint } from "../../../calls/context.ts";
import { json } from "../../../http/endpoint.ts";
import { documentedColumns } from "../columns/template.ts";
import { sources } from "../sources/sources.ts";
import { familyAt } from "./family-at.ts";

const Columns = z
  .object({
    family: z.string().describe("The family of records."),
    columns: z
      .array(
        z.object({
          name: z.string().describe("The column's name; of lists, that of an item of the example."),
          form: z.string().describe("The form of its values, in words."),
          required: z.boolean().describe("Whether every row must have it."),
          about: z.string().describe("What it means; may be empty."),
          example: z.string().describe("A value that can be imported; may be empty."),
        }),
      )
      .describe("The columns that a file can have. A map takes them from columns with other names."),
    sources: z
      .array(
        z.object({
          name: z.string().describe("Its name, for `source`."),
          title: z.string().describe("What it contains."),
          address: z.string().nullable().describe("The URL of the published file; null for your own file."),
          size: z.string().describe("The size of the file, in words."),
          cadence: z.string().describe("How often it is published."),
          licence: z.string().describe("The license of the data."),
        }),
      )
      .describe("The public sources of the family."),
  })
  .meta({ id: "DatasetColumns" });

export const columnEndpoints = [
  endpoint({
    id: "getDatasetColumns",
    method: "GET",
    path: "/datasets/{family}/columns",
    tag: "Datasets",
    summary: "List the columns of a family's files, and the public sources that fill it",
    audience: "operator",
    permission: "data.view",
    params: z.object({
      family: z.string().describe("Family of records, for example `lien`.").meta({ example: "lien" }),
    }),
    response: Columns,
    extension: true,
    errors: ["not_found"],
    handle(_, { params }) {
      const family = familyAt(params.family);
      const fitting = sources.filter((one) => one.family === family);
      return json({
        family: family.name,
        columns: documentedColumns(family).map(({ name, type: form, required, about, example }) => ({
          name,
          form,
          required,
          about,
          example,
        })),
        sources: fitting.map(({ name, title, address = null, size, cadence, licence }) => ({
          name,
          title,
          address,
          size,
          cadence,
          licence,
        })),
      });
    },
  }),
];
