import { expect, test } from "bun:test";
import { cellMax, depthMax, findFault, membersMax, requireBounded } from "./bounds.ts";

const faultOf = (json: string) => findFault(Buffer.from(json));
/** JSON that is long enough to be checked, and more. */
const padded = (json: string) => `{"a":"${"x".repeat(65_536)}","b":${json}}`;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const list = (members: number, item = "1") => `[${Array.from({ length: members }, () => item)}]`;

test("long JSON is checked before it is parsed", () => {
  const text = (length: number) => JSON.stringify("x".repeat(length));
  for (const [json, fault] of [
    [nested(depthMax - 1), undefined],
    [nested(depthMax), "is nested deeper than 64 levels"],
    [`[${'"[[[[",'.repeat(100)}"${"[".repeat(100)}\\"]"]`, undefined],
    [list(membersMax), undefined],
    [list(membersMax + 1), "has more than 10,000 members"],
    [`{${Array.from({ length: membersMax + 1 }, (_, at) => `"${at}":1`)}}`, "has more than 10,000 members"],
    [list(membersMax + 1, '",,"'), "has more than 10,000 members"],
    [list(9, list(membersMax, "[]")), "has more than 100,000 values"],
    [text(cellMax), undefined],
    [text(cellMax + 1), "has a value of more than 1 MiB"],
    [`"\\\\","c":"${"x".repeat(9)}"`, undefined],
    ['"open', undefined],
    ["}}}}]]]]", undefined],
  ] as const)
    expect([json.slice(0, 40), faultOf(padded(json))]).toEqual([json.slice(0, 40), fault]);
  expect(faultOf(nested(30_000))).toBeUndefined();
  expect(findFault(Buffer.from(nested(depthMax + 1)), 0)).toBe("is nested deeper than 64 levels");
});

test("parsed values are bounded too", () => {
  const fault = (json: string, depth = 0) => {
    try {
      requireBounded(JSON.parse(json), depth, (reason) => new Error(reason));
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(fault(nested(depthMax))).toBeUndefined();
  expect(fault(nested(depthMax), 1)).toBe("is nested deeper than 64 levels");
  expect(fault(nested(30_000))).toBe("is nested deeper than 64 levels");
  expect(fault(list(membersMax + 1))).toBe("has more than 10,000 members");
  expect(fault(list(membersMax))).toBeUndefined();
});
