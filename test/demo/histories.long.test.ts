import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { checkDigit } from "../../src/vin/check-digit.ts";
import { places } from "../../tools/demo/places.ts";
import { schemaFaults } from "../vehicles/lookups/json-schema.ts";
import { auctionHistory, salesHistory } from "../vehicles/lookups/schemas.ts";
import { type DemoService, startDemo } from "./demo-service.ts";

type Texts = Readonly<Record<string, string>>;

interface Sale {
  readonly post_date: string;
  readonly data: Texts & { readonly listing_price: Texts; readonly images: readonly string[] };
}

type Auction = Texts & {
  readonly "technical-specs": Texts;
  readonly "title-and-condition": Texts;
  readonly "sale-date-location": Texts;
  readonly "car-features": Texts;
  readonly "market-value": Texts;
  readonly images: readonly string[];
};

interface History {
  readonly vin: string;
  readonly sales: Readonly<Record<"year" | "make" | "model" | "trim", string>> & {
    readonly sales_history: readonly Sale[];
  };
  readonly auctions: readonly Auction[];
  /** Absent before 1981. */
  readonly basic: Texts | undefined;
}

const number = (text: string | undefined): number => Number(text?.replace(/[^0-9.]/g, ""));

describe("the demo set's histories", () => {
  let demo: DemoService;
  const histories: History[] = [];
  const faults: string[] = [];

  /** The three families' responses for every vehicle. */
  beforeAll(async () => {
    demo = await startDemo();
    const { database } = demo.service.app;
    const vins = await database.all<{ vin: string }>(sql`select distinct vin from sale_record order by vin`);
    const auctioned = await database.all<{ vin: string }>(sql`select distinct vin from auction_record`);
    const withAuction = new Set(auctioned.map(({ vin }) => vin));
    const look = async (path: string) => {
      const got = await demo.caller.lookUp(path);
      if (got.status !== 200 || got.headers.get("x-data-source") === null)
        faults.push(`${path} answered ${got.status}`);
      return got.body as { data: never };
    };
    for (const { vin } of vins) {
      const sales = await look(`/saleshistory/${vin}`);
      const auctions = withAuction.has(vin) ? await look(`/auction/${vin}`) : { data: [] as never };
      faults.push(...schemaFaults(salesHistory, sales).map((fault) => `/saleshistory/${vin} ${fault}`));
      faults.push(...schemaFaults(auctionHistory, auctions).map((fault) => `/auction/${vin} ${fault}`));
      const decoded = vin.length === 17 ? await look(`/vin-decoder/${vin}`) : undefined;
      const basic = (decoded as { data: { basic: Texts } } | undefined)?.data.basic;
      histories.push({ vin, sales: sales.data, auctions: auctions.data, basic });
    }
  }, 120_000);
  afterAll(() => demo.service.end());

  /** Every history with a fault. */
  const where = (wrong: (history: History) => boolean) => histories.filter(wrong).map(({ vin }) => vin);
  const sales = (wrong: (sale: Sale) => boolean) => where((one) => one.sales.sales_history.some(wrong));
  const auctions = (wrong: (auction: Auction) => boolean) => where((one) => one.auctions.some(wrong));

  test("every response exists in the specification's form", () => {
    expect(faults).toEqual([]);
  });

  test("the set has vehicles of every age and many makes", () => {
    const early = histories.filter(({ vin }) => vin.length < 17);
    const years = new Set(histories.map(({ sales: { year } }) => Number(year)));
    expect(histories.length).toBeGreaterThanOrEqual(2400);
    expect(early.length).toBe(50);
    expect(
      early.every(({ vin, sales: { year } }) => vin.length >= 5 && vin.length <= 14 && Number(year) < 1981),
    ).toBe(true);
    expect(new Set(histories.map(({ sales: { make } }) => make)).size).toBeGreaterThanOrEqual(25);
    expect(Array.from({ length: 46 }, (_, index) => 1981 + index).filter((year) => !years.has(year))).toEqual(
      [],
    );
  });

  test("VINs are valid, their serials from the documented range", () => {
    const long = histories.filter(({ vin }) => vin.length === 17);
    expect(long.filter(({ vin }) => vin[8] !== checkDigit(vin) || !/99\d{4}$/.test(vin))).toEqual([]);
  });

  test("vin-decoder, auction and saleshistory agree on year, make and model", () => {
    const differs = ({ sales: sold, auctions: events, basic }: History) =>
      (basic !== undefined &&
        (basic.year !== sold.year || basic.make !== sold.make || basic.model !== sold.model)) ||
      events.some(
        ({ year, make, model }) =>
          year !== sold.year || make !== sold.make || (model !== "" && model !== sold.model),
      );
    expect(where(differs)).toEqual([]);
  });

  test("histories are newest first; mileage never decreases", () => {
    const falls = (miles: readonly number[]) =>
      miles.some((each, index) => each > (miles[index - 1] ?? Infinity));
    const disordered = ({ sales: { sales_history: all }, auctions: events }: History) => {
      const dates = all.map(({ post_date: date }) => date);
      const days = events.map((one) => Date.parse(one["sale-date-location"]["Auction Date"]!));
      return (
        dates.some((date, index) => index > 0 && date > dates[index - 1]!) ||
        falls(days) ||
        falls(all.map(({ data }) => number(data.odometer_mi))) ||
        falls(events.map((one) => number(one["technical-specs"].Odometer)))
      );
    };
    expect(where(disordered)).toEqual([]);
    expect(
      sales(({ data }) => Math.abs(number(data.odometer_km) - number(data.odometer_mi) * 1.609344) > 1),
    ).toEqual([]);
  });

  test("an auction and its sale agree", () => {
    const differs = ({ sales: { sales_history: all }, auctions: events }: History) => {
      const listed = all.filter(({ data }) => data.seller_type === "auction");
      return (
        listed.length !== events.length ||
        events.some((event, index) => {
          const { data } = listed[index]!;
          const sold = event.price !== "N/A";
          return (
            number(event["technical-specs"].Odometer) !== number(data.odometer_mi) ||
            (sold && number(event.price) !== number(data.listing_price.price)) ||
            (data.sale_status === "sold") !== sold ||
            number(event["technical-specs"]["Estimated Repair Cost"]) !==
              number(data.listing_price.repair_cost)
          );
        })
      );
    };
    expect(where(differs)).toEqual([]);
  });

  test("damage agrees with repair cost, title, features and price", () => {
    const disagrees = (auction: Auction) => {
      const specs = auction["technical-specs"];
      const [repair, retail] = [specs["Estimated Repair Cost"], specs["Estimated Retail Value"]].map(
        number,
      ) as [number, number];
      const ratio = repair / retail;
      const title = auction["title-and-condition"]["Title Description"];
      const expected =
        ratio >= 0.75 ? "Certificate of Destruction" : ratio >= 0.35 ? "Salvage Certificate" : "Clear Title";
      const onEdge = Math.abs(ratio - 0.75) < 0.002 || Math.abs(ratio - 0.35) < 0.002;
      const drives = auction["car-features"].Runs_Drives === "yes";
      return (
        Math.abs(ratio * 100 - number(specs["Damage Ratio"])) > 1 ||
        (title !== expected && !onEdge) ||
        (drives && auction["car-features"].Engine_Starts !== "yes") ||
        (drives && ratio > 0.46) ||
        (auction.price !== "N/A" && number(auction.price) > retail * 1.1)
      );
    };
    expect(auctions(disagrees)).toEqual([]);
  });

  test("sellers match their places, and no contact is real", () => {
    const known = new Set(places.map(({ state, city, zip }) => `${state} ${city} ${zip}`));
    const cities = new Set(places.map(({ state, city }) => `${city}, ${state}`));
    expect(auctions((one) => !cities.has(one["sale-date-location"].Location!))).toEqual([]);
    const misplaced = ({ data: { state, city, zip_code: zip, seller_type: seller } }: Sale) =>
      seller === "dealership"
        ? !known.has(`${state} ${city} ${zip}`)
        : zip !== "" || !cities.has(`${city}, ${state}`);
    expect(sales(misplaced)).toEqual([]);
    const reachable = ({ data: { phone, email } }: Sale) =>
      !/^(\d{3}-555-01\d\d)?$/.test(phone!) || !/^([a-z0-9-]+@example\.com)?$/.test(email!);
    expect(sales(reachable)).toEqual([]);
  });

  test("every record is marked synthetic", () => {
    expect(sales(({ data }) => !data.description!.startsWith("Synthetic record"))).toEqual([]);
    expect(auctions((one) => !one["title-and-condition"].Common!.startsWith("Synthetic record"))).toEqual([]);
  });

  test("the set includes records with missing values and many pictures", () => {
    const events = histories.flatMap((one) => one.auctions);
    const listings = histories.flatMap((one) => one.sales.sales_history);
    const some = (is: boolean[]) => is.filter(Boolean).length > 20;
    expect({
      model: some(events.map(({ model }) => model === "")),
      unsold: some(events.map(({ price }) => price === "N/A")),
      value: some(events.map((one) => Object.keys(one["market-value"]).length === 0)),
      listing: some(events.map((one) => Object.keys(one["listing-history"]!).length === 0)),
      secondary: some(events.map((one) => !("Secondary Damage" in one["title-and-condition"]))),
      many: some([...events, ...listings.map(({ data }) => data)].map(({ images }) => images.length >= 10)),
      none: some([...events, ...listings.map(({ data }) => data)].map(({ images }) => images.length === 0)),
      trim: some(histories.map(({ sales: { trim } }) => trim === "")),
      date: some(listings.map(({ post_date: date }) => date === "")),
    }).toEqual({
      model: true,
      unsold: true,
      value: true,
      listing: true,
      secondary: true,
      many: true,
      none: true,
      trim: true,
      date: true,
    });
  });

  test("prices follow age and miles", () => {
    const sold = histories.flatMap(({ sales: { year, sales_history: all } }) =>
      all
        .filter(({ data }) => data.seller_type === "dealership" && data.title_record === "Clean")
        .map(({ post_date: date, data }) => ({
          age: Number(date.slice(0, 4)) - Number(year),
          miles: number(data.odometer_mi),
          price: number(data.listing_price.price),
        })),
    );
    const mean = (some: { price: number }[]) => some.reduce((sum, { price }) => sum + price, 0) / some.length;
    const ages = [0, 3, 6, 9, 12, 15].map((from) =>
      mean(sold.filter(({ age }) => age >= from && age < from + 3)),
    );
    expect(ages).toEqual([...ages].sort((a, b) => b - a));
    // At the same age, those with fewer miles cost more.
    for (const age of [4, 6, 8]) {
      const same = sold.filter((one) => one.age === age).sort((a, b) => a.miles - b.miles);
      const half = same.length >> 1;
      expect(mean(same.slice(0, half))).toBeGreaterThan(mean(same.slice(half)) * 0.98);
    }
  });
});
