import { useState } from "react";
import { chooseAccount, readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { ConfirmEmail, useUnconfirmed } from "../../parts/confirm-email.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { dropInvitation, heldInvitation, holdInvitation } from "./held-invitation.ts";

const path = "/invitations/accept";

/** The token of the link, or of one that was opened before. */
function takeToken(): string {
  const token = decodeURIComponent(location.hash.slice(1));
  if (token) holdInvitation(token);
  return token || heldInvitation();
}

/** The page of an invitation's link. Its token follows the #, which browsers do not send to servers. */
export function Accept() {
  const session = sessionStore.use();
  const [token] = useState(takeToken);
  const accept = async () => {
    const { organization_id: id, name } = await dataOf(
      api.POST("/invitations/accept", { body: { invitation_token: token } }),
    );
    dropInvitation();
    await readAccounts();
    await chooseAccount(id);
    showToast(t("You are a member of {name}", { name }));
  };
  if (!token)
    return (
      <Head title={t("This link is incomplete")}>
        {t("The last part is missing. Open the complete link, or ask for a new invitation.")}
      </Head>
    );
  if (!session)
    return (
      <>
        <Head title={t("You are invited to an organization")}>
          {t(
            "Sign in with the address that was invited, or create an account with it. The invitation waits in this browser.",
          )}
        </Head>
        <p className="actions">
          <Link className="btn btn-primary" to="/sign-in" search={{ next: path }}>
            {t("Sign in")}
          </Link>
          <Link className="btn" to="/sign-up" search={{ next: path }}>
            {t("Create account")}
          </Link>
        </p>
      </>
    );
  return <Decide email={session.user.email} accept={accept} />;
}

function Decide({ email, accept }: { email: string; accept(): Promise<void> }) {
  if (useUnconfirmed())
    return (
      <>
        <Head title={t("Confirm your address first")}>
          {t("The invitation waits in this browser. The link in the mail leads back to it.")}
        </Head>
        <ConfirmEmail />
      </>
    );
  return (
    <>
      <Head title={t("Accept the invitation?")}>
        <T
          text="You become a member of the organization with the account of {email}. Nothing is charged by it, and your own account stays."
          email={<bdi>{email}</bdi>}
        />
      </Head>
      <FieldForm action={t("Accept invitation")} busy={t("Accepting")} look="primary" send={accept} />
    </>
  );
}
