import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { FieldForm } from "../../parts/use-form.tsx";

/** The form of an organization's name and contact address. */
export function OrganizationDetails({ organizationId: id }: { organizationId: string }) {
  const queries = useQueryClient();
  const queryKey = ["organization", id];
  const params = { path: { id } };
  const query = useQuery({ queryKey, queryFn: () => dataOf(api.GET("/organizations/{id}", { params })) });
  return (
    <Section title={t("Name and contact")}>
      <Loaded query={query} what={t("Could not load the organization")} rows={2}>
        {({ name, contact_email }) => (
          <FieldForm
            fields={[
              { name: "name", label: t("Name"), dir: "auto", required: true, maxLength: 100 },
              {
                name: "contact_email",
                label: t("Contact email"),
                type: "email",
                required: true,
                maxLength: 254,
                hint: t("Receives the organization's mail. Nobody signs in with it."),
              },
            ]}
            initial={{ name, contact_email }}
            action={t("Save organization")}
            busy={t("Saving")}
            send={async (body) => {
              await dataOf(api.PATCH("/organizations/{id}", { params, body }));
              await Promise.all([readAccounts(), queries.invalidateQueries({ queryKey })]);
              showToast(t("Organization updated"));
            }}
          />
        )}
      </Loaded>
    </Section>
  );
}
