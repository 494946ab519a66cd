import type { ValidationIssue } from "../../http/validation/issues.ts";
import { argumentOf, type Candidate, type Candidates } from "./candidates.ts";
import type { Tool } from "./tools.ts";

/** The operation that a tool calls. */
export interface ToolCall {
  readonly candidate: Candidate;
  readonly params: Readonly<Record<string, string>>;
  /** The query, with its question mark if it is not empty. */
  readonly search: string;
  readonly body?: string;
}

type Given = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string>>;

/** The year, make, model and trim that a VIN decodes to; undefined without a model. */
export type NamesOf = (vin: string, year: string | undefined) => Promise<Values | undefined>;

/** The operation that a tool's arguments mean. Rejects with `ArgumentFault` if there is none. */
export type CallOf = (given: Given, namesOf: NamesOf) => Promise<ToolCall>;

/** Refuses a tool's arguments before anything is called or charged, as a 422 would. */
export class ArgumentFault extends Error {
  readonly detail: readonly ValidationIssue[];

  constructor(type: string, names: readonly string[], msg: string, input: unknown) {
    super(msg);
    this.detail = [{ type, loc: ["arguments", ...names], msg, input }];
  }
}

/** Reads the arguments of a tool. */
export function compileTool(tool: Tool, candidates: Candidates): CallOf {
  const { makes, name } = tool;
  switch (makes.kind) {
    case "operation": {
      const own = makes.ids.map((id) => candidates.get(id));
      const [first] = own as [Candidate];
      if (first.operation.body)
        return async (given) => {
          requireNames(tool, given);
          return { candidate: first, params: {}, search: "", body: bodyOf(tool, given) };
        };
      return async (given) => {
        requireNames(tool, given);
        const { short: _, families, ...others } = given;
        const list = makes.apis && listOf(families, makes.apis, makes.usual);
        const values = { ...valuesOf(others), ...(list && { families: list.join(",") }) };
        return callOf(allUsed(fitting(name, values, own), others), values);
      };
    }
    case "step":
      return async ({ family, ...given }) => {
        requireNames(tool, given);
        const api = family === undefined ? makes.usual : chosen("family", family, makes.apis);
        const values = valuesOf(given);
        return callOf(stepOf(name, api, values, candidates.listsOf(api)), values);
      };
    case "lookup": {
      const own = candidates.lookupsOf(makes.api);
      const takesVin = own.some(({ required }) => required.includes("vin"));
      return async (given, namesOf) => {
        requireNames(tool, given);
        const { vin, ...others } = given;
        const values = valuesOf(given);
        // If no lookup takes the given VIN, its decoded names are used.
        const names = vin === undefined || takesVin ? undefined : await namesOf(values.vin!, values.year);
        const all = { ...names, ...values };
        const candidate = fitting(makes.api, all, own);
        return callOf(allUsed(candidate, names ? others : given), all);
      };
    }
  }
}

/** Refuses unknown and missing arguments. */
function requireNames({ name: tool, properties, required = [] }: Tool, given: Given): void {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(properties, name))
      throw new ArgumentFault(
        "extra_forbidden",
        [name],
        `${tool} takes no ${name}. It takes: ${Object.keys(properties).join(", ") || "no arguments"}`,
        given[name],
      );
  for (const name of required)
    if (given[name] === undefined) throw new ArgumentFault("missing", [name], "Field required", given);
}

/** Refuses an argument that the call does not use. */
function allUsed(candidate: Candidate, given: Given): Candidate {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== null && !candidate.takes.has(name))
      throw new ArgumentFault(
        "extra_forbidden",
        [name],
        `${name} is not used with the other arguments. Leave it out`,
        value,
      );
  return candidate;
}

/** The arguments as texts, as an address has them. */
function valuesOf(given: Given): Values {
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

function bodyOf({ properties }: Tool, given: Given): string {
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

/** The operation for the arguments: by VIN if there is one, else the one that requires the most of them. */
function fitting(name: string, values: Values, candidates: readonly Candidate[]): Candidate {
  const rank = ({ required }: Candidate) => (required[0] === "vin" ? 100 : required.length);
  let best: Candidate | undefined;
  for (const one of candidates)
    if (one.required.every((each) => Object.hasOwn(values, each)) && (!best || rank(one) > rank(best)))
      best = one;
  return best ?? refuse(`${name} needs`, candidates, values);
}

/** The list that takes just the arguments. */
function stepOf(tool: string, api: string, values: Values, candidates: readonly Candidate[]): Candidate {
  const count = Object.keys(values).length;
  const found = candidates.find(
    ({ required }) => required.length === count && required.every((name) => Object.hasOwn(values, name)),
  );
  return found ?? refuse(`${tool} of ${api} takes`, candidates, values);
}

function refuse(what: string, candidates: readonly Candidate[], values: Values): never {
  const ways = new Set(candidates.map(({ required }) => required.join(", ") || "nothing"));
  throw new ArgumentFault("missing", [], `${what} ${[...ways].join("; or ")}`, values);
}

function callOf(candidate: Candidate, values: Values): ToolCall {
  const params: Record<string, string> = {};
  for (const one of candidate.path) params[one] = values[argumentOf(one)]!;
  let search = "";
  for (const one of candidate.query)
    if (Object.hasOwn(values, one) && !candidate.path.includes(one))
      search += `${search === "" ? "?" : "&"}${one}=${encodeURIComponent(values[one]!)}`;
  return { candidate, params, search };
}
