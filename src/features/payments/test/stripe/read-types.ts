import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A member of an interface: its type in short, and its values if they are listed. */
export interface TypeMember {
  readonly type: string;
  readonly values: readonly string[];
  readonly isOptional: boolean;
  readonly isNull: boolean;
}

/** Members by interface, in their namespaces. */
export type Types = Readonly<Record<string, Readonly<Record<string, TypeMember>>>>;

const files = [
  "Accounts",
  "AccountsResource",
  "BalanceTransactions",
  "BalanceTransactionsResource",
  "Charges",
  "Checkout/Sessions",
  "Checkout/SessionsResource",
  "Disputes",
  "DisputesResource",
  "EventsResource",
  "PaymentIntents",
  "PaymentIntentsResource",
  "Refunds",
  "RefundsResource",
  "WebhookEndpoints",
  "WebhookEndpointsResource",
];

const paging: Readonly<Record<string, TypeMember>> = Object.fromEntries(
  [
    ["ending_before", "string"],
    ["limit", "integer"],
    ["starting_after", "string"],
  ].map(([name, type]) => [name, { type: type!, values: [], isOptional: true, isNull: false }]),
);

const literals = (text: string): string[] => [...text.matchAll(/'([^']*)'/g)].map(([, value]) => value!);

/** Reads declarations as Stripe's generator writes them: one member a line, and namespaces by their indentation. */
export function readTypes(folder: string): {
  readonly version: string;
  readonly interfaces: Types;
  readonly events: readonly string[];
} {
  const raw: Record<string, Record<string, { text: string; isOptional: boolean }>> = {};
  const aliases: Record<string, string> = {};
  for (const file of files) readFile(readFileSync(join(folder, `${file}.d.ts`), "utf8"), raw, aliases);
  const lib = readFileSync(join(folder, "lib.d.ts"), "utf8");
  const events = readFileSync(join(folder, "EventTypes.d.ts"), "utf8");
  const version = /LatestApiVersion = '([^']+)'/.exec(lib)![1]!;
  const interfaces = Object.fromEntries(
    Object.entries(raw).map(([name, members]) => [
      name,
      Object.fromEntries(
        Object.entries(members).map(([member, { text, isOptional }]) => [
          member,
          memberOf(name, text, isOptional, aliases),
        ]),
      ),
    ]),
  );
  return {
    version,
    interfaces,
    events: [...new Set([...events.matchAll(/^\s+type: '([^']+)';/gm)].map(([, type]) => type!))].sort(),
  };
}

function readFile(
  source: string,
  raw: Record<string, Record<string, { text: string; isOptional: boolean }>>,
  aliases: Record<string, string>,
): void {
  const lines = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").split("\n");
  const all: { readonly name: string; readonly indent: number }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() === "") continue;
    const indent = line.length - line.trimStart().length;
    // What is indented no deeper is outside.
    while (all.length > 0 && all.at(-1)!.indent >= indent) all.pop();
    const scopes = all.map(({ name }) => name).filter((one) => one !== "Stripe");
    const opens = /^\s*(?:export )?(namespace|interface|class) ([\w.]+)(?: extends (\w+))?.*\{$/.exec(line);
    const named = (name: string) => [...scopes, name].join(".");
    if (opens) {
      const [, what, name, base] = opens as unknown as [string, string, string, string | undefined];
      if (what === "interface") raw[named(name)] = base === "PaginationParams" ? pagingRaw() : {};
      all.push({ name, indent });
      continue;
    }
    if (/^\s*type \w+\s*=/.test(line)) {
      let text = line;
      while (!text.trimEnd().endsWith(";")) text += lines[++at]!;
      const [, name, rest] = /^\s*type (\w+)\s*=\s*(.*);/s.exec(text)!;
      aliases[named(name!)] = rest!;
      continue;
    }
    const member = /^\s*(\w+)(\?)?: (.*)$/.exec(line);
    const owner = raw[scopes.join(".")];
    if (member && owner) {
      let text = member[3]!;
      while (!text.trimEnd().endsWith(";")) text += lines[++at]!;
      owner[member[1]!] = { text: text.trim().slice(0, -1), isOptional: member[2] === "?" };
    }
  }
}

const pagingRaw = () =>
  Object.fromEntries(
    Object.entries(paging).map(([name, { type }]) => [
      name,
      { text: type === "integer" ? "number" : type, isOptional: true },
    ]),
  );

function memberOf(
  owner: string,
  text: string,
  isOptional: boolean,
  aliases: Readonly<Record<string, string>>,
): TypeMember {
  const isNull = /\bnull\b/.test(text);
  const parts = text.split("|").map((one) => one.trim());
  const scope = owner.split(".").slice(0, -1);
  const values = parts.flatMap((part) => {
    if (/^'.*'$/.test(part)) return literals(part);
    const alias = aliases[[...scope, part].join(".")] ?? aliases[part.replace(/^Stripe\./, "")];
    return alias ? literals(alias) : [];
  });
  const first = parts.find((part) => part !== "null" && part !== "") ?? "object";
  const type =
    values.length > 0 || first === "string"
      ? "string"
      : first === "number"
        ? "integer"
        : first === "boolean"
          ? "boolean"
          : first.startsWith("Array")
            ? "array"
            : "object";
  return { type, values, isOptional, isNull };
}
