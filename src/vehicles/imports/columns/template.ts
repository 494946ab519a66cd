import { exactCsvLine } from "../../../base/csv.ts";
import type { PlaceholderPlan } from "../../families/body.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { keyColumnsOf } from "./key-columns.ts";
import type { Shape } from "./record-shape.ts";
import { rowShape } from "./row-shape.ts";

/** A column of a family's CSV, for documents and templates. */
export interface DocumentedColumn {
  readonly name: string;
  /** text, number, true/false, one of …, texts divided by |, or JSON. */
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
  readonly example: string;
}

/** Every column of a family. It names the items that the example has in lists; more follow with higher numbers. */
export function documentedColumns(family: RecordFamily): readonly DocumentedColumn[] {
  const required = new Set(keyColumnsOf(family).flatMap((key) => (key.required ? [key.name] : [])));
  const example = family.example;
  const { members, open } = rowShape(family);
  const columns = members.flatMap(({ name, shape, about }) =>
    columnsOf(name, shape, about, name.startsWith("facts.") ? factOf(example, name) : example[name]),
  );
  const others = open ? Object.keys(example).filter((name) => !members.some((one) => one.name === name)) : [];
  const free = others.flatMap((name) =>
    columnsOf(name, { kind: "any" }, "Other columns are kept.", example[name]),
  );
  const images = imagePaths(family);
  return [...columns, ...free].map((column) => ({
    ...column,
    about: images.has(pathOf(column.name))
      ? "Name of the image's object; responses have its signed URL."
      : column.about,
    required: required.has(column.name),
  }));
}

/** Paths omit the numbers of list items: `images.1.url` is `images.url`. */
const pathOf = (name: string): string => name.replace(/\.\d+/g, "");

/** The paths of columns that name images; responses replace them by URLs. */
function imagePaths({ placeholders, example }: RecordFamily): ReadonlySet<string> {
  const walk = (plan: PlaceholderPlan, path: string): string[] => {
    if (typeof plan === "string") return plan === "image" ? [path] : [];
    if (Array.isArray(plan)) return walk(plan[0], path);
    return Object.entries(plan).flatMap(([name, part]) => walk(part, path === "" ? name : `${path}.${name}`));
  };
  const plan = typeof placeholders === "function" ? placeholders(example) : placeholders;
  return new Set(plan ? walk(plan, "") : []);
}

const factOf = (example: Readonly<Record<string, unknown>>, name: string): unknown =>
  (example.facts as Readonly<Record<string, unknown>> | undefined)?.[name.slice("facts.".length)];

type Described = Omit<DocumentedColumn, "required">;

function columnsOf(name: string, shape: Shape, about: string, example: unknown): Described[] {
  if (shape.kind === "object")
    return shape.members.flatMap((member) =>
      columnsOf(`${name}.${member.name}`, member.shape, member.about, memberOf(example, member.name)),
    );
  if (shape.kind === "list" && (shape.item.kind === "object" || shape.item.kind === "list"))
    return (Array.isArray(example) && example.length > 0 ? example : [undefined]).flatMap((item, index) =>
      columnsOf(`${name}.${index + 1}`, shape.item, "", item),
    );
  if ((shape.kind === "map" || shape.kind === "any") && isObject(example))
    return Object.entries(example).flatMap(([member, value]) =>
      columnsOf(`${name}.${member}`, shape.kind === "map" ? shape.value : shape, about, value),
    );
  return [{ name, type: typeText(shape), about, example: cellText(example) }];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const memberOf = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined);

function typeText(shape: Shape): string {
  if (shape.kind === "choice") return `one of ${shape.values.join(", ")}`;
  if (shape.kind === "list") return "texts divided by |";
  return { text: "text", flag: "true or false", number: "number", any: "text", map: "JSON", object: "JSON" }[
    shape.kind
  ];
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.join("|") : String(value);
}

/** The header of a family's CSV and one row that can be imported. */
export function csvTemplate(family: RecordFamily): string {
  const columns = documentedColumns(family);
  const lines = [columns.map(({ name }) => name), columns.map(({ example }) => example)];
  return lines.map((cells) => exactCsvLine(cells)).join("");
}
