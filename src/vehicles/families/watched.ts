import { auctionRecords } from "./apis/auction.ts";
import { lienRecords } from "./apis/lien.ts";
import { buildSheets } from "./apis/oem-vin-decode.ts";
import { recallCampaigns, recallCompletions } from "./apis/open-recall.ts";
import { saleRecords } from "./apis/saleshistory.ts";
import type { EventRecords, RecordFamily, VehicleRecords, VinRecords } from "./record-family.ts";

/** Lookups by VIN that can be watched: by records that have the VIN as key, and by campaigns for its model. */
export interface WatchedLookup {
  /** The API's id, by which customers name it. */
  readonly api: string;
  /** Its bit in stored watches, which never changes. */
  readonly bit: number;
  readonly records: VinRecords | EventRecords;
  /** Records of models, which concern a VIN by its decode. */
  readonly campaigns?: VehicleRecords;
  /** Whether it takes the short VINs of vehicles before 1981. */
  readonly shortVins: boolean;
}

export const watchedLookups: readonly WatchedLookup[] = [
  { api: "auction", bit: 1, records: auctionRecords, shortVins: true },
  { api: "saleshistory", bit: 2, records: saleRecords, shortVins: true },
  { api: "lien", bit: 4, records: lienRecords, shortVins: false },
  { api: "oem-vin-decode", bit: 8, records: buildSheets, shortVins: false },
  { api: "open-recall", bit: 16, records: recallCompletions, campaigns: recallCampaigns, shortVins: false },
];

/** The watched lookup whose answers are made of a family's records. */
export function watchedBy({ name }: Pick<RecordFamily, "name">): WatchedLookup | undefined {
  return watchedLookups.find(({ records, campaigns }) => [records.name, campaigns?.name].includes(name));
}
