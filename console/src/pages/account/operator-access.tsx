import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api/client.ts";
import { listing } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { auditPhrases } from "../../parts/audit-words.ts";
import { List, useOwnPaged } from "../../parts/list-page.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { Section } from "../../parts/section.tsx";
import { Time } from "../../parts/time.tsx";

type Access = Schemas["OperatorAccess"];

const pageSize = 10;

/** What operators did to an account, newest first. */
export function OperatorAccess({ accountId, className }: { accountId: string; className?: string }) {
  const { paged, own } = useOwnPaged(pageSize);
  const query = useQuery({
    ...listing([t("operator access"), accountId, paged.page], "/users/{id}/operator-access", {
      path: { id: accountId },
      query: paged,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      {...(className !== undefined && { className })}
      title={t("Access by the operator")}
      note={t("Operators see keys masked and can change nothing while they view an account.")}
    >
      <List
        query={query}
        what={t("Could not load the access by the operator")}
        rows={3}
        empty={<p className="muted">{t("No operator has viewed or changed this account.")}</p>}
        paged={own}
        caption={t("Access by the operator")}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t("Operator"),
            cell: (one) => (
              <>
                <Operator access={one} /> {auditPhrases[one.action] ?? one.action}
                {one.reason && (
                  <span className="sub" dir="auto">
                    {one.reason}
                  </span>
                )}
              </>
            ),
          },
          { head: t("Time (UTC)"), cell: ({ timestamp: at }) => <Time at={at} show="recent" /> },
        ]}
      />
    </Section>
  );
}

function Operator({ access: { operator_name: name, operator_role: role } }: { access: Access }) {
  return (
    <>
      <b dir="auto">{name ?? t("The operator")}</b>
      {role && ` (${roleNames[role]})`}
    </>
  );
}
