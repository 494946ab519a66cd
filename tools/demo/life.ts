import { dayMs } from "../../src/base/durations.ts";
import { auctionShare, drawDamage, type Loss, lossFrom, noDamage } from "./damage.ts";
import type { Vehicle } from "./fleet.ts";
import { type Place, places } from "./places.ts";
import { type Random, randomFor } from "./random.ts";
import { showcase } from "./showcase.ts";
import { milesAfter, priceWhenNew, worthOf } from "./worth.ts";

/** Who offers a vehicle. */
export type Seller = "dealership" | "classified" | "auction";

/** An event of a vehicle, from which records of several families are made. */
export interface LifeEvent {
  readonly at: number;
  /** Its number among the vehicle's events, from 1. */
  readonly index: number;
  readonly seller: Seller;
  readonly miles: number;
  /** The value of the vehicle without damage, dollars. */
  readonly worth: number;
  /** Whole dollars; the asking price if it was not sold. */
  readonly price: number;
  readonly sold: boolean;
  readonly isNew: boolean;
  readonly loss: Loss;
  /** Whether it was a total loss before. */
  readonly rebuilt: boolean;
  readonly place: Place;
  /** Its owners so far, this event's seller included. */
  readonly owners: number;
}

const year = 365.25 * dayMs;
/** No records are older: listings, then auctions. */
const listingsFrom = Date.UTC(1998, 0, 1);
const auctionsFrom = Date.UTC(2006, 0, 1);

/** The life of one vehicle up to a moment, oldest event first. The odometer never falls. */
export function livesOf(vehicle: Vehicle, seed: number, until: number): readonly LifeEvent[] {
  const random = randomFor(vehicle.shown ? showcase.seed : seed, "life", vehicle.vin);
  const aYear = random.between(6_500, 16_500);
  const events: LifeEvent[] = [];
  const record = (at: number, seller: Seller, more: Partial<LifeEvent> = {}): number => {
    const driven = more.isNew ? random.below(90) : milesAfter((at - vehicle.builtAt) / year, aYear) + 100;
    const miles = more.miles ?? Math.round(driven) + 8;
    const worth = more.isNew ? priceWhenNew(vehicle) : worthOf(vehicle, at, miles);
    const loss = more.loss ?? lossFrom(noDamage, random);
    const rebuilt = events.some((one) => one.loss.ratio >= 0.35);
    const typical = worth * (rebuilt ? 0.72 : 1) * share(seller, loss, more.isNew === true);
    events.push({
      at: at - (at % dayMs) + random.between(8 * 60, 18 * 60) * 60_000,
      index: events.length + 1,
      seller,
      miles,
      worth: Math.round(worth),
      price: roundPrice(typical * random.near(0.06)),
      sold: true,
      isNew: false,
      loss,
      rebuilt,
      place: random.chance(0.75) ? vehicle.home : random.pick(places),
      owners: events.filter((one) => one.sold && one.seller !== "auction").length,
      ...more,
    });
    return miles;
  };
  live(vehicle, random, until, record);
  return events;
}

/** Adds an event; returns its miles. */
type Record = (at: number, seller: Seller, more?: Partial<LifeEvent>) => number;

function live(vehicle: Vehicle, random: Random, until: number, record: Record): void {
  let at = vehicle.builtAt + random.between(25, 55) * dayMs;
  if (at >= listingsFrom) record(at, "dealership", { isNew: true, place: vehicle.home });
  else {
    at = listingsFrom + random.below(4000) * dayMs;
    record(at, random.pick(["classified", "dealership"]));
  }
  for (;;) {
    at += random.between(500, 2100) * dayMs;
    if (at > until - 400 * dayMs) break;
    if (at < auctionsFrom || random.chance(0.55)) {
      record(at, random.pick(["classified", "dealership", "dealership"]));
    } else if (auction(at, random, until, record)) return;
  }
  // Market values need sales of the last year.
  const last = until - random.between(2, 330) * dayMs;
  if (last < vehicle.builtAt + 200 * dayMs || at - last > 2000 * dayMs) return;
  if (random.chance(0.72)) record(last, random.pick(["classified", "dealership", "dealership"]));
  else auction(last - 30 * dayMs, random, until, record);
}

/** One auction, or two if the first has no sale; returns whether the vehicle was scrapped. */
function auction(at: number, random: Random, until: number, record: Record): boolean {
  const loss = random.chance(0.3) ? lossFrom(noDamage, random) : drawDamage(random);
  const place = random.pick(places);
  const again = random.chance(0.25);
  const miles = record(at, "auction", { loss, place, sold: !again });
  // The miles stay the same between two auctions.
  const next = at + random.between(7, 28) * dayMs;
  if (again && next < until) record(next, "auction", { loss, place, miles });
  return loss.ratio >= 0.75;
}

function share(seller: Seller, { ratio }: Loss, isNew: boolean): number {
  if (isNew) return 1;
  if (seller === "auction") return auctionShare(ratio);
  return seller === "dealership" ? 1.05 : 0.95;
}

function roundPrice(price: number): number {
  const step = price > 20_000 ? 100 : price > 3_000 ? 50 : 25;
  return Math.max(step, Math.round(price / step) * step);
}
