/** How a call is sent again after an answer: after the time that the answer states, or after one of the client's own. */
interface Row {
  readonly after: string;
  readonly statuses: readonly number[];
  readonly wait: string;
  /** A lookup, whose repetition names the lost call with `X-Repeat-Of`. */
  readonly lookup: string;
  /** A call with an `Idempotency-Key`: a part of a batch or of reports, and the changes that take one. */
  readonly keyed: string;
  /** `GET` and `PUT` that cost nothing. */
  readonly free: string;
  readonly other: string;
}

const backoff = "below 1.5 s at first, then up to 8 s";
const [retryAfter, unsure, once]: readonly [Row, Row, Row] = [
  {
    after: "429, 503",
    statuses: [429, 503],
    wait: "`Retry-After`, and up to a quarter more",
    lookup: "yes",
    keyed: "yes",
    free: "yes",
    other: "only 429",
  },
  {
    after: "502, 504, a cut, a timeout",
    statuses: [502, 504],
    wait: backoff,
    lookup: "with `X-Repeat-Of`",
    keyed: "with its key",
    free: "yes",
    other: "no",
  },
  { after: "500", statuses: [500], wait: backoff, lookup: "no", keyed: "once", free: "no", other: "no" },
];

/** Tries after the first one. */
const retries = 4;
/** No try begins later than so many seconds after the first one, or after the last new result of a batch. */
const seconds = 60;

const members = {
  retries,
  seconds,
  retryAfter: retryAfter.statuses,
  unsure: unsure.statuses,
  once: once.statuses,
} as const;

const heading = "Made by `npm run sdk` from tools/sdk/repeats.ts. Do not edit.";

/** The table, as both clients have it. */
export const repeatsInTypeScript = `// ${heading}\n/** What is repeated: statuses by their treatment, the tries after the first one, and the seconds for all. */
export const repeats = ${JSON.stringify(members, undefined, 2)
  .replace(/"(\w+)":/g, "$1:")
  .replace(/\[\s+(\d+(?:,\s+\d+)*)\s+\]/g, (_, all: string) => `[${all.replace(/\s+/g, " ")}]`)
  .replace(/\n\}$/, ",\n}")} as const;\n`;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const repeatsInPython = `"""What is repeated: statuses by their treatment, the tries after the first one, and the seconds for all.

${heading}
"""

${Object.entries(members)
  .map(([name, value]) =>
    typeof value === "number"
      ? `${snake(name)} = ${value}`
      : `${snake(name)} = frozenset({${value.join(", ")}})`,
  )
  .join("\n")}
`;

const columns = ["after", "wait", "lookup", "keyed", "free", "other"] as const;
const titles = [
  "After",
  "Wait",
  "A lookup",
  "With an `Idempotency-Key`",
  "`GET`, `PUT` without a charge",
  "Others",
];

/** The table for people. */
export const repeatsTable = [
  `| ${titles.join(" | ")} |`,
  `|${titles.map(() => "---").join("|")}|`,
  ...[retryAfter, unsure, once].map((row) => `| ${columns.map((name) => row[name]).join(" | ")} |`),
].join("\n");

/** The pages that show it. */
export const pagesWithRepeats: readonly string[] = [
  "docs/guide/clients.md",
  "sdk/typescript/README.md",
  "sdk/python/README.md",
];

/** A page with the table of now in place of its own. Throws if it has none. */
export function withRepeats(page: string): string {
  const table = /^\| After \| Wait \|.*(?:\n\|.*)*/m;
  if (!table.test(page)) throw new Error("the page has no table of what is repeated");
  return page.replace(table, () => repeatsTable);
}
