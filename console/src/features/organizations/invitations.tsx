import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { day } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";
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
    showToast("Invitation withdrawn");
  };
  return (
    <Section title="Invited">
      <Loaded query={query} what="Could not load the invitations" rows={2}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="muted">No invitation is open.</p>
          ) : (
            <Table
              caption="Invitations"
              items={invitations}
              keyOf={({ id }) => id}
              columns={[
                { head: "Address", cell: ({ email }) => email },
                { head: "Role", cell: ({ role }) => roleNames[role] },
                { head: "Invited", labelled: true, cell: ({ created_at: at }) => day(at) },
                { head: "Expires", labelled: true, cell: ({ expires_at: at }) => day(at) },
                {
                  head: hidden("Actions"),
                  figures: true,
                  cell: (one) => (
                    <span className="actions">
                      <Button onPress={() => act(() => renew(one))} busy="Sending">
                        Send again<span className="vh"> to {one.email}</span>
                      </Button>
                      <Button onPress={() => act(() => withdraw(one))} busy="Withdrawing">
                        Withdraw<span className="vh"> the invitation of {one.email}</span>
                      </Button>
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {made && <HandOver made={made} close={() => setMade(undefined)} />}
    </Section>
  );
}
