import { insertedAfter } from "../base/program/inserted-after.ts";
import type { Actor, MemberRole, OperatorRole } from "./caller.ts";
import type { DeclaringPermissions, EffectPair, PermissionDeclaration } from "./permission-declaration.ts";
import type { DeclaredEffect } from "./proof.ts";

const held = (
  area: PermissionDeclaration["area"],
  text: string,
  members: readonly MemberRole[],
  operators: readonly OperatorRole[],
  effect?: PermissionDeclaration["effect"],
): PermissionDeclaration => ({ area, text, members, operators, ...(effect && { effect }) });

export const pairOf = (effect: DeclaredEffect | EffectPair): EffectPair =>
  typeof effect === "string" ? { itself: effect, others: effect } : effect;

const none = [] as const;
const owners = ["owner"] as const;
const everyMember = ["owner", "developer", "billing"] as const;
const developers = ["owner", "developer"] as const;
/** The roles that pay, of members and of operators. */
const payers = ["owner", "billing"] as const;
const everyOperator = ["owner", "support", "billing", "data"] as const;
const supporters = ["owner", "support"] as const;
const accountReaders = ["owner", "support", "billing"] as const;
const dataKeepers = ["owner", "data"] as const;
const dataReaders = ["owner", "support", "data"] as const;

/** The permissions of the core, and those of operations of features that do not build on each other. */
const corePermissions = {
  "keys.view": held("Lookups and keys", "View and copy keys", developers, owners, "show"),
  "keys.change": held("Lookups and keys", "Rotate keys", developers, owners, "secrets"),
  "calls.view": held("Lookups and keys", "View calls, usage and receipts", everyMember, accountReaders),
  "events.view": held("Lookups and keys", "View watches and webhooks", developers, supporters),
  "events.change": held("Lookups and keys", "Edit watches and webhooks", developers, owners, "secrets"),
  "credits.view": held(
    "Credits",
    "View subscriptions, grants and credit history",
    everyMember,
    accountReaders,
  ),
  "credits.change": held("Credits", "Add or remove credits", none, payers, "money"),
  "spending.change": held("Credits", "Set cap and automatic top-up", payers, payers, "money"),
  "subscriptions.change": held("Credits", "Create, edit and cancel subscriptions", payers, payers),
  "catalogue.view": held("Offers and payments", "View products, APIs and prices", everyMember, everyOperator),
  "plans.change": held("Offers and payments", "Buy, change or cancel a plan", payers, payers),
  "papers.view": held(
    "Offers and payments",
    "View payments, invoices and statements",
    everyMember,
    accountReaders,
  ),
  "payments.decide": held("Offers and payments", "Record money, refund, match", none, payers, "money"),
  "self.view": held("People", "View one's own account", everyMember, everyOperator),
  "self.change": held("People", "Edit one's own account, join and leave others", everyMember, everyOperator),
  "sign-in.view": held("People", "View factors, sessions and access tokens", everyMember, everyOperator),
  "sign-in.change": held("People", "Edit factors, password and address", everyMember, everyOperator, {
    itself: "enrol",
    others: "enter",
  }),
  "session.change": held(
    "People",
    "Prove oneself, choose an account, end sessions and access",
    everyMember,
    everyOperator,
    { itself: "prove", others: "change" },
  ),
  "tokens.change": held("People", "Create and revoke access tokens", everyMember, owners, "enter"),
  "account.view": held("People", "View an account and its members", everyMember, accountReaders),
  "account.change": held("People", "Edit an account", owners, owners, "enter"),
  "members.change": held("People", "Invite and remove members", owners, owners, "enter"),
  "account.close": held("People", "Export, close or erase an account", owners, owners, "enter"),
  "customers.view": held("People", "List and search customers", none, accountReaders),
  "notes.change": held("People", "Write notes on customers", none, accountReaders),
  "customers.visit": held("People", "View as the customer, read only", none, supporters, "enter"),
  "customers.change": held("People", "Create customers and replace their sign-in", none, owners, "enter"),
  "operators.view": held("People", "View operators and roles", none, everyOperator),
  "operators.change": held("People", "Change operators and roles", none, owners, "enter"),
  "audit.view": held("People", "View the audit log", none, everyOperator),
  "data.view": held("Data and service", "View datasets and imports, and decode VINs", none, dataReaders),
  "data.change": held("Data and service", "Import and roll back datasets", none, dataKeepers),
  "products.change": held("Data and service", "Edit products and policies", none, dataKeepers),
  "apis.change": held("Data and service", "Edit APIs", none, dataKeepers, "secrets"),
  "inbox.view": held("Data and service", "View Inbox and put rows off, by the role", none, everyOperator),
  "service.view": held("Data and service", "View the system", none, dataReaders),
  "service.change": held("Data and service", "Change settings and nodes", none, owners),
} satisfies Record<string, PermissionDeclaration>;

/** The names of the features' permissions: each feature's `permissions.ts` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features add members.
export interface FeaturePermissions {}

export type Permission = keyof typeof corePermissions | keyof FeaturePermissions;

/** Every permission of management operations, with the roles that have it. Lookups are called with keys instead. */
export const permissions = { ...corePermissions } as Record<Permission, PermissionDeclaration>;

/** In the order in which they are listed. Those of features are added when `src/features.ts` is imported. */
export let permissionNames = Object.keys(corePermissions) as readonly Permission[];

/** Adds the permissions of features, in the order of their list. */
export function declarePermissions(features: readonly DeclaringPermissions[]): void {
  for (const { permissions: own = {}, permissionsAfter } of features) {
    Object.assign(permissions, own);
    const names = Object.keys(own) as Permission[];
    permissionNames = insertedAfter(permissionNames, names, (one) => one === permissionsAfter);
  }
}

/** The role by which a caller has permissions: as an operator, or as a member of the account that it acts for. */
export type PermissionHolder =
  | { readonly role: "operator"; readonly operatorRole: OperatorRole }
  | { readonly role: "customer"; readonly memberRole: MemberRole };

/** What operations with a permission do: one that ends in `.view` reads, another changes, unless it declares more. */
export const effectOfPermission = (permission: Permission): EffectPair =>
  pairOf(permissions[permission].effect ?? (permission.endsWith(".view") ? "read" : "change"));

/** Whether operations with a permission read, and show no key. */
export const isReading = (permission: Permission): boolean =>
  permission.endsWith(".view") && permission !== "keys.view";

/** Whether an operator who views an account as its customer has a permission, if the account's owner has it. */
export const isOfVisits = (permission: Permission): boolean =>
  permission === "session.change" || isReading(permission);

/** Whether a role has a permission. */
export function isHeld(permission: Permission, holder: PermissionHolder): boolean {
  const { members, operators } = permissions[permission];
  return holder.role === "operator"
    ? operators.includes(holder.operatorRole)
    : members.includes(holder.memberRole);
}

/** Whether a caller has a permission: an operator for every account, a member for the one that it acts for. */
export function isPermitted(caller: Actor, permission: Permission): boolean {
  if (caller.kind === "operator") return isHeld(permission, { role: "operator", operatorRole: "owner" });
  if (caller.kind !== "user") return false;
  if (caller.role === "customer" && caller.isVisit && !isOfVisits(permission)) return false;
  return isHeld(permission, caller);
}
