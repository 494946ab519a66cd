import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { checkSamples } from "../../mappings/check-samples.ts";
import { parseVendorMapping } from "../../mappings/parse-vendor-mapping.ts";
import type { VendorRefusal } from "../../mappings/vendor-mapping.ts";
import { auctionOf, byVin, clocks, faultOf, lienOf, mappingOf, readData, saleOf, vin } from "./mapping-of.ts";

const names = { year: { value: 2003 }, make: { value: "Honda" }, model: { value: "Accord" } };
const events = (...list: object[]) => ({ events: list });

describe("a mapped answer", () => {
  test("the example is as its samples declare, and nothing of it is unread", async () => {
    const file = join(import.meta.dir, "..", "..", "mappings", "example.yaml");
    const mapping = parseVendorMapping(await Bun.file(file).text(), "example.yaml", clocks);
    const results = checkSamples(mapping);
    expect(results.map(({ as_declared, outcome, unread }) => [as_declared, outcome, unread])).toEqual([
      [true, "record", []],
      [true, "not_found", []],
      [true, "failure", []],
    ]);
    expect(JSON.parse(JSON.stringify(results))).toEqual(results as unknown[]);
    expect([mapping.api, mapping.price]).toEqual(["auction", { amount: "0.15", currency: "USD" }]);
  });

  test("names that the mapping lacks are those of the VIN, and others are required", () => {
    const of = (columns: object) => mappingOf("saleshistory", { "data.seller_type": "title", ...columns });
    const vehicle = { year: "2003", make: "HONDA", model: "Accord", trim: "EX-V6" };
    const head = (columns: object, asked: object) => {
      const sold = readData(of(columns), events({ title: "Accord" }), { ...saleOf, ...asked });
      const { year, make, model, trim } = sold as Readonly<Record<string, unknown>>;
      return [year, make, model, trim];
    };
    expect(head({}, { vehicle })).toEqual(["2003", "HONDA", "Accord", "EX-V6"]);
    expect(head({ model: { value: "Civic" } }, { vehicle })).toEqual(["2003", "HONDA", "Civic", "EX-V6"]);
    expect(faultOf(of({}), events({ title: "Accord" }), saleOf)).toMatch(/^OutsideMapping: columns\.year: /);
    const sample = { lookup: `/saleshistory/${vin}`, status: 200, body: events({ title: "Accord" }) };
    expect(of({}).explain({ ...sample, vehicle }).outcome).toBe("record");
    expect(of({}).explain(sample).outcome).toBe("outside");
  });

  test("kilometers are miles where the family has miles, and keep their unit where it has the text", () => {
    const sale = mappingOf("saleshistory", { ...names, "data.odometer_mi": { path: "odo", unit: "km" } });
    const auction = mappingOf("auction", { "technical-specs.Odometer": { path: "odo", unit: "km" } });
    const miles = (odo: unknown) =>
      (readData(sale, events({ odo }), saleOf) as { sales_history: { data: { odometer_mi: string } }[] })
        .sales_history[0]!.data.odometer_mi;
    const text = (odo: unknown) =>
      (readData(auction, events({ odo }), auctionOf) as { "technical-specs": object }[])[0]![
        "technical-specs"
      ];
    expect([miles("82,400"), miles(82400), miles("82,400 mi")]).toEqual(["51,201", "51,201", "82,400"]);
    expect([text("82,400"), text(82400), text("82,400 mi")]).toEqual([
      { Odometer: "82,400 km" },
      { Odometer: "82400 km" },
      { Odometer: "82,400 mi" },
    ]);
  });

  test("an amount has the mapping's currency, and a number of JSON is itself", () => {
    const sale = mappingOf("saleshistory", {
      ...names,
      "data.listing_price.price": { path: "price", form: "comma", unit: "EUR" },
    });
    const auction = mappingOf("auction", { price: { path: "price", unit: "EUR" } });
    const price = (value: unknown) =>
      (readData(sale, events({ price: value }), saleOf) as { sales_history: { data: object }[] })
        .sales_history[0]!.data;
    expect(price("17.550,00")).toMatchObject({ listing_price: { price: "17550", currency: "EUR" } });
    expect(price(17550.5)).toMatchObject({ listing_price: { price: "17550.5", currency: "EUR" } });
    expect(readData(auction, events({ price: 900 }), auctionOf)).toMatchObject([{ price: "900 EUR" }]);
  });

  test("a date that can be read two ways is refused, and one with a form is read", () => {
    const of = (more: object) =>
      mappingOf("auction", { "sale-date-location.Auction Date": { path: "sold_at", ...more } });
    const ambiguous = events({ sold_at: "03/02/2026" });
    expect(faultOf(of({}), ambiguous, auctionOf)).toBe(
      "OutsideMapping: columns.sale-date-location.Auction Date (sold_at): can be read in more than one way, and none of its rows decides; write form: day_first or month_first",
    );
    const day = (form: string) =>
      (readData(of({ form }), ambiguous, auctionOf) as { "sale-date-location": object }[])[0];
    expect(day("month_first")).toMatchObject({ "sale-date-location": { "Auction Date": "2026-03-02" } });
    expect(day("day_first")).toMatchObject({ "sale-date-location": { "Auction Date": "2026-02-03" } });
    const other =
      "columns.sale-date-location.Auction Date (sold_at): is a date in another order than its column";
    expect(faultOf(of({ form: "month_first" }), events({ sold_at: "13/02/2026" }), auctionOf)).toBe(
      `OutsideMapping: ${other}`,
    );
    expect(faultOf(of({}), events({ sold_at: "soon" }), auctionOf)).toBe(
      "OutsideMapping: columns.sale-date-location.Auction Date (sold_at): is not a date that can be read, such as 2026-08-14",
    );
  });

  test("a sale's time is that of its zone, and an unreadable one is no empty text", () => {
    const sale = mappingOf("saleshistory", { ...names, post_date: { path: "at", zone: "America/New_York" } });
    expect(readData(sale, events({ at: "2026-08-14T10:00:00" }), saleOf)).toMatchObject({
      sales_history: [{ post_date: "2026-08-14 14:00:00+00:00" }],
    });
    expect(faultOf(sale, events({ at: "last week" }), saleOf)).toBe(
      "OutsideMapping: columns.post_date (at): is not a date that can be read, such as 2026-08-14",
    );
  });

  test("a word that the mapping lacks is refused, without its value", () => {
    const words = { path: "keys", values: { Y: "yes", N: "no", U: null } };
    const auction = mappingOf("auction", { "car-features.Has_Keys": words });
    const keys = (value: unknown) =>
      (readData(auction, events({ keys: value }), auctionOf) as object[])[0] as { "car-features": object };
    expect([keys("y"), keys("U"), keys(null)].map((one) => one["car-features"])).toEqual([
      { Has_Keys: "yes" },
      {},
      {},
    ]);
    expect(faultOf(auction, events({ keys: "PERHAPS" }), auctionOf)).toBe(
      "OutsideMapping: columns.car-features.Has_Keys (keys): is not among the words of the mapping's values; add it there, or write null for nothing",
    );
  });

  test("a required column that is absent, or no text, is outside the mapping", () => {
    const auction = mappingOf("auction", { "lot-number": { path: "lot", required: true } });
    expect(faultOf(auction, events({ lot: "1" }, {}), auctionOf)).toBe(
      "OutsideMapping: columns.lot-number (lot): is absent, and required",
    );
    expect(faultOf(auction, events({ lot: { number: 1 } }), auctionOf)).toBe(
      "OutsideMapping: columns.lot-number (lot): must be text",
    );
    const sale = mappingOf("saleshistory", { ...names, make: "brand" });
    expect(faultOf(sale, events({}), saleOf)).toBe("OutsideMapping: columns.make (brand): must not be empty");
  });

  test("a list of objects has columns of its own", () => {
    const liens = { lienholder: "holder.name", filed_at: { path: "filed", form: "month_first" } };
    const lien = mappingOf("lien", { liens: { path: "data.liens", columns: liens }, year: "y" });
    const body = { y: 2003, data: { liens: [{ filed: "02/03/2024" }, { holder: { name: "Bank" } }] } };
    expect(readData(lien, body, lienOf)).toEqual({
      vin,
      year: "2003",
      make: "",
      model: "",
      liens: [
        { lienholder: "", state: "", filed_at: "2024-02-03", released_at: "", status: "" },
        { lienholder: "Bank", state: "", filed_at: "", released_at: "", status: "" },
      ],
      as_of: "",
    });
    expect(faultOf(lien, { data: { liens: { filed: "02/03/2024" } } }, lienOf)).toBe(
      "OutsideMapping: columns.liens (data.liens): is no list",
    );
    expect(faultOf(lien, { data: { liens: [{ filed: "never" }] } }, lienOf)).toBe(
      "OutsideMapping: columns.liens.columns.filed_at (filed): is not a date that can be read, such as 2026-08-14",
    );
  });

  test("events are the newest first, each once, and of the requested vehicle", () => {
    const columns = { "lot-number": "lot", "sale-date-location.Auction Date": "day", vin: "vin" };
    const auction = mappingOf("auction", columns);
    const lots = (...list: object[]) =>
      (readData(auction, events(...list), auctionOf) as { "lot-number": string }[]).map(
        (one) => one["lot-number"],
      );
    const [early, late] = ["2026-01-02", "2026-03-04"];
    const own = (lot: string, day: string) => ({ lot, day, vin: ` ${vin.toLowerCase()}` });
    expect(lots(own("1", early), own("2", late), own("3", early), own("1", early))).toEqual(["2", "3", "1"]);
    const foreign = { ...own("1", early), vin: "1HGCM82633A004353" };
    expect(faultOf(auction, events(own("2", late), foreign), auctionOf)).toBe(
      "OutsideMapping: columns.vin (vin): is of another vehicle",
    );
  });
});

describe("what is not a record", () => {
  const lien = mappingOf(
    "lien",
    { as_of: "as_of" },
    {
      record: "result.data",
      not_found: { status: [404, 204], when: "code == 'NONE'" },
      failure: { status: [202], when: "code" },
    },
  );

  test("a status, a condition, or null is not found", () => {
    const none = [
      readData(lien, "", lienOf, 404),
      readData(lien, "", lienOf, 204),
      readData(lien, { code: "NONE" }, lienOf),
      readData(lien, { result: { data: null } }, lienOf),
      readData(lien, { result: null }, lienOf),
      readData(mappingOf("auction", {}), { events: [] }, auctionOf),
    ];
    expect(none).toEqual(none.map(() => undefined));
  });

  test("a record that is absent is outside the mapping, as is what is no JSON", () => {
    const outside = [
      faultOf(lien, { result: {} }, lienOf),
      faultOf(lien, { result: { data: [] } }, lienOf),
      faultOf(lien, "<html>", lienOf),
      faultOf(lien, `{"result":{"data":{"make":${"[".repeat(99)}${"]".repeat(99)}}}}`, lienOf),
      faultOf(mappingOf("auction", {}), {}, auctionOf),
      faultOf(mappingOf("auction", {}), { events: ["a"] }, auctionOf),
    ];
    expect(outside).toEqual([
      "OutsideMapping: record (result.data): is absent",
      "OutsideMapping: record (result.data): is no object",
      "OutsideMapping: the answer: is not JSON",
      "OutsideMapping: the answer: is nested deeper than 64 levels",
      "OutsideMapping: records (events): is no list",
      "OutsideMapping: records (events): has an item that is no object",
    ]);
  });

  test("statuses and conditions of failure, and which concern one request alone", () => {
    const thrown = [202, 400, 422, 401, 429, 500, 301].map((status) => {
      try {
        return lien.read({ status, body: Buffer.from("{}") }, lienOf);
      } catch (error) {
        return [(error as Error).message, (error as VendorRefusal).isOfOne];
      }
    });
    expect(thrown).toEqual([
      ["It answered with 202.", false],
      ["It answered with 400.", true],
      ["It answered with 422.", true],
      ["It answered with 401.", false],
      ["It answered with 429.", false],
      ["It answered with 500.", false],
      ["It answered with 301.", false],
    ]);
    expect(faultOf(lien, { code: "BROKEN" }, lienOf)).toBe(
      "VendorRefusal: Its answer fits failure.when of the mapping.",
    );
  });

  test("an answer that is too long, has too many records, or takes too long is a failure", () => {
    const auction = mappingOf("auction", { vname: "name" });
    const many = Array.from({ length: 1001 }, () => ({}));
    expect(faultOf(auction, "x".repeat(2 ** 20 + 1), auctionOf)).toBe(
      "VendorRefusal: Its answer has more than 1048576 bytes.",
    );
    expect(faultOf(auction, events(...many), auctionOf)).toBe(
      "VendorRefusal: Its answer has more than 1000 records.",
    );
    const long = events(...many.slice(0, 900).map((_, index) => ({ name: `${index} ${"x".repeat(300)}` })));
    expect(faultOf(auction, long, auctionOf)).toBe(
      "VendorRefusal: Its answer has more than 262144 bytes as records.",
    );
    let now = 0;
    const passing = () => (now += 21);
    const slow = (clock: object) => mappingOf("auction", { vname: "name" }, {}, { ...clocks, ...clock });
    expect(faultOf(slow({ elapsed: passing, spent: passing }), events({}), auctionOf)).toBe(
      "VendorRefusal: The expressions of its mapping took more than 20 ms for this answer.",
    );
    // The thread waited; it did not compute.
    expect(faultOf(slow({ elapsed: passing }), events({}), auctionOf)).toBe("none");
  });

  test("a lookup that is not named is not served", () => {
    const other = byVin("/windshield/{vin}");
    expect([lien.requestOf(other), lien.read({ status: 200, body: Buffer.from("{}") }, other)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
