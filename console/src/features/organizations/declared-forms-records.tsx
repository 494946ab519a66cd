import { account, organization, signInFor } from "../../../../test/console/dom/account-records.ts";
import { press } from "../../../../test/console/dom/act.ts";
import type { NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { product, subscription } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { t } from "../../base/language/language.ts";
import { InviteMember } from "./invite-member.tsx";
import { MoveSubscription } from "./move-subscription.tsx";
import { NewOrganization } from "./new-organization.tsx";
import { OrganizationDetails } from "./organization-details.tsx";

const signIn = () => signInFor([account(), organization({ is_chosen: false })]);

async function openNew() {
  signIn();
  await show(<NewOrganization />);
  await press(t("New organization"));
}

async function openInvitation() {
  signIn();
  await show(<InviteMember organizationId="acme" name="Acme Fleet" />);
  await press(t("Invite member"));
}

async function openMove() {
  signIn();
  respond("get", "/products", [product()]);
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  await show(<MoveSubscription />);
  await press(t("Move subscription"));
}

async function openDetails() {
  signIn();
  respond("get", "/organizations/{id}", {
    id: "acme",
    name: "Acme Fleet",
    contact_email: "office@acme.example",
    contact_confirmed: true,
    state: "active",
    members: 2,
    created_at: "2026-11-01T08:00:00Z",
  });
  await show(<OrganizationDetails organizationId="acme" />);
}

/** An organization, its name, its invitations and its subscriptions. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/organizations/invite-member.tsx", fields: 0, open: openInvitation },
  { file: "features/organizations/move-subscription.tsx", fields: 0, open: openMove },
  { file: "features/organizations/new-organization.tsx", fields: 0, open: openNew },
  { file: "features/organizations/organization-details.tsx", fields: 0, open: openDetails },
];
