import { type LookupApi, type LookupGroup, lookupGroups } from "./family.ts";
import type { RecordFamily } from "./record-family.ts";

/** The meaning of each tag in the OpenAPI document. */
export function tagMeanings(apis: readonly LookupApi[]): Readonly<Record<string, string>> {
  const tags = apis.flatMap(({ displayName, description, families }) =>
    families.flatMap((family): [string, string][] => [
      [family.tag, family.description ?? description],
      ...(family.selector
        ? [[family.selector.tag, `Names that ${displayName} accepts.`] satisfies [string, string]]
        : []),
    ]),
  );
  // If APIs share a tag, the first one describes it.
  return Object.fromEntries(tags.reverse());
}

/** A lookup on the landing page. */
export interface ListedLookup {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}

/** The lookups of the landing page, by group. */
export function listedLookups(
  apis: readonly LookupApi[],
): readonly { readonly group: LookupGroup; readonly lookups: readonly ListedLookup[] }[] {
  return lookupGroups.map((group) => ({
    group,
    lookups: apis
      .filter((api) => api.group === group)
      .map(({ id, displayName, description }) => ({ name: displayName, description, path: `/${id}` })),
  }));
}

/** The label of each record family, by its name. */
export function recordLabels(families: readonly RecordFamily[]): Readonly<Record<string, string>> {
  return Object.fromEntries(families.map(({ name, label }) => [name, label]));
}
