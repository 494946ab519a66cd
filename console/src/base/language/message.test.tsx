import { expect, test } from "bun:test";
import { renderToString } from "react-dom/server";
import { firstOf, t } from "./language.ts";
import { assembled, type Manner, parsed } from "./message.ts";
import { T } from "./rich-text.tsx";

const mannerOf = (locale: string): Manner => ({
  numbers: new Intl.NumberFormat(locale),
  plurals: new Intl.PluralRules(locale),
});

const made = (text: string, values: Readonly<Record<string, unknown>> = {}, locale = "en-US") =>
  assembled(parsed(text), values, mannerOf(locale), {
    words: (words) => words,
    value: (value) => String(value),
    tag: (name, content) => `[${name} ${content.join("")}]`,
  }).join("");

test("values are placed", () => {
  expect(made("Remove {name}?", { name: "Ada" })).toBe("Remove Ada?");
  expect(made("{a}{b}", { a: 1, b: 2 })).toBe("12");
});

test("numbers choose the case and are written as the language does", () => {
  const keys = "{count, plural, =0 {no keys} one {# key} other {# keys}} left";
  expect([0, 1, 2, 1234].map((count) => made(keys, { count }))).toEqual([
    "no keys left",
    "1 key left",
    "2 keys left",
    "1,234 keys left",
  ]);
  expect(made(keys, { count: 1234 }, "de")).toBe("1.234 keys left");
});

test("words choose the case; cases contain values and further choices", () => {
  const text = "{state, select, open {{name} is open} other {{n, plural, one {# is} other {# are}} closed}}";
  expect(made(text, { state: "open", name: "A" })).toBe("A is open");
  expect(made(text, { state: "shut", n: 2 })).toBe("2 are closed");
  expect(made("{n, plural, one {# of {m, plural, one {#} other {# all}}} other {}}", { n: 1, m: 5 })).toBe(
    "1 of 5 all",
  );
});

test("tags have a name and contain messages", () => {
  expect(made("Read <link>the <b>{what}</b></link> now", { what: "docs" })).toBe(
    "Read [link the [b docs]] now",
  );
});

test("apostrophes are themselves, and quote braces", () => {
  expect(made("a customer's key")).toBe("a customer's key");
  expect(made("'{'name'}' and '<'b>")).toBe("{name} and <b>");
  expect(made("1 < 2, # 3")).toBe("1 < 2, # 3");
});

test.each([
  ["{name", "“}” is missing at 5 of “{name”"],
  ["{n, plural, one {a}}", "the case “other” is missing at 19 of “{n, plural, one {a}}”"],
  ["{n, number}", "“number” is no kind of value at 10 of “{n, number}”"],
  ["<b>now", "“</b>” is missing at 6 of “<b>now”"],
  ["a }", "“}” closes nothing at 2 of “a }”"],
  ["{}", "a name is missing at 1 of “{}”"],
])("%p is no message", (text, fault) => {
  expect(() => parsed(text)).toThrow(fault);
});

test("the first language of the browser that the console has is chosen", () => {
  expect(firstOf(["fr-FR", "de-AT", "es"])).toBe("de");
  expect(firstOf(["es-419", "en"])).toBe("es");
  expect(firstOf(["fr", "en-GB", "de"])).toBe("en");
  expect(firstOf(["fr", "toString"])).toBe("en");
  expect(firstOf([])).toBe("en");
});

test("absent values are shown as nothing, as React does", () => {
  expect(t("{a}{b}{c}{d}.", { a: undefined, b: null, c: false, d: 0 })).toBe("0.");
});

test("elements wrap words, and values can be elements", () => {
  const shown = renderToString(
    <T
      text="{who}: read <link>the <b>docs</b></link>, <code>x</code>."
      who={<i>you</i>}
      link={(words) => <a href="/docs">{words}</a>}
    />,
  );
  expect(shown.replaceAll("<!-- -->", "")).toBe(
    '<i>you</i>: read <a href="/docs">the <b>docs</b></a>, <code>x</code>.',
  );
});
