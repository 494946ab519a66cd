import type { Translations } from "../base/format/translations.ts";
import type { MemberRole, OperatorRole } from "./caller.ts";
import type { DeclaredEffect } from "./proof.ts";

export const permissionAreas = [
  "Lookups and keys",
  "Credits",
  "Offers and payments",
  "People",
  "Data and service",
] as const;

/** What an operation does to the caller itself, and to others. */
export interface EffectPair {
  readonly itself: DeclaredEffect;
  readonly others: DeclaredEffect;
}

/** Who has a permission: members for the account that they act for, operators for all accounts. */
export interface PermissionDeclaration {
  /** Under which it is listed. */
  readonly area: (typeof permissionAreas)[number];
  readonly text: string;
  readonly members: readonly MemberRole[];
  readonly operators: readonly OperatorRole[];
  /** What operations with it do, if the ending of the permission implies something else. */
  readonly effect?: DeclaredEffect | EffectPair;
}

/** Permissions by name, in the order in which they are listed. The console's catalogues are made of the translations. */
export type PermissionDeclarations = Readonly<
  Record<string, PermissionDeclaration & { readonly translations: Translations }>
>;

/** What a feature declares of permissions. */
export interface DeclaringPermissions {
  /** Those that operations of others have only if their feature builds on it. */
  readonly permissions?: PermissionDeclarations;
  /** The permission after which its own are listed; at the end without it. */
  readonly permissionsAfter?: string;
}
