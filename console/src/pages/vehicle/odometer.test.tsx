import { expect, test } from "bun:test";
import { cells, get, has, one, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { Odometer } from "./odometer.tsx";

setUp();

const auction = (day: string, Odometer: string) => ({
  "title-and-condition": {},
  "technical-specs": { Odometer },
  "sale-date-location": { "Auction Date": day },
});
const sale = (post_date: string, data: object) => ({ post_date, data });

const auctions = [
  auction("2020-05-01", "70,000 mi"),
  auction("2019-05-01", "60,000 mi"),
  auction("2021-05-01", "Exempt"),
];
const sales = [
  sale("2020-05-01 09:00:00+00:00", { odometer_mi: "70,000" }),
  sale("2022-06-01 09:00:00+00:00", { odometer_km: "83,686" }),
];

test("a rollback is named with both readings, plotted and listed", async () => {
  await show(
    <Odometer auctions={auctions} sales={[...sales, sale("2023-06-01", { odometer_mi: "61000" })]} />,
  );
  const finding = "83,686 km on 1 Jun 2022 is 28,968 km below 70,000 mi on 1 May 2020";
  expect([texts("h3"), texts("li")]).toEqual([["Odometer lower than before"], [finding]]);
  get("img", `Odometer lower than before. ${finding}`);
  expect(one("path.s-acc").getAttribute("d")?.split("L")).toHaveLength(4);
  expect([texts("path.off").length, texts("circle").length]).toEqual([1, 3]);
  expect(cells("Odometer readings")).toEqual([
    ["Date", "Reading", "Source", "Finding"],
    ["1 May 2019", "60,000 mi", "Auction", ""],
    ["1 May 2020", "70,000 mi", "Auction and Sale", ""],
    ["1 May 2021", "–", "Auction", "Exempt"],
    ["1 Jun 2022", "83,686 km", "Sale", "Below an earlier reading"],
    ["1 Jun 2023", "61,000 mi", "Sale", ""],
  ]);
});

test("readings that fit are consistent, and none are not shown", async () => {
  await show(<Odometer auctions={auctions} sales={[]} />);
  expect([texts("h3"), texts("li")]).toEqual([["Odometer consistent"], []]);
  await show(<Odometer auctions={null} sales={[]} />);
  expect([text(), has("img")]).toEqual(["", false]);
});

test("a single reading has no chart, and its table is open", async () => {
  await show(<Odometer auctions={auctions.slice(0, 1)} sales={[]} />);
  expect(texts("h3")).toEqual(["Odometer: 1 reading, none to compare"]);
  expect([has("img"), one("details").hasAttribute("open")]).toEqual([false, true]);
});

test("a reading of the future is named, and neither compared nor plotted", async () => {
  await show(<Odometer auctions={[...auctions, auction("2099-05-01", "100 mi")]} sales={[]} />);
  expect([texts("h3"), texts("li"), cells("Odometer readings").at(-1)]).toEqual([
    ["Odometer consistent"],
    [],
    ["1 May 2099", "100 mi", "Auction", "Dated in the future"],
  ]);
  expect(one("path.s-acc").getAttribute("d")?.split("L")).toHaveLength(2);
});

test.each([
  ["70,000 km", "40,000 km", "80,000 km", "Odometer lower than before", "is 30,000 km below 70,000 km"],
  ["62,000 km", "700,000 km", "70,000 km", "Odometer fits, except for a wrong entry", "is a wrong entry"],
  ["62,000 km", "41,500 mi", "70,000 km", "Odometer consistent", undefined],
])("%p, %p and %p: %p", async (first, second, third, heading, part) => {
  const given = [first, second, third].map((value, index) => auction(`202${index}-05-01`, value));
  await show(<Odometer auctions={given} sales={[]} />);
  expect(texts("h3")).toEqual([heading]);
  expect(texts("li").length).toBe(part === undefined ? 0 : 1);
  if (part !== undefined) expect(text()).toContain(part);
});

test("a mixed-up unit and what nothing decides are words too", async () => {
  const years = ["100,000 km", "112,000 km", "77,000 km", "136,000 km", "148,000 km"];
  const given = years.map((value, index) => auction(`201${index}-05-01`, value));
  await show(<Odometer auctions={given} sales={[]} />);
  expect([texts("h3"), texts("li")]).toEqual([
    ["Odometer fits, with miles and kilometers mixed up"],
    ["77,000 km on 1 May 2012 fits in the other unit"],
  ]);
  await show(<Odometer auctions={[...given.slice(0, 2), auction("2012-05-01", "75,000 km")]} sales={[]} />);
  expect([texts("h3"), texts("li")]).toEqual([
    ["Odometer unclear"],
    [
      "75,000 km on 1 May 2012 does not fit 112,000 km on 1 May 2011: a rollback, the other unit or a wrong entry",
    ],
  ]);
});
