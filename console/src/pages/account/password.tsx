import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { FieldForm, newPassword } from "../../parts/use-form.tsx";
import { changeUser, currentPassword } from "./change-user.ts";

/** Changes the user's password. */
export function Password() {
  const user = useUser();
  const queries = useQueryClient();
  const [changes, setChanges] = useState(0);
  const send = async ({ current_password, password }: Record<"current_password" | "password", string>) => {
    await changeUser(user.id, { password, current_password });
    setChanges(changes + 1);
    await queries.invalidateQueries({ queryKey: ["sessions"] });
    showToast(t("Password updated"));
  };
  return (
    <FieldForm
      key={changes}
      fields={[currentPassword, { name: "password", ...newPassword }]}
      action={t("Change password")}
      busy={t("Changing password")}
      send={send}
    >
      {/* Password managers read the user from it. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
    </FieldForm>
  );
}
