import type { Context, Operation } from "../../calls/context.ts";
import type { Family, LookupApi } from "../../vehicles/families/family.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { documentTexts } from "./document-texts.ts";

/** The source of each family's data and its limits, for readers who rely on them. */
const sources: Readonly<Record<NonNullable<Family["from"]>["kind"], string>> = {
  record:
    "Responses are records loaded by this service's operator. A vehicle without a record returns 404 with `record_not_found`.",
  history:
    "Responses are all events of the VIN that this service's operator has loaded, newest first. A VIN without events returns 404 with `record_not_found`.",
  plate:
    "Responses are registrations loaded by this service's operator. A plate may have moved to another vehicle since.",
  types:
    "Responses are types of vehicles in registers of other countries that the operator has imported. A match proves neither the vehicle's type nor its country.",
  decoder:
    "This service decodes the VIN by the patterns that manufacturers register with NHTSA (vPIC). What a manufacturer has not registered is an empty text.",
  computed:
    "Responses are estimates, computed from this service's records and tables. They name their basis.",
};

const shownFor = (operation: Operation, name: string): string => {
  const shown = documentTexts.examples[operation.id]?.params?.[name];
  const { example } = (operation.params?.shape[name]?.meta() ?? {}) as { example?: unknown };
  return String(shown ?? example ?? name.toUpperCase());
};

/** A path of an operation that returns data on the demo set. */
export function examplePath(operation: Operation): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(shownFor(operation, name)),
  );
}

/** The credits of one record, in words. */
export const costOf = ({ lookup }: Operation): string => {
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
    coverage ? [`Covers model years ${coverage.first} to ${coverage.last}, for ${coverage.of}.`] : [],
  );
  const mileage = families.some((family) => family.mileage)
    ? ["`mileage` is the odometer reading in miles."]
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
    "Response, on the demo data, with long lists shortened:",
    "",
    "```json",
    JSON.stringify(answer, null, 2),
    "```",
    "",
    `[Run it with your own key](/console/docs/reference?op=${operation.id})`,
    "",
  ];
}

/** The page of an API as Markdown: operations, costs, an example and the sources of its data. */
export function lookupMarkdown(context: Context, api: LookupApi): string {
  const operations = operationsOf(context, api);
  const [first] = operations.filter(({ id }) => documentTexts.examples[id]?.response !== undefined);
  const rows = operations.map((one) => `| \`${one.method} ${one.path}\` | ${one.summary} | ${costOf(one)} |`);
  return [
    `# ${api.displayName}`,
    "",
    api.description,
    "",
    "| Call | Returns | Cost if found |",
    "|---|---|---|",
    ...rows,
    "",
    "A plan may set other prices. Billing in the console lists them.",
    "",
    ...(first ? example(first) : []),
    "## Sources",
    "",
    ...notes(api.families).map((note) => `- ${note}`),
    "- `x-data-source` names the dataset of each response; `demo` is synthetic.",
    "",
    "## For agents",
    "",
    "Each call in Markdown, with its parameters, schemas and errors:",
    "",
    ...operations.map(({ id }) => `- [${id}](/docs/operations/${id}.md)`),
    "",
  ].join("\n");
}

/** The API of this id that lookups belong to. */
export const findLookupApi = (id: string): LookupApi | undefined => lookupApis.find((one) => one.id === id);
