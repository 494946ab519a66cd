import { expect, test } from "bun:test";
import { toggle } from "../../../test/console/dom/act.ts";
import { control, get } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { ThemeChoice } from "./theme-choice.tsx";

setUp();

const kept = () => localStorage.getItem("vingate.theme");
const { dataset } = document.documentElement;

test("a chosen theme is applied and kept, and automatic removes it", async () => {
  await show(<ThemeChoice />);
  expect(get("group", "Colors")).toBeDefined();
  expect(control("Auto").checked).toBe(true);
  await toggle("Dark");
  expect([dataset.theme, kept(), control("Dark").checked]).toEqual(["dark", "dark", true]);
  await toggle("Light");
  expect([dataset.theme, kept()]).toEqual(["light", "light"]);
  await toggle("Auto");
  expect([dataset.theme, kept(), control("Auto").checked]).toEqual([undefined, null, true]);
});
