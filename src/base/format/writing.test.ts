import { expect, test } from "bun:test";
import { languages } from "./languages.ts";
import { wordingsOf } from "./phrases.ts";
import { writings } from "./writing.ts";

const at = Date.parse("2026-10-31T23:04:00Z");

test("each language writes numbers, sums and days in its own way", () => {
  const written = languages.map((language) => {
    const writing = writings[language];
    return [
      ...[0, 999, 1500, -15_020, 1_234_567].map((value) => writing.count(value)),
      writing.money(-123_456, "EUR"),
      writing.money(1_234_567, "EUR"),
      writing.money(1000, "JPY"),
      writing.amount(123_456_789, "EUR"),
      writing.amount(5, "EUR"),
      writing.amount(1234, "JPY"),
      writing.percent(19),
      writing.percent(5.5),
      writing.monthName("2026-03"),
      writing.dayName("2026-03-01"),
      writing.dayIn(at, "Europe/Prague"),
      writing.timeIn(at, "Europe/Prague"),
      writing.span("2026-11-12", "2026-12-12"),
      writing.span("2026-12-12", "2027-01-12"),
    ].map((text) => text.replaceAll("\u00a0", "_"));
  });
  expect(written).toEqual([
    [
      ...["0", "999", "1,500", "−15,020", "1,234,567", "-€1,234.56", "€12,345.67", "¥1,000"],
      ...["1,234,567.89", "0.05", "1,234", "19%", "5.5%", "March 2026", "1 Mar 2026", "1 Nov 2026"],
      "1 Nov 2026, 00:04 Europe/Prague",
      "12 Nov to 12 Dec 2026",
      "12 Dec 2026 to 12 Jan 2027",
    ],
    [
      ...["0", "999", "1.500", "−15.020", "1.234.567", "-1.234,56_€", "12.345,67_€", "1.000_¥"],
      ...["1.234.567,89", "0,05", "1.234", "19_%", "5,5_%", "März 2026", "01.03.2026", "01.11.2026"],
      "01.11.2026, 00:04 Europe/Prague",
      "12.11. bis 12.12.2026",
      "12.12.2026 bis 12.01.2027",
    ],
    [
      ...["0", "999", "1500", "−15.020", "1.234.567", "-1234,56_€", "12.345,67_€", "1000_JPY"],
      ...["1.234.567,89", "0,05", "1234", "19_%", "5,5_%", "marzo de 2026", "1 mar 2026", "1 nov 2026"],
      "1 nov 2026, 00:04 Europe/Prague",
      "del 12 nov al 12 dic 2026",
      "del 12 dic 2026 al 12 ene 2027",
    ],
  ]);
});

test("a phrase has its values, and a count its number", () => {
  const { en, de, es } = wordingsOf({
    "Hello {name}, {name}": { de: "Hallo {name}", es: "Hola {name}" },
    "{count} call": { de: "{count} Aufruf", es: "{count} llamada" },
    "{count} calls": { de: "{count} Aufrufe", es: "{count} llamadas" },
  });
  const said = [en, de, es].map((one) => [
    one.say("Hello {name}, {name}", { name: "$& {name}" }),
    one.counted(1, "call"),
    one.counted(12_000, "call"),
  ]);
  expect(said).toEqual([
    ["Hello $& {name}, $& {name}", "1 call", "12,000 calls"],
    ["Hallo $& {name}", "1 Aufruf", "12.000 Aufrufe"],
    ["Hola $& {name}", "1 llamada", "12.000 llamadas"],
  ]);
});
