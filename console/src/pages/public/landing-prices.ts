import { t } from "../../base/language/language.ts";

/** Statuses of a lookup and their usual price. */
export const prices: readonly { readonly status: number; readonly when: string; readonly price: string }[] = [
  { status: 200, when: t("A record was found."), price: t("1 credit") },
  {
    status: 404,
    when: t("No such vehicle or no record. This does not prove that none exists."),
    price: t("free"),
  },
  { status: 422, when: t("Invalid input, for example a VIN with 16 characters."), price: t("free") },
  { status: 402, when: t("No credits left. A credit is never spent twice."), price: t("free") },
  { status: 429, when: t("Too many calls for the plan. Retry-After says when to retry."), price: t("free") },
  { status: 503, when: t("The service could not respond or could not record the call."), price: t("free") },
];
