import { startOfDay } from "../../../../src/base/reading/days.ts";
import { plainNumber } from "../../../../src/base/reading/declared.ts";
import { storedAmount, storedDay } from "../../../../src/base/reading/stored-values.ts";
import { t } from "../../base/language/language.ts";

/** A recorded sale or offer, from either history. */
export interface VehicleEvent {
  readonly id: string;
  /** Milliseconds since 1970, UTC midnight. */
  readonly at: number;
  /** The sale price or asking price, dollars; undefined if unknown. */
  readonly price: number | undefined;
  readonly sold: boolean;
  readonly kind: "auction" | "sale";
  readonly place: string;
  readonly seller: string;
  readonly odometer: string;
  readonly title: string;
  readonly damage: string;
  readonly lot: string;
  readonly images: readonly string[];
}

type Text = Readonly<Record<string, string | undefined>>;

/** The parts of an auction record that are shown. */
export interface AuctionRecord {
  readonly sale_index: string;
  readonly price: string;
  readonly "sale status": string;
  readonly "lot-number": string;
  readonly "title-and-condition": Text;
  readonly "technical-specs": Text;
  readonly "sale-date-location": Text;
  readonly images: readonly string[];
}

/** The parts of a sales record that are shown. */
export interface SaleRecord {
  readonly post_date: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly listing_price: Text;
    readonly images: readonly string[];
  };
}

/** Dollars of an amount with their sign or without; undefined in another currency. */
const dollars = (text = "", currency = ""): number | undefined =>
  currency === "" || currency.toUpperCase() === "USD"
    ? (plainNumber(text.trim()) ?? storedAmount(text, "USD"))
    : undefined;

function midnight(text: string): number {
  const day = storedDay(text);
  return day === undefined ? Number.NaN : startOfDay(day);
}

const joined = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(", ");

function ofAuction(record: AuctionRecord): VehicleEvent {
  const condition = record["title-and-condition"];
  const specs = record["technical-specs"];
  const place = record["sale-date-location"];
  const status = record["sale status"];
  return {
    id: `a${record.sale_index}${record["lot-number"]}`,
    at: midnight(place["Auction Date"] ?? ""),
    price: dollars(record.price),
    sold: /^sold/i.test(status),
    kind: "auction",
    place: place.Location ?? "",
    seller: joined(place["Seller Name"], place["Seller Type"]?.toLowerCase()),
    odometer: specs.Odometer ?? "",
    title: condition["Title Description"] ?? condition["Title Type"] ?? "",
    damage: joined(condition["Primary Damage"], condition["Secondary Damage"]?.toLowerCase()),
    lot: record["lot-number"],
    images: record.images,
  };
}

function ofSale({ post_date: posted, data }: SaleRecord, index: number): VehicleEvent {
  const text = (name: string) => String(data[name] ?? "");
  const miles = text("odometer_mi");
  return {
    id: `s${index}${posted}`,
    at: midnight(text("sale_date") || posted),
    price: dollars(data.listing_price.price, data.listing_price.currency),
    sold: text("sale_status").toLowerCase() === "sold",
    kind: "sale",
    place: joined(text("city"), text("state")),
    seller: joined(text("dealer_name"), text("seller_type")),
    odometer: miles && t("{miles} mi", { miles }),
    title: text("title_record"),
    damage: joined(text("primary_damage"), text("secondary_damage").toLowerCase()),
    lot: "",
    images: data.images,
  };
}

/** An auction and the same event in the sales history: same day, same result. */
function merged(auction: VehicleEvent, sale: VehicleEvent | undefined): VehicleEvent {
  if (!sale) return auction;
  return {
    ...auction,
    price: auction.price ?? sale.price,
    title: auction.title || sale.title,
    images: auction.images.length > 0 ? auction.images : sale.images,
  };
}

/** Both histories as one, newest first. */
export function eventsOf(auctions: readonly AuctionRecord[], sales: readonly SaleRecord[]): VehicleEvent[] {
  const sold = sales.map(ofSale);
  const taken = new Set<VehicleEvent>();
  const offers = auctions.map(ofAuction).map((auction) => {
    const same = sold.find(
      (sale) => sale.at === auction.at && sale.sold === auction.sold && !taken.has(sale),
    );
    if (same) taken.add(same);
    return merged(auction, same);
  });
  return [...offers, ...sold.filter((sale) => !taken.has(sale))]
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => b.at - a.at);
}

const times = (count: number) => t("{count, plural, =1 {once} =2 {twice} other {{count} times}}", { count });

/** The heading of the history. */
export function historyFinding(events: readonly VehicleEvent[]): string {
  const sold = events.filter((event) => event.sold).length;
  const crashed = events.filter(({ damage, sold: paid }) => damage && paid).length;
  if (events.length === 0) return t("No sales on record");
  const base = sold === 0 ? t("Offered, never recorded as sold") : t("Sold {times}", { times: times(sold) });
  return crashed > 0 ? t("{base}, {times} with damage", { base, times: times(crashed) }) : base;
}
