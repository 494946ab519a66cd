/** Values that a family's operations are shown with in the OpenAPI document; each has an answer on the demo set. */
export type Examples = Readonly<Record<string, string>>;

/** The demo set's showcase (`imports/demo/showcase.ts`): the same with every seed and in every month. */
const everywhere: Examples = {
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

/** Where a family's examples differ. */
const own: Readonly<Record<string, Examples>> = {
  "motorcycle-decode": {
    vin: "1HD1KB4147Y990075",
    year: "2007",
    make: "Harley-Davidson",
    model: "Street Glide",
  },
};

/** The examples of an API's parameters. */
export function examplesOf(api: string): Examples {
  return { ...everywhere, ...own[api] };
}
