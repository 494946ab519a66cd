import { z } from "zod";

/** vPIC's envelope around results. */
export function envelope<Row extends z.ZodType>(id: string, row: Row) {
  return z
    .object({
      Count: z.int().describe("The number of results; for a flat decode, of variables."),
      Message: z.string().describe("The message of vPIC."),
      SearchCriteria: z.string().nullable().describe("The request, in vPIC's words."),
      Results: z.array(row).meta({ description: "The results.", xml: { wrapped: true } }),
    })
    .meta({ id, xml: { name: "Response" } });
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
  z
    .object({
      VIN: z.string().describe("The VIN, or its known part."),
      Make: z.string().describe("The make."),
      Model: z.string().describe("The model."),
      ModelYear: z.string().describe("The model year."),
      ErrorCode: z.string().describe("The numbers of what is wrong with the VIN; `0` if nothing is."),
      ErrorText: z.string().describe("The texts of these numbers."),
    })
    .catchall(z.string().describe("The value of the variable with the member's name.")),
);
