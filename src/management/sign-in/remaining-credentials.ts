import { z } from "zod";
import { auditedChange } from "../../access/audited-change.ts";
import { coreCredentials, type HeldCredential } from "../../access/kept-credential.ts";
import {
  forgetLeavings,
  type Leaving,
  leavingEvents,
  leavingsOf,
  shownKinds,
} from "../../access/remaining.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { type Caller, keySlots } from "../../http/caller.ts";
import { type Call, json, type QueryCall } from "../../http/endpoint.ts";
import { given } from "../../running/ports.ts";
import { keptCredentials } from "../../running/sign-in-ports.ts";
import { entityId } from "../common/identifiers.ts";
import { findUser, lockUser, requireAccount, type UserRow, userMissing } from "../common/user-resource.ts";
import { remainingKeys } from "../subscriptions/remaining-keys.ts";
import { requireSignInOf } from "./sign-in-of.ts";

/** In the words of this operation. */
const kindNames = {
  tokens: "token",
  assistants: "assistant",
  passkeys: "passkey",
  identities: "identity",
  keys: "key",
} as const;

/** `passwordReset` is `password_reset`. */
const eventName = (why: string): string => why.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const RemainingCredential = z
  .object({
    kind: z
      .enum(shownKinds.map((kind) => kindNames[kind]))
      .describe("What it is; an identity is one of single sign-on."),
    id: z.string().describe("As its own list names it; of a key, its subscription."),
    name: z.string().nullable().describe("Of a key, its subscription's."),
    slot: z.enum(keySlots).nullable().describe("Of a key; null for others."),
    made_at: z.iso.datetime().describe("When it was made or linked."),
    last_used_at: z.iso.datetime().nullable().describe("Null if it was never used, or if that is not known."),
    event: z.enum(leavingEvents.map(eventName)).describe("The newest event after which it remained."),
    event_at: z.iso.datetime().describe("When that was."),
    known_to: z
      .string()
      .nullable()
      .describe("The name of the member who left or has less of a role, and has read the key; else null."),
  })
  .meta({ id: "RemainingCredential" });

const byId = z.object({ id: entityId });
const KeepQuery = z.object({
  until: z.iso.datetime().describe("The newest `event_at` of the list that was looked at."),
});
const common = {
  tag: "Users",
  audience: "customer",
  path: "/users/{id}/remaining-credentials",
  params: byId,
  extension: true,
} as const;

export const remainingCredentialEndpoints = [
  endpoint({
    ...common,
    id: "listRemainingCredentials",
    permission: "sign-in.view",
    method: "GET",
    summary:
      "List what can still enter an account, or call for it, although an event might have been expected to end it",
    description:
      "Made before the event: access tokens, assistants, passkeys, identities and keys. End what is not yours with its own operation, and keep the others with `DELETE`. The owners of an organization see the keys that a member who left has read, as far as the audit log goes back. A key's last use is that of its slot.",
    response: z.array(RemainingCredential),
    errors: ["forbidden", "not_found"],
    readsUsage: true,
    handle: list,
  }),
  endpoint({
    ...common,
    id: "keepRemainingCredentials",
    permission: "sign-in.change",
    method: "DELETE",
    summary: "Empty the list of what can still enter an account: all of it is known, and stays",
    description: "Nothing ends. What later events leave is listed again.",
    query: KeepQuery,
    lock: (tx, { id }) => lockUser(tx, id),
    response: z.object({ status: z.literal("success") }),
    errors: ["forbidden", "not_found"],
    handle: keep,
  }),
];

/** As for other lists of a sign-in; of an organization only owners, and operators who could be. */
function requireListOf(caller: Caller, id: string, user: UserRow | undefined): void {
  if (user?.kind === "organization") requireAccount(caller, id, "members.change");
  else requireSignInOf(caller, id, user);
}

interface Remaining extends HeldCredential {
  readonly slot?: (typeof keySlots)[number];
}

async function list(context: Context, { caller, params: { id } }: Call<{ id: string }>) {
  const { database, clock } = context;
  requireListOf(caller, id, await findUser(database, id));
  const shown = new Map<string, z.output<typeof RemainingCredential>>();
  // The newest event first.
  for (const leaving of await leavingsOf(database, id)) {
    const found = await remaining(context, database, leaving, clock());
    const knownTo = found.length > 0 ? await nameOf(database, leaving) : null;
    for (const one of found) {
      const place = [leaving.kind, one.id, one.slot].join(" ");
      if (one.made_at > leaving.at || shown.has(place)) continue;
      shown.set(place, {
        kind: kindNames[leaving.kind],
        id: one.id,
        name: one.name,
        slot: one.slot ?? null,
        made_at: isoTime(one.made_at),
        last_used_at: isoTime(one.last_used_at),
        event: eventName(leaving.why),
        event_at: isoTime(leaving.at),
        known_to: knownTo,
      });
    }
  }
  return json([...shown.values()]);
}

async function remaining(
  { running }: Context,
  db: Queries,
  { accountId, kind, about }: Leaving,
  now: number,
): Promise<readonly Remaining[]> {
  if (kind === "keys") return remainingKeys(db, accountId, about);
  const kept = [...coreCredentials, ...given(running, keptCredentials).flat()];
  return kept.find((one) => one.kind === kind && one.list)?.list?.(db, accountId, now) ?? [];
}

/** The name of the member whom an event is about. */
async function nameOf(db: Queries, { about }: Leaving): Promise<string | null> {
  if (!about.startsWith("/users/")) return null;
  const user = await findUser(db, about.slice("/users/".length));
  return user ? `${user.firstName} ${user.lastName}`.trim() : "";
}

function keep(context: Context, call: QueryCall<typeof KeepQuery, { id: string }>) {
  const { id } = call.params;
  return auditedChange(context, call, "user.keep_credentials", `/users/${id}`, async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userMissing(id);
    requireListOf(call.caller, id, user);
    const forgotten = await forgetLeavings(tx, id, Date.parse(call.query.until));
    const answer = json({ status: "success" });
    return forgotten > 0 ? { answer } : answer;
  });
}
