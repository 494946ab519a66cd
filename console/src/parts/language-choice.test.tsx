import { expect, spyOn, test } from "bun:test";
import { choose } from "../../../test/console/dom/act.ts";
import { control } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { LanguageChoice } from "./language-choice.tsx";

setUp();

const kept = () => localStorage.getItem("vingate.language");

test("a chosen language is kept and the page loaded in it; the browser's removes the choice", async () => {
  const reload = spyOn(location, "reload").mockImplementation(() => undefined);
  await show(<LanguageChoice />);
  expect(control("Language").value).toBe("");
  await choose("Language", "de");
  expect([kept(), reload.mock.calls.length]).toEqual(["de", 1]);
  await choose("Language", "");
  expect([kept(), reload.mock.calls.length]).toEqual([null, 2]);
  reload.mockRestore();
});

test("the kept choice is shown", async () => {
  localStorage.setItem("vingate.language", "es");
  await show(<LanguageChoice />);
  expect(control("Language").value).toBe("es");
});
