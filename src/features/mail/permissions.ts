import type { PermissionDeclarations } from "../../http/permission-declaration.ts";

/** The permissions of mails. */
export const mailPermissions = {
  "mails.view": {
    area: "Offers and payments",
    text: "View emails and their texts",
    translations: { de: "E-Mails und ihre Texte ansehen", es: "Ver correos y sus textos" },
    members: [],
    operators: ["owner", "support", "billing"],
  },
  "mails.change": {
    area: "Offers and payments",
    text: "Send emails and edit their texts",
    translations: { de: "E-Mails senden und ihre Texte ändern", es: "Enviar correos y editar sus textos" },
    members: [],
    operators: ["owner", "billing"],
  },
} as const satisfies PermissionDeclarations;

declare module "../../http/permissions.ts" {
  interface FeaturePermissions extends Record<keyof typeof mailPermissions, true> {}
}
