import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { isInvited } from "./held-invitation.ts";

/** Members of an organization, invitations, and the organizations of a user. */
export const organizations: ConsoleFeature = {
  before: "/me?tab=security",
  pages: [
    {
      path: "/account",
      title: t("Members"),
      words: t("organization team invite roles operator access"),
      access: "user",
      permission: "account.view",
      customer: "me",
      load: () => import("./members.tsx").then((code) => code.Members),
    },
    {
      path: "/invitations/accept",
      title: t("Accept an invitation"),
      access: "open",
      load: () => import("./accept.tsx").then((code) => code.Accept),
    },
  ],
  parts: {
    customer: {
      tab: "members",
      Section: lazy(() =>
        import("./customer-members.tsx").then((code) => ({ default: code.CustomerMembers })),
      ),
    },
    afterConfirming: () =>
      isInvited() ? { to: "/invitations/accept", action: t("Go to your invitation") } : undefined,
    profile: lazy(() =>
      import("./own-organizations.tsx").then((code) => ({ default: code.OwnOrganizations })),
    ),
  },
};
