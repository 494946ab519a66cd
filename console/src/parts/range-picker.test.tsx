import { expect, test } from "bun:test";
import { keyDown, press, type } from "../../../test/console/dom/act.ts";
import { all, attributes, control, messageOf, one, textOf } from "../../../test/console/dom/find.ts";
import { now, setUp, show, step } from "../../../test/console/dom/page.ts";
import { rangeOf } from "../base/range.ts";
import { chooseZone } from "../base/zone.ts";
import { RangePicker } from "./range-picker.tsx";

setUp();

let picked: unknown[] = [];

async function open() {
  picked = [];
  await show(
    <RangePicker range={rangeOf({ range: "7d" }, "1h", now)} pick={(search) => picked.push(search)} />,
  );
  const details = one("details") as HTMLDetailsElement;
  details.open = true;
  return details;
}

test("the summary shows the range and its label describes it", async () => {
  await open();
  const summary = one("summary");
  expect(textOf(summary)).toBe("Last 7 days");
  expect(textOf(document.getElementById(attributes(summary)["aria-describedby"]!))).toBe("Range (UTC)");
  const pressed = all("button").filter((button) => attributes(button)["aria-pressed"] === "true");
  expect(pressed.map(textOf)).toEqual(["Last 7 days"]);
});

test("a preset is picked and closes the picker", async () => {
  const details = await open();
  await press("Today");
  expect([picked, details.open]).toEqual([[{ range: "today" }], false]);
  expect(document.activeElement).toBe(one("summary"));
});

test("typed times are picked as they are typed", async () => {
  const details = await open();
  await type("From", "2026-11-20 08:00");
  await type("To (inclusive)", "2h ago");
  await press("Apply");
  expect([picked, details.open]).toEqual([[{ from: "2026-11-20 08:00", to: "2h ago" }], false]);
});

test("without an end the range ends now", async () => {
  await open();
  await type("From", "30m");
  await press("Apply");
  expect(picked).toEqual([{ from: "30m", to: "now" }]);
});

test("times that cannot be read are marked", async () => {
  const details = await open();
  await type("From", "yesterday");
  await type("To (inclusive)", "21.11.2026");
  await press("Apply");
  const format =
    "Enter a date (2026-11-20), a date and time (2026-11-20 14:00), or a time before now (2h ago).";
  expect([messageOf("From"), messageOf("To (inclusive)")]).toEqual([format, format]);
  expect([picked, details.open]).toEqual([[], true]);
});

test("days can be chosen in a calendar, and times typed as the console prints them", async () => {
  await open();
  await type("First day", "2026-11-18");
  expect(control("From").value).toBe("2026-11-18");
  await type("To (inclusive)", "19 Nov 2026, 20:00:05 UTC");
  expect(control("Last day").value).toBe("2026-11-19");
  await press("Apply");
  expect(picked).toEqual([{ from: "2026-11-18", to: "19 Nov 2026, 20:00:05 UTC" }]);
});

test("a range that ends before its start is marked", async () => {
  await open();
  await type("From", "2026-11-21");
  await type("To (inclusive)", "2026-11-20");
  await press("Apply");
  expect(messageOf("From")).toBe("The start is after the end.");
  expect(messageOf("To (inclusive)")).toBe("2026-11-20, 2026-11-20 14:00 or 2h ago");
  expect(picked).toEqual([]);
});

test("Escape closes the picker", async () => {
  const details = await open();
  await keyDown(one("input"), "Escape");
  expect(details.open).toBe(false);
});

test("focus outside closes the picker, focus inside does not", async () => {
  const details = await open();
  const leave = (relatedTarget: Element | null) =>
    step(() =>
      one("input").dispatchEvent(
        Object.assign(
          new (window.FocusEvent as typeof FocusEvent)("focusout", { bubbles: true, relatedTarget }),
        ),
      ),
    );
  await leave(one("summary"));
  expect(details.open).toBe(true);
  await leave(document.body);
  expect(details.open).toBe(false);
});

test("what is typed is of the zone of the page, and the address has it in UTC", async () => {
  chooseZone("Asia/Kolkata");
  try {
    await open();
    expect(textOf(one(".field > span"))).toBe("Range (Asia/Kolkata)");
    await type("From", "2026-11-20 08:00");
    await type("To (inclusive)", "2026-11-20");
    await press("Apply");
    await type("From", "2026-11-20 08:00 UTC");
    await type("To (inclusive)", "2h ago");
    await press("Apply");
    expect(picked).toEqual([
      { from: "2026-11-20 02:30:00", to: "2026-11-20 18:29:59" },
      { from: "2026-11-20 08:00:00", to: "2h ago" },
    ]);
  } finally {
    await step(() => chooseZone(undefined));
  }
});
