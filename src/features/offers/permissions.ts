import type { PermissionDeclarations } from "../../http/permission-declaration.ts";

/** The permissions of offers. */
export const offerPermissions = {
  "offers.view": {
    area: "Offers and payments",
    text: "View offers and their versions",
    translations: { de: "Angebote und ihre Versionen ansehen", es: "Ver ofertas y sus versiones" },
    members: [],
    operators: ["owner", "support", "billing"],
  },
  "offers.change": {
    area: "Offers and payments",
    text: "Publish an offer",
    translations: { de: "Ein Angebot veröffentlichen", es: "Publicar una oferta" },
    members: [],
    operators: ["owner", "billing"],
    effect: "money",
  },
} as const satisfies PermissionDeclarations;

declare module "../../http/permissions.ts" {
  interface FeaturePermissions extends Record<keyof typeof offerPermissions, true> {}
}
