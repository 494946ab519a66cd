import { type Caller, isOperator, isVisit } from "./caller.ts";
import type { Endpoint, MemberNeed } from "./endpoint.ts";
import type { EffectPair } from "./permission-declaration.ts";
import { effectOfPermission, type Permission, pairOf } from "./permissions.ts";
import type { DeclaredEffect, Effect } from "./proof.ts";

type Effective = Pick<Endpoint, "audience" | "method" | "path" | "permission" | "effect">;
type Params = Readonly<Record<string, string>>;

/** What an operation does to the caller itself, and to others. */
export function declaredEffect({ audience, method, permission, effect }: Effective): EffectPair {
  if (effect) return pairOf(effect);
  if (!permission) return pairOf(audience === "key" ? "lookup" : "open");
  const ofPermission = effectOfPermission(permission);
  return method === "GET" && permission !== "keys.view" ? pairOf("read") : ofPermission;
}

/** Permissions of what a user does for itself: an operation with one is of others only if its path names another. */
const ownPermissions: ReadonlySet<Permission> = new Set([
  "self.view",
  "self.change",
  "sign-in.view",
  "sign-in.change",
  "session.change",
]);

/** The user that a path names; undefined if it names none. */
function namedUser(path: string, params: Params): string | undefined {
  if (path.includes("{user_id}")) return params.user_id;
  return path.startsWith("/users/{id}") ? params.id : undefined;
}

/** What a call of an operation does. `params` are those of the path. */
export function effectOf(operation: Effective, caller: Caller, params: Params): Effect {
  return effectFor(declaredEffect(operation), operation, caller, params);
}

/** What a member of a call's body does. */
export function effectOfMember(
  need: MemberNeed,
  operation: Effective,
  caller: Caller,
  params: Params,
): Effect {
  return effectFor(effectOfNeed(need), operation, caller, params);
}

/** What a member of a body does to the caller itself, and to others. */
export function effectOfNeed({ permission, effect }: MemberNeed): EffectPair {
  if (effect) return pairOf(effect);
  return permission ? effectOfPermission(permission) : pairOf("change");
}

function effectFor(pair: EffectPair, operation: Effective, caller: Caller, params: Params): Effect {
  const named = namedUser(operation.path, params);
  const isItself = caller.kind === "user" && (named ?? caller.personId) === caller.personId;
  const isOwn = isItself && (named !== undefined || isOfOneself(operation));
  const effect: DeclaredEffect = isItself ? pair.itself : pair.others;
  if (effect !== "read" && effect !== "change") return effect;
  const isOfOthers = (isOperator(caller) || isVisit(caller)) && !isOwn;
  return `${effect}${isOfOthers ? "Others" : "Own"}`;
}

/** Whether an operation is about its caller, if its path names no one. */
export const isOfOneself = ({ permission }: Effective): boolean =>
  permission !== undefined && ownPermissions.has(permission);
