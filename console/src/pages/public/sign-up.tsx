import { useQuery } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { asProblem, Problem } from "../../api/problem.ts";
import { identity, keysOf } from "../../api/queries.ts";
import { signIn } from "../../api/sign-in.ts";
import { language, t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { newPassword, textField, type ValuesOf } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { keepNext, requestedPath } from "../../parts/leave-sign-in.ts";
import { pageParts } from "../../parts/page-parts.ts";
import { queryClient } from "../../parts/query-client.ts";
import { addressStore, Link, navigate, useSearchState } from "../../parts/router.tsx";
import { FormPage } from "./form-page.tsx";

const fields = {
  first_name: textField({ label: t("First name"), autoComplete: "given-name", maxLength: 100 }),
  last_name: textField({ label: t("Last name"), autoComplete: "family-name", maxLength: 100 }),
  email: textField({ label: t("Email"), type: "email", autoComplete: "username", maxLength: 254 }),
  password: textField({ ...newPassword, label: t("Password") }),
};

/** Throws a Problem; the problem of an email that is taken names the field. */
async function createAccount(
  values: ValuesOf<typeof fields>,
  afterwards: Iterable<() => Promise<unknown>>,
): Promise<void> {
  // The language of the page can be another one than the browser's.
  const headers = { ...(await asClient()), "accept-language": language };
  const made = await dataOf(api.POST("/auth/signup", { body: values, headers })).catch((error: unknown) => {
    const { status, message, code } = asProblem(error);
    if (status !== 409) throw error;
    throw new Problem(status, message, code, { issues: [{ loc: ["body", "email"], msg: message }] });
  });
  await signIn(values.email, values.password);
  queryClient.setQueryData(keysOf(made.subscription.id).queryKey, made.keys);
  for (const run of afterwards) await run().catch(() => undefined);
  const { plan, next } = addressStore.get().search;
  const [buying] = pageParts().flatMap(({ afterSignUp = [] }) => afterSignUp);
  const buy = plan && (await buying?.(plan, made.subscription.id));
  await navigate(buy || requestedPath(next, "/home?start=1"), { replace: true });
}

export function SignUp() {
  const afterwards = useRef(new Map<number, () => Promise<unknown>>()).current;
  const { plan, next } = useSearchState().search;
  const closed = useQuery(identity).data?.sign_up === "closed";
  if (closed)
    return (
      <FormPage title={t("Sign-up is closed")}>
        <p className="muted">
          <T
            text="The operator creates accounts. <link>Sign in</link> if you have one."
            link={(words) => <Link to="/sign-in">{words}</Link>}
          />
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("Create your account")}>
      <p className="muted">
        {t("15 credits, no card, no approval.")}{" "}
        {plan || next ? t("Nothing is charged yet.") : t("The next page shows your API key.")}
      </p>
      {/* Nothing moves while the controls of features load. */}
      <Suspense>
        <FieldForm
          fields={fields}
          action={t("Create account")}
          busy={t("Creating account")}
          look="primary"
          send={(values) => createAccount(values, afterwards.values())}
        >
          {pageParts().flatMap(({ signUp: Part }, index) =>
            Part ? <Part key={`${index + 1}`} afterwards={(run) => void afterwards.set(index, run)} /> : [],
          )}
        </FieldForm>
        <p className="muted">
          <T
            text="Have an account? <link>Sign in</link>."
            link={(words) => (
              <Link to="/sign-in" search={keepNext(next)}>
                {words}
              </Link>
            )}
          />
        </p>
      </Suspense>
    </FormPage>
  );
}
