import type { Paged, Schemas } from "../../api/client.ts";
import { listing, reading } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";

export type Member = Schemas["OrganizationMember"];
export type MemberRole = Member["role"];
export type Invitation = Schemas["OrganizationInvitation"];
export type NewInvitation = Schemas["NewOrganizationInvitation"];

export const membersOf = (id: string, query: Paged) =>
  listing(["members", id, query], "/organizations/{id}/members", { path: { id }, query });

/** The open invitations, newest first. */
export const invitationsOf = (id: string) =>
  reading(["invitations", id], "/organizations/{id}/invitations", { path: { id } });

export const memberRoles: readonly MemberRole[] = ["owner", "developer", "billing"];

/** What a role is for, where one is chosen. */
export const roleTexts: Readonly<Record<MemberRole, string>> = {
  owner: t("Owner: everything, members included."),
  developer: t("Developer: keys, calls and statements. Cannot buy or change the plan."),
  billing: t("Billing: plans, payments and invoices. Cannot view keys."),
};
