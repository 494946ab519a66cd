import { z } from "zod";
import { answer, asListed, listOf, optionalTexts, text } from "../answer-schemas.ts";
import { digestOf, membersOf, stateIn, textIn } from "../event-values.ts";
import { exampleNames, exampleVin } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { EventFacts, EventRecords, EventValues } from "../record-family.ts";

const yesNo = z.enum(["yes", "no"]).optional();

const technicalSpecs = optionalTexts({
  Odometer: "The odometer's reading, with its unit: miles unless it says km.",
  "Estimated Repair Cost": "The auction's estimate of the cost of repair.",
  "Estimated Retail Value": "The auction's estimate of the value after repair.",
  "Avg. Estimated Retail Value": "The average of such estimates.",
  "Damage Ratio": "The cost of repair in proportion to the value.",
  "Estimated Winning Bid": "The auction's estimate of the highest bid.",
  "Body Style": "The kind of body.",
  Color: "The color.",
  "Engine Type": "The engine, in short.",
  "Fuel Type": "The fuel.",
  Cylinders: "The number of cylinders.",
  Transmission: "The kind of transmission.",
  Drive: "The driven wheels.",
  "City Mileage": "Miles per US gallon in the city.",
  "Highway Mileage": "Miles per US gallon on the highway.",
  "Delivery Charges": "The maker's charge for delivery.",
  "Standard Seating": "The number of seats.",
  "Engine Size": "The displacement in liters.",
  "Invoice Price": "What a dealer paid for it when it was new.",
  "Vehicle Style": "The body with its doors.",
  Engine: "The engine.",
  "Made In": "The country of the plant.",
  "Vehicle Size": "The size class.",
  "Overall Length": "The length.",
  "Overall Height": "The height.",
  "Overall Width": "The width.",
  "Steering Type": "The kind of steering.",
  "Anti-Brake System": "The kind of anti-lock brakes.",
  "Fuel Capacity": "The capacity of the tank.",
  Doors: "The number of doors.",
  "Curb Weight": "The weight of the empty vehicle.",
  Trim: "The trim.",
  "Transmission Gears": "The number of gears.",
  MSRP: "The suggested retail price when it was new.",
});

/** The specification's 2.3, its spellings included. */
const AuctionRecord = z
  .object({
    sale_index: text.describe("The event's number among those of the vehicle."),
    price: text.describe("Currency text, or N/A."),
    "sale status": text.describe("Such as Sold or Not sold; values rest on sold lots only."),
    vname: text.describe("The vehicle as the auction house names it."),
    "lot-number": text.describe("Number of the lot; the events of a VIN differ by it."),
    "car-features": z
      .object({
        Has_Keys: yesNo.describe("Whether there are keys; absent if unknown."),
        Runs_Drives: yesNo.describe("Whether it runs and drives; absent if unknown."),
        Engine_Starts: yesNo.describe("Whether the engine starts; absent if unknown."),
      })
      .describe("Whether it has keys, starts and drives."),
    "title-and-condition": z
      .object({
        "Title Type": text.describe("The kind of title document."),
        "Title Description": text.describe("The title document in words."),
        "Primary Damage": text.describe("The main damage."),
        "Secondary Damage": text.optional().describe("Further damage."),
        VIN: text.describe("The VIN as the auction wrote it."),
        Common: text.describe("Remarks on the condition."),
      })
      .describe("The title document and the damage."),
    "technical-specs": technicalSpecs.describe(
      "The vehicle as the auction described it; unknown members are absent.",
    ),
    "sale-date-location": z
      .object({
        "Seller Type": text.describe("Whether an insurer, a dealer or another party sold it."),
        "Seller Name": text.optional().describe("Who sold it."),
        "Auction Date": text.describe(
          "The day of the auction, such as 2026-08-14; an import without `at` takes it.",
        ),
        "Auction Type": text.optional().describe("The kind of auction."),
        Location: text.describe("City and state; imports read the state from its two letters."),
        "Buyer Country": text.optional().describe("The buyer's country."),
      })
      .describe("When and where it was auctioned, and by whom."),
    "listing-history": z.record(text, text).describe("Earlier listings: dates and their remarks."),
    year: text.describe("The model year, four digits."),
    make: text.describe("The make."),
    model: text.describe("May be empty."),
    images: listOf("Signed; valid for one hour.", z.url()),
    "market-value": optionalTexts({
      "Price Range": "The lowest and the highest price.",
      "Common Price": "The commonest price.",
      // The specification's own spelling.
      "Avergae Price": "The average price.",
      "Weighted Average Price": "The average price, recent sales counting for more.",
      "Median Price": "The median price.",
    }).describe("Prices of such vehicles; the spelling of the third is the interface's own."),
    vin: text.describe("The VIN."),
    ...asListed,
  })
  .meta({ id: "AuctionRecord" });

function eventOf(record: Readonly<Record<string, unknown>>, values: EventValues): EventFacts {
  const specs = membersOf(record, "technical-specs");
  const place = membersOf(record, "sale-date-location");
  const sold = /^sold$/i.test(textIn(record, "sale status"));
  const year = textIn(record, "year");
  return {
    id: textIn(record, "lot-number") || textIn(record, "sale_index") || digestOf(record),
    year: /^\d{4}$/.test(year) ? Number(year) : 0,
    make: textIn(record, "make"),
    model: textIn(record, "model"),
    trim: textIn(specs, "Trim"),
    price: sold ? values.price : undefined,
    odometer: values.odometer,
    state: stateIn(textIn(place, "Location")),
  };
}

export const auctionRecords: EventRecords = {
  name: "auction",
  label: "Auctions",
  kind: "event",
  table: "auction_record",
  placeholders: { images: ["image"] },
  record: AuctionRecord,
  ownWords: ["price", "title-and-condition.Primary Damage", "title-and-condition.Secondary Damage"],
  values: {
    price: { at: ["price"], kind: "amount", asWritten: true },
    odometer: { at: ["technical-specs", "Odometer"], kind: "miles", asWritten: true },
  },
  eventOf,
  dateAt: ["sale-date-location", "Auction Date"],
  dateAs: "day",
  origin: "Your own auction's events, or auction houses' feeds under contract.",
  example: {
    sale_index: "1",
    price: "$12,400",
    "sale status": "Sold",
    vname: "2018 HONDA CR-V EX",
    "lot-number": "40012345",
    "car-features": { Has_Keys: "yes", Runs_Drives: "yes", Engine_Starts: "yes" },
    "title-and-condition": {
      "Title Type": "CA - Clean",
      "Title Description": "Certificate of title",
      "Primary Damage": "Minor dents",
      VIN: exampleVin,
      Common: "Run and drive",
    },
    "technical-specs": { Odometer: "51,200 mi", Color: "Black" },
    "sale-date-location": {
      "Seller Type": "Dealer",
      "Auction Date": "2026-08-14",
      Location: "Sacramento, CA",
    },
    "listing-history": { "2026-08-05": "Listed" },
    ...exampleNames,
    images: ["example/cr-v/1.jpg"],
    "market-value": { "Common Price": "$19,800" },
    vin: exampleVin,
  },
};

export const auction: LookupApi = {
  id: "auction",
  displayName: "Auction history",
  description: "Recorded auction events of a vehicle.",
  group: "History",
  records: [auctionRecords],
  families: [
    {
      noun: "AuctionHistory",
      title: "Auction history",
      base: "/auction",
      tag: "Auction history",
      namings: ["any-vin"],
      from: { kind: "history", records: auctionRecords },
      response: answer("AuctionHistory", listOf("The events, newest first.", AuctionRecord)),
      absence: "This does not prove that the vehicle was never auctioned.",
    },
  ],
};
