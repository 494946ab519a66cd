import { afterAll, beforeEach, expect, test } from "bun:test";
import { all, names, text, textOf } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import { publicLinks, setPublicLinks } from "./public-links.ts";
import { PublicPage } from "./public-page.tsx";

setUp();

// Other test files may load the console's list of pages, which adds links.
const before = publicLinks();
beforeEach(() => setPublicLinks([]));
afterAll(() => setPublicLinks(before));

const hrefs = () => all("link").map((link) => link.getAttribute("href"));

test("visitors can sign in", async () => {
  await show(
    <PublicPage>
      <p>Content</p>
    </PublicPage>,
  );
  expect(names("link")).toEqual([
    "Vingate",
    "Docs",
    "API reference",
    "Sign in",
    "OpenAPI document",
    "llms.txt",
  ]);
  expect(hrefs()).toEqual([
    "/console/",
    "/console/docs",
    "/console/docs/reference",
    "/console/sign-in",
    "/openapi.json",
    "/llms.txt",
  ]);
  expect(text()).toContain("Content");
  expect(names("navigation")).toEqual(["Site"]);
});

test("a signed-in user can open the console", async () => {
  await show(<PublicPage>Content</PublicPage>, { as: user() });
  expect(names("link")).toContain("Open console");
  expect(names("link")).not.toContain("Sign in");
});

test("links, action and foot can be replaced", async () => {
  await show(
    <PublicPage links={<a href="#a">A</a>} action={<button type="button">Go</button>} foot="Foot">
      Content
    </PublicPage>,
  );
  expect(names("link")).toEqual(["Vingate", "A", "Sign in"]);
  expect(names("button")).toEqual(["Go"]);
  expect(text()).toContain("Foot");
});

test("the header and the foot link to the visitors' pages of features", async () => {
  setPublicLinks([{ path: "/pricing", title: "Pricing" }]);
  await show(<PublicPage>Content</PublicPage>, { at: "/pricing" });
  const found = all("link").filter((link) => link.getAttribute("href") === "/console/pricing");
  expect(
    found.map((link) => [
      textOf(link),
      link.closest("header, footer")?.tagName,
      link.getAttribute("aria-current"),
    ]),
  ).toEqual([
    ["Pricing", "HEADER", "page"],
    ["Pricing", "FOOTER", null],
  ]);
});
