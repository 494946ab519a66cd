import { useEffect, useRef, useState } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { sessionStore, setSession } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { leaveSignIn } from "../../parts/leave-sign-in.ts";
import { Link, navigate } from "../../parts/router.tsx";
import { Fault } from "../../parts/use-form.tsx";
import { type Attempt, takeAttempt } from "./attempt.ts";

/** The page to which a provider sends the browser back. */
export function Callback() {
  const [problem, setProblem] = useState<Pick<Problem, "message">>();
  const isBegun = useRef(false);
  useEffect(() => {
    // An answer is taken once: a second look would be refused.
    if (isBegun.current) return;
    isBegun.current = true;
    const answer = new URLSearchParams(location.search);
    // A code is of no use to whoever reads the history.
    history.replaceState(history.state, "", location.pathname);
    finish(takeAttempt(), answer).catch((error: unknown) => setProblem(asProblem(error)));
  }, []);
  const isSignedIn = sessionStore.use() !== undefined;
  if (!problem)
    return (
      <FormPage title={t("Signing in")}>
        <p className="muted" role="status">
          {t("Checking the answer of the provider.")}
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("Single sign-on did not work")}>
      <Fault message={problem.message} />
      <p>
        <Link className="btn btn-primary" to={isSignedIn ? "/me?tab=security" : "/sign-in"}>
          {isSignedIn ? t("Back to Security") : t("Back to sign-in")}
        </Link>
      </p>
    </FormPage>
  );
}

async function finish(attempt: Attempt | undefined, answer: URLSearchParams): Promise<void> {
  if (!attempt) throw new Error(t("This sign-in began in another tab, or was finished before. Begin again."));
  const of = (name: string) => answer.get(name) ?? undefined;
  const body = {
    attempt_token: attempt.token,
    state: of("state") ?? "none",
    code: of("code"),
    iss: of("iss"),
    error: of("error"),
  };
  if (attempt.isStepUp) {
    await dataOf(api.POST("/auth/step-up/sign-on", { body }));
    showToast(t("Confirmed. Repeat the last step."));
    return leaveSignIn(attempt.next);
  }
  if (attempt.userId === undefined) {
    setSession(await dataOf(api.POST("/auth/sign-on/finish", { body, headers: await asClient() })));
    return leaveSignIn(attempt.next);
  }
  const params = { path: { id: attempt.userId } };
  await dataOf(api.POST("/users/{id}/identities", { params, body }));
  showToast(t("Single sign-on linked"));
  await navigate("/me?tab=security", { replace: true });
}
