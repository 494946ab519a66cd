import { expect, test } from "bun:test";
import { violations } from "./accessible.ts";
import { seededViews, testEachView } from "./each-view.ts";
import { pages } from "./every-page.ts";
import { misplaced } from "./overlaps.ts";
import { repeatedWords } from "./repeated.ts";
import { bracketed, followData, germanFile, untranslated } from "./translated.ts";
import { visit } from "./visit.ts";

// Each view is opened once, wide and light, and everything is checked that can be seen there. Each text of the console is
// in brackets, so that one outside of them is not translated. `*.long.test.ts` opens the views otherwise.
const { running, views, openTab } = await seededViews();
running.replace(`/console/${germanFile()}`, "text/javascript", bracketed);

test("the views cover every page of the list", () => {
  const opened = views.flatMap(({ path, opens = [] }) => [
    path.replace(/[?#].*/, "") || "/",
    ...[opens].flat(),
  ]);
  const isSeen = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\$\w+/g, "[^/]+")}$`);
    return opened.some((view) => pattern.test(view));
  };
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
