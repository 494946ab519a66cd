import { useState } from "react";
import { chooseAccount, readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { sessionStore } from "../../api/session.ts";
import { showToast } from "../../base/toast.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { FieldForm } from "../../parts/use-form.tsx";

const storageKey = "vingate.invitation";

/** The token of the link, kept in this tab while its reader signs in: in no address that a server receives. */
function takeToken(): string {
  const token = decodeURIComponent(location.hash.slice(1));
  if (token) sessionStorage.setItem(storageKey, token);
  return token || (sessionStorage.getItem(storageKey) ?? "");
}

/** The page of an invitation's link. Its token follows the #, which browsers do not send to servers. */
export function Accept() {
  const session = sessionStore.use();
  const [token] = useState(takeToken);
  const accept = async () => {
    const { organization_id: id, name } = await dataOf(
      api.POST("/invitations/accept", { body: { invitation_token: token } }),
    );
    sessionStorage.removeItem(storageKey);
    await readAccounts();
    await chooseAccount(id);
    showToast(`You are a member of ${name}`);
  };
  if (!token)
    return (
      <FormPage title="This link is incomplete">
        <p className="muted">
          The last part is missing. Open the complete link, or ask for a new invitation.
        </p>
      </FormPage>
    );
  if (!session)
    return (
      <FormPage title="You are invited to an organization">
        <p className="muted">
          Sign in with the address that was invited. Without an account, create one with that address, then
          open this link again.
        </p>
        <p className="actions">
          <Link className="btn btn-primary" to="/sign-in" search={{ next: "/invitations/accept" }}>
            Sign in
          </Link>
          <Link className="btn" to="/sign-up">
            Create account
          </Link>
        </p>
      </FormPage>
    );
  return (
    <>
      <Head title="Accept the invitation?">
        You become a member of the organization with the account of <bdi>{session.user.email}</bdi>. Nothing
        is charged by it, and your own account stays.
      </Head>
      <FieldForm fields={[]} action="Accept invitation" busy="Accepting" look="primary" send={accept} />
    </>
  );
}
