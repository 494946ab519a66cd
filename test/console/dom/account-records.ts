import { join } from "node:path";
import { Glob } from "bun";
import type { Account, User } from "../../../console/src/api/session.ts";
import { sessionStore, setSession } from "../../../console/src/api/session.ts";
import type { PermissionDeclarations } from "../../../src/http/permission-declaration.ts";
import {
  declarePermissions,
  isHeld,
  type PermissionHolder,
  permissionNames,
} from "../../../src/http/permissions.ts";
import { user } from "./records.ts";

// Found by their files: this compiles without any of the features.
const folder = join(import.meta.dir, "../../../src/features");
for (const path of new Glob("*/permissions.ts").scanSync(folder)) {
  const declared: Readonly<Record<string, PermissionDeclarations>> = await import(join(folder, path));
  declarePermissions(Object.values(declared).map((permissions) => ({ permissions })));
}

/** What a role may do, as the service lists it. */
export const permissionsOf = (holder: PermissionHolder): Account["permissions"] =>
  permissionNames.filter((one) => isHeld(one, holder));

/** An account that the signed-in user can act for: without changes its own. */
export const account = (more: Partial<Account> = {}): Account => ({
  id: "ada",
  kind: "person",
  name: "Ada Byron",
  member_role: "owner",
  is_chosen: true,
  is_visit: false,
  visit_reason: null,
  permissions: permissionsOf({ role: "customer", memberRole: more.member_role ?? "owner" }),
  ...more,
});

/** An organization of which the user is a member. */
export const organization = (more: Partial<Account> = {}): Account =>
  account({ id: "acme", kind: "organization", name: "Acme Fleet", ...more });

/** Signs in a user, or the one of the records, with the accounts that the service lists. */
export function signInFor(accounts: readonly Account[], as: User = user()): void {
  setSession({ token: "token", expires_at: "2027-01-01T00:00:00Z", user: as, accounts });
}

/** The account that the session acts for. */
export const chosenId = () => sessionStore.get()?.accounts?.find(({ is_chosen }) => is_chosen)?.id;
