import { useState } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { homePath } from "../../parts/side-paths.ts";

/** Who confirms: a session of the account, its password, or somebody who did not make the account. */
type By = "session" | "password" | "new_password";

/** The page of a confirmation link. Its token follows the #, which browsers do not send to servers. */
export function Confirm() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [by, setBy] = useState<By>("session");
  /** Nobody has proved the mailbox before, so that somebody else can have made the account. */
  const [isNew, setIsNew] = useState(false);
  const [done, setDone] = useState(false);
  // Pressed, because programs that check links open them.
  const send = async ({ secret = "" }: { secret?: string }) => {
    const own = sessionStore.get()?.token;
    const headers = by === "session" && own ? { authorization: `Bearer ${own}` } : await asClient();
    const body = { confirm_token: token, ...(by !== "session" && { [by]: secret }) };
    try {
      await dataOf(api.POST("/auth/confirm", { body, headers }));
    } catch (error) {
      const { methods } = asProblem(error);
      if (by !== "session" || methods.length === 0) throw error;
      setIsNew(methods.includes("new_password"));
      return setBy("password");
    }
    history.replaceState(history.state, "", location.pathname);
    setDone(true);
  };
  if (done) return <Confirmed />;
  if (!token)
    return (
      <FormPage title={t("This link is incomplete")}>
        <p className="muted">
          {t("The last part is missing. Open the complete link, or sign in and send it again.")}
        </p>
      </FormPage>
    );
  if (by === "session")
    return (
      <FormPage title={t("Confirm your email")}>
        <p className="muted">{t("Nothing is charged by it.")}</p>
        <FieldForm action={t("Confirm address")} busy={t("Confirming")} look="primary" send={send} />
      </FormPage>
    );
  const isOwn = by === "password";
  return (
    <FormPage title={t("Confirm your email")}>
      <p className="muted">
        {isOwn
          ? t("Enter the password of the account, so that nobody confirms an account that another made.")
          : t(
              "Choose a password. The account becomes yours: whoever made it can no longer enter, and its keys are replaced.",
            )}
      </p>
      <FieldForm
        key={by}
        fields={{
          secret: textField({
            label: isOwn ? t("Password") : t("New password"),
            type: "password",
            autoComplete: isOwn ? "current-password" : "new-password",
          }),
        }}
        action={t("Confirm address")}
        busy={t("Confirming")}
        look="primary"
        send={send}
      >
        {isNew && (
          <p>
            <Button onPress={() => setBy(isOwn ? "new_password" : "password")}>
              {isOwn ? t("I did not make this account") : t("I made this account")}
            </Button>
          </p>
        )}
      </FieldForm>
    </FormPage>
  );
}

function Confirmed() {
  const [waiting] = pageParts().flatMap(({ afterConfirming }) => afterConfirming?.() ?? []);
  return (
    <FormPage title={t("Address confirmed")}>
      <p className="muted">
        {t(
          "You get mail about credits, plans and payments there. If you were about to pay, go back to that page.",
        )}
      </p>
      <p>
        <Link className="btn btn-primary" to={waiting?.to ?? homePath()}>
          {waiting?.action ?? t("Open console")}
        </Link>
      </p>
    </FormPage>
  );
}
