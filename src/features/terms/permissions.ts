import type { PermissionDeclarations } from "../../http/permission-declaration.ts";

/** The permissions of terms. */
export const termsPermissions = {
  "terms.change": {
    area: "People",
    text: "Publish terms",
    translations: { de: "Bedingungen veröffentlichen", es: "Publicar condiciones" },
    members: [],
    operators: ["owner"],
  },
} as const satisfies PermissionDeclarations;

declare module "../../http/permissions.ts" {
  interface FeaturePermissions extends Record<keyof typeof termsPermissions, true> {}
}
