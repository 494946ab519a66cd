import { refuse } from "./issues.ts";
import { type Check, type DefOf, leaf, type Node } from "./node.ts";
import { alternatives, repr } from "./python-text.ts";

/** Compiles one or several literals: only the value itself, uncoerced. */
export function compileLiteral(def: DefOf<"literal">): Node {
  const label = `literal[${def.values.map(repr).join(",")}]`;
  return leaf(label, oneOf(def.values, "literal_error"));
}

/** Compiles an enumeration of strings or numbers. */
export function compileEnum(def: DefOf<"enum">): Node {
  // A numeric TypeScript enum also maps its numbers back to names.
  const names = Object.keys(def.entries).filter(
    (key) => typeof def.entries[def.entries[key] ?? ""] !== "number",
  );
  return leaf(
    "str-enum",
    oneOf(
      names.map((name) => def.entries[name]),
      "enum",
    ),
  );
}

function oneOf(values: readonly unknown[], type: string): Check {
  const accepted = new Set(values);
  const expected = alternatives(values);
  return (input, issues) =>
    accepted.has(input) ? input : refuse(issues, type, `Input should be ${expected}`, input, { expected });
}
