import { api, asClient, dataOf } from "../../api/client.ts";
import { setSession } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { PasswordLink } from "../../pages/public/password-link.tsx";
import { AskOperator } from "../../parts/ask-operator.tsx";

/** The page of a link that takes a changed address back. */
export function TakeBack() {
  return (
    <PasswordLink
      title={t("Take your address back")}
      text={t(
        "Choose a new password. All sessions, access tokens and assistants of the account end, and what was added to its sign-in since the change.",
      )}
      action={t("Take address back")}
      incomplete={
        <AskOperator>
          {t("The last part is missing. Open the complete link, or ask the operator.")}
        </AskOperator>
      }
      done={{
        title: t("Address taken back"),
        text: t(
          "Sign in with this address and the new password. Replace your API keys if somebody saw them.",
        ),
        to: "/sign-in",
        action: t("Sign in"),
      }}
      send={async (token, password) => {
        const body = { return_token: token, password };
        await dataOf(api.POST("/auth/take-back", { body, headers: await asClient() }));
        setSession(undefined);
      }}
    />
  );
}
