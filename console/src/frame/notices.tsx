import { useEffect, useRef, useState } from "react";
import { reachableStore } from "../api/reachability.ts";
import { renewalStore, setSession } from "../api/session.ts";
import { signIn } from "../api/sign-in.ts";
import { toastStore } from "../base/toast.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { followReachability } from "../parts/query-client.ts";
import { useForm } from "../parts/use-form.tsx";

/** Messages over any page: service unreachable, session ended, toasts. */
export function Notices() {
  const reachable = reachableStore.use();
  useEffect(() => followReachability(reachable), [reachable]);
  const renewal = renewalStore.use();
  const toast = toastStore.use();
  return (
    <>
      <div role="status">
        {!reachable && <p className="unreachable">Can't reach the service. Retrying every 2 seconds.</p>}
      </div>
      {renewal && <SignInAgain email={renewal.email} done={renewal.resolve} leave={renewal.reject} />}
      <div role="status">{toast && <div className="toast">{toast.text}</div>}</div>
    </>
  );
}

function SignInAgain({ email, done, leave }: { email: string; done: () => void; leave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const { problem, submit } = useForm(async () => {
    await signIn(email, password);
    done();
  });
  const quit = () => {
    leave();
    setSession(undefined);
  };
  return (
    <dialog ref={dialog} className="dlg" aria-labelledby="again" onCancel={quit}>
      <form onSubmit={submit}>
        <h2 id="again">Your session has ended</h2>
        <p className="muted">Sign in as {email} to continue. Nothing you typed is lost.</p>
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          fault={problem?.message}
          change={setPassword}
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
