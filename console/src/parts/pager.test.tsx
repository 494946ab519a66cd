import { expect, test } from "bun:test";
import { press } from "../../../test/console/dom/act.ts";
import { all, text } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { Pager } from "./pager.tsx";

setUp();

const disabled = () => all("button").map((button) => (button as HTMLButtonElement).disabled);

test.each([
  [1, 0, "None", [true, true]],
  [1, 20, "1 to 20 of 20", [true, true]],
  [1, 21, "1 to 20 of 21", [true, false]],
  [2, 21, "21 to 21 of 21", [false, true]],
  [60, 5171, "1,181 to 1,200 of 5,171", [false, false]],
])("page %p of %p items", async (page, total, words, ends) => {
  await show(<Pager page={page} pageSize={20} total={total} go={() => undefined} />);
  expect(text()).toBe(`${words} Newer Older`);
  expect(disabled()).toEqual(ends);
});

test("the buttons go to the pages beside", async () => {
  const pages: number[] = [];
  await show(<Pager page={3} pageSize={20} total={100} go={(page) => pages.push(page)} />);
  await press("Newer");
  await press("Older");
  expect(pages).toEqual([2, 4]);
});
