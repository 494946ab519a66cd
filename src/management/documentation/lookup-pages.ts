import type { Context, Operation } from "../../calls/context.ts";
import type { Family, LookupApi } from "../../vehicles/families/family.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { documentTexts } from "./document-texts.ts";

/** Where the answers of a family come from, and what that means for those who rely on them. */
const sources: Readonly<Record<NonNullable<Family["from"]>["kind"], string>> = {
  record:
    "Answers are records that the operator of this service has loaded. A vehicle without a record answers 404 with `record_not_found`.",
  history:
    "Answers are all events of the VIN that the operator of this service has loaded, newest first. A VIN without any answers 404 with `record_not_found`.",
  plate:
    "Answers are registrations that the operator of this service has loaded. A plate may have moved to another vehicle since.",
  decoder:
    "Answers are decoded from the patterns that manufacturers register with NHTSA (vPIC), here in this service. What a maker did not register is an empty text.",
  computed:
    "Answers are computed from records and tables of this service; they are estimates, and say what they rest on.",
};

const shownFor = (operation: Operation, name: string): string => {
  const shown = documentTexts.examples[operation.id]?.params?.[name];
  const { example } = (operation.params?.shape[name]?.meta() ?? {}) as { example?: unknown };
  return String(shown ?? example ?? name.toUpperCase());
};

/** A path of an operation that answers on the demo data. */
export function examplePath(operation: Operation): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(shownFor(operation, name)),
  );
}

const costOf = ({ lookup }: Operation): string => {
  if (!lookup || lookup.options || lookup.cost === 0) return "nothing";
  return lookup.cost === 1 ? "1 credit" : `${lookup.cost} credits`;
};

/** The operations of an API, lists last; the first one is what it is for. */
export function operationsOf({ operations }: Context, api: LookupApi): readonly Operation[] {
  const own = operations.filter(({ lookup }) => lookup?.api === api.id);
  const lists = own.filter(({ lookup }) => lookup?.options);
  return [...own.filter((one) => !lists.includes(one)), ...lists];
}

function notes(families: readonly Family[]): string[] {
  const kinds = new Set(families.flatMap(({ from }) => (from ? [from.kind] : [])));
  const covered = families.flatMap(({ coverage }) =>
    coverage ? [`Model years ${coverage.first} to ${coverage.last} are answered, for ${coverage.of}.`] : [],
  );
  const mileage = families.some((family) => family.mileage)
    ? ["The query `mileage` says what the odometer shows, in miles."]
    : [];
  const absent = families.flatMap(({ absence }) => absence ?? []);
  return [...new Set([...[...kinds].map((kind) => sources[kind]), ...covered, ...mileage, ...absent])];
}

function example(operation: Operation): string[] {
  const answer = documentTexts.examples[operation.id]?.response;
  return [
    "## Example",
    "",
    operation.summary,
    "",
    "```sh",
    `curl -s "$VINGATE${examplePath(operation)}" -H "x-AuthKey: $KEY"`,
    "```",
    "",
    "Answers, on the demo data, with long lists cut:",
    "",
    "```json",
    JSON.stringify(answer, null, 2),
    "```",
    "",
    `[Try it with your own key](/console/reference?op=${operation.id})`,
    "",
  ];
}

/** The page of an API as Markdown: its operations, what they cost, an example, and what its answers rest on. */
export function lookupMarkdown(context: Context, api: LookupApi): string {
  const operations = operationsOf(context, api);
  const [first] = operations.filter(({ id }) => documentTexts.examples[id]?.response !== undefined);
  const rows = operations.map((one) => `| \`${one.method} ${one.path}\` | ${one.summary} | ${costOf(one)} |`);
  return [
    `# ${api.displayName}`,
    "",
    api.description,
    "",
    "| Call | Answers | Costs, when found |",
    "|---|---|---|",
    ...rows,
    "",
    "A plan may price calls otherwise: Plans in the console says how.",
    "",
    ...(first ? example(first) : []),
    "## What the answers rest on",
    "",
    ...notes(api.families).map((note) => `- ${note}`),
    "- `x-data-source` names the data set of each answer; `demo` is synthetic, to try the service with.",
    "",
  ].join("\n");
}

/** The API of this id that lookups belong to. */
export const findLookupApi = (id: string): LookupApi | undefined => lookupApis.find((one) => one.id === id);
