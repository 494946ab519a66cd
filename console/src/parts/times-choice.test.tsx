import { expect, test } from "bun:test";
import { choose, press } from "../../../test/console/dom/act.ts";
import { attributes, control, get, has, text } from "../../../test/console/dom/find.ts";
import { setUp, show, step } from "../../../test/console/dom/page.ts";
import { chooseZone, chosenZone, zoneInUse } from "../base/zone.ts";
import { Time } from "./time.tsx";
import { TimesChoice, ZoneSwitch } from "./times-choice.tsx";

setUp();

test("the zone is chosen by name; the browser's is the first", async () => {
  await show(<TimesChoice />);
  const options = [...get("combobox", "Times").querySelectorAll("option")].map(({ value }) => value);
  expect([options[0], options.includes("Europe/Prague")]).toEqual(["", true]);
  await choose("Times", "Europe/Prague");
  expect(chosenZone()).toBe("Europe/Prague");
  await choose("Times", "");
  expect([chosenZone(), control("Times").value]).toEqual([undefined, ""]);
});

test("a page whose times are in the reader's zone shows them in UTC and back", async () => {
  chooseZone("Asia/Kolkata");
  try {
    await show(
      <>
        <ZoneSwitch />
        <Time at="2026-11-21T21:00:00Z" />
      </>,
    );
    expect(text()).toBe("Asia/Kolkata UTC 22 Nov 2026, 02:30:00 UTC+5:30");
    await press("Times in UTC");
    expect([text(), zoneInUse()]).toEqual(["Asia/Kolkata UTC 21 Nov 2026, 21:00:00 UTC", "UTC"]);
    expect(attributes(get("button", "Times in UTC"))["aria-pressed"]).toBe("true");
    await press("Times in Asia/Kolkata");
    expect(zoneInUse()).toBe("Asia/Kolkata");
  } finally {
    await step(() => chooseZone(undefined));
  }
});

test("a reader whose zone is UTC has nothing to switch", async () => {
  await show(<ZoneSwitch />);
  expect([text(), has("button")]).toEqual(["UTC", false]);
});
