import { expect, test } from "bun:test";
import { NearReferences } from "./near-references.ts";

const reference = "VK7Q2M9XWTA";
const near = new NearReferences([reference, "VZZZZZZZZZZ"]);
const found = (text: string) => [...near.in(text)];

test("a reference with one wrong character is near, in any text", () => {
  for (const text of [
    "VK7Q2M8XWTA",
    "thanks vk7q 2m8x wta",
    "Rechnung VK7Q2M9XWT",
    "VK7Q22M9XWTA",
    "KV7Q2M9XWTA",
    "UK7Q2M9XWTA",
  ])
    expect([text, found(text)]).toEqual([text, [reference]]);
});

test("two wrong characters, and the reference itself, are not near", () => {
  for (const text of ["VK7Q3M8XWTA", reference, "", "V", "VK7Q2M9"])
    expect([text, found(text)]).toEqual([text, []]);
});
