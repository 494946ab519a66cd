import { useQuery } from "@tanstack/react-query";
import { readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { reading } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";

/** The form of an organization's name and contact address. */
export function OrganizationDetails({ organizationId: id }: { organizationId: string }) {
  const queryKey = ["organization", id];
  const params = { path: { id } };
  const query = useQuery(reading(queryKey, "/organizations/{id}", params));
  return (
    <Section title={t("Name and contact")}>
      <Loaded query={query} what={t("Could not load the organization")} rows={2}>
        {({ name, contact_email }) => (
          <FieldForm
            fields={{
              name: textField({ label: t("Name"), initial: name, maxLength: 100 }),
              contact_email: textField({
                label: t("Contact email"),
                initial: contact_email,
                type: "email",
                maxLength: 254,
                hint: t("Receives the organization's mail. Nobody signs in with it."),
              }),
            }}
            action={t("Save organization")}
            busy={t("Saving")}
            changes={[queryKey]}
            send={async (body) => {
              await dataOf(api.PATCH("/organizations/{id}", { params, body }));
              await readAccounts();
              return t("Organization updated");
            }}
          />
        )}
      </Loaded>
    </Section>
  );
}
