import { expect, test } from "bun:test";
import { OperatorError } from "../../../base/operator-error.ts";
import { parseDeclaration } from "../declaration.ts";

const fault = (text: string): string => {
  try {
    parseDeclaration(text, "f.yaml");
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return "none";
};

test("faults of a file are reported with their lines", () => {
  expect(fault("version: 1\nproducts: [\n")).toStartWith("f.yaml:3:1: ");
  expect(fault("")).toStartWith("f.yaml: the declaration: ");
  expect(fault("version: 2\n")).toBe("f.yaml:1: version: Input should be 1");
  expect(fault("version: 1\nproducts:\n  - id: a\n    stat: published\n  - display_name: b\n")).toBe(
    "f.yaml:4: products.0.stat: Extra inputs are not permitted\nf.yaml:5: products.1.id: Field required",
  );
  expect(fault("version: 1\nproducts:\n  - id: a\n  - id: a\n")).toBe("f.yaml: products has a twice");
  const api = "version: 1\napis:\n  - { name: a, display_name: A, path: a, auth: ";
  expect(fault(`${api}{ header: x, value: secret } }`)).toBe(
    "f.yaml:3: apis.0.auth.model.value: Extra inputs are not permitted\nf.yaml:3: apis.0.auth.list[model]: Input should be a valid list",
  );
  for (const file of ["../key", "/etc/key", "a/../../key", "a/."])
    expect(fault(`${api}{ query: x, value_file: ${file} } }`)).toContain(
      "auth.model.value_file: String should match",
    );
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (const at of "bcdefghi") {
    const last = String.fromCharCode(at.charCodeAt(0) - 1);
    bomb.push(`${at}: &${at} [${Array(9).fill(`*${last}`).join(", ")}]`);
  }
  expect(fault(bomb.join("\n"))).toBe("f.yaml: Excessive alias count indicates a resource exhaustion attack");
});
