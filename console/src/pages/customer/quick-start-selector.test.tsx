import { expect, test } from "bun:test";
import { choose, press } from "../../../../test/console/dom/act.ts";
import { control, get, has, messageOf, options, text } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { Selector } from "./quick-start-selector.tsx";

setUp();

const list = (path: string, data: string[]) =>
  answer(`GET /ymm-specs/options/v3/${path}`, () => json({ data }));
let calls = 0;
const open = (key: string | undefined = "vgk_own") => {
  calls = 0;
  return show(<Selector ownKey={key} onCall={() => (calls += 1)} />);
};
const isDisabled = () => (get("button", "Get specifications") as HTMLButtonElement).disabled;

test("each step loads the choices of the next", async () => {
  list("year", ["2018", "2019"]);
  list("make/2018", ["Honda"]);
  list("model/2018/Honda", ["CR-V"]);
  list("trim/2018/Honda/CR-V", ["EX/L"]);
  answer("GET /ymm-specs/v3/{y}/{a}/{b}/{c}", () => json({ data: {} }));
  await open();
  expect(options("Year")).toEqual([
    ["", "Choose a year"],
    ["2018", "2018"],
    ["2019", "2019"],
  ]);
  expect([control("Make").disabled, options("Make"), isDisabled()]).toEqual([true, [["", "…"]], true]);
  await choose("Year", "2018");
  await choose("Make", "Honda");
  await choose("Model", "CR-V");
  await choose("Trim", "EX/L");
  expect(text()).toContain("GET /ymm-specs/v3/2018/Honda/CR-V/EX%2FL");
  await press("Get specifications");
  expect(sent("GET /ymm-specs/v3/2018/Honda/CR-V/EX%2FL")).toHaveLength(1);
  expect([calls, text().includes("200 OK")]).toEqual([1, true]);
});

test("a changed step clears the steps after it", async () => {
  list("year", ["2018", "2019"]);
  list("make/2018", ["Honda"]);
  list("make/2019", ["Kia"]);
  list("model/2018/Honda", ["CR-V"]);
  await open();
  await choose("Year", "2018");
  await choose("Make", "Honda");
  await choose("Year", "2019");
  expect([control("Make").value, control("Model").disabled]).toEqual(["", true]);
  expect(text()).toContain("GET /ymm-specs/v3/2019");
});

test("a refused list says why at its step", async () => {
  refuse("GET /ymm-specs/options/v3/year", 429, "Slow down.");
  await open();
  expect(messageOf("Year")).toBe("Slow down.");
});

test("without a key nothing is loaded", async () => {
  await show(<Selector ownKey={undefined} onCall={() => undefined} />);
  expect(sent()).toEqual([]);
  expect(has("combobox", "Year")).toBe(true);
});
