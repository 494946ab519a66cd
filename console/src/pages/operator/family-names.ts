/** What the records of each family are, for people; every family of the service is here. */
export const familyNames: Readonly<Record<string, string>> = {
  auction: "Auctions",
  "build-sheet": "Build sheets",
  "headlight-assembly": "Headlights",
  lien: "Liens",
  "oem-parts": "OEM parts",
  "oil-lookup": "Oil and filters",
  plate: "Plates",
  "recall-campaign": "Recall campaigns",
  "recall-completion": "Completed recalls",
  "repair-estimates": "Repair estimates",
  saleshistory: "Sales",
  "vehicle-images": "Vehicle images",
  windshield: "Windshields",
  "ymm-specs": "Specifications",
};

/** A family's name for people; of one that is not known here its own. */
export const familyName = (family: string): string => familyNames[family] ?? family;
