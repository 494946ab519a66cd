import { expect, test } from "bun:test";
import { facts, one, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { Facts, Figures } from "./facts.tsx";

setUp();

test("absent values are shown as unknown", async () => {
  await show(
    <Facts
      facts={[
        ["Body", "SUV"],
        ["Doors", ""],
        ["Plant", undefined],
        ["Size", null],
      ]}
    />,
  );
  expect(facts(one("dl.facts"))).toEqual([
    ["Body", "SUV"],
    ["Doors", "unknown"],
    ["Plant", "unknown"],
    ["Size", "unknown"],
  ]);
  expect(texts(".unknown")).toHaveLength(3);
});

test("figures have an optional note", async () => {
  await show(
    <Figures
      className="figs wide"
      figures={[
        ["Calls", "1,200", "in 30 days"],
        ["Used", 0],
      ]}
    />,
  );
  expect(facts(one("dl.figs.wide"))).toEqual([
    ["Calls", "1,200 in 30 days"],
    ["Used", "0"],
  ]);
  expect(texts("small")).toEqual(["in 30 days"]);
});
