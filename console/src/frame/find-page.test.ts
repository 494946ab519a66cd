import { expect, test } from "bun:test";
import { addressOfPage } from "../parts/page.ts";
import { findPage } from "./find-page.ts";
import { pages } from "./pages.ts";

test.each([
  ["/", "/", {}],
  ["/customers", "/customers", {}],
  ["/customers/ada", "/customers/$userId", { userId: "ada" }],
  ["/customers/a%20b", "/customers/$userId", { userId: "a b" }],
  ["/docs/errors/no_credits", "/docs/$section/$page", { section: "errors", page: "no_credits" }],
] as const)("%p is a page", (pathname, path, params) => {
  const found = findPage(pathname);
  expect([found?.page.path, found?.params]).toEqual([path, params]);
});

test.each(["/nowhere", "/customers/ada/keys", "", "/Customers"])("%p is no page", (pathname) => {
  expect(findPage(pathname)).toBeUndefined();
});

test("a search parameter chooses among the pages of a path", () => {
  const titles = ["", "lists", "other"].map((tab) => findPage("/look-up", { tab })?.page.title);
  expect(titles).toEqual(["Vehicle lookup", "Lists", "Vehicle lookup"]);
});

test("each address is listed once and each operator page is closed to customers", () => {
  expect(new Set(pages.map(addressOfPage)).size).toBe(pages.length);
  const inSideBar = pages.filter(
    ({ operator, customer }) => operator !== undefined && customer === undefined,
  );
  expect(inSideBar.map(({ access }) => access)).toEqual(inSideBar.map(() => "operator"));
});

test("each page's code loads", async () => {
  await import("../../../test/console/dom/page.ts");
  const loaded = await Promise.all(pages.map(({ load }) => load()));
  expect(loaded.map((component) => typeof component)).toEqual(pages.map(() => "function"));
});
