import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { answerOf, api, asClient } from "../../api/client.ts";
import { keepSession } from "../../api/session.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { useForm } from "../../parts/use-form.tsx";
import { Alone } from "./form-page.tsx";

/** Where a reset link leads; its token stands behind the #, which no server is sent. */
export function Reset() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  const { problem, working, submit } = useForm(async () => {
    const headers = await asClient();
    await answerOf(api.POST("/auth/reset", { body: { reset_token: token, password }, headers }));
    keepSession(undefined);
    history.replaceState(history.state, "", location.pathname);
    setDone(true);
  });
  if (!token && !done)
    return (
      <Alone title="This link is incomplete">
        <p className="muted">
          Its last part is missing. Open it as it was given to you, or ask the operator of this service for
          another.
        </p>
      </Alone>
    );
  if (done)
    return (
      <Alone title="Your new password is set">
        <p className="muted">Every session and access token of the account has ended.</p>
        <p>
          <Link className="btn btn-primary" to="/sign-in">
            Sign in
          </Link>
        </p>
      </Alone>
    );
  return (
    <Alone title="Choose a new password">
      <form onSubmit={submit} className="form" method="post">
        <Field
          label="New password"
          type="password"
          name="password"
          autoComplete="new-password"
          minLength={10}
          required
          hint="Ten characters or more, and not a common one."
          value={password}
          fault={problem?.of("password")}
          onChange={(event) => setPassword(event.target.value)}
        />
        {problem && !problem.of("password") && (
          <p role="alert" className="fault">
            {problem.message}
          </p>
        )}
        <Button type="submit" look="primary" aria-disabled={working || undefined}>
          {working ? "Setting the password" : "Set password"}
        </Button>
      </form>
    </Alone>
  );
}
