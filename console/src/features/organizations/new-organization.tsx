import { useState } from "react";
import { chooseAccount, readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";

/** A button that creates an organization, for which the user then acts. */
export function NewOrganization() {
  const [name, setName] = useState<string>();
  const create = async () => {
    const { id } = await dataOf(api.POST("/organizations", { body: { name: name ?? "" } }));
    await readAccounts();
    await chooseAccount(id);
  };
  return (
    <>
      <Button onPress={() => setName("")}>{t("New organization")}</Button>
      {name !== undefined && (
        <Dialog
          title={t("New organization")}
          action={t("Create organization")}
          busy={t("Creating")}
          act={create}
          close={() => setName(undefined)}
        >
          <p className="muted">
            {t(
              "An account that several people share. It has its own plans, keys and invoices, and no trial credits. You become its owner.",
            )}
          </p>
          <Field
            label={t("Name")}
            value={name}
            dir="auto"
            required
            maxLength={100}
            hint={t("As on invoices. For example, “Acme Fleet GmbH”.")}
            change={setName}
          />
        </Dialog>
      )}
    </>
  );
}
