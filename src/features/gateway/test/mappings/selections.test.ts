import { describe, expect, test } from "bun:test";
import { search } from "@jmespath-community/jmespath";
import fc from "fast-check";
import { Budget, budgetMs } from "../../mappings/budget.ts";
import { compileSelection, type Selection } from "../../mappings/selection.ts";
import { VendorRefusal } from "../../mappings/vendor-mapping.ts";

const unbounded = () => new Budget({ elapsed: () => 0, spent: () => 0 });

function selection(text: string): Selection {
  const made = compileSelection(text);
  if ("fault" in made) throw new Error(`${text} ${made.fault}`);
  return made;
}

const names = ["a", "b", "c", '"d e"'];
const name = fc.constantFrom(...names);
const index = fc.integer({ min: -3, max: 3 });
const literal = fc.constantFrom("'x'", "`1`", "`true`", "`null`", "'1'");

/** Random expressions of the accepted grammar, more than people write. */
const { expression } = fc.letrec<{ expression: string; condition: string; step: string; path: string }>(
  (tie) => ({
    step: fc.oneof(
      name.map((one) => `.${one}`),
      index.map((one) => `[${one}]`),
      fc.tuple(index, index).map(([from, to]) => `[${from}:${to}]`),
      fc.constantFrom("[*]", "[]", ".*", "[::-1]"),
      { weight: 1, arbitrary: tie("condition").map((one) => `[?${one}]`) },
    ),
    path: fc
      .tuple(fc.oneof(name, fc.constantFrom("@", "*", "[*]", "[]")), fc.array(tie("step"), { maxLength: 4 }))
      .map(([first, steps]) => first + steps.join("")),
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      tie("path"),
      fc
        .tuple(tie("path"), fc.constantFrom("==", "!=", "<", ">="), literal)
        .map(([left, sign, right]) => `${left} ${sign} ${right}`),
      fc.tuple(tie("condition"), tie("condition")).map(([left, right]) => `(${left} && ${right})`),
      tie("condition").map((one) => `!(${one})`),
    ),
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      tie("path"),
      tie("condition"),
      fc.tuple(tie("expression"), tie("expression")).map(([left, right]) => `${left} | ${right}`),
      fc.tuple(tie("expression"), tie("expression")).map(([left, right]) => `(${left} || ${right})`),
      fc
        .tuple(tie("expression"), fc.constantFrom("[*]", "[]", "[0]", "[*].a"))
        .map(([one, step]) => `(${one})${step}`),
    ),
  }),
);

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, 1, "", "x", "1"),
    fc.array(tie("json"), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "d e"), tie("json"), { maxKeys: 4 }),
  ),
}));

const sizeOf = (value: unknown): number => JSON.stringify(value).length;
/** A condition's `false` can be longer than what it is about. */
const longestFlag = "false".length;

describe("selections", () => {
  test("no result is larger than its input, and each is the library's", () => {
    let some = 0;
    fc.assert(
      fc.property(expression, json, (text, input) => {
        const made = compileSelection(text);
        if ("fault" in made) return;
        const found = made.find(input, unbounded());
        if (found !== null) some += 1;
        expect(sizeOf(found)).toBeLessThanOrEqual(Math.max(sizeOf(input), longestFlag));
        expect(found).toEqual(search(input as never, text));
      }),
      { numRuns: 5000 },
    );
    expect(some).toBeGreaterThan(500);
  });

  test("each node of an expression visits each value of its input once at most", () => {
    fc.assert(
      fc.property(expression, json, (text, input) => {
        const made = compileSelection(text);
        if ("fault" in made) return;
        let checks = 0;
        const counted = { check: () => (checks += 1) } as unknown as Budget;
        made.find(input, counted);
        const visits = checks * 32;
        expect(visits).toBeLessThanOrEqual(text.length * 2 * (valuesIn(input) + 1) + 32);
      }),
      { numRuns: 3000 },
    );
  });

  const refused = [
    ["length(a)", "calls a function"],
    ["sort_by(a, &b)[0]", "calls a function"],
    ["a[?contains(b, 'x')]", "calls a function"],
    ["[@,@][]", "makes a list"],
    ["a.[b, c]", "makes a list"],
    ["a[*].{b: c}", "makes an object"],
    ["$.a", "begins at the root ($)"],
    ["&a", "has an expression reference (&)"],
    ["a + b", "computes"],
    ["-a", "computes"],
    ["a ? b : c", "chooses between values (? :)"],
    ["let $x = a in b", "names a value (let)"],
  ] as const;
  for (const [text, what] of refused)
    test(`${text} ${what}`, () => {
      const fault = `${what}; write a selection of members, indexes and filters`;
      expect(compileSelection(text)).toEqual({ fault });
    });

  test("other expressions that are none", () => {
    const faults = ["a[?b == c]", "'fixed'", "a || 'x'", "a == `[1]`", "a.constructor", "a[::0]", "a."].map(
      (text) => compileSelection(text),
    );
    expect(faults).toEqual([
      { fault: "compares without a literal, or two of them; write for example state == 'sold'" },
      { fault: "has a literal outside of a comparison; write value for a fixed text" },
      { fault: "has a literal outside of a comparison; write value for a fixed text" },
      { fault: "compares with a list or an object; write a text, a number, true, false or null" },
      { fault: 'reads "constructor", which every object has; write another member' },
      { fault: "has a slice with step 0; write another step" },
      { fault: expect.stringMatching(/^is no JMESPath expression: Syntax error/) },
    ]);
    expect(compileSelection("a".repeat(1001))).toEqual({
      fault: "has more than 1000 characters; write a shorter one",
    });
  });

  test("doubling would have no end, which is why lists are not made", () => {
    const doubled = search([1], Array.from({ length: 10 }, () => "[@,@][]").join("|")) as unknown[];
    expect(doubled).toHaveLength(1024);
  });

  test("one expression over a long answer ends when the time is spent", () => {
    const input = Array.from({ length: 5000 }, () => ({ a: [1, 2, 3] }));
    let now = 0;
    const budget = new Budget({ elapsed: () => (now += 1), spent: () => now });
    const text = "[*].a[] | [?@ > `0`]";
    const late = `The expressions of its mapping took more than ${budgetMs} ms for this answer.`;
    expect(() => selection(text).find(input, budget)).toThrow(new VendorRefusal(late, false));
    expect(now).toBe(budgetMs + 2);
    expect(selection(text).find(input, unbounded())).toHaveLength(15_000);
  });
});

function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 0);
}
