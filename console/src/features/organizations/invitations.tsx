import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { List } from "../../parts/list-page.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { Section } from "../../parts/section.tsx";
import { hidden } from "../../parts/table.tsx";
import { HandOver } from "./invite-member.tsx";
import type { Invitation, NewInvitation } from "./organization-queries.ts";

interface InvitationsProps {
  readonly organizationId: string;
  readonly query: UseQueryResult<readonly Invitation[]>;
}

/** The open invitations of an organization. */
export function Invitations({ organizationId, query }: InvitationsProps) {
  const queries = useQueryClient();
  const [made, setMade] = useState<NewInvitation>();
  const act = async (work: () => Promise<unknown>) => {
    await work().catch((error: Error) => showToast(error.message));
    await queries.invalidateQueries({ queryKey: ["invitations", organizationId] });
  };
  const pathOf = ({ id }: Invitation) => ({ path: { id: organizationId, invitation_id: id } });
  const renew = async (one: Invitation) =>
    setMade(
      await dataOf(
        api.POST("/organizations/{id}/invitations/{invitation_id}/renew", { params: pathOf(one) }),
      ),
    );
  const withdraw = async (one: Invitation) => {
    await dataOf(api.DELETE("/organizations/{id}/invitations/{invitation_id}", { params: pathOf(one) }));
    showToast(t("Invitation withdrawn"));
  };
  return (
    <Section title={t("Invited")}>
      <List
        query={query}
        what={t("Could not load the invitations")}
        rows={2}
        empty={<p className="muted">{t("No invitation is open.")}</p>}
        caption={t("Invitations")}
        keyOf={({ id }) => id}
        columns={[
          { head: t("Address"), cell: ({ email }) => email },
          { head: t("Role"), cell: ({ role }) => roleNames[role] },
          { head: t("Invited"), labelled: true, cell: ({ created_at: at }) => day(at) },
          { head: t("Expires"), labelled: true, cell: ({ expires_at: at }) => day(at) },
          {
            head: hidden(t("Actions")),
            figures: true,
            cell: (one) => (
              <span className="actions">
                <Button onPress={() => act(() => renew(one))} busy={t("Sending")}>
                  <T text="Send again<span> to {email}</span>" email={one.email} />
                </Button>
                <Button onPress={() => act(() => withdraw(one))} busy={t("Withdrawing")}>
                  <T text="Withdraw<span> the invitation of {email}</span>" email={one.email} />
                </Button>
              </span>
            ),
          },
        ]}
      />
      {made && <HandOver made={made} close={() => setMade(undefined)} />}
    </Section>
  );
}
