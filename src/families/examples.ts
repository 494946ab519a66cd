/** Values that a family's operations are shown with in the OpenAPI document; each has an answer. */
export type Examples = Readonly<Record<string, string>>;

const vehicle = { year: "2018", make: "Honda", model: "Accord", trim: "EX-L" };

const everywhere: Examples = {
  ...vehicle,
  vin: "1HGCM82633A004352",
  license_plate: "DEMO123",
  license: "DEMO123",
  state: "CA",
  extra_trim: "Sedan",
  category: "Brakes",
  subcategory: "Brake Pads",
  mileage: "51,000",
};

/** Where a family's examples differ. */
const own: Readonly<Record<string, Examples>> = {
  "motorcycle-decode": { vin: "1HD1KB4197Y722798", year: "2007", make: "Harley-Davidson", model: "FLHX" },
};

/** The examples of an API's parameters. */
export function examplesOf(api: string): Examples {
  return { ...everywhere, ...own[api] };
}
