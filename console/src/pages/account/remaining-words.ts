import type { RemainingCredential } from "../../api/remaining.ts";
import { t } from "../../base/language/language.ts";

const kinds: Readonly<Record<Exclude<RemainingCredential["kind"], "key">, string>> = {
  token: t("Access token"),
  assistant: t("Assistant"),
  passkey: t("Passkey"),
  identity: t("Single sign-on"),
};

const keys: Readonly<Record<NonNullable<RemainingCredential["slot"]>, string>> = {
  primary: t("Primary key"),
  secondary: t("Secondary key"),
  test: t("Test key"),
};

export const nameOfRemaining = ({ kind, slot }: RemainingCredential): string =>
  kind === "key" ? keys[slot ?? "primary"] : kinds[kind];

const events: Readonly<Record<RemainingCredential["event"] | "entered_from_host", string>> = {
  address_proved: t("The email address was confirmed"),
  password_changed: t("The password was changed"),
  password_reset: t("The password was reset"),
  address_returned: t("The email address was taken back"),
  email_changed: t("The email address was changed"),
  factor_added: t("A second factor was added"),
  factor_removed: t("A second factor was removed"),
  factor_reset: t("The operator removed the second factor"),
  entered_from_host: t("The account was entered from the host"),
  identity_unlinked: t("Single sign-on was unlinked"),
  role_narrowed: t("A member has another role"),
  member_removed: t("A member left"),
  subscription_moved: t("The subscription came from another account"),
  upgraded: t("The service has a new version"),
};

export const afterEvent = ({ event, known_to: name }: RemainingCredential): string => {
  if (name && event === "member_removed") return t("{name} left", { name });
  if (name && event === "role_narrowed") return t("{name} has another role", { name });
  return events[event];
};
