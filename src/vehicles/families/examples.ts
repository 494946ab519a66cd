import type { LookupApi } from "./family.ts";

/**
 * Values that operations are shown with in the OpenAPI document, each with an answer in the demo set: its
 * showcase (`tools/demo/showcase.ts`), the same with every seed and in every month.
 */
const everywhere: Readonly<Record<string, string>> = {
  vin: "5J6RW2H59JL990075",
  year: "2018",
  make: "Honda",
  model: "CR-V",
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
  return { ...everywhere, ...api.examples };
}
