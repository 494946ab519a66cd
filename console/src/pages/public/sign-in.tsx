import { signIn } from "../../api/sign-in.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { Link, navigate, useSearchState } from "../../parts/router.tsx";
import { FieldForm } from "../../parts/use-form.tsx";
import { FormPage } from "./form-page.tsx";

export function SignIn() {
  const { next } = useSearchState().search;
  const send = async ({ email, password }: { email: string; password: string }) => {
    await signIn(email, password);
    // A link of another site must not lead elsewhere: only paths of this console.
    const own = next?.startsWith("/") && !next.startsWith("//") ? next : "/overview";
    await navigate(own, { replace: true });
  };
  return (
    <FormPage title="Sign in">
      <FieldForm
        fields={[
          { name: "email", label: "Email", type: "email", autoComplete: "username" },
          { name: "password", label: "Password", type: "password", autoComplete: "current-password" },
        ]}
        action="Sign in"
        busy="Signing in"
        look="primary"
        send={send}
      />
      <p className="muted">
        No account yet? <Link to="/sign-up">Get an API key</Link>. Forgot your password?{" "}
        <AskOperator>Ask the operator for a reset link.</AskOperator>
      </p>
    </FormPage>
  );
}
