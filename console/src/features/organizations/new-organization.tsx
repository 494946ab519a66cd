import { useState } from "react";
import { chooseAccount, readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
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
      <Button onPress={() => setName("")}>New organization</Button>
      {name !== undefined && (
        <Dialog
          title="New organization"
          action="Create organization"
          busy="Creating"
          act={create}
          close={() => setName(undefined)}
        >
          <p className="muted">
            An account that several people share. It has its own plans, keys and invoices, and no trial
            credits. You become its owner.
          </p>
          <Field
            label="Name"
            value={name}
            dir="auto"
            required
            maxLength={100}
            hint="As on invoices. For example, “Acme Fleet GmbH”."
            change={setName}
          />
        </Dialog>
      )}
    </>
  );
}
