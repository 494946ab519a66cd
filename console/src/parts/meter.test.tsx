import { expect, test } from "bun:test";
import { attributes, get, one, text, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { Bar, Meter } from "./meter.tsx";

setUp();

test.each([
  [{ remaining: null, granted: 0, unlimited: false }, "Unlimited credits"],
  [{ remaining: 5, granted: 10, unlimited: true }, "Unlimited credits"],
  [{ remaining: 0, granted: 0, unlimited: false }, "No credits. Lookups are blocked."],
])("%p shows %p", async (credits, words) => {
  await show(<Meter {...credits} />);
  expect(text()).toBe(words);
});

test("few credits are cells", async () => {
  await show(<Meter remaining={3} granted={5} unlimited={false} />);
  expect(attributes(get("meter", "3 of 5 credits left"))).toEqual({
    class: "cells",
    role: "meter",
    "aria-label": "3 of 5 credits left",
    "aria-valuemin": "0",
    "aria-valuemax": "5",
    "aria-valuenow": "3",
  });
  expect([...one(".cells").children].map((cell) => cell.className)).toEqual(["", "", "", "off", "off"]);
  expect(text()).toBe("3 of 5 left");
});

test("many credits are a bar", async () => {
  await show(<Meter remaining={1500} granted={2000} unlimited={false} />);
  const bar = get("img", "1,500 of 2,000 credits left");
  expect(bar.querySelector(".b1")?.getAttribute("width")).toBe("75%");
  expect(texts("p")).toEqual(["1,500 of 2,000 left"]);
});

test("a bar is never longer than its frame", async () => {
  await show(<Bar share={1.5} label="150%" />);
  expect(one(".b1").getAttribute("width")).toBe("100%");
});

test("a bar without a label is decoration", async () => {
  await show(<Bar share={0.25} />);
  expect(attributes(one("svg"))).toEqual({ class: "bar", "aria-hidden": "true" });
  expect(one(".b1").getAttribute("width")).toBe("25%");
});
