import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useMay } from "../../api/account.ts";
import { chooseAccount } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { remainingOf } from "../../api/remaining.ts";
import { useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { personColumns } from "../../parts/person-columns.tsx";
import { RoleSelect } from "../../parts/role-select.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { hidden, Table } from "../../parts/table.tsx";
import { type Member, type MemberRole, memberRoles } from "./organization-queries.ts";

interface MemberTableProps {
  readonly organizationId: string;
  readonly members: readonly Member[];
  /** Whether these are all members. */
  readonly isAll: boolean;
}

/** Members with their roles; owners change them, and everybody can leave. */
export function MemberTable({ organizationId, members, isAll }: MemberTableProps) {
  const self = useUser().id;
  const isOwner = useMay()("members.change");
  const queries = useQueryClient();
  const lastId = useId();
  const [removed, setRemoved] = useState<Member>();
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ["members", organizationId] });
    // Keys that the member knows remain.
    await queries.invalidateQueries(remainingOf(organizationId));
  };
  const pathOf = ({ user_id }: Member) => ({ path: { id: organizationId, user_id } });
  const setRole = async (member: Member, role: MemberRole) => {
    const call = api.PUT("/organizations/{id}/members/{user_id}", {
      params: pathOf(member),
      body: { role },
    });
    await dataOf(call).then(
      () => showToast(t("{name} is now {roleName}", { name: member.name, roleName: roleNames[role] })),
      (error: Error) => showToast(error.message),
    );
    await refresh();
  };
  const remove = async (member: Member) => {
    await dataOf(api.DELETE("/organizations/{id}/members/{user_id}", { params: pathOf(member) }));
    if (member.user_id === self) return chooseAccount(self);
    showToast(t("Member removed"));
    await refresh();
  };
  const owners = members.filter(({ role }) => role === "owner");
  const isLast = (member: Member) => isAll && owners.length === 1 && owners[0] === member;
  return (
    <>
      <Table
        caption={t("Members")}
        items={members}
        keyOf={({ user_id }) => user_id}
        columns={[
          {
            head: t("Member"),
            cell: ({ user_id, name, email }) => (
              <>
                <bdi>{name}</bdi>
                {user_id === self && t(" (you)")}
                <span className="sub">{email}</span>
              </>
            ),
          },
          {
            head: t("Role"),
            cell: (member) =>
              isOwner && member.user_id !== self ? (
                <RoleSelect
                  name={member.name}
                  role={member.role}
                  roles={memberRoles}
                  change={(role) => setRole(member, role)}
                />
              ) : (
                roleNames[member.role]
              ),
          },
          ...personColumns<Member>(),
          {
            head: hidden(t("Actions")),
            figures: true,
            cell: (member) => {
              const isSelf = member.user_id === self;
              if (!isSelf && !isOwner) return null;
              return (
                <Button
                  permission="self.change"
                  look={isSelf ? undefined : "danger"}
                  disabled={isSelf && isLast(member)}
                  aria-describedby={isSelf && isLast(member) ? lastId : undefined}
                  onPress={() => setRemoved(member)}
                >
                  {isSelf ? t("Leave") : t("Remove")}
                  {!isSelf && <span className="vh"> {member.name}</span>}
                </Button>
              );
            },
          },
        ]}
      />
      {members.some((member) => member.user_id === self && isLast(member)) && (
        <p className="xs muted note" id={lastId}>
          {t("You are the only owner. Make another member an owner before you leave.")}
        </p>
      )}
      {removed && (
        <Dialog
          title={
            removed.user_id === self
              ? t("Leave the organization?")
              : t("Remove {name}?", { name: removed.name })
          }
          action={removed.user_id === self ? t("Leave organization") : t("Remove member")}
          danger
          act={() => remove(removed)}
          close={() => setRemoved(undefined)}
        >
          <p className="muted">
            {t("Access ends with the next click or call. Keys stay: rotate those that the member knew.")}
          </p>
        </Dialog>
      )}
    </>
  );
}
