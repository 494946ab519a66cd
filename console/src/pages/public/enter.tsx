import { api, asClient, dataOf } from "../../api/client.ts";
import { setSession } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { PasswordLink } from "./password-link.tsx";

/** The page of a link that the host printed. */
export function Enter() {
  return (
    <PasswordLink
      title={t("Choose a new password")}
      text={t(
        "The new password ends every other way into the account: sessions, tokens, passkeys, app codes and assistants. API keys stay.",
      )}
      action={t("Set password")}
      incomplete={t("The last part is missing. Open the complete link, or print a new one on the host.")}
      done={{
        title: t("You are signed in"),
        text: t("Your password alone protects the account now. Add a passkey or app codes before you leave."),
        to: "/me?tab=security",
        action: t("Add a second factor"),
      }}
      send={async (token, password) => {
        const body = { entry_token: token, password };
        setSession(await dataOf(api.POST("/auth/enter", { body, headers: await asClient() })));
      }}
    />
  );
}
