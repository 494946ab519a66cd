import type { Source } from "./layering.ts";

/** What makes a number of any text: `1e3`, `0x10` and an empty text are numbers to it. */
const readers =
  /\bmap\(Number\)|\b(?:Number|parseFloat|parseInt|Number\.parse(?:Float|Int))\(|\bvalueAsNumber\b|[=(,?:] \+[a-z]\w*/g;

/** Files that make numbers of texts which no person has typed, how often, and of what. */
export const readTexts: Readonly<Record<string, readonly [times: number, what: string]>> = {
  "console/src/api/client.ts": [1, "the count of a response"],
  "console/src/api/issue-sentence.ts": [9, "the limits of the service's messages"],
  "console/src/api/problem.ts": [1, "the header Retry-After"],
  "console/src/api/requests.ts": [1, "hexadecimal digits of an ID"],
  "console/src/base/format.ts": [1, "the month of a statement"],
  "console/src/base/language/message.ts": [1, "a value that a page gives"],
  "console/src/base/range.ts": [1, "an age of the address, such as 24h, by its own form"],
  "console/src/features/billing/cap-form.tsx": [1, "an amount that was computed"],
  "console/src/features/billing/plan-words.ts": [1, "credits that were computed"],
  "console/src/features/billing/zone-dates.ts": [1, "the month of a date"],
  "console/src/features/brand/contrast.ts": [1, "hexadecimal digits of a color"],
  "console/src/features/offers/offer-preview.tsx": [2, "the day of a date"],
  "console/src/features/payments/money-queries.ts": [
    6,
    "the parts of a month of the address, by its own form",
  ],
  "console/src/features/payments/wanted.ts": [1, "a period of the address"],
  "console/src/features/proof/month-proof.tsx": [1, "the day of a date"],
  "console/src/features/proof/statement-queries.ts": [1, "a number of the address"],
  "console/src/features/proof/statement-words.ts": [3, "the parts of a date"],
  "console/src/features/terms/agreement.tsx": [1, "a version of the address"],
  "console/src/features/webhooks/send-again.tsx": [1, "the value of a choice"],
  "console/src/features/webhooks/webhook-form.tsx": [1, "a condition, to sort by it"],
  "console/src/frame/hits.ts": [1, "a sum that the service sends"],
  "console/src/frame/load-page.ts": [1, "a time that the page keeps"],
  "console/src/pages/account/subscription-keys.tsx": [1, "the value of a choice"],
  "console/src/pages/operator/inbox-words.ts": [7, "values of rows that the service sends"],
  "console/src/pages/operator/section-lines.ts": [1, "a setting that the service has read"],
  "console/src/pages/operator/system-findings.tsx": [2, "a condition, to sort by it"],
  "console/src/pages/operator/versions.tsx": [1, "the month of the VIN data"],
  "console/src/pages/reference/operation-view.tsx": [1, "the status of a response"],
  "console/src/pages/requests/calls.tsx": [1, "a page of the address"],
  "console/src/parts/list-page.tsx": [1, "a page of the address"],
  "console/src/parts/plate.tsx": [2, "numbers of an answer"],
  "console/src/parts/samples.ts": [1, "a value of a sample call, by its own form"],
  "src/cli/decode-csv.ts": [1, "a year of four digits"],
  "src/cli/decode.ts": [1, "a year of four digits"],
  "src/features/cli-client/batch-command.ts": [1, "a year of four digits"],
  "src/features/cli-client/usage.ts": [3, "the numbers of headers"],
  "src/features/cli-client/watch.ts": [3, "a condition, to count it"],
};

/** Files that read typed numbers: the console, and the commands. */
export const typedFiles = [
  "console/src/**/*.{ts,tsx}",
  "src/cli/**/*.ts",
  "src/features/cli-client/**/*.ts",
  "src/features/*/commands/**/*.ts",
];

/** Files that make more or fewer numbers of texts than the list names. */
export function typedFaults(sources: readonly Source[], listed = readTexts): string[] {
  const counts = sources.flatMap(({ path, text }) => {
    const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
    const times = [...code.matchAll(readers)].length;
    return times > 0 ? [[path, times] as const] : [];
  });
  const found = new Map(counts);
  return [...new Set([...found.keys(), ...Object.keys(listed)])]
    .sort()
    .filter((path) => (found.get(path) ?? 0) !== (listed[path]?.[0] ?? 0))
    .map((path) => `${path}: makes ${found.get(path) ?? 0} numbers of texts, not ${listed[path]?.[0] ?? 0}`);
}
