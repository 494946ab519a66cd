import { expect, test } from "bun:test";
import { z } from "zod";
import { compileSchema } from "../../src/http/validation/compile.ts";
import { INVALID, type ValidationIssue } from "../../src/http/validation/issues.ts";
import { linePattern } from "../../src/management/common/identifiers.ts";
import { operations } from "../../src/operations.ts";

interface Json {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly accepts?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly additionalProperties?: Json | boolean;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
}

/** A text that a body, or a query, can have. */
interface Member {
  readonly operation: string;
  readonly path: readonly string[];
  readonly kind: "line" | "remark" | "free" | "formed";
  /** The body with a value at the place, and else only what names the form of an object. */
  readonly bodyWith: (value: unknown) => unknown;
  readonly schema: z.ZodType;
}

const kindOf = ({ accepts, pattern, format, enum: known, const: one }: Json): Member["kind"] => {
  if (accepts === linePattern) return "line";
  if (accepts === "^[^\\u0000]*$") return "remark";
  return (accepts ?? pattern ?? format ?? known ?? one) ? "formed" : "free";
};

function membersOf(operation: string, schema: z.ZodType): Member[] {
  const root = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as Json;
  const found: Member[] = [];
  const walk = (one: Json, path: readonly string[], bodyWith: Member["bodyWith"]): void => {
    if (path.length > 12) return;
    if (one.$ref) walk(root.$defs?.[one.$ref.split("/").at(-1)!] ?? {}, path, bodyWith);
    for (const part of [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])])
      walk(part, path, bodyWith);
    if (one.type === "string") found.push({ operation, path, kind: kindOf(one), bodyWith, schema });
    const members = Object.entries(one.properties ?? {});
    const form = Object.fromEntries(members.flatMap(([name, { const: is }]) => (is ? [[name, is]] : [])));
    for (const [name, part] of members)
      walk(part, [...path, name], (value) => bodyWith({ ...form, [name]: value }));
    if (one.items) walk(one.items, [...path, "[]"], (value) => bodyWith([value]));
    if (typeof one.additionalProperties === "object")
      walk(one.additionalProperties, [...path, "{}"], (value) => bodyWith({ any: value }));
  };
  walk(root, [], (value) => value);
  return found;
}

const inBodies = operations.flatMap(({ method, path, body }) =>
  body ? membersOf(`${method} ${path}`, body) : [],
);
const inQueries = operations.flatMap(({ method, path, query }) =>
  query ? membersOf(`${method} ${path}`, query) : [],
);
const members = [...inBodies, ...inQueries];
const named = (kind: Member["kind"]) =>
  [...new Set(inBodies.filter((one) => one.kind === kind).map(({ path }) => path.join(".")))].sort();

/** The messages of a body at the place of a member. */
function messages({ schema, bodyWith, path }: Member, value: string): string[] {
  const issues: ValidationIssue[] = [];
  const result = compileSchema(schema).check(bodyWith(value), issues);
  const name = path.findLast((part) => part !== "[]" && part !== "{}") ?? "";
  const own = issues.filter(({ loc }) => path.length === 0 || loc.includes(name));
  return result === INVALID ? own.map(({ msg }) => msg) : [];
}

const refusalOf = (code: string) =>
  `Value error, has the character U+${code}, which one line of text must not have: remove it`;

test("each line of each body refuses what would end it, turn it around or not be seen, and names it", () => {
  const lines = members.filter(({ kind }) => kind === "line");
  expect(lines.length).toBeGreaterThan(60);
  const refused = "\0\t\n\r\u007f\u0085\u200b\u2028\u2029\u202a\u202e\u2060\u2066\u2069\ufeff\ud800";
  for (const member of lines)
    for (const character of refused) {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      const at = [member.operation, ...member.path, code];
      expect([...at, messages(member, `A${character}B`).includes(refusalOf(code))]).toEqual([...at, true]);
    }
});

test("names of all languages and emoji pass", () => {
  const names = [
    "می\u200cخواهم",
    "क्\u200dष",
    "👩‍👩‍👧",
    "\u200fAcme\u200e",
    "Ωμέγα Ђуро",
    "Straße & Söhne",
    "Zoë’s \u00a0",
  ];
  for (const member of members.filter(({ kind }) => kind === "line"))
    for (const name of names)
      expect([member.operation, ...member.path, messages(member, name).join().includes("U+")]).toEqual([
        member.operation,
        ...member.path,
        false,
      ]);
});

test("texts without the rule of lines are those of several lines, keys, and what another check reads", () => {
  expect(named("remark")).toEqual([
    // Texts of several lines.
    "description",
    // Keys of programs.
    "idempotency_key",
    "intro",
    "note",
    // A call that is tried.
    "path",
    "reason",
    // What a payer wrote, as the bank has it.
    "reference",
    "state_comment",
    "terms",
    "text",
  ]);
  expect(named("free")).toEqual([
    // What must be known already: IDs, tax IDs of an account, time zones.
    "api_id",
    "apis.[]",
    ...["auth.[].basic", "auth.[].certificate", "auth.basic", "auth.certificate", "ca_certificate"],
    // The form of vPIC.
    "data",
    // Answers of providers and devices.
    "error",
    ...["fallback.auth.[].basic", "fallback.auth.[].certificate", "fallback.auth.basic"],
    ...["fallback.auth.certificate", "fallback.ca_certificate"],
    "format",
    "id",
    "iss",
    "response.response.transports.[]",
    "tax_id",
    // In which VINs are found.
    "text",
    "time_zone",
  ]);
});
