import { expect, test } from "bun:test";
import { cells, get, has, one, text, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { layout } from "../../../test/console/dom/window.ts";
import { ValueChart } from "./value-chart.tsx";

setUp();

const point = (miles: number, p50: number) => ({ miles, p15: p50 - 2000, p50, p85: p50 + 2000 });
const points = [point(10_000, 20_000), point(100_000, 10_000)];
const me = point(40_000, 16_000);
const chart = (sales = [{ miles: 90_000, price: 11_000 }]) => (
  <ValueChart points={points} me={me} sales={sales} />
);

test("the label states both ends of the curve", async () => {
  await show(chart());
  const label = "Value falls from $20,000 at 10,000 miles to $10,000 at 100,000 miles";
  expect(get("img", label).getAttribute("height")).toBe("340");
});

test("the vehicle is between the points, and its own mileage has no label", async () => {
  await show(chart());
  expect(texts("svg > text")).toEqual(["10k", "", "100k", "miles", "This car, $16,000"]);
  expect(one("path.s-acc").getAttribute("d")?.split("L")).toHaveLength(3);
  expect(one("path.band").getAttribute("d")).toEndWith("Z");
});

test("sales are rings with their price", async () => {
  await show(chart());
  expect(texts("circle title")).toEqual(["Sold for $11,000 at 90,000 miles"]);
  expect(text()).toContain("The rings show 1 sale: $11,000 at 90,000 miles.");
});

test("without sales there are no rings", async () => {
  await show(chart([]));
  expect(texts("circle.pt")).toEqual([]);
  expect(text()).not.toContain("rings");
});

test("a point of the vehicle's mileage is replaced by the vehicle", async () => {
  await show(<ValueChart points={[...points, point(40_000, 1)]} me={me} sales={[]} />);
  expect(cells("Value by mileage")).toEqual([
    ["Miles", "15th percentile", "Median", "85th percentile"],
    ["10,000", "$18,000", "$20,000", "$22,000"],
    ["40,000", "$14,000", "$16,000", "$18,000"],
    ["100,000", "$8,000", "$10,000", "$12,000"],
  ]);
});

test("a narrow chart is lower, and none is drawn before layout", async () => {
  layout.width = 400;
  await show(chart());
  expect(one("svg").getAttribute("height")).toBe("280");
  layout.width = 0;
  await show(chart());
  expect(has("img")).toBe(false);
});
