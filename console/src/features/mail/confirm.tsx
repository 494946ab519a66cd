import { useState } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Link } from "../../parts/router.tsx";
import { FieldForm } from "../../parts/use-form.tsx";

/** The page of a confirmation link. Its token follows the #, which browsers do not send to servers. */
export function Confirm() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [done, setDone] = useState(false);
  // Pressed, because programs that check links open them.
  const send = async () => {
    await dataOf(api.POST("/auth/confirm", { body: { confirm_token: token }, headers: await asClient() }));
    history.replaceState(history.state, "", location.pathname);
    setDone(true);
  };
  if (done)
    return (
      <FormPage title={t("Address confirmed")}>
        <p className="muted">
          {t(
            "You get mail about credits, plans and payments there. If you were about to pay, go back to that page.",
          )}
        </p>
        <p>
          <Link className="btn btn-primary" to="/overview">
            {t("Open console")}
          </Link>
        </p>
      </FormPage>
    );
  if (!token)
    return (
      <FormPage title={t("This link is incomplete")}>
        <p className="muted">
          {t("The last part is missing. Open the complete link, or sign in and send it again.")}
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("Confirm your email")}>
      <p className="muted">{t("Nothing is charged by it.")}</p>
      <FieldForm
        fields={[]}
        action={t("Confirm address")}
        busy={t("Confirming")}
        look="primary"
        send={send}
      />
    </FormPage>
  );
}
