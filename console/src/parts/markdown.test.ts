import { expect, test } from "bun:test";
import { blocksOf, piecesOf } from "./markdown.ts";

test("reads a page into blocks", () => {
  const page =
    "# Title\n\nOne line\nand its rest.\n\n- a\n- b\n\n1. c\n\n| x | y |\n|---|---|\n| 1 | `2` |\n\n```sh\n# no heading\n\nls\n```\nEnd.";
  expect(blocksOf(page)).toEqual([
    { kind: "heading", level: 1, text: "Title" },
    { kind: "paragraph", text: "One line and its rest." },
    { kind: "list", ordered: false, items: ["a", "b"] },
    { kind: "list", ordered: true, items: ["c"] },
    { kind: "table", head: ["x", "y"], rows: [["1", "`2`"]] },
    { kind: "code", text: "# no heading\n\nls" },
    { kind: "paragraph", text: "End." },
  ]);
});

test("markup in a line is read as text", () => {
  expect(piecesOf("See `a` and **b**, [here](there) <b>!")).toEqual([
    { kind: "text", text: "See " },
    { kind: "code", text: "a" },
    { kind: "text", text: " and " },
    { kind: "strong", text: "b" },
    { kind: "text", text: ", " },
    { kind: "link", text: "here", to: "there" },
    { kind: "text", text: " <b>!" },
  ]);
});

test("code in the label of a link has no backticks", () => {
  expect(piecesOf("After [`vingate login`](/docs/login).")).toEqual([
    { kind: "text", text: "After " },
    { kind: "link", text: "vingate login", to: "/docs/login" },
    { kind: "text", text: "." },
  ]);
});
