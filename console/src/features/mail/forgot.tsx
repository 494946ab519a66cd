import { useState } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Link } from "../../parts/router.tsx";
import { FieldForm } from "../../parts/use-form.tsx";

/** Requests a reset link. The page says the same whether or not there is an account. */
export function Forgot() {
  const [email, setEmail] = useState<string>();
  const send = async (values: { email: string }) => {
    await dataOf(api.POST("/auth/forgot", { body: values, headers: await asClient() }));
    setEmail(values.email);
  };
  return (
    <FormPage title={email === undefined ? "Forgot your password?" : "Look in your mail"}>
      {email === undefined ? (
        <>
          <p className="muted">We send a link to the address of your account.</p>
          <FieldForm
            fields={[
              { name: "email", label: "Email", type: "email", autoComplete: "username", maxLength: 254 },
            ]}
            action="Send link"
            busy="Sending"
            look="primary"
            send={send}
          />
        </>
      ) : (
        <>
          <p>
            If there is an account of <b>{email}</b>, a link is on its way. It works once, for 24 hours.
          </p>
          <p className="sm muted">Not there? Look in the spam folder, or request it again in an hour.</p>
        </>
      )}
      <p className="muted">
        <Link to="/sign-in">Sign in</Link>
      </p>
    </FormPage>
  );
}
