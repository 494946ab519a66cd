import type { Feature } from "../../feature.ts";
import { objectsOf } from "../../running/account-ports.ts";
import { keptCredentials } from "../../running/sign-in-ports.ts";
import { organizationInvitations } from "./organizations-schema.ts";

/** Accounts that several users share, and the invitations by which users become members. */
export const organizations: Feature = {
  name: "organizations",
  migrations: [organizationInvitations],
  async load() {
    const [
      { organizationEndpoints },
      { memberEndpoints },
      { invitationEndpoints },
      { acceptEndpoint },
      { transferEndpoint },
      { organizationsRestoring },
      { Organizations },
    ] = await Promise.all([
      import("./operations/organization-endpoints.ts"),
      import("./operations/member-endpoints.ts"),
      import("./operations/invitation-endpoints.ts"),
      import("./operations/accept-endpoint.ts"),
      import("./operations/transfer-endpoint.ts"),
      import("./ended-members.ts"),
      import("./organizations.ts"),
    ]);
    return {
      operations: [
        ...organizationEndpoints,
        ...memberEndpoints,
        ...invitationEndpoints,
        acceptEndpoint,
        transferEndpoint,
      ],
      after: "putUser",
      restoring: organizationsRestoring,
      provides: [keptCredentials, objectsOf],
      open: ({ database }) => new Organizations(database),
    };
  },
};
