import type { EventRow } from "../../src/vehicles/families/record-family.ts";
import { titleAfter } from "./damage.ts";
import { transmissionOf } from "./engines.ts";
import type { Vehicle } from "./fleet.ts";
import type { LifeEvent } from "./life.ts";
import { picturesOf } from "./pictures.ts";
import { type Random, randomFor } from "./random.ts";
import { sizeOf } from "./sizes.ts";
import { dateText, grouped, litresText, microsecondText, secondText, slug, syntheticNote } from "./texts.ts";

const kmPerMile = 1.609344;
const dealers = ["Demo Motors", "Example Auto Sales", "Sample Cars", "Demo Auto Group"];

/** Whether an event has no date. Only a vehicle's first may have none, so that the order is known. */
const undated = (event: LifeEvent, random: Random): boolean =>
  event.index === 1 && event.seller === "classified" && random.chance(0.4);

/** A listing or sale in the form of the specification's 2.4. */
export function saleEvent(vehicle: Vehicle, event: LifeEvent, seed: number): EventRow {
  const { vin, year, make, model, trim } = vehicle;
  const random = randomFor(seed, "sale", vin, event.index);
  const dateless = undated(event, random);
  const sound = event.loss.ratio < 0.1 && !event.rebuilt;
  return {
    vin,
    at: dateless ? 0 : event.at,
    id: `demo-${event.index}`,
    year,
    make,
    model,
    trim,
    // Prices of vehicles that were damaged do not show the value of sound ones.
    ...(event.sold && sound && { price: event.price }),
    odometer: event.miles,
    state: event.place.state,
    record: {
      post_date: dateless ? "" : secondText(event.at),
      data: {
        ...listing(vehicle, event, random, dateless),
        ...mechanical(vehicle, random),
        ...condition(vehicle, event, random),
        listing_price: {
          price: String(event.price),
          retail_value: event.seller === "auction" ? String(event.worth) : "",
          repair_cost: event.seller === "auction" ? String(Math.round(event.worth * event.loss.ratio)) : "",
          currency: "USD",
        },
        fair_market_value: random.chance(0.6)
          ? { min: String(Math.round(event.worth * 0.94)), max: String(Math.round(event.worth * 1.06)) }
          : { min: "", max: "" },
        ...location(event, random),
        ...lists(vehicle, event, random),
        ...flags(vehicle, event, random),
        last_updated: dateless ? "" : microsecondText(event.at + 3_600_000, random.below(1000) * 1000),
      },
    },
  };
}

function listing(vehicle: Vehicle, event: LifeEvent, random: Random, dateless: boolean) {
  const { seller, place } = event;
  const name = seller === "auction" ? "Demo Auction" : seller === "dealership" ? random.pick(dealers) : "";
  const phone = `${place.areaCode}-555-01${String(random.below(100)).padStart(2, "0")}`;
  const reachable = random.chance(0.8);
  const account = seller === "classified" ? `seller${random.below(900) + 100}` : slug(name);
  const old = event.isNew ? "New" : "Used";
  return {
    description: `${syntheticNote}. ${old} ${vehicle.year} ${vehicle.make} ${vehicle.model}, ${grouped(event.miles)} miles.`,
    phone: reachable && seller !== "auction" ? phone : "",
    email: reachable ? `${account}@example.com` : "",
    seller_type: seller,
    dealer_name: name,
    listing_id: `demo-${vehicle.vin.slice(-6)}-${event.index}`,
    report_url: "",
    sale_status: event.sold ? "sold" : "not sold",
    sale_date: event.sold && !dateless ? dateText(event.at) : "",
    sale_document: seller === "auction" ? titleAfter(event.loss.ratio).description : "",
    accident_records: event.rebuilt ? "1" : random.chance(0.5) ? "0" : "",
    title_record: event.rebuilt ? "Rebuilt" : seller === "auction" ? "" : "Clean",
    owner_record: seller === "auction" ? "" : String(event.owners),
    keys: seller === "auction" ? "yes" : "",
    vehicle_type: event.isNew ? "New" : "Used",
    manufactured_in: vehicle.plantCountry,
  };
}

function mechanical(vehicle: Vehicle, random: Random) {
  const { line, doors, litres, fuel, cylinders, electric } = vehicle;
  const size = sizeOf(line.segment);
  const known = random.chance(0.8);
  return {
    drivetrain: known ? size.drive : "",
    transmission: known ? transmissionOf(vehicle) : "",
    fuel,
    cylinders,
    engine: litres === "" ? "" : `${litresText(litres)}L`,
    fuel_capacity: electric || !known ? "" : `${size.tank} gal`,
    doors,
  };
}

function condition(vehicle: Vehicle, { miles, loss, seller, isNew }: LifeEvent, random: Random) {
  const damaged = seller === "auction" && loss.damage.name !== "Normal Wear";
  const grade = isNew ? "Excellent" : random.pick(["Good", "Good", "Fair", ""]);
  return {
    odometer_km: grouped(miles * kmPerMile),
    odometer_mi: grouped(miles),
    primary_damage: damaged ? loss.damage.name : "",
    secondary_damage: damaged ? loss.secondary : "",
    condition: damaged ? "Damaged" : isNew ? "New" : "Used",
    exterior_color: vehicle.color,
    interior_color: vehicle.interior,
    interior_condition: grade,
    exterior_condition: damaged ? "Damaged" : grade,
  };
}

function location({ place }: LifeEvent, random: Random) {
  return {
    zip_code: place.zip,
    country: "US",
    state: place.state,
    city: place.city,
    address: random.chance(0.7) ? `${random.between(1, 99) * 10} Example Street` : "",
  };
}

const equipment = {
  features: ["Cruise control", "Keyless entry", "Roof rack"],
  interior_features: ["Heated front seats", "Leather seats"],
  exterior_features: ["Alloy wheels", "Fog lamps"],
  safety: ["Anti-lock brakes", "Stability control"],
  technology: ["Backup camera", "Bluetooth"],
  other: [] as string[],
  mechanical: [] as string[],
  vhr_preview: [] as string[],
};

/** Equipment, which few sources have, and pictures. */
function lists({ line, color, year }: Vehicle, { seller }: LifeEvent, random: Random) {
  const isListed = year >= 2008 && seller === "dealership" && random.chance(0.3);
  const filled = Object.entries(equipment).map(([name, all]) => [
    name,
    isListed ? all.filter(() => random.chance(0.6)) : [],
  ]);
  const pictures = random.chance(0.4) ? 0 : random.between(10, 12);
  return {
    ...(Object.fromEntries(filled) as Record<keyof typeof equipment, string[]>),
    ...(random.chance(0.15) && { vhrpreview: [] }),
    images: picturesOf(line.segment, color, pictures),
  };
}

function flags({ year }: Vehicle, event: LifeEvent, random: Random) {
  return {
    airbags: year >= 1998,
    reduced_price: !event.isNew && random.chance(0.2),
    is_hot: random.chance(0.05),
    money_back_guarantee: event.seller === "dealership" && random.chance(0.1),
    monster_ad: false,
    special_offer: event.isNew && random.chance(0.2),
    newly_listed: false,
  };
}
