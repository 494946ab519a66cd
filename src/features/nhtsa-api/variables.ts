import { z } from "zod";
import type { Lists } from "../../vin/nhtsa/registry.ts";
import type { Named } from "../../vin/pack/registry.ts";
import { type AnyList, list } from "./list.ts";
import { field, optionalField, orNull } from "./row-fields.ts";

/** The rows of a table of labels, or of one of the large lists. */
function labelsOf(lists: Lists, table: string): readonly Named[] {
  switch (table) {
    case "Make":
      return [...lists.makes];
    case "Model":
      return lists.models.map(({ id, name }): Named => [id, name]);
    case "Manufacturer":
      return [...lists.manufacturers];
    default:
      return lists.labels[table] ?? [];
  }
}

export const variableLists: readonly AnyList[] = [
  list({
    name: "GetVehicleVariableList",
    path: "GetVehicleVariableList",
    summary: "List the variables that are decoded",
    element: "VehicleVariables",
    row: z.object({
      DataType: field("`string`, `int`, `decimal` or `lookup`."),
      Description: field("What the variable means, as HTML."),
      GroupName: optionalField("The group of variables that it belongs to."),
      ID: z.int().describe("The variable's number."),
      Name: field("The variable's name."),
    }),
    columns: ["ID", "Name", "GroupName", "DataType", "Description"],
    message: "Results returned successfully",
    results: ({ variables }) =>
      variables.map(([ID, Name, group, DataType, Description]) => ({
        DataType,
        Description,
        GroupName: orNull(group),
        ID,
        Name,
      })),
  }),
  list({
    name: "GetVehicleVariableValuesList",
    path: "GetVehicleVariableValuesList/{variable}",
    summary: "List the values that a variable can have",
    description: "Only variables of the data type `lookup` have any.",
    params: {
      variable: { description: "The variable's name, in any case, or its number.", example: "Vehicle Type" },
    },
    element: "VehicleVariableValues",
    row: z.object({
      ElementName: field("The variable's name."),
      Id: z.int().describe("The value's number."),
      Name: field("The value."),
    }),
    message: "Results returned successfully",
    criteria: (query) => `Variable:${query.variable}`,
    results(lists, query) {
      const text = query.variable!.trim().toLowerCase();
      const found = lists.variables.find(([id, name]) => String(id) === text || name.toLowerCase() === text);
      if (found === undefined) return [];
      const [, ElementName, , , , table] = found;
      return labelsOf(lists, table).map(([Id, Name]) => ({ ElementName, Id, Name }));
    },
  }),
];
