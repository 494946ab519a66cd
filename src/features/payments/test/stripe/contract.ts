import facts from "./contract.json";

// Facts of Stripe's published contract, made by `make-contract.ts`, and what is outside them.

/** A parameter or a member. `only`: the one document that has it, if the other one does not. */
export interface Fact {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly required?: true;
  readonly nullable?: true;
  readonly only?: "openapi" | "types";
}

interface Contract {
  readonly versions: { readonly openapi: string; readonly types: string };
  /** By `METHOD /path`; names of parameters as forms have them: `[]` for any number, `[*]` for any name. */
  readonly operations: Readonly<
    Record<string, { readonly reply: string; readonly parameters: Readonly<Record<string, Fact>> }>
  >;
  readonly objects: Readonly<Record<string, Readonly<Record<string, Fact>>>>;
  readonly events: readonly string[];
}

export const contract = facts as unknown as Contract;

/** The operation of a request; undefined if Stripe has none that is used. */
export const operationOf = (method: string, path: string): string | undefined =>
  Object.keys(contract.operations).find((name) => {
    const [of, form] = name.split(" ") as [string, string];
    return of === method && new RegExp(`^${form.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
  });

const general = (name: string): string =>
  name
    .replaceAll(/\[\d+\]/g, "[]")
    .replace(/(metadata\])?(metadata)?\[(?!\])[^[\]]+\]$/, (last, a, b) =>
      a || b ? `${a ?? ""}${b ?? ""}[*]` : last,
    );

/** What of a request is outside the contract. */
export function wrongRequest(
  method: string,
  path: string,
  sent: Iterable<readonly [string, string]>,
): string[] {
  const operation = operationOf(method, path);
  if (operation === undefined) return [`${method} ${path} is no operation`];
  const { parameters } = contract.operations[operation]!;
  const given = [...sent].map(([name, value]) => [general(name), value] as const);
  const names = new Set(given.map(([name]) => name));
  const missing = Object.entries(parameters)
    .filter(
      ([name, { required, type }]) => required && type !== "object" && !names.has(name) && !/[[]/.test(name),
    )
    .map(([name]) => `${operation}: ${name} is missing`);
  const wrong = given.flatMap(([name, value]) => {
    const fact = parameters[name];
    if (!fact) return [`${operation}: ${name} is no parameter`];
    const reason = wrongText(fact, value);
    return reason ? [`${operation}: ${name} ${reason}`] : [];
  });
  return [...missing, ...wrong];
}

function wrongText({ type, enum: known, maxLength }: Fact, value: string): string | undefined {
  if (known && !known.includes(value) && !type.includes("boolean")) return `is not known: ${value}`;
  if (maxLength !== undefined && value.length > maxLength) return `is longer than ${maxLength}`;
  if (type === "integer" && !/^-?\d+$/.test(value)) return `is no whole number: ${value}`;
  if (type.startsWith("boolean") && !["true", "false", ...(known ?? [])].includes(value))
    return `is no boolean: ${value}`;
  return undefined;
}

/** What of a reply, or of an object in it, is outside the contract. */
export function wrongReply(name: string, value: unknown, at = name): string[] {
  if (name.startsWith("list of ")) {
    const { data, object, has_more, url, ...more } = value as Record<string, unknown>;
    const shape =
      object === "list" &&
      typeof has_more === "boolean" &&
      typeof url === "string" &&
      Object.keys(more).length === 0;
    const members = (data as unknown[]).flatMap((one) => wrongReply(name.slice(8), one));
    return shape ? members : [`${at} is no list`, ...members];
  }
  const facts = contract.objects[name];
  if (!facts) return [`${at}: ${name} is not in the contract`];
  const given = value as Record<string, unknown>;
  const missing = Object.entries(facts)
    .filter(([member, { required }]) => required && given[member] === undefined)
    .map(([member]) => `${at}.${member} is missing`);
  const wrong = Object.entries(given).flatMap(([member, one]) => {
    const fact = facts[member];
    return fact ? wrongMember(fact, one, `${at}.${member}`) : [`${at}.${member} is no member`];
  });
  return [...missing, ...wrong];
}

function wrongMember(
  { type, enum: known, nullable, maxLength, required }: Fact,
  value: unknown,
  at: string,
): string[] {
  if (value === null) return nullable || !required ? [] : [`${at} is null`];
  const types = type.split("|");
  const found = Array.isArray(value)
    ? "array"
    : typeof value === "number" && Number.isInteger(value)
      ? "integer"
      : typeof value;
  if (found === "object") {
    // Where it can be one of several, it names which.
    const { object: own } = value as { readonly object?: unknown };
    const named = types.find((one) => one in contract.objects && (own === undefined || own === one));
    if (named) return wrongReply(named, value, at);
  }
  if (!types.includes(found)) return [`${at} is ${found}, not ${type}`];
  if (known && typeof value === "string" && !known.includes(value)) return [`${at} is not known: ${value}`];
  if (maxLength !== undefined && typeof value === "string" && value.length > maxLength)
    return [`${at} is too long`];
  return [];
}
