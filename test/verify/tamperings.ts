import { daysOf, signed, type Tampering } from "./tampering.ts";
import { byOthers } from "./tamperings-by-others.ts";
import { bySeller } from "./tamperings-by-seller.ts";

/** Values of a day that are not of their type. */
const malformed: readonly (readonly [what: string, members: object, text: RegExp])[] = [
  ["a fraction", { calls: 0.5 }, /days\[0\]\.calls does not have its form/],
  ["a negative number", { credits: -1 }, /days\[0\]\.credits does not have its form/],
  ["a number as text", { calls: "1" }, /days\[0\]\.calls does not have its form/],
  ["a large number", { credits: 2 ** 53 }, /days\[0\]\.credits does not have its form/],
  ["a TAB in a text", { day: "2026\t" }, /days\[0\]\.day does not have its form/],
  ["a hash of another form", { call_root: "x" }, /days\[0\]\.call_root does not have its form/],
  ["another member", { note: 1 }, /days\[0\] does not have its form/],
  ["a day and epoch in one", { epoch: 1 }, /days\[0\] does not have its form/],
];

export const tamperings: readonly Tampering[] = [
  ...byOthers,
  ...bySeller,
  ...malformed.map(
    ([what, members, text]): Tampering => ({
      name: `${what} in a signed statement`,
      check: "signature",
      text,
      change: signed((made) => {
        Object.assign(daysOf(made)[0]!, members);
      }),
    }),
  ),
];
