import { z } from "zod";

/** vPIC's envelope around results. */
export function envelope<Row extends z.ZodType>(id: string, row: Row) {
  return z
    .object({
      Count: z.int().describe("The number of results; for a flat decode, of variables."),
      Message: z.string().describe("The message of vPIC."),
      SearchCriteria: z.string().nullable().describe("The request, in vPIC's words."),
      Results: z.array(row).describe("The results."),
    })
    .meta({ id });
}

export const DecodedVariables = envelope(
  "VpicVariables",
  z.object({
    Value: z.string().nullable().describe("The variable's value; `null` if there is none."),
    ValueId: z.string().nullable().describe("The value's number, for variables with a table of labels."),
    Variable: z.string().describe("The variable's name."),
    VariableId: z.int().describe("The variable's number."),
  }),
);

export const DecodedVinValues = envelope(
  "VpicValues",
  z.record(z.string(), z.string().describe("The value of the variable with the member's name.")),
);
