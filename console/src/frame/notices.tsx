import { type FormEvent, useEffect, useRef, useState } from "react";
import { asProblem } from "../api/problem.ts";
import { reachableStore } from "../api/reachability.ts";
import { keepSession, renewalStore } from "../api/session.ts";
import { signIn } from "../api/sign-in.ts";
import { toastStore } from "../base/toast.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { followReachability } from "../parts/query-client.ts";

/** What may stand over any page: that the service is unreachable, sign-in anew, and what has just happened. */
export function Notices() {
  const reachable = reachableStore.use();
  useEffect(() => followReachability(reachable), [reachable]);
  const renewal = renewalStore.use();
  const toast = toastStore.use();
  return (
    <>
      <div role="status">
        {!reachable && (
          <p className="unreachable">
            The service does not answer. It may be restarting; this page asks again every two seconds and goes
            on by itself.
          </p>
        )}
      </div>
      {renewal && <SignInAgain email={renewal.email} done={renewal.resolve} leave={renewal.reject} />}
      <div role="status">{toast && <div className="toast">{toast.text}</div>}</div>
    </>
  );
}

function SignInAgain({ email, done, leave }: { email: string; done: () => void; leave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await signIn(email, password);
      done();
    } catch (error) {
      setFault(asProblem(error).message);
    }
  };
  const quit = () => {
    leave();
    keepSession(undefined);
  };
  return (
    <dialog ref={dialog} className="dlg" aria-labelledby="again" onCancel={quit}>
      <form onSubmit={submit}>
        <h2 id="again">Your session has ended</h2>
        <p className="muted">Sign in as {email} to go on where you were. Nothing you typed is lost.</p>
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          fault={fault || undefined}
          onChange={(event) => setPassword(event.target.value)}
          required
        />
        <p className="actions">
          <Button type="submit" look="primary">
            Sign in
          </Button>
          <Button onPress={quit}>Sign out</Button>
        </p>
      </form>
    </dialog>
  );
}
