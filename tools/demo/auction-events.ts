import { dayMs } from "../../src/base/durations.ts";
import type { EventRow } from "../../src/vehicles/families/record-family.ts";
import { titleAfter } from "./damage.ts";
import { gearsOf, transmissionOf } from "./engines.ts";
import type { Vehicle } from "./fleet.ts";
import type { LifeEvent } from "./life.ts";
import { picturesOf } from "./pictures.ts";
import { type Random, randomFor } from "./random.ts";
import { sizeOf } from "./sizes.ts";
import { dateText, dayText, dollars, grouped, litresText, syntheticNote } from "./texts.ts";
import { priceWhenNew } from "./worth.ts";

/** An auction event in the form of the specification's 2.3, its spellings included. */
export function auctionEvent(vehicle: Vehicle, event: LifeEvent, seed: number): EventRow {
  const { vin, year, make, model, trim } = vehicle;
  const random = randomFor(seed, "auction", vin, event.index);
  const { loss, sold } = event;
  const salvage = loss.ratio >= 0.35;
  const title = titleAfter(loss.ratio);
  const lot = String(40_000_000 + random.below(9_999_999));
  const [hasKeys, drives] = [random.chance(0.9), loss.drives];
  const dated = random.chance(0.85);
  return {
    vin,
    at: event.at,
    id: `demo-${event.index}`,
    year,
    make,
    model,
    trim,
    // Prices of damaged vehicles do not show the value of sound ones.
    ...(sold && loss.ratio < 0.1 && { price: event.price }),
    odometer: event.miles,
    state: event.place.state,
    record: {
      sale_index: `${sold ? "sold" : "listed"}-${event.index}`,
      price: sold ? dollars(event.price) : "N/A",
      "sale status": sold ? "Sold" : random.pick(["Not sold", "Minimum bid not met"]),
      vname: `${year} ${make} ${model}${trim === "" ? "" : ` ${trim}`}`,
      "lot-number": lot,
      "car-features": {
        Has_Keys: yesNo(hasKeys),
        Runs_Drives: yesNo(drives),
        Engine_Starts: yesNo(drives || random.chance(0.3)),
      },
      "title-and-condition": {
        "Title Type": `${event.place.state} - ${title.type}`,
        "Title Description": title.description,
        "Primary Damage": loss.damage.name,
        ...(loss.secondary !== "" && { "Secondary Damage": loss.secondary }),
        VIN: vin,
        Common: `${syntheticNote}: ${drives ? "run and drive" : "stationary"}`,
      },
      "technical-specs": technicalSpecs(vehicle, event, random),
      "sale-date-location": {
        "Seller Type": salvage ? "Insurance" : "Dealer",
        ...(random.chance(0.8) && { "Seller Name": "Demo Auction" }),
        "Auction Date": dateText(event.at),
        ...(random.chance(0.7) && { "Auction Type": random.pick(["Live", "Timed"]) }),
        Location: `${event.place.city}, ${event.place.state}`,
        ...(sold && random.chance(0.5) && { "Buyer Country": "USA" }),
      },
      "listing-history": dated
        ? {
            [dayText(event.at - 9 * dayMs)]: "Listed",
            [dayText(event.at)]: sold ? "Sold" : "Not sold",
          }
        : {},
      year: String(year),
      make,
      model: random.chance(0.04) ? "" : model,
      images: random.chance(0.08)
        ? []
        : picturesOf(vehicle.line.segment, vehicle.color, random.between(10, 14)),
      "market-value": random.chance(0.4) ? {} : marketValue(event.worth),
      vin,
    },
  };
}

const yesNo = (is: boolean) => (is ? "yes" : "no");

function marketValue(worth: number) {
  return {
    "Price Range": `${dollars(worth * 0.93)} - ${dollars(worth * 1.07)}`,
    "Common Price": dollars(worth),
    // The specification's own spelling.
    "Avergae Price": dollars(worth * 1.01),
    "Weighted Average Price": dollars(worth * 1.005),
    "Median Price": dollars(worth * 0.995),
  };
}

/** The auction's description of the vehicle. Some members are omitted, as auction houses do. */
function technicalSpecs(vehicle: Vehicle, event: LifeEvent, random: Random): Record<string, string> {
  const { line, litres, cylinders, fuel, trim } = vehicle;
  const size = sizeOf(line.segment);
  const { ratio } = event.loss;
  const engine = [litresText(litres) && `${litresText(litres)}L`, cylinders && `${cylinders} cylinders`];
  const always: Record<string, string> = {
    Odometer: `${grouped(event.miles)} mi`,
    "Estimated Repair Cost": dollars(event.worth * ratio),
    "Estimated Retail Value": dollars(event.worth),
    "Damage Ratio": `${Math.round(ratio * 100)}%`,
    Color: vehicle.color,
  };
  const sometimes: Record<string, string> = {
    "Avg. Estimated Retail Value": dollars(event.worth * 1.01),
    "Estimated Winning Bid": `${dollars(event.price * 0.9)} - ${dollars(event.price * 1.1)}`,
    "Body Style": vehicle.body,
    "Engine Type": engine.filter(Boolean).join(" "),
    "Fuel Type": fuel,
    Cylinders: cylinders,
    Transmission: transmissionOf(vehicle),
    Drive: size.drive,
    "City Mileage": vehicle.electric ? "" : `${size.city} mpg`,
    "Highway Mileage": vehicle.electric ? "" : `${size.highway} mpg`,
    "Delivery Charges": dollars(size.delivery),
    "Standard Seating": size.seats,
    "Engine Size": litresText(litres),
    "Invoice Price": dollars(priceWhenNew(vehicle) * 0.93),
    "Vehicle Style": vehicle.body,
    Engine: engine.filter(Boolean).join(" "),
    "Made In": vehicle.plantCountry,
    "Vehicle Size": size.class,
    "Overall Length": `${size.length} in`,
    "Overall Height": `${size.height} in`,
    "Overall Width": `${size.width} in`,
    "Steering Type": "Rack and pinion",
    "Anti-Brake System": vehicle.year >= 2004 ? "4-Wheel ABS" : "",
    "Fuel Capacity": vehicle.electric ? "" : `${size.tank} gal`,
    Doors: vehicle.doors,
    "Curb Weight": `${grouped(size.weight)} lb`,
    Trim: trim,
    "Transmission Gears": gearsOf(vehicle),
    MSRP: dollars(priceWhenNew(vehicle)),
  };
  const shown = Object.entries(sometimes).filter(([, value]) => value !== "" && random.chance(0.7));
  return { ...always, ...Object.fromEntries(shown) };
}
