import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "organization.change_role": {
    en: "changed the role of a member",
    de: "hat die Rolle eines Mitglieds geändert",
    es: "cambió el rol de un miembro",
  },
  "organization.create": {
    en: "created an organization",
    de: "hat eine Organisation angelegt",
    es: "creó una organización",
  },
  "organization.invite": {
    en: "invited a member",
    de: "hat ein Mitglied eingeladen",
    es: "invitó a un miembro",
  },
  "organization.join": { en: "became a member", de: "ist Mitglied geworden", es: "se hizo miembro" },
  "organization.remove_member": {
    en: "removed a member",
    de: "hat ein Mitglied entfernt",
    es: "quitó a un miembro",
  },
  "organization.renew_invitation": {
    en: "renewed an invitation",
    de: "hat eine Einladung erneuert",
    es: "renovó una invitación",
  },
  "organization.withdraw_invitation": {
    en: "withdrew an invitation",
    de: "hat eine Einladung zurückgezogen",
    es: "retiró una invitación",
  },
};
