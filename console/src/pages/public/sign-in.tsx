import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { signIn } from "../../api/sign-in.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { Alone } from "./form-page.tsx";

export function SignIn() {
  const navigate = useNavigate();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { problem, working, submit } = useForm(async () => {
    await signIn(email, password);
    // Only a path of this console: an address made by others must not lead elsewhere.
    const own = next?.startsWith("/") && !next.startsWith("//") ? next : "/overview";
    await navigate({ href: own, replace: true });
  });
  return (
    <Alone title="Sign in">
      <form onSubmit={submit} className="form" method="post">
        <Field
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          fault={problem?.of("email")}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          fault={problem?.of("password")}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Fault problem={problem} />
        <Button type="submit" look="primary" aria-disabled={working || undefined}>
          {working ? "Signing in" : "Sign in"}
        </Button>
      </form>
      <p className="muted">
        No account yet? <Link to="/sign-up">Get a key</Link>. Password forgotten? The operator of this service
        can make you a link that lets you choose another.
      </p>
    </Alone>
  );
}
