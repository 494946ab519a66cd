import { expect, test } from "bun:test";
import { openCsv } from "./csv.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** What `openCsv` reads of a text. */
async function tableOf(text: string, size = text.length): Promise<unknown[]> {
  const { columns, batches } = await openCsv(inPieces(text, size));
  const rows: unknown[] = [];
  for await (const batch of batches)
    rows.push(...batch.rows.map((cells, index) => [batch.lineOf(index), ...cells]));
  return [columns, ...rows];
}

test.each([
  [
    "a quoted comma in the header",
    '"Make, Model";"Price"\nFord;1\n',
    [
      ["Make, Model", "Price"],
      [2, "Ford", "1"],
    ],
  ],
  [
    "decimal commas",
    "vin;price\nA;1,5\nB;2,5\n",
    [
      ["vin", "price"],
      [2, "A", "1,5"],
      [3, "B", "2,5"],
    ],
  ],
  [
    "more commas than semicolons",
    "a, b;c, d\n1;2\n",
    [
      ["a, b", "c, d"],
      [2, "1", "2"],
    ],
  ],
  [
    "a bar in the header",
    "a,b|c\n1,2\n",
    [
      ["a", "b|c"],
      [2, "1", "2"],
    ],
  ],
  [
    "lists with bars",
    "a|b|c,d\n1,2\n3,x|y|z\n",
    [
      ["a|b|c", "d"],
      [2, "1", "2"],
      [3, "3", "x|y|z"],
    ],
  ],
  [
    "tabs",
    "a\tb\n1,5\t2;3\n",
    [
      ["a", "b"],
      [2, "1,5", "2;3"],
    ],
  ],
  [
    "bars",
    "a|b\n1|2\n",
    [
      ["a", "b"],
      [2, "1", "2"],
    ],
  ],
  [
    "titles",
    "Sales; all\n\na;b;c;d;e\n1;2;3;4;5\n",
    [
      ["a", "b", "c", "d", "e"],
      [4, "1", "2", "3", "4", "5"],
    ],
  ],
  [
    "decimal commas in all its cells",
    "a;b;c\n1,5;2,5;3,5\n",
    [
      ["a", "b", "c"],
      [2, "1,5", "2,5", "3,5"],
    ],
  ],
  ["numbers that have more cells than the header", "price\n1,234,567\n", [["price"], [2, "1", "234", "567"]]],
  ["one column", "vin\nA\nB\n", [["vin"], [2, "A"], [3, "B"]]],
  [
    "sep=;",
    "sep=;\r\na,b;c\r\n1;2\r\n",
    [
      ["a,b", "c"],
      [3, "1", "2"],
    ],
  ],
  [
    "sep= with another one",
    '"sep=^"\na^b\n1,2^3\n',
    [
      ["a", "b"],
      [3, "1,2", "3"],
    ],
  ],
  [
    "a quoted line end",
    '"a\nb";c\n"1\n,\n,";2\n',
    [
      ["a\nb", "c"],
      [3, "1\n,\n,", "2"],
    ],
  ],
  [
    "old line ends",
    "a;b\r1;2\r",
    [
      ["a", "b"],
      [2, "1", "2"],
    ],
  ],
  ["no rows", "a,b;c,d\n", [["a", "b;c", "d"]]],
  [
    "a repeated column",
    "a,b,a\n1,2,3\n",
    [
      ["a", "b", "a"],
      [2, "1", "2", "3"],
    ],
  ],
  [
    "an open quote in the first row",
    'a;b\n"1;2\n',
    "line 2: a quoted value begins here and is not closed; write a quote inside it twice",
  ],
  [
    "rows that end with a comma",
    "a,b\n1,2,\n3,4,\n",
    [
      ["a", "b"],
      [2, "1", "2"],
      [3, "3", "4"],
    ],
  ],
  [
    "one row that does not",
    "a,b\n1,2,\n3,4\n5,6,\n",
    [
      ["a", "b"],
      [2, "1", "2", ""],
      [3, "3", "4"],
      [4, "5", "6", ""],
    ],
  ],
  [
    "a header that ends with a comma",
    "a,b,\n1,2\n",
    [
      ["a", "b"],
      [2, "1", "2"],
    ],
  ],
  [
    "header and rows that end with one",
    "a,b,\n1,2,\n",
    [
      ["a", "b", ""],
      [2, "1", "2", ""],
    ],
  ],
] as const)("the form is found in the rows: %s", async (_, text, expected) => {
  for (const size of [1, 3, text.length])
    expect(await tableOf(text, size).catch((error: Error) => error.message)).toEqual(expected as never);
});

test("a later row without the comma at its end has a value less", async () => {
  const rows = "1,2,\n".repeat(200);
  const [, ...read] = (await tableOf(`a,b\n${rows}1,\n1,2\n1,2,3\n1,2,3,\n`)) as string[][];
  expect(read.slice(198)).toEqual([
    [200, "1", "2"],
    [201, "1", "2"],
    [202, "1"],
    [203, "1"],
    [204, "1", "2", "3"],
    [205, "1", "2", "3"],
  ] as never);
});

test("a source is closed when its reader stops", async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield "a,b\n".repeat(20_000);
    } finally {
      closed = true;
    }
  }
  const { batches } = await openCsv(endless());
  for await (const _ of batches) break;
  expect(closed).toBe(true);
});
