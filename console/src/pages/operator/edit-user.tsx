import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, versioned } from "../../api/client.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { useEdit } from "../../parts/use-edit.tsx";

const fields = [
  { name: "first_name", label: t("First name"), type: "text", required: true, maxLength: 100 },
  { name: "last_name", label: t("Last name"), type: "text", required: true, maxLength: 100 },
  { name: "email", label: t("Email"), type: "email", required: true, maxLength: 254 },
  {
    name: "note",
    label: t("Note"),
    type: "text",
    maxLength: 2000,
    hint: t("Only operators see it."),
  },
] as const;

/** Changes a user's names, email and note. */
export function EditUser({ user, close }: { user: User; close: () => void }) {
  const queries = useQueryClient();
  const { first_name, last_name, email, note } = user;
  const [values, setValues] = useState({ first_name, last_name, email, note: note ?? "" });
  const params = { path: { user_id: user.id } };
  const { save, dialog } = useEdit({
    before: user,
    read: () => versioned(api.GET("/users/{user_id}", { params })),
    saved: async () => {
      await queries.invalidateQueries();
      showToast(t("User updated"));
      close();
    },
    discard: async () => {
      await queries.invalidateQueries();
      close();
    },
  });
  const act = () => {
    const body = { ...values, note: values.note || null };
    return save(body, (headers) => dataOf(api.PATCH("/users/{user_id}", { params, body, headers })));
  };
  if (dialog) return dialog;
  return (
    <Dialog title={t("Edit user")} action={t("Save user")} busy={t("Saving")} act={act} close={close} stays>
      {fields.map(({ name, ...field }) => (
        <Field
          key={name}
          {...field}
          dir="auto"
          value={values[name]}
          change={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {values.email !== email && (
        <p className="muted">{t("The user signs in with the new email from now on. No email is sent.")}</p>
      )}
    </Dialog>
  );
}
