import { expect, test } from "bun:test";
import { attributes, cells, get, one, text, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { type Column, countColumn, hidden, Source, Table, Unknown } from "./table.tsx";

setUp();

interface Row {
  readonly name: string;
  readonly calls: number;
}
const rows: readonly Row[] = [
  { name: "auction", calls: 1200 },
  { name: "lien", calls: 0 },
];
const columns: readonly Column<Row>[] = [
  { head: "API", cell: ({ name }) => name },
  countColumn("Calls (UTC)", ({ calls }) => calls),
  { head: hidden("Actions"), cell: () => "edit", figures: true, className: "acts" },
];
const table = (more = {}) => (
  <Table caption="APIs" items={rows} columns={columns} keyOf={({ name }) => name} {...more} />
);

test("rows and columns have headings", async () => {
  await show(table());
  expect(cells("APIs")).toEqual([
    ["API", "Calls (UTC)", "Actions"],
    ["auction", "1,200", "edit"],
    ["lien", "0", "edit"],
  ]);
  expect(texts('th[scope="col"]')).toEqual(["API", "Calls (UTC)", "Actions"]);
  expect(texts('th[scope="row"]')).toEqual(["auction", "lien"]);
});

test("figures are labelled for narrow pages", async () => {
  await show(table());
  expect([...document.querySelectorAll("tbody tr:first-child td")].map(attributes)).toEqual([
    { class: "num", "data-l": "calls (UTC)" },
    { class: "num acts" },
  ]);
});

test("zeros are dimmed", async () => {
  await show(table());
  expect(texts("td .soft")).toEqual(["0"]);
});

test("a wide table scrolls and keeps its columns", async () => {
  await show(table({ wide: true, captionShown: true, className: "rep" }));
  expect(attributes(one("section"))).toEqual({ class: "scroll", tabindex: "0", "aria-label": "APIs" });
  expect(get("table", "APIs").className).toBe("t rep");
  expect(one("caption").className).toBe("");
  expect(document.querySelectorAll("[data-l]")).toHaveLength(0);
});

test("a table without items has its headings", async () => {
  await show(table({ items: [] }));
  expect(cells("APIs")).toEqual([["API", "Calls (UTC)", "Actions"]]);
});

test("an unknown value is marked", async () => {
  await show(<Unknown />);
  expect([text(), one("span").className]).toEqual(["unknown", "unknown"]);
});

test.each([
  ["demo", "synthetic", "tag tag-syn"],
  ["demo+own", "demo+own", "tag tag-syn"],
  ["own", "own", "tag"],
])("the source %p", async (name, words, className) => {
  await show(<Source name={name} />);
  expect([text(), one("span").className]).toEqual([words, className]);
});
