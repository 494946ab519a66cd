import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { choiceField, textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { hrefOf } from "../../parts/router.tsx";
import { memberRoles, type NewInvitation, roleTexts } from "./organization-queries.ts";

interface InviteProps {
  readonly organizationId: string;
  readonly name: string;
}

/** A button that invites a member by its address. */
export function InviteMember({ organizationId, name }: InviteProps) {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<NewInvitation>();
  const params = { path: { id: organizationId } };
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        {t("Invite member")}
      </Button>
      {open && (
        <FormDialog
          title={t("Invite a member to {name}", { name })}
          action={t("Send invitation")}
          busy={t("Sending")}
          close={() => setOpen(false)}
          changes={[["invitations", organizationId]]}
          fields={{
            email: textField({
              label: t("Email"),
              type: "email",
              maxLength: 254,
              hint: t("The invitation works for this address only, once, for 7 days."),
            }),
            role: choiceField({
              label: t("Role"),
              initial: "developer",
              options: memberRoles.map((one) => [one, roleNames[one]]),
            }),
          }}
          send={async (body) =>
            setMade(await dataOf(api.POST("/organizations/{id}/invitations", { params, body })))
          }
        >
          {(values) => values && <p className="sm muted">{roleTexts[values.role]}</p>}
        </FormDialog>
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
      title={made.sent ? t("Invitation sent") : t("Hand over the link")}
      action={t("Done")}
      keep={t("Close")}
      act={() => showToast(t("Invitation open for 7 days"))}
      close={close}
      wide
    >
      <p>
        {made.sent
          ? t("We sent the link to {email}. You can hand it over too.", { email: made.email })
          : t("No email was sent. Hand the link over to {email} yourself.", { email: made.email })}
      </p>
      <KeyRow secret={link} label={t("Invitation link")} shown />
      <p className="muted">
        {t("Copy it now. You cannot see it again. It works for this address only, until {day}.", {
          day: day(made.expires_at),
        })}
      </p>
    </Dialog>
  );
}
