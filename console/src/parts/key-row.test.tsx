import { expect, test } from "bun:test";
import { press } from "../../../test/console/dom/act.ts";
import { get, textOf } from "../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../test/console/dom/page.ts";
import { copied } from "../../../test/console/dom/window.ts";
import { KeyRow } from "./key-row.tsx";

setUp();

const secret = "vgk_abcdefghijklmnop12345";
const shownKey = () => textOf(get("status", "Primary key"));

test("a key is masked until it is shown", async () => {
  await show(<KeyRow secret={secret} label="Primary key" />);
  expect(shownKey()).toBe("vgk_abcd••••••••••••12345");
  expect(get("button", "Show").getAttribute("aria-pressed")).toBe("false");
  await press("Show");
  expect(shownKey()).toBe(secret);
  expect(get("button", "Hide").getAttribute("aria-pressed")).toBe("true");
  await press("Hide");
  expect(shownKey()).not.toBe(secret);
});

test("the copy is complete while the key is masked", async () => {
  await show(<KeyRow secret={secret} label="Primary key" />);
  await press("Copy");
  expect(copied).toEqual([secret]);
  expect(toast()).toBe("Key copied");
});

test("a new key is shown immediately", async () => {
  await show(<KeyRow secret={secret} label="Primary key" shown />);
  expect(shownKey()).toBe(secret);
});
