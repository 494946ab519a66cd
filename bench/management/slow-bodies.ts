import { z } from "zod";
import type { Operation } from "../../src/calls/context.ts";

/** A body that may be slow to read, and its description. */
export interface SlowBody {
  readonly name: string;
  readonly body: string;
  readonly type: string;
}

/** The path to a value in a body; "0" is a list's item. */
type Path = readonly string[];

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
}

function pathsOf(schema: JsonSchema, path: Path = []): Path[] {
  const within = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    pathsOf(part, [...path, name]),
  );
  const items = schema.items ? pathsOf(schema.items, [...path, "0"]) : [];
  const { additionalProperties: others, anyOf = [] } = schema;
  const values = typeof others === "object" ? pathsOf(others, [...path, "other"]) : [];
  return [path, ...within, ...items, ...values, ...anyOf.flatMap((part) => pathsOf(part, path).slice(1))];
}

/** A body with a JSON value at a path. */
function at(path: Path, json: string): string {
  return path.reduceRight(
    (inner, name) => (name === "0" ? `[${inner}]` : `{${JSON.stringify(name)}:${inner}}`),
    json,
  );
}

const fill = (unit: string, bytes: number) =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
const list = (item: string, count: number) => `[${fill(`${item},`, (item.length + 1) * (count - 1))}${item}]`;
const object = (count: number, nameBytes: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"${String(index).padStart(nameBytes, "n")}":${value}`)}}`;

const units = [
  ...'a|1|1_| |é|🚗|\\u0041|\\n|\\\\|a.|a@|@|<|a <|\\"|\\u0000'.split("|"),
  ..."-|{|%|a b |1e9|＠|\\ud83d\\ude00|http://|https://a:|/|2024-01-01T".split("|"),
];
const wrappers = [
  ['"a@', "b.", 'c"'],
  ['"', "x ", '<a@b.co>"'],
  ['"https://', "a@", 'b/"'],
  ['"2024-01-01T00:00:00.', "0", 'Z"'],
  ['"/products/', "a", '"'],
] as const;

/** Values of about so many bytes that are slow for parsers, patterns and messages. */
function values(bytes: number): [name: string, json: string][] {
  const texts = units.map((unit): [string, string] => [`text of ${unit}`, `"${fill(unit, bytes)}"`]);
  const wrapped = wrappers.map(([start, unit, end]): [string, string] => [
    `${start}${unit}…${end}`,
    `${start}${fill(unit, bytes)}${end}`,
  ]);
  const levels = 20;
  return [
    ...texts,
    ...wrapped,
    ["2,000 characters", `"${fill("a b <", 2000)}"`],
    ["digits", fill("9", bytes)],
    ["a fraction", `0.${fill("1", bytes)}`],
    ["1,000 items", list("1", Math.min(1000, Math.floor(bytes / 2)))],
    ["1,000 wrong items", list('"\\u0000é"', Math.min(1000, Math.floor(bytes / 12)))],
    ["lists of lists", list(list("[]", 999), Math.max(1, Math.floor(bytes / 3000)))],
    ["lists of objects", list('{"a":[{}]}', Math.min(1000, Math.floor(bytes / 11)))],
    ["1,000 members", object(Math.min(999, Math.floor(bytes / 20)), 12, "null")],
    ["members with long names", object(Math.min(999, Math.floor(bytes / 240)), 230, "[]")],
    ["many small objects", list('{"a":1,"b":2}', Math.min(1000, Math.floor(bytes / 14)))],
    ["objects of unknown members", list(object(60, 4, "1"), Math.max(1, Math.floor(bytes / 600)))],
    ["levels", "[".repeat(levels) + list("1", Math.min(1000, Math.floor(bytes / 2))) + "]".repeat(levels)],
    ["parallel levels", list("[[[[[[[[[[]]]]]]]]]]", Math.min(1000, Math.floor(bytes / 21)))],
  ];
}

/** Texts that are invalid JSON, some only near the end. */
function broken(bytes: number): [name: string, body: string][] {
  return [
    ["an end that is missing", `{"a":"${fill("x", bytes)}`],
    [
      "an end that is wrong",
      `[${fill("[],", bytes)}`.slice(0, 3000).concat(`"${fill("x", bytes - 3100)}"]x`),
    ],
    ["escapes, then a fault", `["${fill("\\u00e9", bytes)}\\x"]`],
    ["a lone surrogate at the end", `["${fill("\\ud83d\\ude00", bytes)}\\ud800"]`],
    ["a number out of range at the end", `["${fill("a", bytes)}",1e999]`],
    ["spaces", `${fill(" ", bytes)}x`],
    ["an open list of numbers", `[${fill("[1,2,3],", Math.min(bytes, 7900))}`],
    ["open brackets", fill("[", bytes)],
    ["commas", fill(",", bytes)],
    ["quotes", fill('"', bytes)],
    ["backslashes", `"${fill("\\", bytes)}`],
  ];
}

/** Bodies of about as many bytes as the operation accepts, built from its schema. */
export function slowBodies({ body }: Operation, bytes: number): SlowBody[] {
  const schema = z.toJSONSchema(body!, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
  }) as JsonSchema;
  const room = bytes - 300;
  const made = values(room).flatMap(([name, json]) => [
    ...pathsOf(schema).map((path) => ({ name: `${name} at /${path.join("/")}`, body: at(path, json) })),
    { name: `${name} under an unknown name`, body: `{"unknown":${json}}` },
  ]);
  const names = Object.keys(schema.properties ?? {}).slice(0, 30);
  const every = values(Math.floor(room / Math.max(1, names.length)) - 40).map(([name, json]) => ({
    name: `${name} at every path`,
    body: `{${names.map((own) => `${JSON.stringify(own)}:${json}`)}}`,
  }));
  const texts = broken(room).map(([name, text]) => ({ name, body: text }));
  const json = [...made, ...every, ...texts].map((one) => ({ ...one, type: "application/json" }));
  const plain = texts.map((one) => ({ ...one, name: `${one.name}, as text`, type: "text/plain" }));
  return [...json, ...plain].filter((one) => Buffer.byteLength(one.body) <= bytes);
}
