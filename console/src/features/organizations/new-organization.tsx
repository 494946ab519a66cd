import { useState } from "react";
import { chooseAccount, readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";

/** A button that creates an organization, for which the user then acts. */
export function NewOrganization() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t("New organization")}</Button>
      {isOpen && (
        <FormDialog
          title={t("New organization")}
          action={t("Create organization")}
          busy={t("Creating")}
          close={() => setOpen(false)}
          above={
            <p className="muted">
              {t(
                "An account that several people share. It has its own plans, keys and invoices, and no trial credits. You become its owner.",
              )}
            </p>
          }
          fields={{
            name: textField({
              label: t("Name"),
              maxLength: 100,
              hint: t("As on invoices. For example, “Acme Fleet GmbH”."),
            }),
          }}
          send={async (body) => {
            const { id } = await dataOf(api.POST("/organizations", { body }));
            await readAccounts();
            await chooseAccount(id);
          }}
        />
      )}
    </>
  );
}
