import { z } from "zod";
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
  const own = makes.kind === "operation" ? operations.filter(({ id }) => makes.ids.includes(id)) : [];
  const [first] = own;
  if (first?.body) return [{ name: "", operation: first, params: {}, search: "", body: bodyOf(tool, given) }];
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
  const calls =
    makes.kind === "operation"
      ? [callOf("", fitting(tool.name, values, own), values)]
      : (makes.kind === "lookup" ? [makes.api] : listOf(families, makes.apis, makes.usual)).map((api) =>
          callOf(api, fitting(api, values, ofApi(api, false)), values),
        );
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

/** A plate has one name in all tools. */
const argumentOf = (name: string): string => (/^(license|plate)$/.test(name) ? "license_plate" : name);
const namesOf = ({ params }: Operation): string[] => Object.keys(params?.shape ?? {});
const queryOf = ({ query }: Operation): string[] => Object.keys(query?.shape ?? {});

/** The names of what an operation requires. */
function requiredBy(operation: Operation): string[] {
  const shape = operation.query?.shape ?? {};
  const query = queryOf(operation).filter(
    (name) => !z.safeParse(shape[name] as z.ZodType, undefined).success,
  );
  return [...namesOf(operation), ...query].map(argumentOf);
}

/** The operation for the arguments: by VIN if there is one, else the one that requires the most of them. */
function fitting(name: string, values: Values, operations: readonly Operation[]): Operation {
  const rank = (names: readonly string[]) => (names[0] === "vin" ? 100 : names.length);
  let best: Operation | undefined;
  let bestRank = -1;
  const ways = new Set<string>();
  for (const one of operations) {
    const names = requiredBy(one);
    ways.add(names.join(", "));
    if (rank(names) <= bestRank || !names.every((each) => Object.hasOwn(values, each))) continue;
    best = one;
    bestRank = rank(names);
  }
  if (best) return best;
  throw new ArgumentFault("missing", [], `${name} needs ${[...ways].join("; or ")}`, values);
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
  return [...namesOf(operation), ...queryOf(operation)].some((one) => argumentOf(one) === name);
}

function callOf(name: string, operation: Operation, values: Values): ToolCall {
  const names = namesOf(operation);
  const params = Object.fromEntries(names.map((one) => [one, values[argumentOf(one)]!]));
  const query = queryOf(operation).filter((one) => Object.hasOwn(values, one) && !names.includes(one));
  const search =
    query.length === 0
      ? ""
      : `?${new URLSearchParams(Object.fromEntries(query.map((one) => [one, values[one]!])))}`;
  return { name, operation, params, search };
}
