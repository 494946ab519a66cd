import { expect, test } from "bun:test";
import { attributes, cells, get, has, one, text, texts } from "../../../test/console/dom/find.ts";
import { DomMouseEvent, setUp, show, step } from "../../../test/console/dom/page.ts";
import { layout } from "../../../test/console/dom/window.ts";
import type { CallBucket } from "../api/reports.ts";
import { CallsChart, CallsLegend, CallsTable } from "./calls-chart.tsx";

setUp();

const ends = { from: "2026-11-21 20:00:00", to: "2026-11-21 20:59:59" };
const empty = { ...ends, credits: 0, ok: 0, other: 0, blocked: 0, failed: 0 };
const busy: CallBucket = {
  ...ends,
  label: "21 Nov 20:00",
  credits: 1500,
  ok: 1500,
  other: 10,
  blocked: 5,
  failed: 1,
};
const quiet: CallBucket = { label: "21 Nov 21:00", ...empty };

test("a chart is an image with a label", async () => {
  await show(<CallsChart buckets={[busy, quiet]} label="1,516 calls" />);
  const { height, viewBox, viewbox } = attributes(get("img", "1,516 calls"));
  expect([height, viewBox ?? viewbox]).toEqual(["252", "0 0 640 252"]);
});

test("the axes end at round numbers above the values", async () => {
  await show(<CallsChart buckets={[busy, quiet]} label="c" />);
  expect(texts("svg > g > text")).toEqual(["0", "1,000", "2,000", "0", "20"]);
});

test("a bar's height is proportional, and each outcome has its own", async () => {
  await show(<CallsChart buckets={[busy, quiet]} label="c" />);
  const rects = [...one("svg").querySelectorAll("rect")].map((rect) => [
    rect.getAttribute("class"),
    Number(rect.getAttribute("height")),
  ]);
  expect(rects).toEqual([
    ["f-ok", 88.5],
    ["f-other", 31],
    ["f-blocked", 14.5],
    ["f-failed", 2.0999999999999943],
    ["f-ok", 0],
  ]);
});

test("many bars label only some of the times", async () => {
  const buckets = Array.from({ length: 24 }, (_, hour) => ({ ...empty, label: `h${hour}`, ok: 1 }));
  await show(<CallsChart buckets={buckets} label="c" />);
  expect(texts("svg > text:not(.lab)")).toEqual(["h0", "h4", "h8", "h12", "h16", "h20"]);
});

test.each([0, 640])("a chart %p pixels wide without bars draws nothing", async (width) => {
  layout.width = width;
  await show(<CallsChart buckets={width === 0 ? [busy] : []} label="c" />);
  expect(has("img")).toBe(false);
});

test("the pointer shows the figures of its bar", async () => {
  await show(<CallsChart buckets={[busy, quiet]} label="c" />);
  const move = (clientX: number) =>
    step(() => one("svg").dispatchEvent(new DomMouseEvent("pointermove", { clientX, bubbles: true })));
  await move(50);
  expect(text()).toEndWith(
    "21 Nov 20:00 1,500 credits 1,500 successful 10 not found 5 blocked 1 invalid or server error",
  );
  await move(600);
  expect(text()).toContain("21 Nov 21:00 0 credits 0 successful");
  await move(20);
  expect(has("img", "c") && text()).not.toContain("invalid or server error");
});

test("the legend has the sums with their marks", async () => {
  await show(<CallsLegend buckets={[busy, { ...busy, label: "b" }]} />);
  expect(texts(".st")).toEqual([
    "Successful 3,000",
    "Not found 20",
    "Blocked 10",
    "Invalid or server error 2",
  ]);
  expect([...document.querySelectorAll(".st")].map((mark) => mark.className)).toEqual([
    "st st-ok",
    "st st-other",
    "st st-blocked",
    "st st-failed",
  ]);
});

test("the table leaves out times without calls", async () => {
  await show(<CallsTable buckets={[busy, quiet]} caption="Calls by hour" />);
  expect(cells("Calls by hour")).toEqual([
    ["Time", "Successful", "Not found", "Blocked", "Invalid or server error", "Credits"],
    ["21 Nov 20:00", "1,500", "10", "5", "1", "1,500"],
  ]);
});

test("a bar and its row open the request log", async () => {
  const opened: CallBucket[] = [];
  await show(<CallsChart buckets={[busy, quiet]} label="c" open={(bucket) => opened.push(bucket)} />);
  const pointer = (type: string, clientX: number) =>
    step(() => one("svg").dispatchEvent(new DomMouseEvent(type, { clientX, bubbles: true })));
  await pointer("pointermove", 50);
  await pointer("click", 50);
  // A bar without calls opens nothing.
  await pointer("pointermove", 600);
  await pointer("click", 600);
  expect(opened).toEqual([busy]);
  await show(<CallsTable buckets={[busy]} caption="c" search={({ from, to }) => ({ from, to })} />);
  expect(get("link", "21 Nov 20:00").getAttribute("href")).toBe(
    "/console/calls?from=2026-11-21+20%3A00%3A00&to=2026-11-21+20%3A59%3A59",
  );
});
