import { pause } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import type { Actor } from "../../../http/caller.ts";
import { isPermitted } from "../../../http/permissions.ts";
import { given } from "../../../running/ports.ts";
import {
  type Hit,
  type Missing,
  type Searcher,
  type SearchGroup,
  type Sought,
  searches,
  searchGroups,
} from "../../../running/searches.ts";
import { keySearcher } from "../../subscriptions/key-endings.ts";
import { callSearcher } from "./call-searchers.ts";
import { apiSearcher, datasetSearcher, planSearcher } from "./catalogue-searchers.ts";
import { customerSearcher, subscriptionSearcher } from "./customer-searchers.ts";
import { formsOf } from "./forms.ts";
import { docSearcher, operationSearcher, settingSearcher, vehicleSearcher } from "./text-searchers.ts";

/** What a search has found. */
export interface Searched {
  /** The group with what is exact is first, the others are in their order. Empty ones are absent. */
  readonly groups: readonly { readonly group: SearchGroup; readonly hits: readonly Hit[] }[];
  readonly missing: Missing | undefined;
  /** Groups of which something could not be searched, or not in time. */
  readonly unread: readonly SearchGroup[];
}

/** What has not been found then is left out: who types has typed on. */
const answerMs = 1000;
export const groupMost = 10;

const searchersOf = (context: Context): readonly Searcher[] => [
  ...given(context.running, searches).flat(),
  customerSearcher,
  subscriptionSearcher,
  keySearcher(context),
  callSearcher(context),
  vehicleSearcher,
  planSearcher,
  apiSearcher,
  datasetSearcher,
  settingSearcher(context),
  docSearcher,
  operationSearcher(context),
];

/** What a text finds for a caller, in one account or in all. */
export async function runSearch(
  context: Context,
  caller: Actor,
  text: string,
  account: string | undefined,
): Promise<Searched> {
  const sought: Sought = { db: context.database, forms: formsOf(text), account };
  const searchers = searchersOf(context).filter(
    ({ permission, isOfOperators }) =>
      isPermitted(caller, permission) && !(isOfOperators && account !== undefined),
  );
  const ended = new AbortController();
  const timeUp = pause(answerMs, ended.signal).then(() => undefined);
  const unread = new Set<SearchGroup>();
  /** Undefined if it fails, or takes too long. */
  const read = async <T>({ group }: Searcher, work: Promise<T>): Promise<T | undefined> => {
    const found = await Promise.race([
      work.then(
        (value) => ({ value }),
        (error: unknown) => {
          // Its message can contain what was typed.
          const kind = error instanceof Error ? error.name : typeof error;
          context.log.warn("cannot search", { group, error: kind });
          return undefined;
        },
      ),
      timeUp,
    ]);
    if (!found) unread.add(group);
    return found?.value;
  };
  const found = await Promise.all(
    searchers.map(async (one) => ({
      group: one.group,
      ...(await read(
        one,
        Promise.all([one.find(sought), one.missing?.(sought)]).then(([hits, missing]) => ({ hits, missing })),
      )),
    })),
  );
  ended.abort();
  const groups = searchGroups.flatMap((group) => {
    const hits = distinct(found.flatMap((one) => (one.group === group ? (one.hits ?? []) : [])));
    return hits.length === 0 ? [] : [{ group, hits }];
  });
  const hasExact = ({ hits }: { readonly hits: readonly Hit[] }) => Number(hits[0]?.isExact ?? false);
  return {
    groups: groups.toSorted((a, b) => hasExact(b) - hasExact(a)),
    missing: groups.some(hasExact) ? undefined : found.find(({ missing }) => missing)?.missing,
    unread: searchGroups.filter((group) => unread.has(group)),
  };
}

/** What is exact first, and each object once: two searchers can find it by different words. */
function distinct(hits: readonly Hit[]): Hit[] {
  const sorted = hits.toSorted((a, b) => Number(b.isExact ?? false) - Number(a.isExact ?? false));
  const byObject = new Map<string, Hit>();
  for (const hit of sorted) {
    const name = `${hit.kind} ${hit.object}`;
    if (!byObject.has(name)) byObject.set(name, hit);
  }
  return [...byObject.values()].slice(0, groupMost);
}
