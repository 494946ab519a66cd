import { useState } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { setSession } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { Link } from "../../parts/router.tsx";
import { FieldForm, newPassword } from "../../parts/use-form.tsx";
import { FormPage } from "./form-page.tsx";

/** The page of a reset link. Its token follows the #, which browsers do not send to servers. */
export function Reset() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [done, setDone] = useState(false);
  const send = async ({ password }: { password: string }) => {
    const headers = await asClient();
    await dataOf(api.POST("/auth/reset", { body: { reset_token: token, password }, headers }));
    setSession(undefined);
    history.replaceState(history.state, "", location.pathname);
    setDone(true);
  };
  if (done)
    return (
      <FormPage title={t("Password changed")}>
        <p className="muted">{t("All sessions and access tokens of your account have ended.")}</p>
        <p>
          <Link className="btn btn-primary" to="/sign-in">
            {t("Sign in")}
          </Link>
        </p>
      </FormPage>
    );
  if (!token)
    return (
      <FormPage title={t("This link is incomplete")}>
        <p className="muted">
          <AskOperator>
            {t("The last part is missing. Open the complete link or ask the operator for a new one.")}
          </AskOperator>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("Choose a new password")}>
      <FieldForm
        fields={[{ name: "password", ...newPassword }]}
        action={t("Set password")}
        busy={t("Setting password")}
        look="primary"
        send={send}
      />
    </FormPage>
  );
}
