import type { Operation } from "../../calls/context.ts";
import type { ValidationIssue } from "../../http/validation/issues.ts";
import type { Tool } from "./tools.ts";

/** One operation that a tool calls. */
export interface ToolCall {
  /** The family, in a report. */
  readonly name: string;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  /** The query, with its question mark if it is not empty. */
  readonly search: string;
  readonly body?: string;
}

type Values = Readonly<Record<string, string>>;

/** Refuses a tool's arguments before anything is called or charged, as a 422 would. */
export class ArgumentFault extends Error {
  readonly detail: readonly ValidationIssue[];

  constructor(type: string, names: readonly string[], msg: string, input: unknown) {
    super(msg);
    this.detail = [{ type, loc: ["arguments", ...names], msg, input }];
  }
}

/** The operations of a tool's arguments. Throws `ArgumentFault`. */
export function callsOf(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  operations: readonly Operation[],
): readonly ToolCall[] {
  const { makes, properties, required = [] } = tool;
  for (const name of Object.keys(given))
    if (!Object.hasOwn(properties, name))
      throw new ArgumentFault(
        "extra_forbidden",
        [name],
        `${tool.name} takes no ${name}. It takes: ${Object.keys(properties).join(", ") || "no arguments"}`,
        given[name],
      );
  for (const name of required)
    if (given[name] === undefined) throw new ArgumentFault("missing", [name], "Field required", given);
  if (makes.kind === "operation") {
    const operation = operations.find(({ id }) => id === makes.id)!;
    if (makes.body) return [{ name: "", operation, params: {}, search: "", body: bodyOf(tool, given) }];
    return [callOf("", operation, valuesOf(given))];
  }
  const { families, family, ...rest } = given;
  const values = valuesOf(rest);
  const ofApi = (api: string, options: boolean) =>
    operations.filter(
      ({ lookup, method, answers }) =>
        lookup?.api === api &&
        (lookup.options ?? false) === options &&
        method === "GET" &&
        answers !== "lines",
    );
  if (makes.kind === "step") {
    const api = family === undefined ? makes.usual : chosen("family", family, makes.apis);
    return [callOf(api, stepOf(tool, api, values, ofApi(api, true)), values)];
  }
  const apis = makes.kind === "lookup" ? [makes.api] : listOf(families, makes.apis, makes.usual);
  const calls = apis.map((api) => callOf(api, lookupOf(api, values, ofApi(api, false)), values));
  const unused = Object.keys(values).find((name) => !calls.some((call) => uses(call, name)));
  if (unused !== undefined)
    throw new ArgumentFault(
      "extra_forbidden",
      [unused],
      `${unused} is not used with the other arguments. Leave it out`,
      values[unused],
    );
  return calls;
}

/** The arguments as texts, as an address has them. */
function valuesOf(given: Readonly<Record<string, unknown>>): Values {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
      throw new ArgumentFault("string_type", [name], "Input should be a valid string or number", value);
    const text = String(value);
    if (!text.isWellFormed() || text.includes("\0"))
      throw new ArgumentFault("string_unicode", [name], "Input should be a valid string", undefined);
    values[name] = text;
  }
  return values;
}

function bodyOf({ properties }: Tool, given: Readonly<Record<string, unknown>>): string {
  for (const [name, { maxItems }] of Object.entries(properties)) {
    const list = given[name];
    if (Array.isArray(list) && typeof maxItems === "number" && list.length > maxItems)
      throw new ArgumentFault(
        "too_long",
        [name],
        `A tool call takes at most ${maxItems}. POST /vin-decoder/batch takes any number`,
        list.length,
      );
  }
  return JSON.stringify(given);
}

function chosen(name: string, value: unknown, all: readonly string[]): string {
  if (typeof value === "string" && all.includes(value)) return value;
  throw new ArgumentFault("enum", [name], `Input should be one of: ${all.join(", ")}`, value);
}

function listOf(given: unknown, all: readonly string[], usual: readonly string[] = []): readonly string[] {
  if (given === undefined) return usual;
  if (!Array.isArray(given) || given.length === 0)
    throw new ArgumentFault("list_type", ["families"], `Input should be a list of: ${all.join(", ")}`, given);
  return [...new Set(given.map((one) => chosen("families", one, all)))];
}

/** The parameters of a path; a plate has one name in all tools. */
const namesOf = ({ params }: Operation): string[] => Object.keys(params?.shape ?? {});
const argumentOf = (name: string): string => (name === "license" ? "license_plate" : name);
const has = (values: Values, name: string) => Object.hasOwn(values, argumentOf(name));

/** The operation for the vehicle of the arguments: by VIN if there is one, else by the most names. */
function lookupOf(api: string, values: Values, operations: readonly Operation[]): Operation {
  const fitting = operations.filter((one) => namesOf(one).every((name) => has(values, name)));
  const rank = (one: Operation) => (namesOf(one)[0] === "vin" ? 100 : namesOf(one).length);
  const best = fitting.reduce<Operation | undefined>(
    (found, one) => (found && rank(found) >= rank(one) ? found : one),
    undefined,
  );
  if (best) return best;
  const ways = new Set(operations.map((one) => namesOf(one).map(argumentOf).join(", ")));
  throw new ArgumentFault("missing", [], `${api} needs ${[...ways].join("; or ")}`, values);
}

function stepOf({ name }: Tool, api: string, values: Values, operations: readonly Operation[]): Operation {
  const given = Object.keys(values);
  const found = operations.find((one) => {
    const names = namesOf(one);
    return names.length === given.length && names.every((each) => given.includes(each));
  });
  if (found) return found;
  const steps = new Set(operations.map((one) => namesOf(one).join(", ") || "nothing"));
  throw new ArgumentFault("missing", [], `${name} of ${api} takes ${[...steps].join("; or ")}`, values);
}

function uses({ operation }: ToolCall, name: string): boolean {
  return (
    namesOf(operation).some((one) => argumentOf(one) === name) ||
    Object.hasOwn(operation.query?.shape ?? {}, name)
  );
}

function callOf(name: string, operation: Operation, values: Values): ToolCall {
  const names = namesOf(operation);
  const params = Object.fromEntries(names.map((one) => [one, values[argumentOf(one)]!]));
  const query = Object.keys(operation.query?.shape ?? {}).filter(
    (one) => Object.hasOwn(values, one) && !names.includes(one),
  );
  const search =
    query.length === 0
      ? ""
      : `?${new URLSearchParams(Object.fromEntries(query.map((one) => [one, values[one]!])))}`;
  return { name, operation, params, search };
}
