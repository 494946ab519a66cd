import { expect, test } from "bun:test";
import { get, has, one, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { layout } from "../../../test/console/dom/window.ts";
import { PriceChart } from "./price-chart.tsx";

setUp();

const event = (id: string, at: string, price: number | undefined, sold = true) => ({
  id,
  at: Date.parse(at),
  price,
  sold,
});
const events = [
  event("c", "2026-03-20", 10_400),
  event("b", "2023-06-01", 8000, false),
  event("a", "2021-08-26", 5500),
];

test("years, prices and their points are in order of time", async () => {
  await show(<PriceChart events={events} label="Sold twice" />);
  expect(get("img", "Sold twice")).toBeDefined();
  expect(texts("svg > text:not(.lab)")).toEqual(["2021", "2022", "2023", "2024", "2025", "2026", "2027"]);
  expect(texts("circle title")).toEqual([
    "26 Aug 2021: sold for $5,500",
    "1 Jun 2023: asking price $8,000",
    "20 Mar 2026: sold for $10,400",
  ]);
  expect(texts("text.lab")).toEqual(["$5,500", "$10,400"]);
});

test("the scale ends at a round price", async () => {
  await show(<PriceChart events={events} label="x" />);
  expect(texts("g > text")).toEqual(["$0", "$10k", "$20k"]);
});

test("the line joins sales only", async () => {
  await show(<PriceChart events={events} label="x" />);
  expect(one("path").getAttribute("d")?.match(/[ML]/g)).toEqual(["M", "L"]);
});

test("a narrow chart has fewer years", async () => {
  layout.width = 280;
  await show(<PriceChart events={events} label="x" />);
  expect(texts("svg > text:not(.lab)")).toEqual(["2021", "2023", "2025", "2027"]);
});

test("a label moves below when an asking price is close", async () => {
  const near = [event("a", "2021-08-26", 5500), event("b", "2021-09-01", 6000, false)];
  const labelY = async (list: typeof near) => {
    await show(<PriceChart events={list} label="x" />);
    const [label] = document.querySelectorAll("text.lab");
    const point = document.querySelector("circle.pt-me");
    return Number(label?.getAttribute("y")) - Number(point?.getAttribute("cy"));
  };
  expect([await labelY(near), await labelY(near.slice(0, 1))].map(Math.round)).toEqual([22, -12]);
});

test("before layout nothing is drawn", async () => {
  layout.width = 0;
  await show(<PriceChart events={events} label="x" />);
  expect(has("img")).toBe(false);
});
