interface Ask {
  readonly name: string;
  readonly says: string;
  readonly path: string;
}

/** What the lookups answer, by the question a person has. */
export const asks: readonly { readonly title: string; readonly lookups: readonly Ask[] }[] = [
  {
    title: "What it is",
    lookups: [
      { name: "Basic VIN decoder", says: "Make, model, year and more out of a VIN.", path: "/vin-decoder" },
      {
        name: "OEM VIN decode",
        says: "Every value the maker registered, and what decided it.",
        path: "/oem-vin-decode",
      },
      {
        name: "License plate decoder",
        says: "The vehicle behind a plate and state.",
        path: "/license-decoder",
      },
      { name: "U.S. plate decode", says: "The same, in its older form.", path: "/us-plate-decode" },
      {
        name: "Motorcycle decode",
        says: "Motorcycles by VIN or by year, make and model.",
        path: "/motorcycle-decode",
      },
    ],
  },
  {
    title: "What it has been through",
    lookups: [
      { name: "Auction history", says: "Recorded auctions, with damage and photographs.", path: "/auction" },
      { name: "Sales history", says: "Past listings and sales.", path: "/saleshistory" },
      { name: "Open recalls", says: "Recalls of a VIN, open and done.", path: "/open-recall" },
      { name: "Lien lookup", says: "Liens recorded against it.", path: "/lien" },
      { name: "Vehicle images", says: "Photographs by VIN or trim.", path: "/vehicle-images" },
    ],
  },
  {
    title: "What it is worth",
    lookups: [
      { name: "Market valuation", says: "Its value by mileage and condition.", path: "/market-valuation" },
      { name: "Repair estimates", says: "Parts and labor, low to high.", path: "/repair-estimates" },
    ],
  },
  {
    title: "What fits it",
    lookups: [
      { name: "Vehicle specifications", says: "By year, make, model and trim.", path: "/ymm-specs" },
      { name: "OEM parts catalog", says: "Makers' parts by category.", path: "/oem-parts" },
      { name: "Windshield lookups", says: "Glass by VIN, plate or model.", path: "/windshield-api" },
      { name: "Headlight assembly", says: "Assemblies that fit.", path: "/headlight-assembly" },
      { name: "Engine oil lookup", says: "Grade and capacity.", path: "/oil-lookup" },
    ],
  },
];

/** Every kind of answer, and what is charged for it where a plan says nothing else. */
export const costs: readonly { readonly status: number; readonly when: string; readonly charged: string }[] =
  [
    { status: 200, when: "There is a record, and you have it.", charged: "1 credit" },
    {
      status: 404,
      when: "No such vehicle, or no record of it here. Absence is no proof, and the answer says so.",
      charged: "nothing",
    },
    { status: 422, when: "Sixteen characters, or an O where a 0 belongs.", charged: "nothing" },
    {
      status: 402,
      when: "The last one is spent. Two callers never get the same credit.",
      charged: "nothing",
    },
    {
      status: 429,
      when: "Faster than the plan allows. Retry-After says when to come back.",
      charged: "nothing",
    },
    { status: 503, when: "The service could not answer, or could not record the call.", charged: "nothing" },
  ];
