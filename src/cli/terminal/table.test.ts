import { expect, test } from "bun:test";
import { styleFor } from "../decode-text.ts";
import { answerText } from "./table.ts";

const plain = styleFor(false);

test("groups, lists and texts are lines that a terminal does not obey", () => {
  const data = {
    vin: "5J6RW2H59JL990075",
    engine_size: 1.5,
    empty: "",
    liens: [
      { holder: "Example\u001b[2J Bank", state: "CA" },
      { holder: "日本銀行", state: null },
    ],
    images: ["a.jpg", "b.jpg"],
    recalls: [],
    sale: { price: "$1", place: { city: "Reno" } },
  };
  expect(answerText(data, plain, 80)).toBe(
    [
      "VIN          5J6RW2H59JL990075",
      "Engine size  1.5",
      "Liens",
      "  Holder            State",
      "  Example [2J Bank  CA",
      "  日本銀行",
      "Images",
      "  a.jpg",
      "  b.jpg",
      "Sale",
      "  Price  $1",
      "  Place",
      "    City  Reno",
      "Not in the data: empty, recalls",
      "",
    ].join("\n"),
  );
});

test("rows that are too wide for the terminal become groups", () => {
  const rows = [{ a: "x".repeat(30), b: "y".repeat(30) }];
  expect(answerText(rows, plain, 40)).toBe(`1 of 1\n  A  ${"x".repeat(30)}\n  B  ${"y".repeat(30)}\n`);
});
