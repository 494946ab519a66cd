import { expect, test } from "bun:test";
import { sentMapping } from "./sent-mapping.ts";

const mappingOf = (columns: number, ignored = 0) =>
  JSON.stringify({
    family: "lien",
    columns: Object.fromEntries([
      ["vin", { from: "FIN" }],
      ["as_of", { from: "Stand", form: "day_first" }],
      ...Array.from({ length: columns }, (_, at) => [`liens.${at}.status`, { from: `Status ${at}` }]),
    ]),
    ignore: Array.from({ length: ignored }, (_, at) => `Bemerkung ${at}`),
  });

test("a usual mapping is sent as it is", () => {
  const text = mappingOf(20, 20);
  expect(sentMapping(text)).toBe(text);
});

test("a long mapping is sent without what is implied", () => {
  const text = mappingOf(100, 300);
  const sent = sentMapping(text);
  expect(JSON.parse(sent)).toEqual({
    family: "lien",
    columns: {
      vin: "FIN",
      as_of: { from: "Stand", form: "day_first" },
      ...Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`liens.${at}.status`, `Status ${at}`])),
    },
  });
  expect(new URLSearchParams({ mapping: sent }).toString().length).toBeLessThan(8000);
});

test("a mapping that no address takes is refused with what to do", () => {
  expect(() => sentMapping(mappingOf(1000))).toThrow(
    "Too many columns are read from this file for the console: vingate import with --mapping takes them.",
  );
});
