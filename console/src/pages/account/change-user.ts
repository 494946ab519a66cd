import { api, dataOf } from "../../api/client.ts";
import { sessionStore, setSession, type User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";

type Changes = Partial<
  Record<"first_name" | "last_name" | "email" | "password" | "current_password", string> &
    Pick<User, "language">
>;

/** Changes the signed-in user, and shows it in the frame. */
export async function changeUser(
  id: string,
  body: Changes,
  headers?: Readonly<Record<string, string>>,
): Promise<void> {
  const params = { path: { user_id: id } };
  showUser(await dataOf(api.PATCH("/users/{user_id}", { params, body, ...(headers && { headers }) })));
}

/** Shows a changed user in the frame. */
export function showUser(user: User): void {
  const session = sessionStore.get();
  if (session) setSession({ ...session, user });
}

export const currentPassword = {
  label: t("Current password"),
  type: "password",
  autoComplete: "current-password",
} as const;
