import { api, asClient, dataOf } from "../../api/client.ts";
import { setSession } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { PasswordLink } from "./password-link.tsx";

/** The page of a reset link. */
export function Reset() {
  return (
    <PasswordLink
      title={t("Choose a new password")}
      action={t("Set password")}
      incomplete={
        <AskOperator>
          {t("The last part is missing. Open the complete link or ask the operator for a new one.")}
        </AskOperator>
      }
      done={{
        title: t("Password changed"),
        text: t("All sessions and access tokens of your account have ended."),
        to: "/sign-in",
        action: t("Sign in"),
      }}
      send={async (token, password) => {
        const body = { reset_token: token, password };
        await dataOf(api.POST("/auth/reset", { body, headers: await asClient() }));
        setSession(undefined);
      }}
    />
  );
}
