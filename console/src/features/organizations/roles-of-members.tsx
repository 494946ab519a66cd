import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api/client.ts";
import { roles } from "../../api/roles.ts";
import { t } from "../../base/language/language.ts";
import { allowedTexts, permissionText } from "../../parts/permission-words.ts";
import { roleNames } from "../../parts/role-words.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { memberRoles } from "./organization-queries.ts";

type Allowed = Schemas["RoleMatrix"]["areas"][number]["permissions"][number];

/** What each role of a member can do, as the service declares it. */
export function RolesOfMembers() {
  const query = useQuery(roles);
  return (
    <Section className="c7" title={t("What roles can do")}>
      <Loaded query={query} what={t("Could not load the roles")} rows={6}>
        {({ areas }) => (
          <Table
            caption={t("Roles")}
            className="tight"
            items={areas
              .flatMap(({ permissions }) => permissions)
              .filter(({ callers }) => callers.member.owner !== "no")}
            keyOf={({ permission }) => permission}
            wide
            columns={[
              { head: t("Can"), cell: ({ text }) => permissionText(text) },
              ...memberRoles.map((role) => ({
                head: roleNames[role],
                cell: ({ callers }: Allowed) =>
                  callers.member[role] === "no" ? (
                    <span className="soft">{allowedTexts.no}</span>
                  ) : (
                    allowedTexts.yes
                  ),
              })),
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}
