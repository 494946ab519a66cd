import { expect, test } from "bun:test";
import { isOfVisits } from "../../../src/http/permissions.ts";
import { test as testInBrowser } from "../browser.ts";
import { openPath } from "../navigate.ts";
import { violations } from "./accessible.ts";
import { seededViews, testEachView } from "./each-view.ts";
import { pages } from "./every-page.ts";
import { misplaced } from "./overlaps.ts";
import { repeatedWords } from "./repeated.ts";
import { bracketed, followData, germanFile, untranslated } from "./translated.ts";
import { visit } from "./visit.ts";

// Each view is opened once, wide and light, and everything is checked that can be seen there. Each text of the console is
// in brackets, so that one outside of them is not translated. `*.long.test.ts` opens the views otherwise.
const { running, views, openTab, openVisit } = await seededViews();
running.replace(`/console/${germanFile()}`, "text/javascript", bracketed);

const patternOf = (path: string) => new RegExp(`^${path.replace(/\$\w+/g, "[^/]+")}$`);

test("the views cover every page of the list", () => {
  const opened = views.flatMap(({ path, opens = [] }) => [
    path.replace(/[?#].*/, "") || "/",
    ...[opens].flat(),
  ]);
  const isSeen = (path: string) => opened.some((view) => patternOf(path).test(view));
  expect(pages.map(({ path }) => path).filter((path) => !opened.includes(path) && !isSeen(path))).toEqual([]);
});

testEachView(
  views,
  "is translated, accessible (WCAG 2.2 AA) and without overlaps or errors",
  async (as) => {
    const tab = await openTab(as, { locale: "de-DE" });
    return { tab, sent: followData(tab) };
  },
  async ({ tab, sent }, one) => {
    await visit(tab, running, one);
    return [
      ...(await violations(tab.page)),
      ...(await repeatedWords(tab.page)),
      ...(await misplaced(tab.page)),
      ...(one.hasOtherWords ? [] : await untranslated(tab.page, sent)),
    ];
  },
);

/** The customers' pages that an operator may open who views an account. */
const visited = views.filter(({ as, path }) => {
  const permission = pages.find((page) => patternOf(page.path).test(path.replace(/[?#].*/, "")))?.permission;
  return as === "customer" && permission !== undefined && isOfVisits(permission as never);
});

testInBrowser("a view of a customer's account is refused nothing that its pages read", async () => {
  const tab = await openVisit();
  const refused: string[] = [];
  tab.page.on("response", (response) => {
    if ([401, 403].includes(response.status()))
      refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  const paths = [...new Set(["/home", ...visited.map(({ path }) => path)])];
  const unopened: string[] = [];
  for (const path of paths) {
    await openPath(tab, running, path);
    const isRefused = await tab.page.getByRole("heading", { name: /cannot see this: / }).count();
    if (isRefused > 0) unopened.push(path);
  }
  await tab.close();
  expect([refused, unopened]).toEqual([[], []]);
  expect(paths.map((path) => path.split(/[/?]/)[1])).toEqual(expect.arrayContaining(["alerts", "billing"]));
});
