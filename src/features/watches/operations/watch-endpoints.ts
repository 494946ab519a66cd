import { z } from "zod";
import { recordAudit } from "../../../access/audit.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { timesOf } from "../../../entities/wire.ts";
import { type Answer, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { ApiError, InvalidRequest, notFound } from "../../../http/errors.ts";
import { offsetOf, PageQuery } from "../../../http/lists.ts";
import { exampleVin } from "../../../vehicles/families/examples.ts";
import { anyVin } from "../../../vehicles/lookups/names/parameters.ts";
import { lastComparisons } from "../comparison/found.ts";
import { namesOf, watchedApis } from "../family-bits.ts";
import {
  findList,
  findWatch,
  lockList,
  pageOfWatches,
  placeWatches,
  removeWatches,
  type StoredWatch,
} from "../watch-list.ts";
import { PlacedMany, PlaceManyQuery, placeMany } from "./place-many.ts";
import { chooseFamilies, listFull, requireWatchesMax, requireWatching } from "./watch-access.ts";

const families = z.array(z.enum(watchedApis as [string, ...string[]]));

const Watch = z
  .object({
    vin: z.string().describe("The VIN, in capital letters without spaces."),
    families: families.describe("The lookups that are watched, by their API."),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Watch" });

const LastComparison = z
  .object({
    family: z.enum(watchedApis as [string, ...string[]]).describe("The lookup, by its API."),
    changed_at: z.iso.datetime().describe("When other records became current."),
    compared_at: z.iso.datetime().describe("When all watched VINs were compared."),
    events: z.int().describe("The events `watch.changed` that it made for this subscription."),
  })
  .meta({ id: "WatchComparison" });

const WatchPage = z
  .object({
    items: z.array(Watch).describe("In the order of their VINs."),
    page: z.int(),
    page_size: z.int(),
    total: z.int().describe("The VINs that are watched."),
    limit: z.int().describe("The VINs that the plan allows."),
    next: z.string().nullable().describe("The `after` of the next page; null at the end."),
    comparisons: z
      .array(LastComparison)
      .describe("The last comparison of each lookup's records; none of lookups that were never compared."),
  })
  .meta({ id: "WatchPage" });

const WatchBody = z
  .object({
    families: families
      .min(1)
      .max(watchedApis.length)
      .optional()
      .describe("What to watch, by API; all that the plan includes if it is left out."),
  })
  .meta({ id: "WatchBody", example: { families: ["auction", "lien"] } });

const VinPath = z.object({
  vin: anyVin.meta({
    example: exampleVin,
    description:
      "17 characters, or before 1981 5 to 14; spaces, hyphens and lower-case letters are accepted.",
  }),
});

const subscriptionId = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._~-]*$/);

const ListQuery = PageQuery.extend({
  after: anyVin
    .optional()
    .meta({ description: "Only VINs after this one: `next` of the page before. Faster than a high `page`." }),
});

/** Lines for ten million VINs. */
const uploadBytesMax = 512 * 1024 * 1024;

const common = { tag: "Watches", audience: "key", extension: true } as const;

export const watchEndpoints = [
  endpoint({
    ...common,
    id: "listSubscriptionWatches",
    exported: "subscriptions/{id}/watches",
    audience: "customer",
    permission: "events.view",
    method: "GET",
    path: "/subscriptions/{subscription_id}/watches",
    summary: "List the watched VINs of a subscription, for its owner and operators",
    params: z.object({ subscription_id: subscriptionId }),
    query: ListQuery,
    response: WatchPage,
    errors: ["not_found"],
    handle: listOfSubscription,
  }),
  endpoint({
    ...common,
    id: "listWatches",
    method: "GET",
    path: "/watches",
    summary: "List the watched VINs of a subscription",
    query: ListQuery,
    response: WatchPage,
    handle: listWatches,
  }),
  endpoint({
    ...common,
    id: "putWatches",
    method: "PUT",
    path: "/watches",
    summary: "Watch many VINs, or end their watches",
    description: [
      "The body is lines, read while it arrives: each a VIN, `VIN,families` with spaces between several,",
      "or a JSON object with `vin` and `families`.",
      "Without families all lookups of the plan are watched. A header `vin` is skipped.",
      "A line that is no VIN is refused and changes nothing else.",
      "If the plan allows no more, the upload ends with 409: the VINs before are watched.",
    ].join(" "),
    query: PlaceManyQuery,
    upload: {
      types: ["text/csv", "application/x-ndjson", "text/plain"],
      bytesMax: () => uploadBytesMax,
      writes: true,
    },
    response: PlacedMany,
    errors: ["ip_not_allowed", "conflict", "unsupported_media_type"],
    handle: placeMany,
  }),
  endpoint({
    ...common,
    id: "getWatch",
    method: "GET",
    path: "/watches/{vin}",
    summary: "Read what is watched of a VIN",
    params: VinPath,
    response: Watch,
    errors: ["not_found"],
    handle: getWatch,
  }),
  endpoint({
    ...common,
    id: "putWatch",
    method: "PUT",
    path: "/watches/{vin}",
    summary: "Watch a VIN",
    description: [
      "When an operator imports other data, each watched VIN whose records differ makes one event `watch.changed`",
      "for the webhooks of the subscription's owner: which records were added, removed or changed, and in which members.",
      "`open-recall` has the campaigns for the vehicle's model too.",
      "It contains no values: a lookup has them. Watching is free.",
    ].join(" "),
    params: VinPath,
    body: WatchBody.optional(),
    response: Watch,
    errors: ["api_not_in_product", "ip_not_allowed", "conflict"],
    handle: putWatch,
  }),
  endpoint({
    ...common,
    id: "deleteWatch",
    method: "DELETE",
    path: "/watches/{vin}",
    summary: "End the watch of a VIN",
    params: VinPath,
    response: z.object({ status: z.literal("success") }),
    errors: ["not_found"],
    handle: deleteWatch,
  }),
];

type VinCall<Body = unknown> = Call<{ vin: string }, unknown, unknown, Body>;

const shown = (watch: StoredWatch): z.output<typeof Watch> => ({
  vin: watch.vin,
  families: namesOf(watch.families),
  ...timesOf(watch, "createdAt"),
});

const missing = (vin: string) => notFound(`The VIN ${vin} is not watched.`);

type ListCall<Params> = QueryCall<typeof ListQuery, Params>;

async function listWatches(context: Context, call: ListCall<unknown>): Promise<Answer> {
  const { access, list, headers } = await requireWatching(context, call, "reads");
  return json(await pageOf(context, list, access.policy.watchesMax, call.query), headers);
}

async function listOfSubscription(context: Context, call: ListCall<{ subscription_id: string }>) {
  const { subscription_id: id } = call.params;
  return json(await pageOf(context, id, await requireWatchesMax(context, id, call.caller), call.query));
}

async function pageOf(
  { database }: Context,
  listName: string,
  limit: number,
  { page, page_size, after = "" }: z.output<typeof ListQuery>,
): Promise<z.output<typeof WatchPage>> {
  const list = await findList(database, listName);
  const offset = offsetOf({ page, page_size });
  // One more than the page, which shows whether another follows.
  const rows = list ? await pageOfWatches(database, list.id, { after, limit: page_size + 1, offset }) : [];
  const items = rows.slice(0, page_size).map(shown);
  const next = rows.length > page_size ? items.at(-1)!.vin : null;
  const compared = list ? await lastComparisons(database, list.id) : [];
  const comparisons = compared.map(({ api, swappedAt, endedAt, events }) => ({
    family: api,
    changed_at: isoTime(swappedAt),
    compared_at: isoTime(endedAt),
    events: Number(events),
  }));
  return { items, page, page_size, total: list?.watches ?? 0, limit, next, comparisons };
}

async function getWatch(context: Context, call: VinCall): Promise<Answer> {
  const { vin } = call.params;
  const { headers, ...watching } = await requireWatching(context, call, "reads");
  const list = await findList(context.database, watching.list);
  const watch = list && (await findWatch(context.database, list.id, vin));
  if (!watch) throw missing(vin);
  return json(shown(watch), headers);
}

async function putWatch(context: Context, call: VinCall<z.output<typeof WatchBody> | undefined>) {
  const { vin } = call.params;
  const names = call.body?.families;
  const { access, headers, ...watching } = await requireWatching(context, call, "writes");
  const chosen = chooseFamilies(access, vin, names);
  if (typeof chosen !== "number") {
    if (chosen.byPlan) throw new ApiError("api_not_in_product", chosen.reason);
    throw new InvalidRequest(["body", "families"], chosen.reason, names);
  }
  const max = access.policy.watchesMax;
  const now = context.clock();
  return call.change(async (tx) => {
    const list = await lockList(tx, watching.list);
    const before = await findWatch(tx, list.id, vin);
    const { beyond, watches } = await placeWatches(tx, list, new Map([[vin, chosen]]), { max, now });
    if (beyond !== undefined) throw listFull(max, watches);
    const after = (await findWatch(tx, list.id, vin))!;
    if (before?.families !== after.families)
      await audit(tx, call, now, "watch.put", { before: before && shown(before), after: shown(after) });
    return json(shown(after), headers);
  });
}

async function deleteWatch(context: Context, call: VinCall): Promise<Answer> {
  const { vin } = call.params;
  const { headers, ...watching } = await requireWatching(context, call, "writes");
  const now = context.clock();
  return call.change(async (tx) => {
    const list = await lockList(tx, watching.list);
    const before = await findWatch(tx, list.id, vin);
    if (!before) throw missing(vin);
    await removeWatches(tx, list, [vin]);
    await audit(tx, call, now, "watch.delete", { before: shown(before) });
    return json({ status: "success" }, headers);
  });
}

function audit(
  tx: Parameters<typeof recordAudit>[0],
  { caller: actor, address, requestId, params }: VinCall,
  at: number,
  action: string,
  forms: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  return recordAudit(tx, {
    at,
    actor,
    address,
    requestId,
    action,
    object: `/watches/${params.vin}`,
    ...forms,
  });
}
