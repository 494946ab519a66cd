import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, listOf, type Schemas } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";

export type Member = Schemas["OrganizationMember"];
export type MemberRole = Member["role"];
export type Invitation = Schemas["OrganizationInvitation"];
export type NewInvitation = Schemas["NewOrganizationInvitation"];

interface Paged {
  readonly page: number;
  readonly page_size: number;
}

export const membersOf = (id: string, query: Paged) =>
  queryOptions({
    queryKey: ["members", id, query],
    queryFn: () => listOf(api.GET("/organizations/{id}/members", { params: { path: { id }, query } })),
  });

/** The open invitations, newest first. */
export const invitationsOf = (id: string) =>
  queryOptions({
    queryKey: ["invitations", id],
    queryFn: () => dataOf(api.GET("/organizations/{id}/invitations", { params: { path: { id } } })),
  });

export const memberRoles: readonly MemberRole[] = ["owner", "developer", "billing"];

/** What a role is for, where one is chosen. */
export const roleTexts: Readonly<Record<MemberRole, string>> = {
  owner: t("Owner: everything, members included."),
  developer: t("Developer: keys, calls and statements. Cannot buy or change the plan."),
  billing: t("Billing: plans, payments and invoices. Cannot view keys."),
};
