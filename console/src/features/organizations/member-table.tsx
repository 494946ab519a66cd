import type { QueryKey } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useMay } from "../../api/account.ts";
import { chooseAccount } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { remainingOf } from "../../api/remaining.ts";
import { useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { personColumns } from "../../parts/person-columns.tsx";
import { RoleSelect } from "../../parts/role-select.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { hidden, Table } from "../../parts/table.tsx";
import { useDecision } from "../../parts/use-change.ts";
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
  const lastId = useId();
  const [removed, setRemoved] = useState<Member>();
  // Keys that a member knows remain.
  const changes = [["members", organizationId], remainingOf(organizationId).queryKey];
  const decide = useDecision(...changes);
  const setRole = ({ user_id, name }: Member, role: MemberRole) => {
    const params = { path: { id: organizationId, user_id } };
    return decide(
      dataOf(api.PUT("/organizations/{id}/members/{user_id}", { params, body: { role } })),
      t("{name} is now {roleName}", { name, roleName: roleNames[role] }),
    );
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
                {user_id === self ? <T text="{name} (you)" name={<bdi>{name}</bdi>} /> : <bdi>{name}</bdi>}
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
            cell: (member) =>
              (isOwner || member.user_id === self) && (
                <RemoveButton
                  member={member}
                  lastId={isLast(member) ? lastId : undefined}
                  remove={() => setRemoved(member)}
                />
              ),
          },
        ]}
      />
      {members.some((member) => member.user_id === self && isLast(member)) && (
        <p className="xs muted note" id={lastId}>
          {t("You are the only owner. Make another member an owner before you leave.")}
        </p>
      )}
      {removed && (
        <RemoveMember
          organizationId={organizationId}
          member={removed}
          changes={changes}
          close={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface RemoveButtonProps {
  readonly member: Member;
  /** The ID of the sentence about the last owner, who cannot leave. */
  readonly lastId: string | undefined;
  remove(): void;
}

function RemoveButton({ member, lastId, remove }: RemoveButtonProps) {
  const isSelf = member.user_id === useUser().id;
  return (
    <Button
      permission="self.change"
      look={isSelf ? undefined : "danger"}
      disabled={isSelf && lastId !== undefined}
      aria-describedby={isSelf ? lastId : undefined}
      onPress={remove}
    >
      {isSelf ? t("Leave") : t("Remove")}
      {!isSelf && <span className="vh"> {member.name}</span>}
    </Button>
  );
}

interface RemoveProps {
  readonly organizationId: string;
  readonly member: Member;
  /** The keys of what is loaded again. */
  readonly changes: readonly QueryKey[];
  close(): void;
}

function RemoveMember({ organizationId: id, member: { user_id, name }, changes, close }: RemoveProps) {
  const isSelf = user_id === useUser().id;
  return (
    <FormDialog
      title={isSelf ? t("Leave the organization?") : t("Remove {name}?", { name })}
      action={isSelf ? t("Leave organization") : t("Remove member")}
      danger
      close={close}
      changes={isSelf ? [] : changes}
      send={async () => {
        const params = { path: { id, user_id } };
        await dataOf(api.DELETE("/organizations/{id}/members/{user_id}", { params }));
        if (isSelf) return chooseAccount(user_id);
        return t("Member removed");
      }}
    >
      <p className="muted">
        {t("Access ends with the next click or call. Keys stay: rotate those that the member knew.")}
      </p>
    </FormDialog>
  );
}
