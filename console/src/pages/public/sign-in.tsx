import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { asProblem } from "../../api/problem.ts";
import { identity } from "../../api/queries.ts";
import { signIn } from "../../api/sign-in.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { keepNext, leaveSignIn } from "../../parts/leave-sign-in.ts";
import { pageParts } from "../../parts/page-parts.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { FormPage } from "./form-page.tsx";
import { SignInCode } from "./sign-in-code.tsx";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function SignIn() {
  const { next } = useSearchState().search;
  // The token is from a link in a mail about refused sign-ins. It follows the #, which browsers do not send to servers.
  const [admitToken] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const mails = useQuery(identity).data?.mail;
  const [accepted, setAccepted] = useState<Credentials & { readonly hasApp: boolean }>();
  const finish = async ({ email, password }: Credentials, code?: string) => {
    await signIn(email, password, code, admitToken);
    await leaveSignIn(next);
  };
  const send = (credentials: Credentials) =>
    finish(credentials).catch((error: unknown) => {
      const { code, methods } = asProblem(error);
      if (code !== "second_factor_required") throw error;
      setAccepted({ ...credentials, hasApp: !methods.includes("passkey") });
    });
  if (accepted)
    return (
      <SignInCode
        email={accepted.email}
        hasApp={accepted.hasApp}
        send={(code) => finish(accepted, code)}
        back={() => setAccepted(undefined)}
      />
    );
  const ways = pageParts().flatMap(({ signInWith: Part }, index) =>
    Part ? <Part key={`${index + 1}`} next={next} /> : [],
  );
  return (
    <FormPage title={t("Sign in")}>
      {/* Nothing moves while the other ways load. */}
      <Suspense>
        {ways.length > 0 && (
          <>
            <div className="choices">{ways}</div>
            <p className="or">{t("or with a password")}</p>
          </>
        )}
        <FieldForm
          fields={{
            email: textField({ label: t("Email"), type: "email", autoComplete: "username" }),
            password: textField({ label: t("Password"), type: "password", autoComplete: "current-password" }),
          }}
          action={t("Sign in")}
          busy={t("Signing in")}
          look={ways.length > 0 ? undefined : "primary"}
          send={send}
        />
        <p className="muted">
          <T
            text="No account yet? <link>Get an API key</link>. Forgot your password?"
            link={(words) => (
              <Link to="/sign-up" search={keepNext(next)}>
                {words}
              </Link>
            )}
          />{" "}
          {mails ? (
            <Link to="/forgot">{t("Send a reset link.")}</Link>
          ) : (
            <AskOperator>{t("Ask the operator for a reset link.")}</AskOperator>
          )}
        </p>
      </Suspense>
    </FormPage>
  );
}
