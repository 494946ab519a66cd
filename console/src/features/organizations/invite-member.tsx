import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { day } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { hrefOf } from "../../parts/router.tsx";
import { type MemberRole, memberRoles, type NewInvitation, roleTexts } from "./organization-queries.ts";

interface InviteProps {
  readonly organizationId: string;
  readonly name: string;
}

/** A button that invites a member by its address. */
export function InviteMember({ organizationId, name }: InviteProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("developer");
  const [made, setMade] = useState<NewInvitation>();
  const invite = async () => {
    const params = { path: { id: organizationId } };
    const body = { email, role };
    setMade(await dataOf(api.POST("/organizations/{id}/invitations", { params, body })));
    setEmail("");
    await queries.invalidateQueries({ queryKey: ["invitations", organizationId] });
  };
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        Invite member
      </Button>
      {open && (
        <Dialog
          title={`Invite a member to ${name}`}
          action="Send invitation"
          busy="Sending"
          act={invite}
          close={() => setOpen(false)}
        >
          <Field
            label="Email"
            type="email"
            value={email}
            required
            maxLength={254}
            hint="The invitation works for this address only, once, for 7 days."
            change={setEmail}
          />
          <Select
            label="Role"
            value={role}
            change={(value) => setRole(value as MemberRole)}
            options={memberRoles.map((one) => [one, roleNames[one]])}
          />
          <p className="sm muted">{roleTexts[role]}</p>
        </Dialog>
      )}
      {made && <HandOver made={made} close={() => setMade(undefined)} />}
    </>
  );
}

/** The link of a new invitation, which can be seen only now. */
export function HandOver({ made, close }: { made: NewInvitation; close: () => void }) {
  const link = `${location.origin}${hrefOf("/invitations/accept")}#${made.invitation_token}`;
  return (
    <Dialog
      title={made.sent ? "Invitation sent" : "Hand over the link"}
      action="Done"
      keep="Close"
      act={() => showToast("Invitation open for 7 days")}
      close={close}
      wide
    >
      <p>
        {made.sent
          ? `We sent the link to ${made.email}. You can hand it over too.`
          : `No email was sent. Hand the link over to ${made.email} yourself.`}
      </p>
      <KeyRow secret={link} label="Invitation link" shown />
      <p className="muted">
        Copy it now. You cannot see it again. It works for this address only, until {day(made.expires_at)}.
      </p>
    </Dialog>
  );
}
