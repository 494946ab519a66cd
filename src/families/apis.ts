/** An API that is part of the program; id, name and path are the first segment of its operations. */
export interface BuiltinApi {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
}

function api(id: string, displayName: string, description: string): BuiltinApi {
  return { id, displayName, description };
}

/** One API for each first path segment of the lookups, in the specification's order, and `vehicles`. */
export const builtinApis: readonly BuiltinApi[] = [
  api("headlight-assembly", "Headlight assembly", "Headlight assemblies that fit a vehicle."),
  api("vehicle-images", "Vehicle images", "Photographs of a vehicle by VIN or trim."),
  api("market-valuation", "Market valuation", "What a vehicle is worth, by VIN or model and mileage."),
  api("windshield-api", "Windshield lookups", "Windshields by VIN, plate or model."),
  api("windshield", "Windshield lookup", "Windshields by VIN."),
  api("lien", "Lien lookup", "Liens recorded against a vehicle."),
  api("us-plate-decode", "U.S. plate decode", "The vehicle behind a U.S. license plate."),
  api("license-decoder", "License plate decoder", "The vehicle behind a license plate and state."),
  api("ymm-specs", "Vehicle specifications", "Specifications by year, make, model and trim."),
  api("oem-parts", "OEM parts catalog", "Manufacturers' parts by category."),
  api("oem-vin-decode", "OEM VIN decode", "What the manufacturer registered for a VIN."),
  api("open-recall", "Open recalls", "Recalls that are open for a VIN."),
  api("oil-lookup", "Engine oil lookup", "Oil grade and capacity by VIN or plate."),
  api("vin-decoder", "Basic VIN decoder", "Make, model, year and more out of a VIN."),
  api("motorcycle-decode", "Motorcycle decode", "Motorcycles by VIN or year, make and model."),
  api("repair-estimates", "Repair estimates", "Parts and labor cost ranges for repair services."),
  api("auction", "Auction history", "Recorded auction events of a vehicle."),
  api("saleshistory", "Sales history", "Past listings and sales of a vehicle."),
  api("vehicles", "Vehicles", "VIN decoding in the form of NHTSA's vPIC API."),
];
