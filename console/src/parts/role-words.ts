import type { Account, User } from "../api/session.ts";

type Role = NonNullable<User["operator_role"] | Account["member_role"]>;

/** The roles of operators and of members, as pages write them. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: "Owner",
  developer: "Developer",
  billing: "Billing",
  support: "Support",
  data: "Data",
};
