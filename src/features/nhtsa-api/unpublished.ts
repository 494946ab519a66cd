import { z } from "zod";
import { type AnyList, type ListParameter, list, type VpicQuery } from "./list.ts";
import { field, optionalField } from "./row-fields.ts";

const message =
  "Results returned successfully. NOTE: NHTSA does not publish the data of this operation, so there are never results here.";
const description = "NHTSA does not publish these data: the list is always empty, and `Message` says so.";

/** The given parameters with their labels, as vPIC repeats a request. */
const criteriaOf = (query: VpicQuery, labels: Readonly<Record<string, string>>, between: string): string =>
  Object.entries(labels)
    .filter(([name]) => query[name])
    .map(([name, label]) => label + query[name])
    .join(between);

const year: ListParameter = { description: "The year, four digits.", example: "2018" };
const make: ListParameter = { description: "The make's name.", example: "honda" };

/** vPIC's lists whose data NHTSA does not publish. */
export const unpublishedLists: readonly AnyList[] = [
  list({
    name: "GetParts",
    path: "GetParts",
    summary: "List manufacturers' letters to NHTSA (always empty)",
    description,
    query: {
      type: { description: "The part of the regulation: 565 or 566.", example: "565" },
      fromdate: { description: "The first day of the letters.", example: "1/1/2015" },
      todate: { description: "The last day of the letters.", example: "5/5/2015" },
      manufacturer: { description: "The manufacturer's number, or a part of its name.", example: "988" },
      page: { description: "The page of results.", example: "1" },
    },
    element: "Parts",
    row: z.object({
      CoverLetterURL: field("The address of the cover letter."),
      LetterDate: field("The letter's day."),
      ManufacturerId: z.int().describe("The manufacturer's number."),
      ManufacturerName: field("The manufacturer's name."),
      ModelYearFrom: z.int().nullable().describe("The first model year."),
      ModelYearTo: z.int().nullable().describe("The last model year."),
      Name: field("The letter's name."),
      Type: field("The part of the regulation."),
      URL: field("The address of the letter."),
    }),
    message,
    criteria: (query) =>
      criteriaOf(
        query,
        {
          type: "Type: ",
          fromdate: "From Date: ",
          todate: "To Date: ",
          manufacturer: "manufacturer: ",
        },
        " | ",
      ),
    results: () => [],
  }),
  list({
    name: "GetEquipmentPlantCodes",
    path: "GetEquipmentPlantCodes",
    summary: "List the codes of equipment plants (always empty)",
    description,
    query: {
      year,
      equipmenttype: {
        description: "1 for tires, 3 for brake hoses, 13 for glazing, 16 for retreads.",
        example: "1",
      },
      reporttype: { description: "`New`, `Updated`, `Closed` or `All`.", example: "All" },
    },
    element: "EquipmentPlantCodes",
    row: z.object({
      Address: optionalField("The street."),
      City: optionalField("The city."),
      Country: field("The country."),
      DOTCode: field("The plant's code."),
      Name: field("The plant's name."),
      OldDotCode: field("The plant's previous code."),
      PostalCode: optionalField("The postal code."),
      StateProvince: optionalField("The state or province."),
      Status: optionalField("Whether the plant is active."),
    }),
    message,
    criteria: (query) =>
      criteriaOf(
        query,
        { year: "Year:", equipmenttype: "Equipment Type:", reporttype: "Report Type: " },
        " | ",
      ),
    results: () => [],
  }),
  list({
    name: "GetCanadianVehicleSpecifications",
    path: "GetCanadianVehicleSpecifications",
    summary: "List Canadian vehicle specifications (always empty)",
    description,
    query: {
      year,
      make,
      model: { description: "The model's name.", example: "civic" },
      units: { description: "`Metric` or `US`.", example: "Metric" },
    },
    element: "CanadianVehicleSpecifications",
    row: z.object({
      Specs: z
        .array(z.object({ Name: field("The dimension's name."), Value: field("The dimension's value.") }))
        .describe("The vehicle's dimensions."),
    }),
    message,
    criteria: (query) =>
      criteriaOf(
        { ...query, units: query.units || "Metric" },
        { year: "Year: ", make: "Make: ", model: "Model: ", units: "Units: " },
        "; ",
      ),
    results: () => [],
  }),
];
