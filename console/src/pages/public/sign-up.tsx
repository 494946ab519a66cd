import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answerOf, api, asClient } from "../../api/client.ts";
import { identity, keysOf } from "../../api/queries.ts";
import { signIn } from "../../api/sign-in.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { queryClient } from "../../parts/query-client.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { Alone } from "./form-page.tsx";

const fields = [
  { name: "first_name", label: "First name", autoComplete: "given-name", maxLength: 100 },
  { name: "last_name", label: "Last name", autoComplete: "family-name", maxLength: 100 },
  { name: "email", label: "E-mail", type: "email", autoComplete: "username", maxLength: 254 },
  {
    name: "password",
    label: "Password",
    type: "password",
    autoComplete: "new-password",
    minLength: 10,
    hint: "Ten characters or more, and not a common one.",
  },
] as const;

type Values = Record<(typeof fields)[number]["name"], string>;

async function createAccount(values: Values): Promise<void> {
  const made = await answerOf(api.POST("/auth/signup", { body: values, headers: await asClient() }));
  await signIn(values.email, values.password);
  queryClient.setQueryData(keysOf(made.subscription.id).queryKey, made.keys);
}

export function SignUp() {
  const navigate = useNavigate();
  const closed = useQuery(identity).data?.sign_up === "closed";
  const [values, setValues] = useState<Values>({ first_name: "", last_name: "", email: "", password: "" });
  const { problem, working, submit } = useForm(async () => {
    await createAccount(values);
    await navigate({ to: "/quick-start", replace: true });
  });
  if (closed)
    return (
      <Alone title="Sign-up is closed">
        <p className="muted">
          The operator of this service makes accounts. <Link to="/sign-in">Sign in</Link> if you have one.
        </p>
      </Alone>
    );
  return (
    <Alone title="Get a key">
      <p className="muted">15 credits, no card, no approval. The next page has your key in it.</p>
      <form onSubmit={submit} className="form" method="post">
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            name={name}
            required
            dir="auto"
            value={values[name]}
            fault={
              problem?.of(name) ?? (name === "email" && problem?.status === 409 ? problem.message : undefined)
            }
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
        {problem?.status !== 409 && <Fault problem={problem} />}
        <Button type="submit" look="primary" aria-disabled={working || undefined}>
          {working ? "Creating the account" : "Create account"}
        </Button>
      </form>
      <p className="muted">
        Have an account? <Link to="/sign-in">Sign in</Link>.
      </p>
    </Alone>
  );
}
