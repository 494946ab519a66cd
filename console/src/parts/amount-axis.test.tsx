import { expect, test } from "bun:test";
import { attributes, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { AmountAxis } from "./amount-axis.tsx";

setUp();

const draw = (most: number) =>
  show(
    <svg aria-hidden="true">
      <AmountAxis most={most} left={50} right={600} y={(value) => 200 - value / 100} />
    </svg>,
  );

test("a scale of thousands has three labelled lines", async () => {
  const page = await draw(8000);
  expect(texts("text")).toEqual(["$0", "$4k", "$8k"]);
  expect([...page.querySelectorAll("line")].map(attributes)).toEqual([
    { class: "base", x1: "50", x2: "600", y1: "200", y2: "200" },
    { class: "grid", x1: "50", x2: "600", y1: "160", y2: "160" },
    { class: "grid", x1: "50", x2: "600", y1: "120", y2: "120" },
  ]);
});

test("smaller amounts are dollars", async () => {
  await draw(800);
  expect(texts("text")).toEqual(["$0", "$400", "$800"]);
});
