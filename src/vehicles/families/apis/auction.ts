import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { EventRecords } from "../record-family.ts";
import { answer, someTexts, text } from "../shape.ts";

export const auctionRecords: EventRecords = {
  name: "auction",
  kind: "event",
  table: "auction_record",
  slots: { images: ["image"] },
};

const yesNo = z.enum(["yes", "no"]);

/** The specification's 2.3, its spellings included. */
const AuctionRecord = z
  .object({
    sale_index: text,
    price: text.describe("Currency text, or N/A."),
    "sale status": text,
    vname: text,
    "lot-number": text,
    "car-features": z.object({ Has_Keys: yesNo, Runs_Drives: yesNo, Engine_Starts: yesNo }),
    "title-and-condition": z.object({
      "Title Type": text,
      "Title Description": text,
      "Primary Damage": text,
      "Secondary Damage": text.optional(),
      VIN: text,
      Common: text,
    }),
    "technical-specs": someTexts(
      ..."Odometer,Estimated Repair Cost,Estimated Retail Value,Avg. Estimated Retail Value,Damage Ratio,Estimated Winning Bid,Body Style,Color,Engine Type,Fuel Type,Cylinders,Transmission,Drive,City Mileage,Highway Mileage,Delivery Charges,Standard Seating,Engine Size,Invoice Price,Vehicle Style,Engine,Made In,Vehicle Size,Overall Length,Overall Height,Overall Width,Steering Type,Anti-Brake System,Fuel Capacity,Doors,Curb Weight,Trim,Transmission Gears,MSRP".split(
        ",",
      ),
    ),
    "sale-date-location": z.object({
      "Seller Type": text,
      "Seller Name": text.optional(),
      "Auction Date": text,
      "Auction Type": text.optional(),
      Location: text,
      "Buyer Country": text.optional(),
    }),
    "listing-history": z.record(text, text),
    year: text,
    make: text,
    model: text.describe("May be empty."),
    images: z.array(z.url()).describe("Signed; valid for one hour."),
    // "Avergae" is the specification's own spelling.
    "market-value": someTexts(
      "Price Range",
      "Common Price",
      "Avergae Price",
      "Weighted Average Price",
      "Median Price",
    ),
    vin: text,
  })
  .meta({ id: "AuctionRecord" });

const AuctionHistory = answer("AuctionHistory", z.array(AuctionRecord));

export const auction: LookupApi = {
  id: "auction",
  displayName: "Auction history",
  description: "Recorded auction events of a vehicle.",
  records: [auctionRecords],
  families: [
    {
      noun: "AuctionHistory",
      title: "Auction history",
      base: "/auction",
      tag: "Auction history",
      namings: ["any-vin"],
      from: { kind: "history", records: auctionRecords },
      response: AuctionHistory,
      absence: "It is no proof that the vehicle was never auctioned.",
    },
  ],
};
