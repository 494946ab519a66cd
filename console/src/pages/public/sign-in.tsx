import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { asProblem } from "../../api/problem.ts";
import { identity } from "../../api/queries.ts";
import { signIn } from "../../api/sign-in.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { leaveSignIn } from "../../parts/leave-sign-in.ts";
import { pageParts } from "../../parts/page-parts.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { FieldForm } from "../../parts/use-form.tsx";
import { FormPage } from "./form-page.tsx";
import { SignInCode } from "./sign-in-code.tsx";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function SignIn() {
  const { next } = useSearchState().search;
  const mails = useQuery(identity).data?.mail;
  const [accepted, setAccepted] = useState<Credentials>();
  const finish = async ({ email, password }: Credentials, code?: string) => {
    await signIn(email, password, code);
    await leaveSignIn(next);
  };
  const send = (credentials: Credentials) =>
    finish(credentials).catch((error: unknown) => {
      if (asProblem(error).code !== "second_factor_required") throw error;
      setAccepted(credentials);
    });
  if (accepted)
    return (
      <SignInCode
        email={accepted.email}
        send={(code) => finish(accepted, code)}
        back={() => setAccepted(undefined)}
      />
    );
  const ways = pageParts().flatMap(({ signInWith: Part }, index) =>
    Part ? <Part key={`${index + 1}`} next={next} /> : [],
  );
  return (
    <FormPage title="Sign in">
      {/* Nothing moves while the other ways load. */}
      <Suspense>
        {ways.length > 0 && (
          <>
            <div className="choices">{ways}</div>
            <p className="or">or with a password</p>
          </>
        )}
        <FieldForm
          fields={[
            { name: "email", label: "Email", type: "email", autoComplete: "username" },
            { name: "password", label: "Password", type: "password", autoComplete: "current-password" },
          ]}
          action="Sign in"
          busy="Signing in"
          look={ways.length > 0 ? undefined : "primary"}
          send={send}
        />
        <p className="muted">
          No account yet? <Link to="/sign-up">Get an API key</Link>. Forgot your password?{" "}
          {mails ? (
            <Link to="/forgot">Send a reset link.</Link>
          ) : (
            <AskOperator>Ask the operator for a reset link.</AskOperator>
          )}
        </p>
      </Suspense>
    </FormPage>
  );
}
