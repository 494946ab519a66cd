import { dayMs } from "../base/durations.ts";
import { isServiceId, uuidTime } from "../base/ids.ts";
import { Shares } from "../base/shares.ts";
import { conflict, InvalidRequest, tooManyCalls } from "../http/errors.ts";
import {
  addRepeated,
  type ChargedCall,
  chargedCallsSince,
  countRepeat,
  isAppliedPast,
} from "../metering/sharing/charged-calls.ts";
import type { Context } from "./context.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { recordedUrl, urlMax } from "./recorded-url.ts";

/** Names an earlier call by its request ID: the same lookup is answered again without a charge. */
export const repeatHeader = "x-repeat-of";

const repeatableMs = dayMs;
/** How far the time in a request ID and the time of its call can differ. */
const aroundMs = 10_000;
/** Free answers to one charged call. */
const repeatsMax = 10;

const underWay = new Shares();
/** Repetitions under way on a node, and of an account: each reads the database. */
const underWayMax = { all: 128, each: 24 };

/**
 * Checks that the user was charged for the same path and query in the last 24 hours, in the call with this ID. Throws 422
 * (`InvalidRequest`) if that is certainly not so, or if no call can be found by this ID, 409 while a node may have the
 * call and has not applied it, or after ten repetitions, and 429 for too many at a time.
 */
export async function requireCharged(metered: MeteredRequest, requestId: string): Promise<void> {
  const { userId } = metered.access.caller;
  const bound = underWay.take(userId, 1, underWayMax);
  if (bound !== undefined)
    throw tooManyCalls("Too many repeated calls are under way. Nothing was charged. Retry.", 1);
  try {
    await requireChargedCall(metered, requestId);
  } finally {
    underWay.release(userId, 1);
  }
}

async function requireChargedCall(metered: MeteredRequest, requestId: string): Promise<void> {
  const { context, access, route, routed, at } = metered;
  const { userId } = access.caller;
  const url = recordedUrl(routed.path, routed.search, route.parameters);
  const made = timeToRepeat(routed.request.method, url, requestId, at);
  // The call may be one of this second, whose caller's clock can be behind.
  const isRecent = at - made < aroundMs;
  if (isRecent || !isServiceId(requestId)) await context.metering.flush();
  const call = { requestId, userId, url };
  const repeats = await countRepeat(context.database, call, at - repeatableMs);
  if (repeats !== undefined) return requireFew(repeats);
  const charged = (await isLogged(context, requestId, at)) && (await findLogged(context, call, made, at));
  if (charged) return requireFew(await addRepeated(context.database, charged));
  if (await isAppliedPast(context.database, made + aroundMs))
    throw notRepeated(requestId, isRecent || isServiceId(requestId) ? notCharged : notChargedBefore);
  throw conflict(
    "It is not known yet whether the call with this ID was charged: a node has not reported its calls. Nothing was charged. Retry.",
    { headers: { "retry-after": "2" } },
  );
}

function requireFew(repeats: number): void {
  if (repeats > repeatsMax)
    throw conflict(
      `This call was repeated ${repeatsMax} times. Call again without X-Repeat-Of, for the usual credits.`,
    );
}

/** The time in an ID by which a call can be looked up, milliseconds UTC. Throws 422 with what prevents it. */
function timeToRepeat(method: string, url: string, requestId: string, at: number): number {
  const made = uuidTime(requestId);
  const fault = unrepeatable(method, url, made === undefined ? undefined : made - at);
  if (fault !== undefined) throw notRepeated(requestId, `this ID cannot be repeated: ${fault}`);
  return made!;
}

/** Why no charge is looked up; `ahead`: by how many milliseconds the time in the ID is after now. */
function unrepeatable(method: string, url: string, ahead: number | undefined): string | undefined {
  if (ahead === undefined)
    return "it is no UUID of version 7, by whose time a call is found. Send such an ID as X-Request-Id, or none";
  if (method !== "GET") return `calls with ${method} are not repeated, only those with GET`;
  if (url.length >= urlMax)
    return `calls whose path and query have ${urlMax} characters or more are not repeated`;
  if (ahead >= aroundMs)
    return `its time is ${aroundMs / 1000} seconds or more in the future. Set the clock that made it`;
  if (ahead <= -repeatableMs) return "its time is 24 hours or more ago";
  return undefined;
}

const notCharged = "no call of yours with this ID and this path was charged in the last 24 hours";
/** Another node may have a call of now whose caller's clock is behind, and its time is not that in the ID. */
const notChargedBefore = `${notCharged}, apart from the last ${aroundMs / 1000} seconds`;

const notRepeated = (requestId: string, fault: string) =>
  new InvalidRequest(["header", repeatHeader], fault, requestId);

/**
 * Whether a charged call with this ID is in the request log alone: IDs that the service made are only there, and for a
 * day after the upgrade that began to store charged calls, other ones too.
 */
async function isLogged({ database }: Context, requestId: string, now: number): Promise<boolean> {
  return isServiceId(requestId) || now - (await storedSince(database)) < repeatableMs;
}

const since = new WeakMap<object, number>();

/** Since when charged calls are stored; 0 if always. Milliseconds UTC. */
async function storedSince(database: Context["database"]): Promise<number> {
  const known = since.get(database);
  if (known !== undefined) return known;
  const found = await chargedCallsSince(database);
  since.set(database, found);
  return found;
}

/** The charged call in the request log, found by the time in its ID. */
async function findLogged(
  { requestLog }: Context,
  { requestId, userId, url }: Omit<ChargedCall, "at">,
  made: number,
  now: number,
): Promise<ChargedCall | undefined> {
  const range = { from: Math.max(made - aroundMs, now - repeatableMs + 1), to: made + aroundMs };
  const { calls } = await requestLog.search({ userIds: [userId] }, { requestId }, range, 0, 100);
  const paid = calls.find(({ url: earlier, labels }) => earlier === url && labels.credits > 0);
  return paid && { requestId, userId, url, at: paid.at };
}
