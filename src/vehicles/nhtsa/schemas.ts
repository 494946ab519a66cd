import { z } from "zod";

/** vPIC's envelope around results. */
export function envelope<Row extends z.ZodType>(id: string, row: Row) {
  return z
    .object({
      Count: z.int().describe("The number of results; of a flat decode that of variables."),
      Message: z.string().describe("What vPIC says of the results."),
      SearchCriteria: z.string().nullable().describe("What was asked for, in vPIC's words."),
      Results: z.array(row).describe("The results."),
    })
    .meta({ id });
}

export const DecodedVariables = envelope(
  "VpicVariables",
  z.object({
    Value: z.string().nullable().describe("The variable's value; `null` where there is none."),
    ValueId: z.string().nullable().describe("The value's number, of variables with a table of labels."),
    Variable: z.string().describe("The variable's name."),
    VariableId: z.int().describe("The variable's number."),
  }),
);

export const DecodedVinValues = envelope(
  "VpicValues",
  z.record(z.string(), z.string().describe("The value of the variable that the member is named after.")),
);
