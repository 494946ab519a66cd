import { sessionStore, useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { roleNames } from "../../parts/role-words.ts";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { MoveSubscription } from "./move-subscription.tsx";
import { NewOrganization } from "./new-organization.tsx";

/** The organizations of a customer, on the page of its profile. */
export function OwnOrganizations() {
  const { role } = useUser();
  const own = (sessionStore.use()?.accounts ?? []).filter((one) => one.kind === "organization");
  if (role === "operator") return null;
  return (
    <Section
      title={t("Organizations")}
      note={t(
        "Accounts that you share with others. Choose the one that you act for at the top of the side bar.",
      )}
      aside={
        <span className="actions">
          <MoveSubscription />
          <NewOrganization />
        </span>
      }
    >
      <Table
        empty={
          <Empty title={t("No organizations yet")}>
            {t("Create one to share plans and keys with colleagues.")}
          </Empty>
        }
        caption={t("Organizations")}
        items={own}
        keyOf={({ id }) => id}
        columns={[
          { head: t("Name"), cell: ({ name }) => <bdi>{name}</bdi> },
          { head: t("Your role"), cell: ({ member_role }) => member_role && roleNames[member_role] },
        ]}
      />
    </Section>
  );
}
