import type { LookupApi } from "./family.ts";

/** The vehicle of examples: the demo set has it with every seed, and no real vehicle has its VIN. */
export const exampleVin = "5J6RW2H59JL990075";
export const exampleNames = { year: "2018", make: "Honda", model: "CR-V" };

/** Values of parameters in the OpenAPI document; each has an answer in the demo set. */
const common: Readonly<Record<string, string>> = {
  vin: exampleVin,
  ...exampleNames,
  trim: "EX",
  license_plate: "DEMO123",
  license: "DEMO123",
  state: "CA",
  extra_trim: "AWD",
  category: "Brakes",
  subcategory: "Front Brakes",
  mileage: "51,000",
};

/** The examples of an API's parameters. */
export function examplesOf(api: LookupApi): Readonly<Record<string, string>> {
  return { ...common, ...api.examples };
}
