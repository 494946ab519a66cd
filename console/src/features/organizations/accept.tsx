import { useState } from "react";
import { chooseAccount, readAccounts } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
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
    showToast(t("You are a member of {name}", { name }));
  };
  if (!token)
    return (
      <FormPage title={t("This link is incomplete")}>
        <p className="muted">
          {t("The last part is missing. Open the complete link, or ask for a new invitation.")}
        </p>
      </FormPage>
    );
  if (!session)
    return (
      <FormPage title={t("You are invited to an organization")}>
        <p className="muted">
          {t(
            "Sign in with the address that was invited. Without an account, create one with that address, then open this link again.",
          )}
        </p>
        <p className="actions">
          <Link className="btn btn-primary" to="/sign-in" search={{ next: "/invitations/accept" }}>
            {t("Sign in")}
          </Link>
          <Link className="btn" to="/sign-up">
            {t("Create account")}
          </Link>
        </p>
      </FormPage>
    );
  return (
    <>
      <Head title={t("Accept the invitation?")}>
        <T
          text="You become a member of the organization with the account of {email}. Nothing is charged by it, and your own account stays."
          email={<bdi>{session.user.email}</bdi>}
        />
      </Head>
      <FieldForm
        fields={[]}
        action={t("Accept invitation")}
        busy={t("Accepting")}
        look="primary"
        send={accept}
      />
    </>
  );
}
