import type { PermissionDeclarations } from "../../http/permission-declaration.ts";

/** The permissions of the seller and of billing details. */
export const paperPermissions = {
  "papers.change": {
    area: "Offers and payments",
    text: "Edit the seller and taxes",
    translations: { de: "Verkäufer und Steuern ändern", es: "Editar el vendedor y los impuestos" },
    members: [],
    operators: ["owner", "billing"],
    effect: "money",
  },
  "details.change": {
    area: "Offers and payments",
    text: "Edit billing details",
    translations: { de: "Rechnungsdaten bearbeiten", es: "Editar datos de facturación" },
    members: ["owner", "billing"],
    operators: ["owner", "billing"],
  },
} as const satisfies PermissionDeclarations;

declare module "../../http/permissions.ts" {
  interface FeaturePermissions extends Record<keyof typeof paperPermissions, true> {}
}
