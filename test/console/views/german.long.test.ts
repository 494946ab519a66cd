import { openPath } from "../navigate.ts";
import { seededViews, testEachView } from "./each-view.ts";
import { misplaced } from "./overlaps.ts";

const { running, views, openTab } = await seededViews();

// German words are the longest. The actions of some views name English buttons.
testEachView(
  views.filter(({ prepare }) => !prepare),
  "fits in German on a narrow screen",
  async (as) => ({
    tab: await openTab(as, { locale: "de-DE", viewport: { width: 390, height: 844 } }),
  }),
  async ({ tab }, one) => {
    await openPath(tab, running, one.path);
    return misplaced(tab.page);
  },
);
