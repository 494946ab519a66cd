import { useState } from "react";
import { useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { newPassword, textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { changeUser, currentPassword } from "./change-user.ts";

/** Changes the user's password. */
export function Password() {
  const user = useUser();
  const [changes, setChanges] = useState(0);
  const send = async ({ current_password, password }: Record<"current_password" | "password", string>) => {
    await changeUser(user.id, { password, current_password });
    setChanges(changes + 1);
    return t("Password updated");
  };
  return (
    <FieldForm
      key={changes}
      fields={{ current_password: textField(currentPassword), password: textField(newPassword) }}
      action={t("Change password")}
      busy={t("Changing password")}
      changes={[["sessions"]]}
      send={send}
      // Password managers read the user from it.
      above={<input type="email" autoComplete="username" value={user.email} readOnly hidden />}
    />
  );
}
