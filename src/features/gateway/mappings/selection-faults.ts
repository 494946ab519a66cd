import type { compile } from "@jmespath-community/jmespath";

type Node = ReturnType<typeof compile>;
type Of<Type extends Node["type"]> = Extract<Node, { readonly type: Type }>;

const instead = (fault: string) => `${fault}; write a selection of members, indexes and filters`;

const refused: Readonly<Partial<Record<Node["type"], string>>> = {
  Function: "calls a function",
  MultiSelectList: "makes a list",
  MultiSelectHash: "makes an object",
  Root: "begins at the root ($)",
  ExpressionReference: "has an expression reference (&)",
  Arithmetic: "computes",
  Unary: "computes",
  LetExpression: "names a value (let)",
  Binding: "names a value (let)",
  Variable: "reads a named value",
  Ternary: "chooses between values (? :)",
};

/** What of an expression is not a selection, and what to write instead; adds the members that it reads. */
export function selectionFault(node: Node, names: Set<string>): string | undefined {
  return faultIn(node, names, false);
}

/** `within`: it is read for each item of a list, where a constant would make results larger than their input. */
function faultIn(node: Node, names: Set<string>, within: boolean): string | undefined {
  const inAll = (nodes: readonly Node[], inside = within): string | undefined => {
    for (const one of nodes) {
      const fault = faultIn(one, names, inside);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  switch (node.type) {
    case "Field":
      return nameFault((node as Of<"Field">).name, names);
    case "Identity":
    case "Current":
    case "Index":
      return undefined;
    case "Slice":
      return (node as { readonly step?: number | null }).step === 0
        ? "has a slice with step 0; write another step"
        : undefined;
    case "Flatten":
      return inAll([(node as { readonly child: Node }).child]);
    case "Subexpression":
    case "IndexExpression": {
      const { left, right } = node as { readonly left: Node; readonly right: Node };
      return inAll([left, right]);
    }
    case "Projection":
    case "ValueProjection": {
      const { left, right } = node as { readonly left: Node; readonly right: Node };
      return inAll([left]) ?? inAll([right], true);
    }
    case "FilterProjection": {
      const { left, right, condition } = node as Of<"FilterProjection">;
      return inAll([left]) ?? inAll([condition], false) ?? inAll([right], true);
    }
    case "Pipe":
    case "OrExpression":
    case "AndExpression": {
      const { left, right } = node as { readonly left: Node; readonly right: Node };
      return within ? constantFault : inAll([left, right]);
    }
    case "NotExpression":
      return within ? constantFault : inAll([(node as { readonly child: Node }).child]);
    case "Comparator":
      return within ? constantFault : comparisonFault(node as Of<"Comparator">, names);
    case "Literal":
      return "has a literal outside of a comparison; write value for a fixed text";
    default:
      return instead(refused[node.type] ?? `has ${node.type}`);
  }
}

const constantFault = instead("has an operator for each item of a list");

/** Two parts of an answer could be long, and are not compared. */
function comparisonFault({ left, right }: Of<"Comparator">, names: Set<string>): string | undefined {
  const literals = [left, right].filter((side): side is Of<"Literal"> => side.type === "Literal");
  if (literals.length !== 1)
    return "compares without a literal, or two of them; write for example state == 'sold'";
  const [{ value } = { value: null }] = literals;
  if (typeof value === "object" && value !== null)
    return "compares with a list or an object; write a text, a number, true, false or null";
  return faultIn(left.type === "Literal" ? right : left, names, false);
}

/** What every object has is no member of an answer. */
function nameFault(name: string, names: Set<string>): string | undefined {
  if (name in Object.prototype) return `reads "${name}", which every object has; write another member`;
  names.add(name);
  return undefined;
}
