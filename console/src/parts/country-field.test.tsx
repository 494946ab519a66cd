import { expect, test } from "bun:test";
import { useState } from "react";
import { click, fire, keyDown, press, type } from "../../../test/console/dom/act.ts";
import { all, control, messageOf, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { countries, countriesLike } from "../base/countries.ts";
import { CountriesField } from "./countries-field.tsx";
import { CountryField } from "./country-field.tsx";

setUp();

let chosen: string;

function Form({ value: first = "" }: { value?: string }) {
  const [value, change] = useState(first);
  chosen = value;
  return <CountryField label="Country" value={value} change={change} />;
}

test("a typed name chooses its country, whose code is kept", async () => {
  await show(<Form value="CZ" />);
  expect(control("Country").value).toBe("Czechia");
  for (const [typed, code] of [
    ["Germany", "DE"],
    ["denmark", "DK"],
    ["Georgia", "GE"],
    ["turkiye", "TR"],
  ] as const) {
    await type("Country", typed);
    expect([typed, chosen]).toEqual([typed, code]);
  }
});

test("what is typed alone is not kept: the field says which country is similar", async () => {
  await show(<Form value="CZ" />);
  await type("Country", "Germ");
  expect([chosen, texts('[role="option"]')]).toEqual(["", ["Germany DE"]]);
  expect(messageOf("Country")).toBe("");
  await fire(control("Country"), "focusout", { bubbles: true });
  expect(messageOf("Country")).toBe("Choose a country, such as Germany. What is typed alone is not kept.");
  expect(control("Country").validationMessage).toContain("Choose a country");
  await type("Country", "Atlantis");
  await fire(control("Country"), "focusout", { bubbles: true });
  expect(messageOf("Country")).toBe("No country has this name. Choose one of the list.");
});

test("keys choose from the list, and Escape closes it", async () => {
  await show(<Form />);
  await type("Country", "aust");
  expect(texts('[role="option"]')).toEqual(["Australia AU", "Austria AT"]);
  await keyDown(control("Country"), "ArrowDown");
  expect(control("Country").getAttribute("aria-activedescendant")).toBe(all("option")[1]!.id);
  await keyDown(control("Country"), "Enter");
  expect([chosen, control("Country").value, all("option").length]).toEqual(["AT", "Austria", 0]);
  await keyDown(control("Country"), "ArrowDown");
  expect(all("option")).toHaveLength(249);
  await keyDown(control("Country"), "Escape");
  expect([all("option").length, chosen]).toEqual([0, "AT"]);
  await click(control("Country"));
  await click(all("option")[0]!);
  expect(chosen).toBe(countries[0]!.code);
});

test("names are found in English, without accents, by their parts and by the code", () => {
  const found = (text: string) => countriesLike(text).map(({ code }) => code);
  expect(found("cote d")).toEqual(["CI"]);
  expect(found("de")[0]).toBe("DK");
  expect(found("de")).toContain("DE");
  expect(found("kingdom")).toEqual(["GB"]);
  expect(found("")).toHaveLength(249);
});

test("several countries are chosen, each once, and removed", async () => {
  let value: readonly string[] = [];
  function Several() {
    const [codes, change] = useState<readonly string[]>(["DE"]);
    value = codes;
    return <CountriesField label="Countries" value={codes} change={change} />;
  }
  await show(<Several />);
  await type("Add a country", "France");
  await type("Add a country", "Germany");
  expect([value, texts(".chips b")]).toEqual([
    ["DE", "FR"],
    ["Germany", "France"],
  ]);
  await press("Remove Germany");
  await press("Remove France");
  expect([value, control("Countries").required]).toEqual([[], true]);
});
