import { expect, test } from "bun:test";
import {
  allPort,
  type Connected,
  give,
  given,
  onePort,
  optionalPort,
  orderOfOpening,
  requireDeclared,
} from "./ports.ts";

const plans = onePort<string>("plans");
const mail = optionalPort<string>("mail");
const links = allPort<string>("links");

const order = (...features: Connected[]) => orderOfOpening(features).map(({ name }) => name);

test("a port has the values of its providers", () => {
  const running = [
    { gives: new Map([give(links, "a"), give(mail, "m")]) },
    {},
    { gives: new Map([give(links, "b"), give(plans, "p")]) },
  ];
  expect([given(running, links), given(running, mail), given(running, plans)]).toEqual([
    ["a", "b"],
    "m",
    "p",
  ]);
  expect([given([], links), given([], mail)]).toEqual([[], undefined]);
  expect(() => given([], plans)).toThrow("nothing gives plans");
});

test("a feature opens after what it needs, else in its place", () => {
  const payments = { name: "payments", needs: [plans, mail, links] };
  const billing = { name: "billing", provides: [plans] };
  const post = { name: "post", provides: [mail, links] };
  const other = { name: "other", provides: [links] };
  expect(order(other, payments, post, billing)).toEqual(["other", "billing", "post", "payments"]);
  expect(order(billing, payments, other)).toEqual(["billing", "other", "payments"]);
});

test("a start that cannot be ordered ends with a sentence", () => {
  const a = { name: "a", provides: [plans], needs: [mail] };
  const b = { name: "b", provides: [mail], needs: [plans] };
  const faults: [Connected[], string][] = [
    [
      [{ name: "payments", needs: [plans] }],
      'The feature payments needs "plans", and no feature in src/features.ts provides it. Add one that does, or take payments out.',
    ],
    [
      [a, b],
      "The features a, b need each other in a circle, so none can be opened first. Take one of them out of src/features.ts.",
    ],
    [
      [
        { name: "a", provides: [mail] },
        { name: "b", provides: [mail] },
      ],
      'The features a, b both provide "mail", which has one provider. Take one of them out of src/features.ts.',
    ],
  ];
  for (const [features, fault] of faults) expect(() => orderOfOpening(features)).toThrow(fault);
});

test("a feature gives nothing that it does not declare", () => {
  const gives = new Map([give(mail, "m")]);
  expect(() => requireDeclared({ name: "post" }, gives)).toThrow(
    'post gives "mail", which it does not declare',
  );
  requireDeclared({ name: "post", provides: [mail, links] }, gives);
});

test("a port with one provider is given in every start", () => {
  const billing = { name: "billing", provides: [plans, mail] };
  const fault = 'The feature billing declares "plans", and does not give it.';
  expect(() => requireDeclared(billing)).toThrow(fault);
  expect(() => requireDeclared(billing, new Map([give(mail, "m")]))).toThrow(fault);
  requireDeclared(billing, new Map([give(plans, "p")]));
});
