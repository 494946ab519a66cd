import { expect, test } from "bun:test";
import { addressFault, isScheme, schemeMeant } from "./electronic-addresses.ts";

test("addresses of the schemes whose form is known are compared with it", () => {
  const right = [
    ["EM", "invoices@example.com"],
    ["0007", "5560360793"],
    ["0088", "4012345000009"],
    ["0151", "51824753556"],
    ["0184", "DK12345678"],
    ["0184", "12345678"],
    ["0192", "974760673"],
    ["0204", "04011000-12345-03"],
    ["0204", "04011000-1234512345-06"],
    ["0204", "991-33333TEST-33"],
    ["0208", "0202239951"],
    ["0225", "702042755"],
    ["0225", "702042755_70204275500240"],
    ["9930", "DE123456788"],
    ["0106", "of any form"],
  ] as const;
  for (const [scheme, id] of right)
    expect([scheme, id, addressFault({ scheme, id })]).toEqual([scheme, id, undefined]);
  const wrong = [
    ["EM", "example.com"],
    ["EM", "a b@example.com"],
    ["0007", "5560360794"],
    ["0088", "4012345000008"],
    ["0151", "51824753557"],
    ["0184", "DK1234567"],
    ["0192", "974760674"],
    ["0204", "04011000-12345-04"],
    ["0204", "04011000"],
    ["0208", "0202239952"],
    ["0225", "70204275"],
    ["9930", "123456788"],
    ["9930", "DE123456789"],
  ] as const;
  for (const [scheme, id] of wrong) {
    const fault = addressFault({ scheme, id });
    if (typeof fault !== "object") throw new Error(`${scheme} ${id} is accepted`);
    expect([scheme, addressFault({ scheme, id: fault.example })]).toEqual([scheme, undefined]);
  }
});

test("a scheme is a code of EAS; one in small letters, or an earlier one, means another", () => {
  expect(["EM", "0204", "9930", "0225", "0001", "9956", "em", ""].map(isScheme)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(["em", "9956", "9958", " 0204", "0001", ""].map(schemeMeant)).toEqual([
    "EM",
    "0208",
    "0204",
    "0204",
    undefined,
    undefined,
  ]);
  expect(addressFault({ scheme: "0001", id: "x" })).toBe("scheme");
});
