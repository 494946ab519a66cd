import type { Account, User } from "../api/session.ts";
import { t } from "../base/language/language.ts";

type Role = NonNullable<User["operator_role"] | Account["member_role"]>;

/** The roles of operators and of members, as pages write them. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: t("Owner"),
  developer: t("Developer"),
  billing: t("Billing"),
  support: t("Support"),
  data: t("Data"),
};
