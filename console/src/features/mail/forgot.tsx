import { useState } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { FormPage } from "../../pages/public/form-page.tsx";
import { textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { Link } from "../../parts/router.tsx";

/** Requests a reset link. The page shows the same text whether or not there is an account. */
export function Forgot() {
  const [email, setEmail] = useState<string>();
  const send = async (values: { email: string }) => {
    await dataOf(api.POST("/auth/forgot", { body: values, headers: await asClient() }));
    setEmail(values.email);
  };
  return (
    <FormPage title={email === undefined ? t("Forgot your password?") : t("Look in your mail")}>
      {email === undefined ? (
        <>
          <p className="muted">{t("We send a link to the address of your account.")}</p>
          <FieldForm
            fields={{
              email: textField({
                label: t("Email"),
                type: "email",
                autoComplete: "username",
                maxLength: 254,
              }),
            }}
            action={t("Send link")}
            busy={t("Sending")}
            look="primary"
            send={send}
          />
        </>
      ) : (
        <>
          <p>
            <T
              text="If there is an account of {email}, a link is on its way. It works once, for 24 hours."
              email={<b>{email}</b>}
            />
          </p>
          <p className="sm muted">
            {t("Not there? Look in the spam folder, or request it again in an hour.")}
          </p>
        </>
      )}
      <p className="muted">
        <Link to="/sign-in">{t("Sign in")}</Link>
      </p>
    </FormPage>
  );
}
