import { covers, type KeyAccess, limitName } from "../../../access/keys/key-access.ts";
import { enforcedPolicy } from "../../../access/policy/enforced.ts";
import { requireKey } from "../../../calls/admission/management-limit.ts";
import type { Context } from "../../../calls/context.ts";
import { testHeader } from "../../../calls/metered-request.ts";
import { sql } from "../../../database/sql.ts";
import { type Caller, isOperator } from "../../../http/caller.ts";
import type { Call } from "../../../http/endpoint.ts";
import { type ApiError, conflict, notFound } from "../../../http/errors.ts";
import { watchedLookups } from "../../../vehicles/families/watched.ts";
import { bitsOf, watchedApis } from "../family-bits.ts";

/** What a key may watch, and whose list it reads and changes: that of a test key makes no events. */
export interface Watching {
  readonly access: KeyAccess;
  /** `subscription_id` of the list. */
  readonly list: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a call's key allows. Throws 403 for an address that its plan blocks, and 429 beyond the account's limit. */
export async function requireWatching(
  context: Context,
  call: Call,
  kind: "reads" | "writes",
): Promise<Watching> {
  const access = await requireKey(context, call, kind);
  return { access, list: limitName(access), headers: access.isTest ? testHeader : {} };
}

/** The VINs that a subscription may watch. Throws 404 unless the caller owns it or is an operator. */
export async function requireWatchesMax(
  { database }: Pick<Context, "database">,
  id: string,
  caller: Caller,
): Promise<number> {
  const row = await database.get<{ owner_id: string; policy: string | null }>(sql`
    select s.owner_id, p.policy from subscription s left join product p on p.id = s.product_id
    where s.id = ${id} and s.deleted_at is null`);
  const maySee = row && (isOperator(caller) || (caller.kind === "user" && caller.userId === row.owner_id));
  if (!maySee) throw notFound(`Subscription ${id} not found.`);
  return enforcedPolicy(row.policy).watchesMax;
}

/** Why a VIN cannot be watched so. */
export interface Refusal {
  /** Whether the plan is the reason, and not the input. */
  readonly byPlan: boolean;
  readonly reason: string;
}

const modernLength = 17;

/** The stored form of what is to be watched of a VIN: without names, all that the plan and the VIN permit. */
export function chooseFamilies(
  access: KeyAccess,
  vin: string,
  names: readonly string[] | undefined,
): number | Refusal {
  const takes = ({ shortVins }: { readonly shortVins: boolean }) => shortVins || vin.length === modernLength;
  if (names === undefined) {
    const bits = bitsOf(watchedLookups.filter((one) => covers(access, one.api) && takes(one)));
    if (bits > 0) return bits;
    return {
      byPlan: true,
      reason: `Your plan includes no lookup that can be watched: ${watchedApis.join(", ")}.`,
    };
  }
  const lookups = watchedLookups.filter(({ api }) => names.includes(api));
  const uncovered = lookups.find(({ api }) => !covers(access, api));
  if (uncovered) return { byPlan: true, reason: `Your plan does not include ${uncovered.api}.` };
  const long = lookups.find((one) => !takes(one));
  if (long) return { byPlan: false, reason: `${long.api} takes VINs of ${modernLength} characters` };
  return bitsOf(lookups);
}

/** The 409 of a full list. `rest` states what was not done. */
export function listFull(max: number, watches: number, rest = ""): ApiError {
  const detail = `Your plan allows ${max} watched VINs, and ${watches} are watched.${rest} End some, or change the plan.`;
  return conflict(detail, { members: { limit: max, watches } });
}
