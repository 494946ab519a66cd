import { expect, test } from "bun:test";
import { press } from "../../../test/console/dom/act.ts";
import { cells, get, has, text, textOf } from "../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../test/console/dom/page.ts";
import { Problem } from "../api/problem.ts";
import { ListPage, usePaged } from "./list-page.tsx";

setUp();

type Props = Parameters<typeof ListPage<string>>[0];

const loaded = (items: readonly string[], total = items.length) => ({
  data: { items, total },
  error: null,
  refetch: () => undefined,
});

const page = (more: Partial<Props>) => (
  <ListPage
    title="Words"
    note="All words."
    what="the words"
    query={loaded(["one", "two"])}
    empty="No matching words"
    table={{ caption: "Words", keyOf: (word) => word, columns: [{ head: "Word", cell: (word) => word }] }}
    {...more}
  />
);

test("a list has title, note, filters and table", async () => {
  await show(page({ filters: <p>Filters</p>, actions: <button type="button">Add</button> }));
  expect(text()).toBe("Words All words. Add Filters Words Word one two");
  expect(textOf(get("heading"))).toBe("Words");
  expect(cells("Words")).toEqual([["Word"], ["one"], ["two"]]);
  expect(has("button", "Older")).toBe(false);
});

test("an empty list says what is empty", async () => {
  await show(page({ query: loaded([]), emptyNote: "Add one." }));
  expect(text()).toBe("Words All words. No matching words Add one.");
  expect(has("table")).toBe(false);
});

test("a narrowed empty list can be widened", async () => {
  await show(page({ query: loaded([]), narrowedBy: ["state"] }), { at: "/words?state=new&page=2&q=a" });
  await press("Clear filters");
  expect(address()).toBe("/words?q=a");
  expect(has("button", "Clear filters")).toBe(false);
});

test("a failure names the list and can be retried", async () => {
  let retries = 0;
  const refetch = () => {
    retries += 1;
  };
  await show(page({ query: { data: undefined, error: new Problem(500, "Broken."), refetch } }));
  expect(textOf(get("alert"))).toBe("Could not load the words Broken. Try again");
  await press("Try again");
  expect(retries).toBe(1);
});

test("a pager moves through the address", async () => {
  await show(page({ query: loaded(["one"], 120), paged: true }), { at: "/words?page=2" });
  expect(text()).toContain("51 to 100 of 120");
  await press("Older");
  expect(address()).toBe("/words?page=3");
});

test("another view can replace the table", async () => {
  await show(page({ table: (items) => <ol>{items.join("+")}</ol> }));
  expect(text()).toBe("Words All words. one+two");
});

test.each([
  ["/words", 1],
  ["/words?page=4", 4],
  ["/words?page=-1", 1],
  ["/words?page=x", 1],
])("the page of %p", async (at, number) => {
  function Paged() {
    return JSON.stringify(usePaged());
  }
  await show(<Paged />, { at });
  expect(JSON.parse(text())).toEqual({ page: number, page_size: 50 });
});
