import { api, dataOf, versioned } from "../../api/client.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { optionalField, textField } from "../../parts/fields.tsx";
import { everything, FormDialog } from "../../parts/form-dialog.tsx";
import { languageField } from "../../parts/language-field.ts";

/** Changes a customer's names, email, language and note. */
export function EditCustomer({ user, close }: { user: User; close: () => void }) {
  const { first_name, last_name, email, language, note } = user;
  const params = { path: { user_id: user.id } };
  return (
    <FormDialog
      title={t("Edit customer")}
      action={t("Save customer")}
      busy={t("Saving")}
      close={close}
      changes={everything}
      edit={{ before: user, read: () => versioned(api.GET("/users/{user_id}", { params })) }}
      fields={{
        first_name: textField({ label: t("First name"), initial: first_name, maxLength: 100 }),
        last_name: textField({ label: t("Last name"), initial: last_name, maxLength: 100 }),
        email: textField({ label: t("Email"), initial: email, type: "email", maxLength: 254 }),
        language: languageField(language),
        note: optionalField({
          label: t("Note"),
          initial: note,
          maxLength: 2000,
          hint: t("Only operators see it."),
        }),
      }}
      send={async (body, headers) => {
        await dataOf(api.PATCH("/users/{user_id}", { params, body, headers }));
        return t("Customer updated");
      }}
    >
      {(values) =>
        values?.email !== email && (
          <p className="muted">
            {t("The customer signs in with the new email from now on. No email is sent.")}
          </p>
        )
      }
    </FormDialog>
  );
}
