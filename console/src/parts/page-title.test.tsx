import { expect, test } from "bun:test";
import { setUp, show, step } from "../../../test/console/dom/page.ts";
import { createStore } from "../base/store.ts";
import { usePageTitle } from "./page-title.ts";

setUp();

test("the title follows the page", async () => {
  const title = createStore("Keys");
  function Page() {
    usePageTitle(title.use());
    return null;
  }
  await show(<Page />);
  expect(document.title).toBe("Keys · Vingate");
  await step(() => title.set("Plans"));
  expect(document.title).toBe("Plans · Vingate");
});
