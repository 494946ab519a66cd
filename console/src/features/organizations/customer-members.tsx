import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { List, useOwnPaged } from "../../parts/list-page.tsx";
import { personColumns } from "../../parts/person-columns.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import { type Member, membersOf } from "./organization-queries.ts";

/** The members of an organization, for the operator. Each is a person with a page of its own. */
export function CustomerMembers({ userId }: { userId: string }) {
  const { paged, own } = useOwnPaged(50);
  const query = useQuery({ ...membersOf(userId, paged), placeholderData: keepPreviousData });
  return (
    <Section title={t("Members")}>
      <List
        query={query}
        what={t("Could not load the members")}
        rows={4}
        empty={<Empty title={t("No members")} />}
        paged={own}
        caption={t("Members")}
        keyOf={({ user_id }) => user_id}
        columns={[
          {
            head: t("Member"),
            cell: ({ user_id, name, email }) => (
              <>
                <Link to={`/customers/${user_id}`} dir="auto">
                  {name}
                </Link>
                <span className="sub">{email}</span>
              </>
            ),
          },
          { head: t("Role"), cell: ({ role }) => roleNames[role] },
          ...personColumns<Member>(),
        ]}
      />
    </Section>
  );
}
