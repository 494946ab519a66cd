import { compile, type JSONValue, TreeInterpreter } from "@jmespath-community/jmespath";
import type { Budget } from "./budget.ts";
import { selectionFault } from "./selection-faults.ts";

type Node = ReturnType<typeof compile>;
type Visited = Parameters<typeof TreeInterpreter.visit>[1];

const Interpreter = TreeInterpreter.constructor as new () => typeof TreeInterpreter;
const visitsPerCheck = 32;

/** The library's interpreter, which ends when its budget is spent: one expression can walk a long answer many times. */
class BoundedInterpreter extends Interpreter {
  budget: Budget | undefined;
  #visits = 0;

  override visit(node: Node, value: Visited): Visited {
    this.#visits += 1;
    if (this.#visits % visitsPerCheck === 0) this.budget!.check();
    return super.visit(node, value);
  }
}

// It keeps nothing of an expression that is let pass: one serves all.
const interpreter = new BoundedInterpreter();

const lengthMax = 1000;

/** An expression that selects parts of its input; a result is never larger than the input. */
export interface Selection {
  readonly text: string;
  /** The names of members that it reads. */
  readonly names: ReadonlySet<string>;
  /** The names that lead to the value, if it is a path of members alone. */
  readonly steps: readonly string[] | undefined;
  /** Finds its value, null for none. Throws what the budget throws. */
  find(input: unknown, budget: Budget): unknown;
}

/** Compiles an expression, once. Returns why it cannot stand where it does, and what to write. */
export function compileSelection(text: string): Selection | { readonly fault: string } {
  if (text.length > lengthMax) return { fault: `has more than ${lengthMax} characters; write a shorter one` };
  let node: Node;
  try {
    node = compile(text);
  } catch (error) {
    return { fault: `is no JMESPath expression: ${(error as Error).message}` };
  }
  const names = new Set<string>();
  const fault = selectionFault(node, names);
  if (fault !== undefined) return { fault };
  const find = (input: unknown, budget: Budget) => {
    interpreter.budget = budget;
    return interpreter.visit(node, input as JSONValue);
  };
  return { text, names, steps: stepsOf(node), find };
}

function stepsOf(node: Node): readonly string[] | undefined {
  if (node.type === "Field") return [(node as { readonly name: string }).name];
  if (node.type !== "Subexpression") return undefined;
  const { left, right } = node as { readonly left: Node; readonly right: Node };
  const [before, after] = [stepsOf(left), stepsOf(right)];
  return before && after && [...before, ...after];
}

/** Whether JMESPath takes a value for false. */
export function isFalse(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
